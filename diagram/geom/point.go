package geom

import (
	"cmp"
	"math"
)

// Point is a position in a diagram, in CSS pixels. Y grows downwards.
type Point struct {
	X float64 `json:"x"`
	Y float64 `json:"y"`
}

// Pt returns the point at x, y.
func Pt(x, y float64) Point { return Point{x, y} }

// Distance returns the Euclidean distance between a and b.
func Distance(a, b Point) float64 { return math.Hypot(b.X-a.X, b.Y-a.Y) }

// Towards returns the point at the given distance from a in the direction of b.
// It returns a if the two are equal.
func Towards(a, b Point, far float64) Point {
	length := Distance(a, b)
	if length == 0 {
		return a
	}
	return Point{a.X + (b.X-a.X)*far/length, a.Y + (b.Y-a.Y)*far/length}
}

// PathLength returns the length of the polyline through the points.
func PathLength(points []Point) float64 {
	length := 0.0
	for i := 1; i < len(points); i++ {
		length += math.Hypot(points[i].X-points[i-1].X, points[i].Y-points[i-1].Y)
	}
	return length
}

// Sign returns -1, 0 or 1.
func Sign(x float64) float64 { return float64(cmp.Compare(x, 0)) }
