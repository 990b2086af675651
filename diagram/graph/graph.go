// Package graph holds a diagram as the layout sees it: boxes of known size and
// what joins them (Graph), and where each box and line goes (Layout). No text
// that is drawn is in either.
//
// Start with Graph and Layout in graph.go. Index is a Graph that was checked, with
// its IDs resolved.
package graph

import (
	"context"
	"iter"
	"math"
	"slices"

	"widerow/diagram/geom"
)

// Kind is one of the four diagrams.
type Kind string

// The four diagrams, in the order of the modelling process.
const (
	KindER       Kind = "er"
	KindWorkflow Kind = "workflow"
	KindLogical  Kind = "logical"
	KindPhysical Kind = "physical"
)

// Direction is the way along which the ranks of a layout follow each other.
type Direction string

// DirectionAuto, the zero value, takes the direction whose picture fits a
// screen of 16:10 better.
const (
	DirectionAuto Direction = ""
	LeftRight     Direction = "lr"
	TopDown       Direction = "td"
)

// Shape is the outline of a box: what a straight edge is clipped at.
type Shape string

// The outlines of boxes. A rounded rectangle counts as a rectangle.
const (
	ShapeRect    Shape = ""
	ShapeRound   Shape = "round"
	ShapeDiamond Shape = "diamond"
	ShapeEllipse Shape = "ellipse"
)

// Routing is the manner in which an edge is drawn.
type Routing string

// An orthogonal edge runs along both axes round all boxes; a straight one is
// one line between the outlines of its boxes (the ER diagram).
const (
	RouteOrthogonal Routing = ""
	RouteStraight   Routing = "straight"
)

// Graph is a diagram before layout: boxes of known size and what joins them.
// It holds no text that is drawn, so a change of a name that changes no size
// leaves the layout as it was. All lengths are CSS pixels, y grows downwards.
//
// The order of Boxes, Groups and Edges is the reading order, which the layout
// follows where it is free to choose; the same Graph gives the same Layout.
type Graph struct {
	Kind      Kind      `json:"kind"`
	Direction Direction `json:"direction,omitempty"`
	Compact   bool      `json:"compact,omitempty"` // less room between the boxes
	Boxes     []Box     `json:"boxes,omitempty"`
	Groups    []Group   `json:"groups,omitempty"`
	Edges     []Edge    `json:"edges,omitempty"`
	// Tidy has boxes without a place laid out anew round those that have one,
	// rather than put into free room near their neighbours.
	Tidy bool `json:"tidy,omitempty"`
}

// Bare is the graph without the rows that no edge ends at and that follow the
// row before, as high as that one. The first row of a box stays: it tells how
// high the title is.
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

// Box is a table, a task, an entity, a relationship: anything with a place.
type Box struct {
	ID     string  `json:"id"` // the element's id, opaque and unique in the graph
	Width  float64 `json:"width"`
	Height float64 `json:"height"`
	Shape  Shape   `json:"shape,omitempty"`
	// Group is the id of the Group that holds the box, "" for none.
	Group string `json:"group,omitempty"`
	// Rows are the places on the left and right side where an edge may attach.
	Rows []Row `json:"rows,omitempty"`
	// Foot boxes take no part in the flow: they stand in a row at the foot of
	// their group (user-defined types), or of the whole picture without one.
	Foot bool `json:"foot,omitempty"`
	// Margin is the room kept free round the box, for what is drawn there
	// (the attributes of an entity). Edges may cross it.
	Margin geom.Margin `json:"margin,omitzero"`
	// Rank, when above 0, is a hint: boxes of a lower rank come earlier in the
	// direction of the layout, boxes of one rank stand together.
	Rank int `json:"rank,omitempty"`
	// At is the top left corner of a box that has its place already, in the
	// coordinates of the document; nil for a box that is to be placed. It gives
	// way to what would overlap it, unless it is Pinned.
	At     *geom.Point `json:"at,omitempty"`
	Pinned bool        `json:"pinned,omitempty"`
	// Growth is the room in px, along both axes, that a box needs more than
	// before: it keeps its corner, and what it would overlap gives way.
	Growth float64 `json:"growth,omitempty"`
	// Moved boxes were pinned to their places just now: groups that they come
	// near to make way for them.
	Moved bool `json:"moved,omitempty"`
}

