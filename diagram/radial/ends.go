package radial

import (
	"iter"
	"math"
	"slices"

	"widerow/diagram/geom"
)

// placeEnds returns the places of cardinalities and roles, by the index of their
// edge: near the entity, and if possible clear of boxes, other lines and each
// other.
func placeEnds(g *Graph) []EndPlace {
	space := newEndSpace(g)
	places := make([]EndPlace, len(g.Edges))
	for i, edge := range g.Edges {
		if edge.ended() {
			places[i].Cardinality = space.cardinality(&edge.End, edge.outwards())
		}
	}
	// Roles come after all cardinalities, which have less choice.
	for i, edge := range g.Edges {
		if edge.ended() && edge.End.RoleHeight > 0 {
			places[i].Role = space.role(&edge.End, places[i].Cardinality, [2]geom.Point(edge.outwards()))
		}
	}
	return places
}

// ended reports whether the edge has a cardinality to place.
func (e *Edge) ended() bool { return e.End.Width > 0 && len(e.Course) > 1 }

// outwards returns the course starting at the entity.
func (e *Edge) outwards() []geom.Point {
	if e.End.AtStart {
		return e.Course
	}
	course := slices.Clone(e.Course)
	slices.Reverse(course)
	return course
}

// endSpace holds the obstacles of cardinalities and roles.
type endSpace struct {
	taken    []geom.Rect
	diamonds []geom.Rect
	lines    [][2]geom.Point
	// Spatial indexes of the three lists.
	nearTaken, nearDiamonds, nearLines *geom.NearIndex
}

func newEndSpace(g *Graph) *endSpace {
	area := geom.NewRect(0, 0, g.Width, g.Height)
	space := &endSpace{nearTaken: geom.NewFineIndex(area, cellSize), nearDiamonds: geom.NewFineIndex(area, cellSize), nearLines: geom.NewFineIndex(area, cellSize)}
	for _, box := range g.Owners {
		if box.Diamond {
			space.diamonds = append(space.diamonds, box.Box)
			space.nearDiamonds.Add(box.Box)
		} else {
			space.take(box.Box)
		}
	}
	for from, to := range g.segments() {
		space.lines = append(space.lines, [2]geom.Point{from, to})
		space.nearLines.AddLine(from, to)
	}
	return space
}

func (s *endSpace) take(r geom.Rect) {
	s.taken = append(s.taken, r)
	s.nearTaken.Add(r)
}

// meetsDiamond reports whether r meets the diamond inscribed in a rectangle.
func meetsDiamond(r, diamond geom.Rect) bool {
	c := diamond.Centre()
	near := geom.Pt(max(r.X, min(c.X, r.X+r.Width)), max(r.Y, min(c.Y, r.Y+r.Height)))
	return math.Abs(near.X-c.X)/(diamond.Width/2)+math.Abs(near.Y-c.Y)/(diamond.Height/2) < 1
}

// Sizes of the cardinality's patch in px.
const (
	CardinalityHeight = 18.0 // also the least width
	cardinalityGap    = 10.0 // between the entity and the patch
)

// Costs of a place.
const (
	endFarCost   = 1.0   // per px from the entity
	endCoverCost = 400.0 // per box or label that is covered
	endLineCost  = 90.0  // per line that is covered
	endSideCost  = 4.0   // per side, then per ring, that is tried before
)

// Candidates, in px except where noted.
const (
	endStep  = 8.0  // along the course
	endReach = 0.8  // share of the course that is tried, from the entity
	endAside = 7.0  // from the course to either side
	endRing  = 12.0 // between rings of places for a role
	endRings = 32
	endTurns = 12 // places on a ring
)

// cardinality takes the cheapest place on the course, or beside it where other
// lines run along it.
func (s *endSpace) cardinality(end *End, course []geom.Point) geom.Rect {
	length := geom.PathLength(course)
	first := min(end.clearance(course[0], course[1]), length*0.45)
	best, least := geom.Rect{}, math.Inf(1)
	for far := first; far <= max(first, length*endReach); far += endStep {
		at, across := pointAlong(course, far)
		for _, aside := range [3]float64{0, endAside, -endAside} {
			own := endFarCost*(far-first) + math.Abs(aside)
			if own >= least {
				continue
			}
			place := geom.NewRect(at.X+aside*across.X-end.Width/2, at.Y+aside*across.Y-CardinalityHeight/2, end.Width, CardinalityHeight)
			if cost := own + s.cost(place, course, least-own); cost < least {
				best, least = place, cost
			}
		}
	}
	s.take(best)
	return best
}

