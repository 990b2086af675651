package layout

import (
	"cmp"
	"math"
	"slices"

	"widerow/diagram/graph"
	"widerow/diagram/layout/route"
)

const (
	// mostStacked is how many boxes of a broad rank stand in a column at most.
	mostStacked = 24
	// worthSplitting is how many times as broad as long a component must be.
	worthSplitting = 2
	// nearlyBest is how much larger than the best one a picture may be whose
	// columns are shorter: fewer edges pass beside their boxes.
	nearlyBest = 1.25
)

// split has the ranks of a component that is far broader than the screen stand
// in several rows each, such as the many children of one table; a component
// that gains too little stays as it is.
func (v *View) split(part *component, whole *block, vertical bool) (*component, *block) {
	breadth, length := whole.height, whole.width
	if vertical {
		breadth, length = length, breadth
	}
	if fit(whole.width, whole.height) <= worthCutting*screenWidth || breadth <= worthSplitting*length || v.Graph.Kind == graph.KindER {
		return part, whole
	}
	sizes := v.rankSizes(part, vertical)
	stacked := part.stack(v, sizes, sizes.narrower(vertical))
	if out := arrange(v, stacked, vertical); fit(out.width, out.height) < worthFolding*fit(whole.width, whole.height) {
		return stacked, out
	}
	return part, whole
}

// rankSize is the room of a rank: across, of all its boxes side by side, and
// along the axis of the ranks.
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

// narrower is the breadth at which broad ranks are split.
func (s rankSizes) narrower(vertical bool) float64 {
	least := math.Inf(1)
	for rows := 2.0; rows <= mostStacked; rows++ {
		least = min(least, s.fit(s.broadest()/rows, vertical))
	}
	rows := 2.0
	for s.fit(s.broadest()/rows, vertical) > nearlyBest*least {
		rows++
	}
	return s.broadest() / rows
}

// rows is in how many rows a rank stands that may be so broad.
func (s rankSize) rows(breadth float64) int {
	return max(1, min(int(math.Ceil(s.breadth/breadth)), s.boxes))
}

// fit guesses the fit of a picture whose ranks are not broader than that.
func (s rankSizes) fit(most float64, vertical bool) float64 {
	const gap = 2 * (RankGap + route.LabelRoom) // between rows, with some tracks
	across, along := 0.0, 0.0
	for _, size := range s {
		rows := float64(size.rows(most))
		lines := route.TrackGap * (rows - 1) * float64(size.boxes) / rows // that pass between the columns
		across = max(across, size.breadth/rows+lines)
		along += rows * (size.length + gap)
	}
	if vertical {
		return fit(across, along)
	}
	return fit(along, across)
}

// stack is the component with broad ranks in rows. Boxes that follow each
// other in a rank stand in one column, so that what they are joined to is as
// near as it was.
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

// stand notes what stands on what, and how many edges to and from the other
// boxes of a column pass beside each.
func (a *arranger) stand() {
	for _, stack := range a.part.stacks {
		var before, after []int // edges that come from ranks above, and the others
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

// onward counts, for each box, the edges to later ranks less those to earlier
// ones.
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
