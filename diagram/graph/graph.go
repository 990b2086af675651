// Package graph defines the input and the output of the layout: boxes of known
// size and the edges between them (Graph), and the place of each box and edge
// (Layout). Neither contains any text.
//
// Start with Graph and Layout in graph.go. An Index is a checked copy of a
// Graph with its IDs resolved.
package graph

import (
	"context"
	"iter"
	"math"
	"slices"

	"widerow/diagram/geom"
)

// Kind is one of the four kinds of diagram.
type Kind string

// The kinds of diagram, in the order of the modelling process.
const (
	KindER       Kind = "er"
	KindWorkflow Kind = "workflow"
	KindLogical  Kind = "logical"
	KindPhysical Kind = "physical"
)

// Direction is the direction in which the ranks of a layout follow each other.
type Direction string

// DirectionAuto, the zero value, chooses the direction whose layout is closer
// to the shape of a 16:10 screen.
const (
	DirectionAuto Direction = ""
	LeftRight     Direction = "lr"
	TopDown       Direction = "td"
)

// Method selects who places the boxes and draws the edges.
type Method string

// MethodOwn, the zero value, takes ranks and orders from Graphviz, and places
// and routes itself. With MethodGraphviz the places and curves are dot's own;
// it ignores Box.At.
const (
	MethodOwn      Method = ""
	MethodGraphviz Method = "dot"
)

// Shape is the outline of a box. Straight edges end on it.
type Shape string

// The shapes. For edges, a rounded rectangle is a rectangle.
const (
	ShapeRect    Shape = ""
	ShapeRound   Shape = "round"
	ShapeDiamond Shape = "diamond"
	ShapeEllipse Shape = "ellipse"
)

// Routing is the way in which an edge is drawn.
type Routing string

// An orthogonal edge follows the axes and avoids all boxes. A straight edge is
// one line between the outlines of its boxes, as in the ER diagram.
const (
	RouteOrthogonal Routing = ""
	RouteStraight   Routing = "straight"
)

// Graph is a diagram before layout. It contains no text, so renaming an element
// without changing a size leaves the layout unchanged. All lengths are in CSS
// pixels, and y grows downwards.
//
// Boxes, Groups and Edges are in reading order, which the layout follows where
// it is free to choose. Equal Graphs have equal Layouts.
type Graph struct {
	Kind      Kind      `json:"kind"`
	Direction Direction `json:"direction,omitempty"`
	Compact   bool      `json:"compact,omitempty"` // less space between the boxes
	Method    Method    `json:"method,omitempty"`
	Boxes     []Box     `json:"boxes,omitempty"`
	Groups    []Group   `json:"groups,omitempty"`
	Edges     []Edge    `json:"edges,omitempty"`
	// Tidy lays out the boxes without a place anew around those that have one.
	// Without it they are put into free space near their neighbours.
	Tidy bool `json:"tidy,omitempty"`
	// Page is the area that the picture should fill. The zero value is a screen.
	Page Page `json:"page,omitzero"`
}

// Page is the size of a page, in px.
type Page struct {
	Width  float64 `json:"width"`
	Height float64 `json:"height"`
}

// Bare returns the graph without the rows that do not affect the layout: those
// with no edge that directly follow a row of the same height and kind. The first
// row of a box is kept because it determines the height of the title.
func (g *Graph) Bare() *Graph {
	ends := map[[2]string]bool{}
	for i := range g.Edges {
		e := &g.Edges[i]
		ends[[2]string{e.From, e.FromRow}], ends[[2]string{e.To, e.ToRow}] = true, true
	}
	bare := *g
	bare.Boxes = slices.Clone(g.Boxes)
	for i := range bare.Boxes {
		box := &bare.Boxes[i]
		var rows []Row
		for k, row := range box.Rows {
			if k == 0 || ends[[2]string{box.ID, row.ID}] || !row.follows(box.Rows[k-1]) {
				rows = append(rows, row)
			}
		}
		box.Rows = rows
	}
	return &bare
}