// Row is a port of a box: a line of a table.
type Row struct {
	ID     string  `json:"id"`
	Top    float64 `json:"top"` // from the top of the box
	Height float64 `json:"height"`
}

// follows tells whether a row stands right below another one, as high as that.
func (r Row) follows(other Row) bool {
	return r.Top == other.Top+other.Height && r.Height == other.Height
}

// Group is a container drawn round its boxes, such as a keyspace.
type Group struct {
	ID      string  `json:"id"`
	Header  float64 `json:"header,omitempty"`  // height of the title's strip at the top
	Width   float64 `json:"width,omitempty"`   // least width, so that the title fits
	Padding float64 `json:"padding,omitempty"` // room between the border and the boxes
	// Title is how far from the left the title reaches in its strip, which edges
	// had better not cross there; 0 for all of the strip.
	Title float64 `json:"title,omitempty"`
}

// Edge joins two boxes, From before To.
type Edge struct {
	ID string `json:"id"`
	// From is the box where the edge starts. An edge with From == "" is an
	// entry: a short arrow from nowhere that ends at To.
	From string `json:"from,omitempty"`
	To   string `json:"to"`
	// FromRow and ToRow attach the edge to the side of a row; "" is the box.
	FromRow string `json:"from_row,omitempty"`
	ToRow   string `json:"to_row,omitempty"`
	// LabelWidth and LabelHeight are the size of the label's pill, 0 for none.
	LabelWidth  float64 `json:"label_width,omitempty"`
	LabelHeight float64 `json:"label_height,omitempty"`
	Routing     Routing `json:"routing,omitempty"`
	// Weight above 1 draws the two boxes nearer and the edge straighter.
	Weight int `json:"weight,omitempty"`
	// Free edges do not order their boxes by rank (a view and its base).
	Free bool `json:"free,omitempty"`
	// Beside edges may end in the rank where they start.
	Beside bool `json:"beside,omitempty"`
}

// Route is the course of an edge.
type Route struct {
	// Points is a polyline from the border of From to the border of To, at
	// least two points; the drawer rounds its corners and adds the arrow head.
	Points []geom.Point `json:"points"`
	// Label is the centre of the label's pill; meaningless without a label.
	Label geom.Point `json:"label"`
}

// Layout is where everything goes: whole pixels, the top left corner of the
// picture at 0,0. Boxes, Groups and Edges are keyed by the ids of the Graph
// and hold every one of them, except groups without boxes.
type Layout struct {
	// Origin is where the picture's 0,0 lies in the coordinates of Box.At.
	Origin geom.Point           `json:"origin"`
	Width  float64              `json:"width"`
	Height float64              `json:"height"`
	Boxes  map[string]geom.Rect `json:"boxes"`
	// Groups are the frames of each group: one round all its boxes, or a few
	// where pins stand beyond other groups, that with most boxes first.
	Groups map[string][]geom.Rect `json:"groups"`
	Edges  map[string]Route       `json:"edges"`
	// Notice tells the reader why the picture is plainer than usual; "" if it
	// is not. It is set when the engine failed and the grid took its place.
	Notice string `json:"notice,omitempty"`
}

// Layouter gives the boxes of a graph their places and its edges their
// courses. The Layout is shared between callers and must not be changed.
// An error means a graph that makes no sense, or that ctx ended; an engine
// that fails is no error but a plainer Layout with a Notice.
type Layouter interface {
	Layout(ctx context.Context, graph *Graph) (*Layout, error)
}

// LargeGraph is how many boxes and edges make a large graph: placing and
// routing as many takes some 0.1 s.
const LargeGraph = 500

func (g *Graph) Large() bool { return len(g.Boxes)+len(g.Edges) > LargeGraph }

// farthestPlace is how far from 0,0 a place is taken seriously, in px.
const farthestPlace = 1_000_000

func (b *Box) Anchored() bool {
	return b.At != nil && math.Abs(b.At.X) <= farthestPlace && math.Abs(b.At.Y) <= farthestPlace
}

// RowMiddles are the middles of a box's title and rows, from its top. Rows that are
// left out follow the one before.
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
