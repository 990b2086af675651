package route

import (
	"cmp"
	"math"
	"slices"

	"widerow/diagram/geom"
	"widerow/diagram/graph"
)

// mend moves labels that overlap a box or another label. Labels placed earlier
// can move away for them.
func (l *labeller) mend(edges []int) {
	for _, edge := range edges {
		if l.hides(edge, l.router.routes[edge].Label) {
			l.makeRoom(edge)
		}
	}
}

// hides reports whether a label at a place would overlap a box or another
// label.
func (l *labeller) hides(edge int, at geom.Point) bool {
	return l.onBox(edge, at) || len(l.under(edge, at)) > 0
}

func (l *labeller) onBox(edge int, at geom.Point) bool {
	label := graph.LabelPill(&l.router.index.Graph.Edges[edge], at)
	return slices.ContainsFunc(l.router.nearBoxes.Near(label), func(box int32) bool { return label.Overlaps(l.router.boxes[box]) })
}

// under returns the edges whose labels one at a place would overlap.
func (l *labeller) under(edge int, at geom.Point) []int {
	label := graph.LabelPill(&l.router.index.Graph.Edges[edge], at)
	var under []int
	for _, other := range l.nearTaken.Near(label) {
		if l.owners[other] != edge && label.Overlaps(l.taken[other]) {
			under = append(under, l.owners[other])
		}
	}
	return under
}

// makeRoom puts a label where others can move away from it, if there is such a
// place.
func (l *labeller) makeRoom(edge int) {
	before := l.router.routes[edge].Label
	l.lift(edge)
	for _, place := range l.wanted(edge) {
		if l.moveTo(edge, place.at) {
			return
		}
	}
	l.take(edge, before)
}

// wanted returns all places for an edge's label that are off the boxes, best
// first. They include places where the label just touches the line, so that the
// labels of two close lines have room above and below them.
func (l *labeller) wanted(edge int) []labelPlace {
	var out []labelPlace
	for i := 1; i < len(l.router.labelled(edge)); i++ {
		out = l.lastResorts(l.candidates(out, edge, i), edge, i)
		out = l.alongside(out, edge, i, 2)
	}
	out = slices.DeleteFunc(out, func(place labelPlace) bool { return l.onBox(edge, place.at) })
	for i := range out {
		out[i].cost = l.cost(edge, out[i], math.Inf(1))
	}
	slices.SortStableFunc(out, func(a, b labelPlace) int { return cmp.Compare(a.cost, b.cost) })
	return out
}

// mostMoved is the maximum number of labels that move for one.
const mostMoved = 2

// moveTo puts a label at a place and moves the labels that it would overlap
// elsewhere. If one of them has no place, nothing moves.
func (l *labeller) moveTo(edge int, at geom.Point) bool {
	under := l.under(edge, at)
	if len(under) > mostMoved || slices.ContainsFunc(under, l.isEntry) {
		return false
	}
	var before []geom.Point
	for _, other := range under {
		before = append(before, l.router.routes[other].Label)
		l.lift(other)
	}
	l.take(edge, at)
	for _, other := range under {
		l.take(other, l.place(other))
	}
	if !slices.ContainsFunc(under, func(other int) bool { return l.hides(other, l.router.routes[other].Label) }) {
		return true
	}
	l.lift(edge)
	for i, other := range under {
		l.lift(other)
		l.take(other, before[i])
	}
	return false
}

// isEntry reports whether the edge is an entry, whose label never moves.
func (l *labeller) isEntry(edge int) bool { return l.router.index.Graph.Edges[edge].From == "" }
