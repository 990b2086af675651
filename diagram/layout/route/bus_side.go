package route

import (
	"slices"

	"widerow/diagram/geom"
)

// joinAtSides makes buses of the edges that come from the left of a table, or from its
// right, if their heads have too little room at the rows that take them. If the edges
// should not be joined, the heads may end at all rows instead.
func (r *router) joinAtSides(box int, edges []int, join bool) {
	at := r.boxes[box]
	if r.vertical || r.headsEnd[box] >= at.Height {
		return
	}
	for _, side := range [2]geom.Heading{geom.Left, geom.Right} {
		arrivals := 0
		for _, edge := range edges {
			if r.comesFrom(edge, side) {
				arrivals++
			}
		}
		switch {
		case arrivals <= r.headsAt(box, side):
		case join:
			from := slices.DeleteFunc(slices.Clone(edges), func(edge int) bool { return !r.comesFrom(edge, side) })
			r.addBus(&bus{box: box, edges: from})
		default:
			r.headsEnd[box] = at.Height
			return
		}
	}
}

// comesFrom reports whether an edge starts beyond a side of the box where it ends.
func (r *router) comesFrom(edge int, side geom.Heading) bool {
	from, to := r.index.Ends(edge)
	a, b := r.boxes[from], r.boxes[to]
	if side == geom.Left {
		return a.X+a.Width <= b.X
	}
	return a.X >= b.X+b.Width
}

// headsAt returns the number of arrow heads for which the left or right side of a table has room,
// beside its entry arrows.
func (r *router) headsAt(box int, side geom.Heading) int {
	low, high := r.boxes[box].Y+PortInset, r.boxes[box].Y+r.headsEnd[box]-rowInset
	if side == geom.Left {
		for _, edge := range r.index.Entries[box] {
			e := &r.index.Graph.Edges[edge]
			low = max(low, r.routes[edge].Points[1].Y+e.LabelHeight/2+EntryAir(r.index)+2)
		}
	}
	return max(1, 1+int((high-low)/facingTrack))
}
