package route

import (
	"math"
	"slices"

	"widerow/diagram/geom"
)

// routeGrid is a sparse visibility grid: the lines beside and through all
// boxes, with the state of each piece of a line between two crossings. Edges
// run on these lines until they are spread.
type routeGrid struct {
	xs, ys []float64
	// Piece i,j of a horizontal line goes from xs[i] to xs[i+1] on ys[j], and piece i,j of a
	// vertical line from ys[j] to ys[j+1] on xs[i]. Both are at j*len(xs)+i.
	across, down []piece
	// inside marks the crossings that lie in a box.
	inside []bool
}

// piece is a part of a line between two adjacent crossings. It holds three flags
// and the number of edges routed along it in one byte, since large diagrams
// have millions of pieces.
type piece uint8

const (
	blocked   piece = 1 << 7
	onTitle   piece = 1 << 6 // passes over a group's title
	onStrip   piece = 1 << 5 // passes over a title strip that is full of text
	mostEdges       = 1<<5 - 1
)

func (p piece) edges() int { return int(p & mostEdges) }

// add changes the number of edges, up to the maximum that a piece can hold.
func (p *piece) add(edges int) {
	*p = *p&^mostEdges | piece(min(max(p.edges()+edges, 0), mostEdges))
}

func newRouteGrid(l lines) *routeGrid {
	g := &routeGrid{xs: unique(l.x), ys: unique(l.y)}
	size := len(g.xs) * len(g.ys)
	g.across, g.down, g.inside = make([]piece, size), make([]piece, size), make([]bool, size)
	return g
}

// unique rounds, sorts and deduplicates values.
func unique(values []float64) []float64 {
	for i := range values {
		values[i] = math.Round(values[i])
	}
	slices.Sort(values)
	return slices.Compact(values)
}

// between returns the index range of the values strictly between low and high.
func between(values []float64, low, high float64) (first, end int) {
	first, _ = slices.BinarySearch(values, low)
	for first < len(values) && values[first] <= low {
		first++
	}
	end, _ = slices.BinarySearch(values, high)
	return first, end
}

// block closes a rectangle to all edges.
func (g *routeGrid) block(r geom.Rect) {
	g.mark(r, blocked)
	i0, i1 := between(g.xs, r.X, r.X+r.Width)
	j0, j1 := between(g.ys, r.Y, r.Y+r.Height)
	for j := j0; j < j1; j++ {
		for i := i0; i < i1; i++ {
			g.inside[j*len(g.xs)+i] = true
		}
	}
}

// mark sets a flag on every piece that touches the interior of a rectangle.
func (g *routeGrid) mark(r geom.Rect, mark piece) {
	columns := len(g.xs)
	i0, i1 := between(g.xs, r.X, r.X+r.Width)
	j0, j1 := between(g.ys, r.Y, r.Y+r.Height)
	for j := j0; j < j1; j++ {
		for i := g.startIn(g.xs, i0, r.X); i < len(g.xs)-1 && g.xs[i] < r.X+r.Width; i++ {
			g.across[j*columns+i] |= mark
		}
	}
	for i := i0; i < i1; i++ {
		for j := g.startIn(g.ys, j0, r.Y); j < len(g.ys)-1 && g.ys[j] < r.Y+r.Height; j++ {
			g.down[j*columns+i] |= mark
		}
	}
}

// startIn returns the index of the piece that extends into the rectangle from
// before it.
func (g *routeGrid) startIn(values []float64, first int, low float64) int {
	if first > 0 && (first == len(values) || values[first] > low) {
		return first - 1
	}
	return first
}

// node returns the number of the crossing at indexes i,j.
func (g *routeGrid) node(i, j int) int { return j*len(g.xs) + i }

// indexes returns i and j of a crossing.
func (g *routeGrid) indexes(node int) (i, j int) { return node % len(g.xs), node / len(g.xs) }

func (g *routeGrid) point(node int) geom.Point {
	return g.at(g.indexes(node))
}

func (g *routeGrid) at(i, j int) geom.Point { return geom.Pt(g.xs[i], g.ys[j]) }

// step returns the next crossing in a direction and the piece that leads to it,
// which is blocked at the edge of the grid.
func (g *routeGrid) step(i, j int, way geom.Heading) (nextI, nextJ int, through piece, length float64) {
	node := g.node(i, j)
	switch {
	case way == geom.Right && i+1 < len(g.xs):
		return i + 1, j, g.across[node], g.xs[i+1] - g.xs[i]
	case way == geom.Left && i > 0:
		return i - 1, j, g.across[node-1], g.xs[i] - g.xs[i-1]
	case way == geom.Below && j+1 < len(g.ys):
		return i, j + 1, g.down[node], g.ys[j+1] - g.ys[j]
	case way == geom.Above && j > 0:
		return i, j - 1, g.down[node-len(g.xs)], g.ys[j] - g.ys[j-1]
	}
	return i, j, blocked, 0
}

// link returns the heading from a crossing to an adjacent one, and the piece
// between them.
func (g *routeGrid) link(node, next int) (geom.Heading, *piece) {
	switch columns := len(g.xs); next - node {
	case columns:
		return geom.Below, &g.down[node]
	case -columns:
		return geom.Above, &g.down[next]
	case 1:
		return geom.Right, &g.across[node]
	default:
		return geom.Left, &g.across[next]
	}
}

// crossed counts the edges that run across a crossing, relative to a direction
// of travel. There are none at the edge of the grid.
func (g *routeGrid) crossed(node int, way geom.Heading) int {
	before, pieces := node-1, g.across
	if way.Horizontal() {
		before, pieces = node-len(g.xs), g.down
	}
	if before < 0 {
		return 0
	}
	return min(pieces[before].edges(), pieces[node].edges())
}
