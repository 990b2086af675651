package radial

import (
	"cmp"
	"math"
	"slices"

	"widerow/diagram/geom"
)

// ovalRing is the rectangle on which the inner edges of attributes stand. A
// position on it is measured in attributes, not in px: along its sides each takes
// its height, or more for the angle to the next, along its top and bottom its
// width. It runs clockwise from the lower left corner: left side, top, right
// side, bottom.
type ovalRing struct {
	centre       geom.Point
	halfX, halfY float64
	tall         float64 // the highest attribute
	side, top    float64 // lengths in attributes
}

func newRing(centre geom.Point, halfX, halfY, wide, tall, least float64) ovalRing {
	far := halfX + wide/2
	flatter := 1 + math.Pow((halfY+tall/2)/far, 2) // where a side ends, angles are so much smaller
	return ovalRing{
		centre: centre, halfX: halfX, halfY: halfY, tall: tall,
		side: (2*halfY + tall) / max(tall+2*ovalGap, far*math.Tan(least)*math.Sqrt(flatter)),
		top:  (2*halfX + wide) / wide,
	}
}

const (
	fewOnRing = 0.75 // of all lines of an owner that its first ring has room for at least
	ringGrows = 12.0 // px at a time
	mostGrown = 360.0
)

// ringRound is the first ring of attributes round a box, so large that spokes
// pass between those that stand on it, and how much larger than usual.
func ringRound(box geom.Rect, attributes []*Oval, edges int) (ring ovalRing, grown float64) {
	wide := 0.0
	for _, a := range attributes {
		wide = max(wide, a.Width)
	}
	lines := len(attributes) + edges
	for ; ; grown += ringGrows {
		ring = newRing(box.Centre(), box.Width/2+ringGapX+grown, box.Height/2+ringGapY+grown, wide+2*ovalGap, tallest(attributes), leastAngle(lines))
		if ring.length() >= fewOnRing*float64(lines) || grown >= mostGrown {
			return ring, grown
		}
	}
}

func (r ovalRing) length() float64 { return 2*r.side + 2*r.top }

func (r ovalRing) wrap(position float64) float64 {
	length := r.length()
	return position - length*math.Floor(position/length)
}

// place is the centre of an attribute with those radii, far px outside of
// the ring.
func (r ovalRing) place(position, far, rx, ry float64) geom.Point {
	x, y := r.halfX+far+rx, r.halfY+far+ry
	at := r.wrap(position)
	switch {
	case at < r.side:
		return geom.Pt(r.centre.X-x, r.centre.Y+y-2*y*at/r.side)
	case at < r.side+r.top:
		return geom.Pt(r.centre.X-x+2*x*(at-r.side)/r.top, r.centre.Y-y)
	case at < 2*r.side+r.top:
		return geom.Pt(r.centre.X+x, r.centre.Y-y+2*y*(at-r.side-r.top)/r.side)
	}
	return geom.Pt(r.centre.X+x-2*x*(at-2*r.side-r.top)/r.top, r.centre.Y+y)
}

// position is where a ray from the centre meets the ring.
func (r ovalRing) position(angle float64) float64 {
	sin, cos := math.Sincos(angle)
	x, y := r.halfX+LeastOvalWidth/2, r.halfY+r.tall/2
	if math.Abs(cos)*y > math.Abs(sin)*x { // left or right
		share := (x*sin/math.Abs(cos) + y) / (2 * y) // from the top
		if cos < 0 {
			return r.side * (1 - share)
		}
		return r.side + r.top + r.side*share
	}
	share := (y*cos/math.Abs(sin) + x) / (2 * x) // from the left
	if sin < 0 {
		return r.side + r.top*share
	}
	return r.wrap(2*r.side + r.top + r.top*(1-share))
}

// spread gives count positions as far as can be from the directions that
// edges take, and from each other.
func (r ovalRing) spread(directions []float64, count int) []float64 {
	blocked := make([]float64, len(directions))
	for i, angle := range directions {
		blocked[i] = r.position(angle)
	}
	slices.Sort(blocked)
	blocked = slices.Compact(blocked)
	if len(blocked) == 0 {
		blocked = []float64{r.wrap(-r.top / 2)} // keep the bottom's middle for last
	}
	held := make([]int, len(blocked))
	for range count {
		best := 0
		for i := range held {
			if r.gap(blocked, i)/float64(held[i]+1) > r.gap(blocked, best)/float64(held[best]+1)+1e-9 {
				best = i
			}
		}
		held[best]++
	}
	var positions []float64
	for i, n := range held {
		for k := range n {
			positions = append(positions, r.wrap(blocked[i]+r.gap(blocked, i)*(float64(k)+1)/float64(n+1)))
		}
	}
	return positions
}

// readingOrder sorts positions: those above from left to right, those at the
// sides, those below.
func (r ovalRing) readingOrder(positions []float64) {
	slices.SortFunc(positions, func(a, b float64) int {
		p, q := r.place(a, 0, 0, 0), r.place(b, 0, 0, 0)
		return cmp.Or(cmp.Compare(r.lineOf(p), r.lineOf(q)), cmp.Compare(p.X, q.X), cmp.Compare(p.Y, q.Y))
	})
}

// lineOf is 0 above the middle half of the ring, 1 in it and 2 below.
func (r ovalRing) lineOf(at geom.Point) int {
	switch {
	case at.Y < r.centre.Y-r.halfY/2:
		return 0
	case at.Y > r.centre.Y+r.halfY/2:
		return 2
	}
	return 1
}

// gap is the free length after the i-th blocked position.
func (r ovalRing) gap(blocked []float64, i int) float64 {
	if i+1 < len(blocked) {
		return blocked[i+1] - blocked[i]
	}
	return blocked[0] + r.length() - blocked[i]
}
