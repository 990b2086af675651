package route

import (
	"math"
	"slices"

	"widerow/diagram/geom"
)

// loopPorts returns the ports of a self-loop: leaving at the right and entering
// from above, or at the next two sides that are free, preferably around a corner that
// no other loop is at.
func (r *router) loopPorts(edge int, starts, ends []port) (leave, reach []port) {
	for _, alone := range [2]bool{true, false} {
		for _, turn := range [3]geom.Heading{3, 1, 2} {
			for _, first := range [4]geom.Heading{geom.Right, geom.Below, geom.Left, geom.Above} {
				second := first.Turned(turn)
				if alone && r.loopAt(edge, first, second) {
					continue
				}
				if leave, reach = atSide(starts, first), atSide(ends, second); len(leave) > 0 && len(reach) > 0 {
					return r.loopRoom(edge, leave, second), r.loopRoom(edge, reach, first)
				}
			}
		}
	}
	return starts, ends
}

// loopAt reports whether another loop of the edge's box leads from one of two sides to
// the other.
func (r *router) loopAt(edge int, one, other geom.Heading) bool {
	box, _ := r.index.Ends(edge)
	for i := range r.ways {
		w := &r.ways[i]
		if from, to := r.index.Ends(i); i == edge || from != box || to != box || len(w.nodes) == 0 {
			continue
		}
		if w.start.way == one && w.end.way == other || w.start.way == other && w.end.way == one {
			return true
		}
	}
	return false
}

func atSide(ports []port, side geom.Heading) []port {
	return slices.DeleteFunc(slices.Clone(ports), func(p port) bool { return p.way != side })
}

// atCorner reports whether a corner of a box is between two of its sides.
func atCorner(one, other geom.Heading) bool { return one.Horizontal() != other.Horizontal() }

// loopRoom keeps those ports of a loop above or below its box that leave room for
// the label before the corner beside the box; all if there are none. other is the
// side of the loop's other end.
func (r *router) loopRoom(edge int, ports []port, other geom.Heading) []port {
	if ports[0].way.Horizontal() || !other.Horizontal() {
		return ports
	}
	fromRight, fromLeft := r.loopLines(edge)
	roomy := slices.DeleteFunc(slices.Clone(ports), func(p port) bool {
		return other == geom.Right && p.border.X > fromRight || other == geom.Left && p.border.X < fromLeft
	})
	if len(roomy) == 0 {
		return ports
	}
	return roomy
}

// loopLines returns where a loop leaves or reaches its box from above or below, so
// that its label has room before the corner right of the box, or left of it.
func (r *router) loopLines(edge int) (fromRight, fromLeft float64) {
	from, _ := r.index.Ends(edge)
	rect, need := r.boxes[from], math.Ceil(r.index.Graph.Edges[edge].LabelWidth)+2*labelCorner-Clearance
	inset := min(PortInset, rect.Width/4) + 1
	need = min(need, rect.Width-inset)
	return rect.X + rect.Width - need, rect.X + need
}

// loop returns a loop around the upper right corner of a box.
func loop(box geom.Rect) []geom.Point {
	right, top, c := box.X+box.Width+Clearance, box.Y-Clearance, box.Centre()
	x, y := math.Round(c.X), math.Round(c.Y)
	return []geom.Point{geom.Pt(box.X+box.Width, y), geom.Pt(right, y), geom.Pt(right, top), geom.Pt(x, top), geom.Pt(x, box.Y)}
}
