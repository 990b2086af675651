package radial

import (
	"cmp"
	"math"
	"slices"

	"widerow/diagram/geom"
)

// ovalRing is a rectangle around an owner that attributes touch from outside. A
// position on it is measured in attributes, not in px: a unit is the height of one
// along the left and right sides, or more for the angle to the next, and the width
// of one along the top and bottom. Positions run clockwise from the lower left
// corner: left, top, right, bottom.
type ovalRing struct {
	centre       geom.Point
	halfX, halfY float64
	tall         float64 // height of the tallest attribute
	side, top    float64 // lengths in attributes
}

func newRing(centre geom.Point, halfX, halfY, wide, tall, least float64) ovalRing {
	far := halfX + wide/2
	flatter := 1 + math.Pow((halfY+tall/2)/far, 2) // by which angles shrink towards the end of a side
	return ovalRing{
		centre: centre, halfX: halfX, halfY: halfY, tall: tall,
		side: (2*halfY + tall) / max(tall+2*ovalGap, far*math.Tan(least)*math.Sqrt(flatter)),
		top:  (2*halfX + wide) / wide,
	}
}

const (
	fewOnRing = 0.75 // share of an owner's lines that its first ring must have room for
	ringGrows = 12.0 // px
	mostGrown = 360.0
)

// ringRound returns the first ring around a box, large enough for the spokes of
// further rings to pass between its attributes, and the px by which it was enlarged
// for that.
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

// place returns the centre of an attribute with radii rx and ry, at a position far
// px outside of the ring.
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

// position returns where a ray from the centre meets the ring.
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

// spread returns count positions, spread evenly over the gaps between the
// directions of edges.
func (r ovalRing) spread(directions []float64, count int) []float64 {
	blocked := make([]float64, len(directions))
	for i, angle := range directions {
		blocked[i] = r.position(angle)
	}
	slices.Sort(blocked)
	blocked = slices.Compact(blocked)
	if len(blocked) == 0 {
		blocked = []float64{r.wrap(-r.top / 2)} // a gap on either side of the bottom's middle
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

// readingOrder sorts positions: above the owner from left to right, then beside
// it, then below it.
func (r ovalRing) readingOrder(positions []float64) {
	slices.SortFunc(positions, func(a, b float64) int {
		p, q := r.place(a, 0, 0, 0), r.place(b, 0, 0, 0)
		return cmp.Or(cmp.Compare(r.lineOf(p), r.lineOf(q)), cmp.Compare(p.X, q.X), cmp.Compare(p.Y, q.Y))
	})
}

// lineOf returns 0 above the middle half of the ring, 1 within it and 2 below.
func (r ovalRing) lineOf(at geom.Point) int {
	switch {
	case at.Y < r.centre.Y-r.halfY/2:
		return 0
	case at.Y > r.centre.Y+r.halfY/2:
		return 2
	}
	return 1
}

// gap returns the length from the i-th blocked position to the next.
func (r ovalRing) gap(blocked []float64, i int) float64 {
	if i+1 < len(blocked) {
		return blocked[i+1] - blocked[i]
	}
	return blocked[0] + r.length() - blocked[i]
}
