package layout

import (
	"cmp"
	"math"
	"slices"

	"widerow/diagram/graph"
	"widerow/diagram/layout/route"
)

const (
	// mostStacked is the maximum number of boxes of a broad rank in one column.
	mostStacked = 24
	// worthSplitting is the minimum ratio of breadth to length of a component
	// that is split.
	worthSplitting = 2
	// nearlyBest bounds the size of a picture with shorter columns, as a ratio to the smallest
	// picture. Fewer edges pass beside the boxes of a shorter column.
	nearlyBest = 1.25
)

// split divides each broad rank, such as the many children of one table, into
// several rows if the component is far broader than the screen. It returns a
// component that gains too little unchanged.
func (v *View) split(part *component, whole *block, vertical bool) (*component, *block) {
	breadth, length := whole.height, whole.width
	if vertical {
		breadth, length = length, breadth
	}
	if v.fit(whole.width, whole.height) <= v.mostUncut() || breadth <= worthSplitting*length || v.Graph.Kind == graph.KindER {
		return part, whole
	}
	sizes := v.rankSizes(part, vertical)
	stacked := part.stack(v, sizes, sizes.narrower(v, vertical))
	if out := arrange(v, stacked, vertical); v.fit(out.width, out.height) < worthFolding*v.fit(whole.width, whole.height) {
		return stacked, out
	}
	return part, whole
}

// rankSize is the size of a rank: across, of all its boxes side by side, and
// along the main axis.
type rankSize struct {
	boxes           int
	breadth, length float64
}

type rankSizes []rankSize

func (v *View) rankSizes(part *component, vertical bool) rankSizes {
	sizes := make(rankSizes, len(part.ranks))
	for r, rank := range part.ranks {
		size := &sizes[r]
		size.boxes = len(rank)
		for _, box := range rank {
			horizontal, down := v.spans(box, vertical)
			across, along := down, horizontal
			if vertical {
				across, along = horizontal, down
			}
			size.breadth += across.before + across.after + v.room(BoxGap)
			size.length = max(size.length, along.before+along.after)
		}
	}
	return sizes
}

func (s rankSizes) broadest() float64 {
	breadth := 0.0
	for _, size := range s {
		breadth = max(breadth, size.breadth)
	}
	return breadth
}

// narrower returns the breadth at which broad ranks are split.
func (s rankSizes) narrower(v *View, vertical bool) float64 {
	least := math.Inf(1)
	for rows := 2.0; rows <= mostStacked; rows++ {
		least = min(least, s.fit(v, s.broadest()/rows, vertical))
	}
	rows := 2.0
	for s.fit(v, s.broadest()/rows, vertical) > nearlyBest*least {
		rows++
	}
	return s.broadest() / rows
}

// rows returns the number of rows of a rank within a breadth.
func (s rankSize) rows(breadth float64) int {
	return max(1, min(int(math.Ceil(s.breadth/breadth)), s.boxes))
}

// fit estimates the fit of a picture whose ranks are no broader than most.
func (s rankSizes) fit(v *View, most float64, vertical bool) float64 {
	const gap = 2 * (RankGap + route.LabelRoom) // between rows, with some tracks
	across, along := 0.0, 0.0
	for _, size := range s {
		rows := float64(size.rows(most))
		lines := route.TrackGap * (rows - 1) * float64(size.boxes) / rows // that pass between columns
		across = max(across, size.breadth/rows+lines)
		along += rows * (size.length + gap)
	}
	if vertical {
		return v.fit(across, along)
	}
	return v.fit(along, across)
}

// stack returns the component with its broad ranks divided into rows.
// Consecutive boxes of a rank form a column, so that they stay close to their
// neighbours in other ranks.
func (c *component) stack(v *View, sizes rankSizes, breadth float64) *component {
	out := &component{boxes: c.boxes, edges: c.edges}
	onward := c.onward(v)
	for r, rank := range c.ranks {
		rows := make([][]int, sizes[r].rows(breadth))
		for column := range slices.Chunk(slices.Clone(rank), len(rows)) {
			if len(rows) > 1 {
				slices.SortStableFunc(column, func(a, b int) int { return onward[a] - onward[b] })
			}
			for i, box := range column {
				rows[i] = append(rows[i], box)
			}
			if len(column) > 1 {
				out.stacks = append(out.stacks, column)
			}
		}
		out.ranks = append(out.ranks, rows...)
	}
	return out
}

// recordStacks records the order of the boxes in each column, and the number of edges of other
// boxes of the column that pass beside each box.
func (a *arranger) recordStacks() {
	for _, stack := range a.part.stacks {
		var before, after []int // edges from the ranks above, and the others
		for i, box := range stack {
			if i > 0 {
				a.above[box] = stack[i-1]
			}
			come := 0
			for _, other := range a.neighbours[box] {
				if a.rank[other] < a.rank[stack[0]] {
					come++
				}
			}
			before, after = append(before, come), append(after, len(a.neighbours[box])-come)
		}
		for i, box := range stack {
			for k := range stack {
				switch {
				case k > i:
					a.passing[box] += before[k]
				case k < i:
					a.passing[box] += after[k]
				}
			}
		}
	}
}

// onward returns, for each box, the number of edges to later ranks minus those
// to earlier ones.
func (c *component) onward(v *View) map[int]int {
	rank, onward := map[int]int{}, map[int]int{}
	for r, boxes := range c.ranks {
		for _, box := range boxes {
			rank[box] = r
		}
	}
	for _, edge := range c.edges {
		from, to := v.Ends(edge)
		onward[from] += cmp.Compare(rank[to], rank[from])
		onward[to] += cmp.Compare(rank[from], rank[to])
	}
	return onward
}