// Box is a node of the graph: a table, a task, an entity, a relationship.
type Box struct {
	ID     string  `json:"id"` // the element's ID, opaque and unique in the graph
	Width  float64 `json:"width"`
	Height float64 `json:"height"`
	Shape  Shape   `json:"shape,omitempty"`
	// Group is the ID of the Group that contains the box, "" for none.
	Group string `json:"group,omitempty"`
	// Rows are the ports on the left and right sides of the box.
	Rows []Row `json:"rows,omitempty"`
	// Foot excludes the box from the ranking and places it at the bottom of its
	// group, or of the diagram if it has no group. User-defined types are placed
	// this way.
	Foot bool `json:"foot,omitempty"`
	// Users are the boxes near which a Foot box is placed: those that use the type.
	Users []string `json:"users,omitempty"`
	// Kin names the family of a table, "" for none. A table that no edge joins to another box is
	// placed beside its family.
	Kin string `json:"kin,omitempty"`
	// Margin is the space kept free around the box for what is drawn there,
	// such as the attributes of an entity. Edges may cross it.
	Margin geom.Margin `json:"margin,omitzero"`
	// Rank is a hint when positive: boxes of a lower rank come earlier in the
	// layout's direction, and boxes of equal rank are placed together.
	Rank int `json:"rank,omitempty"`
	// At is the top left corner of a box that already has a place, in document
	// coordinates, or nil. The layout moves such a box only if something new or grown
	// would lie on it, and never if it is Pinned.
	At     *geom.Point `json:"at,omitempty"`
	Pinned bool        `json:"pinned,omitempty"`
	// Growth is the increase of the box's size along both axes, in px. The box keeps its corner,
	// and boxes that it would overlap move away.
	Growth float64 `json:"growth,omitempty"`
}

// Row is a port of a box, such as a column of a table.
type Row struct {
	ID     string  `json:"id"`
	Top    float64 `json:"top"` // px from the top of the box
	Height float64 `json:"height"`
	// Heads marks a row at which arrows end: a column of the partition key. At other
	// rows an arrow head reads as a foreign key.
	Heads bool `json:"heads,omitempty"`
}

// follows reports whether r begins where other ends and is like it.
func (r Row) follows(other Row) bool {
	return r.Top == other.Top+other.Height && r.Height == other.Height && r.Heads == other.Heads
}

// Group is a container drawn around its boxes, such as a keyspace.
type Group struct {
	ID      string  `json:"id"`
	Header  float64 `json:"header,omitempty"`  // height of the title strip at the top
	Width   float64 `json:"width,omitempty"`   // minimum width, so that the title fits
	Padding float64 `json:"padding,omitempty"` // space between the border and the boxes
	// Title is the width of the title within its strip, which edges should not
	// cross. 0 means the whole strip.
	Title float64 `json:"title,omitempty"`
}

// Edge connects two boxes; From is ranked before To.
type Edge struct {
	ID string `json:"id"`
	// From is the ID of the box where the edge starts. An edge without it is an
	// entry: a short arrow to To that starts at no box.
	From string `json:"from,omitempty"`
	To   string `json:"to"`
	// FromRow and ToRow attach the edge to the side of a row, or to the box
	// itself if "".
	FromRow string `json:"from_row,omitempty"`
	ToRow   string `json:"to_row,omitempty"`
	// LabelWidth and LabelHeight are the size of the label, 0 for none.
	LabelWidth  float64 `json:"label_width,omitempty"`
	LabelHeight float64 `json:"label_height,omitempty"`
	Routing     Routing `json:"routing,omitempty"`
	// Weight above 1 draws the two boxes closer together and the edge
	// straighter.
	Weight int `json:"weight,omitempty"`
	// Free edges do not affect the ranks of their boxes (a view and its base
	// table).
	Free bool `json:"free,omitempty"`
	// Beside edges may connect boxes of the same rank.
	Beside bool `json:"beside,omitempty"`
	// Join names what edges to the same box share, such as a query; "" for nothing. These edges
	// become one line before they arrive, and the line carries one label.
	Join string `json:"join,omitempty"`
}

