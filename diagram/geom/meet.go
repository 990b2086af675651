package geom

// EllipseMeets reports whether a segment enters an ellipse. It scales both so
// that the ellipse becomes the unit circle and compares the distance from its
// centre with 1.
func EllipseMeets(centre Point, rx, ry float64, from, to Point) bool {
	if max(from.X, to.X) < centre.X-rx || min(from.X, to.X) > centre.X+rx ||
		max(from.Y, to.Y) < centre.Y-ry || min(from.Y, to.Y) > centre.Y+ry {
		return false
	}
	a := Point{(from.X - centre.X) / rx, (from.Y - centre.Y) / ry}
	b := Point{(to.X - centre.X) / rx, (to.Y - centre.Y) / ry}
	dx, dy := b.X-a.X, b.Y-a.Y
	share := 0.0
	if length := dx*dx + dy*dy; length > 0 {
		share = max(0, min(1, -(a.X*dx+a.Y*dy)/length))
	}
	x, y := a.X+share*dx, a.Y+share*dy
	return x*x+y*y < 1
}

// SegmentMeets reports whether a segment passes through the interior of a
// rectangle. It clips the segment as in Liang and Barsky, "A New Concept and
// Method for Line Clipping", 1984.
func SegmentMeets(a, b Point, r Rect) bool {
	if max(a.X, b.X) < r.X || min(a.X, b.X) > r.X+r.Width ||
		max(a.Y, b.Y) < r.Y || min(a.Y, b.Y) > r.Y+r.Height {
		return false
	}
	enter, leave := 0.0, 1.0
	for _, side := range [4][2]float64{
		{a.X - b.X, a.X - r.X}, {b.X - a.X, r.X + r.Width - a.X},
		{a.Y - b.Y, a.Y - r.Y}, {b.Y - a.Y, r.Y + r.Height - a.Y},
	} {
		switch step, room := side[0], side[1]; {
		case step == 0 && room <= 0:
			return false
		case step < 0:
			enter = max(enter, room/step)
		case step > 0:
			leave = min(leave, room/step)
		}
	}
	return enter < leave
}

// Crosses reports whether the interiors of segments ab and cd intersect.
// Segments that only touch or overlap on one line do not cross.
func Crosses(a, b, c, d Point) bool {
	if max(a.X, b.X) < min(c.X, d.X) || max(c.X, d.X) < min(a.X, b.X) ||
		max(a.Y, b.Y) < min(c.Y, d.Y) || max(c.Y, d.Y) < min(a.Y, b.Y) {
		return false
	}
	side := func(p, q, r Point) float64 { return (q.X-p.X)*(r.Y-p.Y) - (q.Y-p.Y)*(r.X-p.X) }
	return side(a, b, c)*side(a, b, d) < 0 && side(c, d, a)*side(c, d, b) < 0
}
