package diagram

import (
	"math"

	"widerow/diagram/chen"
	"widerow/diagram/geom"
	"widerow/diagram/graph"
	"widerow/diagram/layout/route"
)

// leastApart is the distance, in px, at which two parallel lines or two adjacent
// ends are seen as separate. mostCommon is the length over which two lines may be
// closer, as lines are that cross.
const leastApart, mostCommon = 3, 4

// checkApart: edges of different relationships share no segment, and a bent edge
// ends apart from all others at the side of a box.
func (d *randomDrawing) checkApart() {
	for i, edge := range d.graph.Edges {
		for _, other := range d.graph.Edges[:i] {
			if d.relation(&edge) == d.relation(&other) {
				continue
			}
			if common := d.common(&edge, &other); common > mostCommon {
				d.Errorf("edges %s and %s have %g px in common: %v, %v", edge.ID, other.ID, common, d.course(&edge), d.course(&other))
			}
			for _, box := range [2]string{edge.From, edge.To} {
				if d.endTogether(&edge, &other, box) {
					d.Errorf("edges %s and %s end together at %s: %v, %v", edge.ID, other.ID, box, d.course(&edge), d.course(&other))
				}
			}
		}
	}
}

func (d *randomDrawing) course(edge *graph.Edge) []geom.Point { return d.layout.Edges[edge.ID].Points }

// relation returns the end of an edge that is not an entity type.
func (d *randomDrawing) relation(edge *graph.Edge) string {
	if _, isEntity := d.figures[edge.From].(*chen.Entity); isEntity {
		return edge.To
	}
	return edge.From
}

// common returns the length over which two edges overlap along one axis. The room
// before the tips of two diamonds that face each other does not count, since
// neither can move.
func (d *randomDrawing) common(edge, other *graph.Edge) float64 {
	most := 0.0
	a, b := d.course(edge), d.course(other)
	for i := 1; i < len(a); i++ {
		for k := 1; k < len(b); k++ {
			if d.atTip(edge, i) && d.atTip(other, k) {
				continue
			}
			most = max(most, commonPiece(a[i-1], a[i], b[k-1], b[k]))
		}
	}
	return most
}

// atTip reports whether a segment of a course ends at a diamond.
func (d *randomDrawing) atTip(edge *graph.Edge, piece int) bool {
	_, first := d.figures[edge.From].(*chen.Relationship)
	_, last := d.figures[edge.To].(*chen.Relationship)
	return piece == 1 && first || piece == len(d.course(edge))-1 && last
}

// commonPiece returns the length over which two horizontal or two vertical lines
// overlap.
func commonPiece(a, b, c, e geom.Point) float64 {
	length := 0.0
	for _, vertical := range []bool{true, false} {
		if route.Across(a, vertical) == route.Across(b, vertical) && route.Across(c, vertical) == route.Across(e, vertical) && math.Abs(route.Across(a, vertical)-route.Across(c, vertical)) < leastApart {
			low := max(min(route.Along(a, vertical), route.Along(b, vertical)), min(route.Along(c, vertical), route.Along(e, vertical)))
			high := min(max(route.Along(a, vertical), route.Along(b, vertical)), max(route.Along(c, vertical), route.Along(e, vertical)))
			length = max(length, high-low)
		}
	}
	return length
}

// endTogether reports whether two edges, one of them bent, end at the same place on
// an entity type.
func (d *randomDrawing) endTogether(edge, other *graph.Edge, box string) bool {
	if _, isEntity := d.figures[box].(*chen.Entity); !isEntity || len(d.course(edge))+len(d.course(other)) == 4 {
		return false
	}
	for _, end := range d.endsAt(edge, box) {
		for _, beside := range d.endsAt(other, box) {
			if geom.Distance(end, beside) < leastApart {
				return true
			}
		}
	}
	return false
}

func (d *randomDrawing) endsAt(edge *graph.Edge, box string) []geom.Point {
	var ends []geom.Point
	course := d.course(edge)
	if edge.From == box {
		ends = append(ends, course[0])
	}
	if edge.To == box {
		ends = append(ends, course[len(course)-1])
	}
	return ends
}