// joinRoom is the length of a line between the place where edges join and their label.
const joinRoom = 8

// Across returns the width of the edge's label with the room to join before it.
func (e *Edge) Across() float64 {
	if e.Join != "" && e.LabelWidth > 0 {
		return e.LabelWidth + joinRoom
	}
	return e.LabelWidth
}

// Route is the path of an edge.
type Route struct {
	// Points is a polyline of at least two points from the border of From to
	// the border of To. Drawing rounds its corners and adds the arrow head.
	Points []geom.Point `json:"points"`
	// Label is the centre of the label. It is unspecified for an edge without
	// one.
	Label geom.Point `json:"label"`
	// Bus is set if the edge shares a part of its line with others.
	Bus Bus `json:"bus,omitzero"`
	// Shared marks an edge that shares the label of another edge.
	Shared bool `json:"shared,omitempty"`
}

// Layout is the result of a layout, in whole pixels. The top left corner of the
// diagram is at 0,0. A new table can be wider than its box asks for: as wide as the
// widest of its column. Boxes, Groups and Edges are keyed by the IDs of the Graph
// and hold every one of them except groups without boxes.
type Layout struct {
	// Origin is the document coordinates of the layout's 0,0.
	Origin geom.Point           `json:"origin"`
	Width  float64              `json:"width"`
	Height float64              `json:"height"`
	Boxes  map[string]geom.Rect `json:"boxes"`
	// Groups holds the frames of each group. There is normally one frame around
	// all its boxes. Where pinned boxes lie beyond other groups there are
	// several, and the one with the most boxes comes first.
	Groups map[string][]geom.Rect `json:"groups"`
	Edges  map[string]Route       `json:"edges"`
	// Notice explains to the user why the layout is simpler than usual, or is
	// "". It is set when the engine failed and the grid layout took its place.
	Notice string `json:"notice,omitempty"`
}

// Layouter lays out a graph. The Layout is shared between callers and must not
// be changed. An error means that the graph is invalid or that ctx ended. If
// the engine fails, the result is a simpler Layout with a Notice, not an error.
type Layouter interface {
	Layout(ctx context.Context, graph *Graph) (*Layout, error)
}

// LargeGraph is the number of boxes and edges above which a graph is large.
// Placing and routing that many takes about 0.1 s.
const LargeGraph = 500

// Large reports whether g has more than LargeGraph boxes and edges.
func (g *Graph) Large() bool { return len(g.Boxes)+len(g.Edges) > LargeGraph }

// farthestPlace is the largest distance of a place from 0,0 that is accepted,
// in px.
const farthestPlace = 1_000_000

// Anchored reports whether the box has a valid place of its own.
func (b *Box) Anchored() bool {
	return b.At != nil && math.Abs(b.At.X) <= farthestPlace && math.Abs(b.At.Y) <= farthestPlace
}

// HeadsEnd returns the lowest place for arrow heads at the left and right sides of the box, in px
// from its top: beside the title and the rows below it that take heads. If no row takes heads,
// arrows may end anywhere.
func (b *Box) HeadsEnd() float64 {
	if !slices.ContainsFunc(b.Rows, func(row Row) bool { return row.Heads }) {
		return b.Height
	}
	if other := slices.IndexFunc(b.Rows, func(row Row) bool { return !row.Heads }); other >= 0 {
		return b.Rows[other].Top
	}
	return b.Height
}

// RowMiddles yields the middles of the title and the rows, in px from the top
// of the box. Rows left out by Bare are yielded too: they repeat the height of
// the row before.
func (b *Box) RowMiddles() iter.Seq[float64] {
	return func(yield func(float64) bool) {
		if middle, titled := b.TitleMiddle(); titled && !yield(middle) {
			return
		}
		for i, row := range b.Rows {
			end := b.Height
			if i+1 < len(b.Rows) {
				end = b.Rows[i+1].Top
			}
			for ; row.Height > 0 && row.Top+row.Height <= end; row.Top += row.Height {
				if !yield(row.Top + row.Height/2) {
					return
				}
			}
		}
	}
}
