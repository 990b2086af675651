package radial

import (
	"iter"
	"math"
	"slices"

	"widerow/diagram/geom"
)

// placeEnds places cardinalities and roles by the number of their edge: near the
// entity, and clear of boxes, other lines and each other where that can be.
func placeEnds(round *Graph) []EndPlace {
	space := newEndSpace(round)
	places := make([]EndPlace, len(round.Edges))
	for i, edge := range round.Edges {
		if edge.ended() {
			places[i].Cardinality = space.cardinality(&edge.End, edge.outwards())
		}
	}
	// Roles come after all cardinalities, which have less choice.
	for i, edge := range round.Edges {
		if edge.ended() && edge.End.RoleHeight > 0 {
			places[i].Role = space.role(&edge.End, places[i].Cardinality, [2]geom.Point(edge.outwards()))
		}
	}
	return places
}

// ended tells whether the edge is a relationship's.
func (e *Edge) ended() bool { return e.End.Width > 0 && len(e.Course) > 1 }

// outwards is the course from the entity on.
func (e *Edge) outwards() []geom.Point {
	if e.End.AtStart {
		return e.Course
	}
	course := slices.Clone(e.Course)
	slices.Reverse(course)
	return course
}

// endSpace is what ends keep clear of.
type endSpace struct {
	taken    []geom.Rect
	diamonds []geom.Rect
	lines    [][2]geom.Point
	// They know which of these are near a place.
	nearTaken, nearDiamonds, nearLines *geom.NearIndex
}

func newEndSpace(round *Graph) *endSpace {
	area := geom.NewRect(0, 0, round.Width, round.Height)
	space := &endSpace{nearTaken: geom.NewFineIndex(area, cellSize), nearDiamonds: geom.NewFineIndex(area, cellSize), nearLines: geom.NewFineIndex(area, cellSize)}
	for _, box := range round.Owners {
		if box.Diamond {
			space.diamonds = append(space.diamonds, box.Box)
			space.nearDiamonds.Add(box.Box)
		} else {
			space.take(box.Box)
		}
	}
	for from, to := range round.pieces() {
		space.lines = append(space.lines, [2]geom.Point{from, to})
		space.nearLines.AddLine(from, to)
	}
	return space
}

func (s *endSpace) take(r geom.Rect) {
	s.taken = append(s.taken, r)
	s.nearTaken.Add(r)
}

// meetsDiamond reports whether a rectangle meets the diamond in another one.
func meetsDiamond(r, diamond geom.Rect) bool {
	c := diamond.Centre()
	near := geom.Pt(max(r.X, min(c.X, r.X+r.Width)), max(r.Y, min(c.Y, r.Y+r.Height)))
	return math.Abs(near.X-c.X)/(diamond.Width/2)+math.Abs(near.Y-c.Y)/(diamond.Height/2) < 1
}

// Sizes of the cardinality's patch in px.
const (
	CardinalityHeight = 18.0 // its height and least width
	cardinalityGap    = 10.0 // between the entity and the patch
)

// Prices of a place: for each px from the entity, for each thing that is
// covered, for each line that is.
const (
	endFarCost   = 1.0
	endCoverCost = 400.0
	endLineCost  = 90.0
	endSideCost  = 4.0 // of each further side that is tried for a role
	endStep      = 8.0
	endReach     = 0.8 // of a course, from the entity
	endAside     = 7.0
	endRing      = 12.0 // from one ring of places to the next
	endRings     = 32
	endTurns     = 12 // places on a ring
)

// cardinality finds the place on the course of the line, or a little aside of
// it where other lines run along.
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

// pointAlong is the point of a course at a distance from its start, and the
// direction across it.
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

// clearance is how far from the entity a cardinality stands clear of it.
func (end *End) clearance(entity, next geom.Point) float64 {
	length := max(1, geom.Distance(entity, next))
	return min((end.Width/2+cardinalityGap)*length/max(1e-9, math.Abs(next.X-entity.X)),
		(CardinalityHeight/2+cardinalityGap)*length/max(1e-9, math.Abs(next.Y-entity.Y)))
}

// role finds the place for the role near its cardinality: above or below it
// for a level line, right or left of it for a steep one, or anywhere about.
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

// rolePlaces lists places for the role, the best first: the four sides of the
// cardinality, then ever further away and aside.
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

// cost is what a rectangle covers, its own course excepted; it stops to count
// when that is more than most.
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
		if line := s.lines[i]; geom.SegmentMeets(line[0], line[1], r) && !isPiece(own, line) {
			cost += endLineCost
		}
	}
	return cost
}

// isPiece tells whether a line is a piece of a course, in either direction.
func isPiece(course []geom.Point, line [2]geom.Point) bool {
	for i := 1; i < len(course); i++ {
		if line == [2]geom.Point{course[i-1], course[i]} || line == [2]geom.Point{course[i], course[i-1]} {
			return true
		}
	}
	return false
}
