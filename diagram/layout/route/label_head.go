package route

import (
	"widerow/diagram/geom"
	"widerow/diagram/graph"
)

// addHeads notes where the arrow heads of all edges are. Those of the ER diagram have
// none.
func (l *labeller) addHeads() {
	if l.router.index.Graph.Kind == graph.KindER {
		return
	}
	for edge := range l.router.routes {
		if from, tip, found := l.router.lastLine(edge); found {
			head := geom.Bounds(geom.Towards(tip, from, headLength), tip)
			l.heads = append(l.heads, head)
			l.nearHeads.Add(head)
		}
	}
}

// lastLine returns the line on which the arrow head of an edge is. Strands that join
// another on the way to a box have no head.
func (r *router) lastLine(edge int) (from, tip geom.Point, found bool) {
	points, b := r.routes[edge].Points, r.inBus(edge)
	last := len(points) - 1
	switch {
	case last < 1 || b != nil && !b.out && r.parent[edge] >= 0:
		return geom.Point{}, geom.Point{}, false
	case b != nil && b.out:
		return points[1], points[0], true
	}
	return points[last-1], points[last], true
}
