// Package raster fills areas and strokes lines without a window system: paths
// become outlines, outlines become rows of pixels, and the rows become a PNG.
//
// Read path.go (curves to polygons), stroke.go (lines to polygons), coverage.go
// (how much of each pixel a polygon covers), picture.go (layers of paint) and
// png.go.
package raster

import "math"

// Point is a position in px, with y downwards.
type Point struct{ X, Y float64 }

func (p Point) plus(q Point) Point         { return Point{p.X + q.X, p.Y + q.Y} }
func (p Point) minus(q Point) Point        { return Point{p.X - q.X, p.Y - q.Y} }
func (p Point) times(factor float64) Point { return Point{p.X * factor, p.Y * factor} }
func (p Point) length() float64            { return math.Hypot(p.X, p.Y) }
func between(p, q Point, at float64) Point { return Point{p.X + (q.X-p.X)*at, p.Y + (q.Y-p.Y)*at} }
func cross(p, q Point) float64             { return p.X*q.Y - p.Y*q.X }
func (p Point) turned() Point              { return Point{-p.Y, p.X} }
func (p Point) unit() Point                { return p.times(1 / p.length()) }

// Path is a sequence of lines. Curves are divided into lines when they are added,
// finely enough for the px of their coordinates.
type Path struct{ lines []polyline }

type polyline struct {
	points []Point
	closed bool
}

// flatness is the largest distance of a line from its curve, in px.
const flatness = 0.1

// MoveTo starts a new line at a point.
func (p *Path) MoveTo(at Point) { p.lines = append(p.lines, polyline{points: []Point{at}}) }

// LineTo adds a straight line to a point. A path starts with MoveTo.
func (p *Path) LineTo(to Point) {
	last := p.last()
	if last.closed {
		p.MoveTo(last.points[0])
		last = p.last()
	}
	if last.points[len(last.points)-1] != to {
		last.points = append(last.points, to)
	}
}

// QuadTo adds a quadratic curve.
func (p *Path) QuadTo(control, to Point) {
	from := p.at()
	p.CubeTo(between(from, control, 2./3), between(to, control, 2./3), to)
}

// CubeTo adds a cubic curve.
func (p *Path) CubeTo(first, second, to Point) {
	from := p.at()
	bend := max(from.minus(first.times(2)).plus(second).length(), first.minus(second.times(2)).plus(to).length())
	count := int(math.Ceil(math.Sqrt(0.75 * bend / flatness)))
	for i := 1; i < count; i++ {
		t := float64(i) / float64(count)
		a, b, c := between(from, first, t), between(first, second, t), between(second, to, t)
		p.LineTo(between(between(a, b, t), between(b, c, t), t))
	}
	p.LineTo(to)
}

// Close adds a line back to the start of the current line.
func (p *Path) Close() {
	last := p.last()
	last.closed = true
	if count := len(last.points); count > 1 && last.points[0] == last.points[count-1] {
		last.points = last.points[:count-1]
	}
}

func (p *Path) last() *polyline { return &p.lines[len(p.lines)-1] }

func (p *Path) at() Point {
	last := p.last()
	if last.closed {
		return last.points[0]
	}
	return last.points[len(last.points)-1]
}

// Outline consists of the edges of an area. A point is inside if they wind around
// it.
type Outline struct {
	edges                    []edge
	left, top, right, bottom float64
}

type edge struct{ from, to Point }

// Fill returns the area within the path's lines, each closed by a straight one.
func (p *Path) Fill() *Outline {
	o := newOutline()
	for _, line := range p.lines {
		o.add(line.points)
	}
	return o
}

func newOutline() *Outline {
	return &Outline{left: math.Inf(1), top: math.Inf(1), right: math.Inf(-1), bottom: math.Inf(-1)}
}

// add adds a polygon.
func (o *Outline) add(polygon []Point) {
	for i, point := range polygon {
		o.left, o.right = min(o.left, point.X), max(o.right, point.X)
		o.top, o.bottom = min(o.top, point.Y), max(o.bottom, point.Y)
		if next := polygon[(i+1)%len(polygon)]; next.Y != point.Y { // a horizontal edge bounds nothing
			o.edges = append(o.edges, edge{point, next})
		}
	}
}
