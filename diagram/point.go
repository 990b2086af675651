package diagram

import "math"

// Point is a place in a picture, in CSS pixels; Y grows downwards.
type Point struct {
	X float64 `json:"x"`
	Y float64 `json:"y"`
}

// Pt returns the point at x, y.
func Pt(x, y float64) Point { return Point{x, y} }

func distance(a, b Point) float64 { return math.Hypot(b.X-a.X, b.Y-a.Y) }

// towards returns the point at that distance from a on the way to b.
func towards(a, b Point, far float64) Point {
	length := distance(a, b)
	if length == 0 {
		return a
	}
	return Point{a.X + (b.X-a.X)*far/length, a.Y + (b.Y-a.Y)*far/length}
}
