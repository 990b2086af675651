package diagram

import (
	"math"
	"slices"
)

// routeGrid is the sparse visibility grid: the lines beside and through all
// boxes, and for each piece of a line between two crossings what it costs to
// run there. Edges of the picture run on these lines until they are spread.
type routeGrid struct {
	xs, ys []float64
	// The piece i,j of a horizontal line goes from xs[i] to xs[i+1] on ys[j];
	// of a vertical one from ys[j] to ys[j+1] on xs[i]. Both at j*len(xs)+i.
	across, down []piece
	// inside tells that a crossing lies in a box.
	inside []bool
}

// piece is a part of a line between two neighbouring crossings.
type piece struct {
	blocked bool
	rough   uint8 // extra cost per pixel, in tenths
	edges   uint8 // routed along it
}

// lines collects coordinates.
type lines struct{ x, y []float64 }

func (l *lines) beside(r Rect, distance float64) {
	l.x = append(l.x, r.X-distance, r.X+r.Width+distance)
	l.y = append(l.y, r.Y-distance, r.Y+r.Height+distance)
}

func newRouteGrid(l lines) *routeGrid {
	g := &routeGrid{xs: unique(l.x), ys: unique(l.y)}
	size := len(g.xs) * len(g.ys)
	g.across, g.down, g.inside = make([]piece, size), make([]piece, size), make([]bool, size)
	return g
}

// unique rounds, sorts and drops doubles.
func unique(values []float64) []float64 {
	for i := range values {
		values[i] = math.Round(values[i])
	}
	slices.Sort(values)
	return slices.Compact(values)
}

// between is the range of indexes of values strictly inside low and high.
func between(values []float64, low, high float64) (first, end int) {
	first, _ = slices.BinarySearch(values, low)
	for first < len(values) && values[first] <= low {
		first++
	}
	end, _ = slices.BinarySearch(values, high)
	return first, end
}

// block closes a rectangle to all edges.
func (g *routeGrid) block(r Rect) {
	g.each(r, func(p *piece) { p.blocked = true })
	i0, i1 := between(g.xs, r.X, r.X+r.Width)
	j0, j1 := between(g.ys, r.Y, r.Y+r.Height)
	for j := j0; j < j1; j++ {
		for i := i0; i < i1; i++ {
			g.inside[j*len(g.xs)+i] = true
		}
	}
}

// roughen makes a rectangle dearer to run through, by tenths a pixel.
func (g *routeGrid) roughen(r Rect, tenths uint8) {
	g.each(r, func(p *piece) { p.rough = max(p.rough, tenths) })
}

// each visits every piece that touches the inside of a rectangle.
func (g *routeGrid) each(r Rect, visit func(*piece)) {
	columns := len(g.xs)
	i0, i1 := between(g.xs, r.X, r.X+r.Width)
	j0, j1 := between(g.ys, r.Y, r.Y+r.Height)
	for j := j0; j < j1; j++ {
		for i := g.startIn(g.xs, i0, r.X); i < len(g.xs)-1 && g.xs[i] < r.X+r.Width; i++ {
			visit(&g.across[j*columns+i])
		}
	}
	for i := i0; i < i1; i++ {
		for j := g.startIn(g.ys, j0, r.Y); j < len(g.ys)-1 && g.ys[j] < r.Y+r.Height; j++ {
			visit(&g.down[j*columns+i])
		}
	}
}

// startIn steps back to the piece that reaches into the rectangle from before.
func (g *routeGrid) startIn(values []float64, first int, low float64) int {
	if first > 0 && (first == len(values) || values[first] > low) {
		return first - 1
	}
	return first
}

// node is the crossing at indexes i,j.
func (g *routeGrid) node(i, j int) int { return j*len(g.xs) + i }

func (g *routeGrid) point(node int) Point {
	return Point{g.xs[node%len(g.xs)], g.ys[node/len(g.xs)]}
}

// heading is one of the four ways out of a crossing.
type heading uint8

const (
	right heading = iota
	below
	left
	above
)

func (h heading) opposite() heading { return (h + 2) % 4 }

func (h heading) horizontal() bool { return h == right || h == left }

// step is the next crossing that way and the piece on the way to it.
func (g *routeGrid) step(node int, way heading) (next int, through *piece, length float64) {
	columns := len(g.xs)
	i, j := node%columns, node/columns
	switch {
	case way == right && i+1 < columns:
		return node + 1, &g.across[node], g.xs[i+1] - g.xs[i]
	case way == left && i > 0:
		return node - 1, &g.across[node-1], g.xs[i] - g.xs[i-1]
	case way == below && j+1 < len(g.ys):
		return node + columns, &g.down[node], g.ys[j+1] - g.ys[j]
	case way == above && j > 0:
		return node - columns, &g.down[node-columns], g.ys[j] - g.ys[j-1]
	}
	return -1, nil, 0
}

// link is the heading from a crossing to the one next to it, and the piece
// between them.
func (g *routeGrid) link(node, next int) (heading, *piece) {
	for _, way := range [4]heading{right, below, left, above} {
		if to, through, _ := g.step(node, way); to == next {
			return way, through
		}
	}
	return right, &piece{}
}

// crossed counts the edges that run across a crossing, seen from that way.
func (g *routeGrid) crossed(node int, way heading) int {
	columns := len(g.xs)
	before, after := node-1, node
	pieces, inner := g.across, node%columns > 0
	if way.horizontal() {
		before, pieces, inner = node-columns, g.down, node >= columns
	}
	if !inner {
		return 0
	}
	return int(min(pieces[before].edges, pieces[after].edges))
}
