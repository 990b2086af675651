package layout

import (
	"cmp"
	"math"
	"slices"

	"widerow/diagram/geom"
	"widerow/diagram/graph"
	"widerow/diagram/layout/route"
)

// Distances of the layout in pixels.
const (
	BoxGap       = 36 // between boxes of one rank
	RankGap      = 16 // between the border of a rank and its first track
	arrowRoom    = 28 // for an edge without a label
	snapDistance = 40 // within it, boxes of different ranks are aligned
	mostTracks   = 8  // the most edges that a gap between ranks allows for
)

// arranger turns the ranks of a component into coordinates. Ranks follow each
// other along the main axis; the other one is the cross axis.
type arranger struct {
	view       *View
	part       *component
	vertical   bool        // ranks go from top to bottom
	rank       map[int]int // for each box
	order      map[int]int // position of each box in its rank
	neighbours map[int][]int
	chains     []chain
	chainOf    map[int]int
	above      map[int]int     // the box above, for each box of a stack
	passing    map[int]int     // number of edges that run beside each box of a stack
	slid       map[int]float64 // displacement of boxes from their chain
	bounds     stretch         // of all boxes, before any slides
	edgesOf    map[int][]int   // edges between ranks, for each box
	long       []int           // edges that skip a rank
	sizes      map[int]boxSize
}

// chain is a sequence of boxes in consecutive ranks that are aligned so that
// the edges between them are straight (after Brandes and Köpf, "Fast and Simple
// Horizontal Coordinate Assignment", 2001).
type chain struct {
	boxes []int
	at    float64
	// after lists the chains that must follow this one and their minimum
	// distances.
	after []spacing
}

type spacing struct {
	chain    int
	distance float64
}

// arrange places the boxes of a component.
func arrange(v *View, part *component, vertical bool) *block {
	a := &arranger{view: v, part: part, vertical: vertical,
		rank: map[int]int{}, order: map[int]int{}, neighbours: map[int][]int{}, chainOf: map[int]int{},
		above: map[int]int{}, passing: map[int]int{}, sizes: make(map[int]boxSize, len(part.boxes))}
	for r, rank := range part.ranks {
		for i, box := range rank {
			a.rank[box], a.order[box] = r, i
			a.sizes[box] = a.measure(box)
		}
	}
	for _, edge := range part.edges {
		from, to := v.Ends(edge)
		a.neighbours[from] = append(a.neighbours[from], to)
		a.neighbours[to] = append(a.neighbours[to], from)
	}
	a.recordStacks()
	a.joinChains()
	a.separate()
	if a.balanced() {
		a.balance()
	} else {
		a.compact()
		a.settle()
		a.slide()
	}
	return a.place()
}

// joinChains aligns each box with at most one box of the previous rank, so that
// no two aligned pairs cross.
func (a *arranger) joinChains() {
	for r, rank := range a.part.ranks {
		last := -1 // position of the last box taken in the previous rank
		for _, box := range rank {
			before := a.partner(box, r, last)
			if before < 0 {
				a.chainOf[box] = len(a.chains)
				a.chains = append(a.chains, chain{boxes: []int{box}})
				continue
			}
			last = a.order[before]
			index := a.chainOf[before]
			a.chainOf[box] = index
			a.chains[index].boxes = append(a.chains[index].boxes, box)
		}
	}
}

// partner returns the median neighbour in the previous rank or, if it is taken,
// the next free one. It returns -1 if there is none.
func (a *arranger) partner(box, rank, last int) int {
	if other, stacked := a.above[box]; stacked {
		return other
	}
	if a.balanced() {
		return -1
	}
	var candidates []int
	for _, other := range a.neighbours[box] {
		if a.rank[other] == rank-1 {
			candidates = append(candidates, other)
		}
	}
	slices.SortFunc(candidates, func(p, q int) int { return a.order[p] - a.order[q] })
	for _, other := range candidates[min(len(candidates), max(0, (len(candidates)-1)/2)):] {
		if a.order[other] > last {
			return other
		}
	}
	return -1
}