// pointAlong returns the point of a course at a distance from its start, and the
// unit vector across the course there.
func pointAlong(course []geom.Point, far float64) (at, across geom.Point) {
	for i := 1; i < len(course); i++ {
		length := geom.Distance(course[i-1], course[i])
		if far <= length || i == len(course)-1 {
			length = max(length, 1e-9)
			dx, dy := (course[i].X-course[i-1].X)/length, (course[i].Y-course[i-1].Y)/length
			return geom.Pt(course[i-1].X+dx*far, course[i-1].Y+dy*far), geom.Pt(-dy, dx)
		}
		far -= length
	}
	return course[0], geom.Point{}
}

// clearance returns the distance along the line at which the patch no longer
// touches the entity.
func (end *End) clearance(entity, next geom.Point) float64 {
	length := max(1, geom.Distance(entity, next))
	return min((end.Width/2+cardinalityGap)*length/max(1e-9, math.Abs(next.X-entity.X)),
		(CardinalityHeight/2+cardinalityGap)*length/max(1e-9, math.Abs(next.Y-entity.Y)))
}

// role takes the cheapest place near the cardinality: above or below it for a
// line closer to horizontal, beside it for a steep one, or on a ring around it.
func (s *endSpace) role(end *End, cardinality geom.Rect, line [2]geom.Point) geom.Rect {
	best, least := geom.Rect{}, math.Inf(1)
	i := 0
	for place := range end.rolePlaces(cardinality, line) {
		own := endSideCost * float64(min(i, 4)+max(0, i-4)/endTurns)
		if own >= least {
			break
		}
		i++
		if cost := own + s.cost(place, nil, least-own); cost < least {
			best, least = place, cost
		}
	}
	s.take(best)
	return best
}

// rolePlaces yields places for the role, the best first: the four sides of the
// cardinality, then rings around it, the nearest first.
func (end *End) rolePlaces(cardinality geom.Rect, line [2]geom.Point) iter.Seq[geom.Rect] {
	c := cardinality.Centre()
	width, height := end.RoleWidth+4, end.RoleHeight
	above := geom.NewRect(c.X-cardinality.Width/2, cardinality.Y-height+3, width, height)
	below := geom.NewRect(above.X, cardinality.Y+cardinality.Height-3, width, height)
	if line[1].X < line[0].X { // the entity is to the right
		above.X = c.X + cardinality.Width/2 - width
		below.X = above.X
	}
	right := geom.NewRect(cardinality.X+cardinality.Width, c.Y-height/2, width, height)
	left := geom.NewRect(cardinality.X-width, right.Y, width, height)
	sides := [4]geom.Rect{above, below, right, left}
	if end.Below {
		sides = [4]geom.Rect{below, above, right, left}
	}
	if math.Abs(line[1].X-line[0].X) < math.Abs(line[1].Y-line[0].Y) {
		sides = [4]geom.Rect{right, left, above, below}
	}
	return func(yield func(geom.Rect) bool) {
		for _, place := range sides {
			if !yield(place) {
				return
			}
		}
		for i := range endRings * endTurns {
			sin, cos := math.Sincos(2 * math.Pi / endTurns * float64(i%endTurns))
			far := endRing * float64(i/endTurns+1)
			x, y := c.X+(width/2+far)*cos, c.Y+(height/2+far)*sin
			if !yield(geom.NewRect(x-width/2, y-height/2, width, height)) {
				return
			}
		}
	}
}

// cost returns the cost of the shapes and lines that a rectangle covers, without its own course. It
// may stop counting lines once the cost reaches most.
func (s *endSpace) cost(r geom.Rect, own []geom.Point, most float64) float64 {
	cost := 0.0
	for _, i := range s.nearTaken.Near(r.Grown(2)) {
		if r.Within(s.taken[i], 2) {
			cost += endCoverCost
		}
	}
	for _, i := range s.nearDiamonds.Near(r.Grown(2)) {
		if at := s.diamonds[i]; r.Within(at, 2) && meetsDiamond(r, at) {
			cost += endCoverCost
		}
	}
	for _, i := range s.nearLines.Near(r) {
		if cost >= most {
			break
		}
		if line := s.lines[i]; geom.SegmentMeets(line[0], line[1], r) && !isSegment(own, line) {
			cost += endLineCost
		}
	}
	return cost
}

// isSegment reports whether a line is a segment of a course, in either direction.
func isSegment(course []geom.Point, line [2]geom.Point) bool {
	for i := 1; i < len(course); i++ {
		if line == [2]geom.Point{course[i-1], course[i]} || line == [2]geom.Point{course[i], course[i-1]} {
			return true
		}
	}
	return false
}
