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
		var from []int
		joined := map[*bus]bool{}
		for _, edge := range edges {
			if b := r.inBus(edge); b != nil {
				joined[b] = joined[b] || r.comesFrom(edge, side)
			} else if r.comesFrom(edge, side) {
				from = append(from, edge)
			}
		}
		arrivals := len(from)
		for _, arrives := range joined {
			if arrives {
				arrivals++
			}
		}
		switch {
		case arrivals <= r.headsAt(box, side) || len(from) == 0:
		case join && len(from) > 1:
			r.addBus(&bus{box: box, edges: from})
		default:
			r.headsEnd[box] = at.Height
			return
		}
	}
}

// joinEqual makes a bus of the edges to a box that share a label.
func (r *router) joinEqual(box int, edges []int) {
	equal := map[string][]int{}
	for _, edge := range edges {
		if join := r.index.Graph.Edges[edge].Join; join != "" {
			equal[join] = append(equal[join], edge)
		}
	}
	for _, edge := range edges {
		if same := equal[r.index.Graph.Edges[edge].Join]; len(same) > 1 && r.inBus(edge) == nil {
			slices.SortStableFunc(same, func(a, b int) int { return r.aside(a) - r.aside(b) })
			r.addBus(&bus{box: box, edges: same, joined: true})
		}
	}
}

// aside returns 0 for an edge that leads in the reading direction of the diagram, 1 for another:
// it joins the line of the first.
func (r *router) aside(edge int) int {
	from, to := r.index.Ends(edge)
	a, b := r.boxes[from], r.boxes[to]
	if !r.vertical && a.X+a.Width <= b.X || r.vertical && a.Y+a.Height <= b.Y {
		return 0
	}
	return 1
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