// separate records the minimum distance of the chains of each pair of
// neighbours in a rank.
func (a *arranger) separate() {
	for _, rank := range a.part.ranks {
		for i := 1; i < len(rank); i++ {
			first, second := rank[i-1], rank[i]
			distance := a.distanceBetween(first, second)
			from := &a.chains[a.chainOf[first]]
			from.after = append(from.after, spacing{a.chainOf[second], distance})
		}
	}
}

// gapBetween returns the gap between neighbours in a rank, wide enough for the
// label of an edge between them.
func (a *arranger) gapBetween(first, second int) float64 {
	gap := a.view.room(BoxGap) + float64(min((a.passing[first]+a.passing[second]+1)/2, mostTracks)*route.TrackGap)
	for _, index := range a.part.edges {
		from, to := a.view.Ends(index)
		if from == first && to == second || from == second && to == first {
			edge := &a.view.Graph.Edges[index]
			size := edge.LabelHeight
			if a.vertical {
				size = edge.LabelWidth
			}
			gap = max(gap, size+route.LabelRoom, arrowRoom+RankGap)
		}
	}
	return gap
}

// compact moves each chain as far to the front as its predecessors allow.
func (a *arranger) compact() {
	for _, index := range a.chainOrder() {
		for _, next := range a.chains[index].after {
			other := &a.chains[next.chain]
			other.at = max(other.at, a.chains[index].at+next.distance)
		}
	}
}

// chainOrder returns the chains in topological order.
func (a *arranger) chainOrder() []int {
	waiting := make([]int, len(a.chains))
	for _, c := range a.chains {
		for _, next := range c.after {
			waiting[next.chain]++
		}
	}
	order := make([]int, 0, len(a.chains))
	for i := range a.chains {
		if waiting[i] == 0 {
			order = append(order, i)
		}
	}
	for i := 0; i < len(order); i++ {
		for _, next := range a.chains[order[i]].after {
			if waiting[next.chain]--; waiting[next.chain] == 0 {
				order = append(order, next.chain)
			}
		}
	}
	return order
}

// settle moves chains backwards where there is space, from the last to the
// first: first towards their neighbours as far as possible, then to the nearest
// chain to align with, if it can be reached.
func (a *arranger) settle() {
	order := a.chainOrder()
	slices.Reverse(order)
	end := a.end()
	for _, index := range order {
		if goal := min(a.pull(index), a.limit(index, end)); goal > a.chains[index].at {
			a.chains[index].at = goal
		}
	}
	for _, index := range order {
		if goal := a.level(index); goal <= a.limit(index, end) && goal > a.chains[index].at {
			a.chains[index].at = goal
		}
	}
}

// limit returns how far back a chain can move without pushing others or
// enlarging the diagram.
func (a *arranger) limit(index int, end float64) float64 {
	most := a.chains[index].at + end - a.chainEnd(index)
	for _, next := range a.chains[index].after {
		most = min(most, a.chains[next.chain].at-next.distance)
	}
	return most
}

// pull returns the median position of the chain's neighbours in other chains.
func (a *arranger) pull(index int) float64 {
	var places []float64
	for _, box := range a.chains[index].boxes {
		for _, other := range a.neighbours[box] {
			if a.chainOf[other] != index && a.rank[other] != a.rank[box] {
				places = append(places, a.chains[a.chainOf[other]].at)
			}
		}
	}
	if len(places) == 0 {
		return math.Inf(-1)
	}
	slices.Sort(places)
	return places[len(places)/2]
}

// level returns the nearest position of another chain that lies slightly
// further back.
func (a *arranger) level(index int) float64 {
	at, best := a.chains[index].at, math.Inf(-1)
	for i, other := range a.chains {
		if i != index && other.at > at && other.at <= at+snapDistance && other.at > best {
			best = other.at
		}
	}
	return best
}

// place turns anchors into rectangles.
func (a *arranger) place() *block {
	front := a.front()
	out := &block{}
	main := 0.0
	for r, rank := range a.part.ranks {
		var most span
		for _, box := range rank {
			size := a.main(box)
			most.before, most.after = max(most.before, size.before), max(most.after, size.after)
		}
		anchor := main + most.before
		for _, box := range rank {
			a.placeBox(out, box, anchor, a.at(box)-front)
		}
		main = anchor + most.after + a.gapAfter(r)
	}
	return out
}

