package geom

import "math"

// Rect is a rectangle in CSS pixels. X and Y are its top left corner.
type Rect struct {
	X      float64 `json:"x"`
	Y      float64 `json:"y"`
	Width  float64 `json:"width"`
	Height float64 `json:"height"`
}

// NewRect returns the rectangle with its top left corner at x, y.
func NewRect(x, y, width, height float64) Rect { return Rect{x, y, width, height} }

// Bounds returns the rectangle with a and b at opposite corners.
func Bounds(a, b Point) Rect {
	return Rect{min(a.X, b.X), min(a.Y, b.Y), math.Abs(a.X - b.X), math.Abs(a.Y - b.Y)}
}

// Centre returns the centre of the rectangle.
func (r Rect) Centre() Point { return Point{r.X + r.Width/2, r.Y + r.Height/2} }

// Grown returns the rectangle with rim added on each side.
func (r Rect) Grown(rim float64) Rect {
	return Rect{r.X - rim, r.Y - rim, r.Width + 2*rim, r.Height + 2*rim}
}

// Overlaps reports whether the interiors of two rectangles intersect.
func (r Rect) Overlaps(other Rect) bool {
	return r.X < other.X+other.Width && other.X < r.X+r.Width &&
		r.Y < other.Y+other.Height && other.Y < r.Y+r.Height
}

// OverlapsAny reports whether r overlaps any of the others.
func (r Rect) OverlapsAny(others []Rect) bool {
	for i := range others {
		if r.Overlaps(others[i]) {
			return true
		}
	}
	return false
}

// Within reports whether the gap between two rectangles is less than slack on
// both axes.
func (r Rect) Within(other Rect, slack float64) bool {
	return r.X < other.X+other.Width+slack && other.X < r.X+r.Width+slack &&
		r.Y < other.Y+other.Height+slack && other.Y < r.Y+r.Height+slack
}

// Contains reports whether other lies in r. The borders may touch.
func (r Rect) Contains(other Rect) bool {
	return other.X >= r.X && other.Y >= r.Y &&
		other.X+other.Width <= r.X+r.Width && other.Y+other.Height <= r.Y+r.Height
}

// Has reports whether a point lies in the rectangle or on its border.
func (r Rect) Has(at Point) bool {
	return at.X >= r.X && at.X <= r.X+r.Width && at.Y >= r.Y && at.Y <= r.Y+r.Height
}

// Union returns the smallest rectangle that contains both.
func (r Rect) Union(other Rect) Rect {
	x, y := min(r.X, other.X), min(r.Y, other.Y)
	return Rect{x, y, max(r.X+r.Width, other.X+other.Width) - x, max(r.Y+r.Height, other.Y+other.Height) - y}
}

// Union returns the smallest rectangle that contains all of list, or the zero
// Rect if list is empty.
func Union(list []Rect) Rect {
	if len(list) == 0 {
		return Rect{}
	}
	all := list[0]
	for _, r := range list {
		all = all.Union(r)
	}
	return all
}
