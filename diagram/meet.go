package diagram

import "math"

func overlap(a, b Rect, slack float64) bool {
	return a.X < b.X+b.Width+slack && b.X < a.X+a.Width+slack && a.Y < b.Y+b.Height+slack && b.Y < a.Y+a.Height+slack
}

func inside(r Rect, at Point) bool {
	return at.X >= r.X && at.X <= r.X+r.Width && at.Y >= r.Y && at.Y <= r.Y+r.Height
}

func around(a, b Point) Rect {
	return Rect{min(a.X, b.X), min(a.Y, b.Y), math.Abs(a.X - b.X), math.Abs(a.Y - b.Y)}
}

// ellipseMeets reports whether a segment enters an ellipse: in a space where
// it is the unit circle, the distance to its centre tells.
func ellipseMeets(centre Point, rx, ry float64, from, to Point) bool {
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

// segmentMeets reports whether a segment enters a rectangle (Liang, Barsky).
func segmentMeets(from, to Point, r Rect) bool {
	if max(from.X, to.X) < r.X || min(from.X, to.X) > r.X+r.Width ||
		max(from.Y, to.Y) < r.Y || min(from.Y, to.Y) > r.Y+r.Height {
		return false
	}
	enter, leave := 0.0, 1.0
	clip := func(delta, low, high float64) bool {
		if delta == 0 {
			return low <= 0 && high >= 0
		}
		a, b := low/delta, high/delta
		enter, leave = max(enter, min(a, b)), min(leave, max(a, b))
		return enter < leave
	}
	return clip(to.X-from.X, r.X-from.X, r.X+r.Width-from.X) && clip(to.Y-from.Y, r.Y-from.Y, r.Y+r.Height-from.Y)
}

// crosses reports whether two segments have a point in common that is no end
// of both.
func crosses(a, b, c, d Point) bool {
	if max(a.X, b.X) < min(c.X, d.X) || max(c.X, d.X) < min(a.X, b.X) ||
		max(a.Y, b.Y) < min(c.Y, d.Y) || max(c.Y, d.Y) < min(a.Y, b.Y) {
		return false
	}
	side := func(p, q, r Point) float64 { return (q.X-p.X)*(r.Y-p.Y) - (q.Y-p.Y)*(r.X-p.X) }
	return side(a, b, c)*side(a, b, d) < 0 && side(c, d, a)*side(c, d, b) < 0
}