// placeBox adds a box whose anchors are known and extends the block by it.
func (a *arranger) placeBox(out *block, index int, main, cross float64) {
	box, margin := &a.view.Graph.Boxes[index], a.view.margin(index, a.vertical)
	x, y := main, cross
	if a.vertical {
		x, y = cross, main
	}
	horizontal, vertical := a.view.spans(index, a.vertical)
	rect := geom.Rect{
		X:     math.Round(x - horizontal.before + margin.Left),
		Y:     math.Round(y - vertical.before + margin.Top),
		Width: box.Width, Height: box.Height}
	out.width = max(out.width, rect.X+rect.Width+margin.Right)
	out.height = max(out.height, rect.Y+rect.Height+margin.Bottom)
	out.boxes = append(out.boxes, graph.Place{Index: index, Rect: rect})
}

// gapAfter returns the gap between a rank and the next, for the edges that turn
// there and for the largest label.
func (a *arranger) gapAfter(rank int) float64 {
	label := 0.0
	var turning [][2]float64
	for _, index := range a.part.edges {
		from, to := a.view.Ends(index)
		low, high := min(a.rank[from], a.rank[to]), max(a.rank[from], a.rank[to])
		if rank < low || rank >= high {
			continue
		}
		if a.turns(index) && (rank == low || rank == high-1) {
			turning = append(turning, a.reach(from, to))
		}
		edge := &a.view.Graph.Edges[index]
		if a.vertical {
			label = max(label, edge.LabelHeight)
		} else {
			label = max(label, edge.Across())
		}
	}
	tracks := deepest(turning)
	if a.view.Graph.Kind == graph.KindWorkflow {
		tracks = max(tracks, 1) // so that the ranks of all components line up
	}
	if label > 0 {
		tracks = max(0, tracks-1) // the label's line leaves space for the first
	}
	gap := a.view.room(RankGap) + float64(min(tracks, mostTracks)*route.TrackGap)
	if a.entryRoom(rank+1) > 0 {
		gap = max(gap, a.view.room(BoxGap)) // minimum distance of boxes from entries of others
	}
	if label > 0 {
		return math.Ceil(gap + a.besideEntries(rank+1, label+route.LabelRoom))
	}
	return gap + a.besideEntries(rank+1, arrowRoom)
}

// turns reports whether an edge has bends between the ranks.
func (a *arranger) turns(edge int) bool {
	from, to := a.view.Ends(edge)
	if a.chainOf[from] == a.chainOf[to] && a.slid[from] == a.slid[to] {
		return false
	}
	return a.balanced() || !a.isStraight(edge)
}

// reach returns the interval that an edge covers on the cross axis.
func (a *arranger) reach(from, to int) [2]float64 {
	return [2]float64{min(a.middle(from), a.middle(to)), max(a.middle(from), a.middle(to))}
}

// deepest returns the maximum number of intervals with a common point.
func deepest(intervals [][2]float64) int {
	var ends []float64
	slices.SortFunc(intervals, func(a, b [2]float64) int { return cmp.Compare(a[0], b[0]) })
	most := 0
	for _, interval := range intervals {
		ends = slices.DeleteFunc(ends, func(end float64) bool { return end < interval[0] })
		ends = append(ends, interval[1])
		most = max(most, len(ends))
	}
	return most
}

// besideEntries returns how much of the room before a rank its entry arrows
// leave. Edge labels and arrow heads are placed beside the entries.
func (a *arranger) besideEntries(rank int, room float64) float64 {
	return max(0, room-a.entryRoom(rank))
}

// entryRoom returns the space for the entry arrows before a rank.
func (a *arranger) entryRoom(rank int) float64 {
	entries := 0.0
	if rank == len(a.part.ranks) {
		return entries
	}
	for _, box := range a.part.ranks[rank] {
		margin := a.view.entryMargin(box, a.vertical)
		if a.vertical {
			entries = max(entries, margin.Top)
		} else {
			entries = max(entries, margin.Left)
		}
	}
	return entries
}
