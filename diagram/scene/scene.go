package scene

import (
	"strings"

	"widerow/diagram/geom"
	"widerow/diagram/typeface"
)

// Scene is a picture: items with their places, in the order of painting.
// It knows no user interface and no file format.
type Scene struct {
	Kind          string // of the diagram
	Theme         Theme
	Width, Height float64
	Corner        geom.Point // the top left corner of what is seen; 0,0 in a picture that stands alone
	Title         string     // the name of the picture
	Description   string     // what it holds, in a sentence
	Notice        string     // of the layout; a picture that stands alone shows it
	// Standalone pictures carry their own style, fonts and background.
	Standalone bool
	// Outlines draws letters as shapes in an SVG that stands alone, which then
	// needs no fonts.
	Outlines bool
	// Linked is whether elements have an address to go to.
	Linked bool
	Items  []Item

	Bookmarks []Bookmark
	Panels    Panels // nil if there are none
}

// Class is what the style sheet knows the whole picture by.
func (s *Scene) Class() string {
	return strings.TrimRight("diagram "+s.Kind+" "+string(s.Theme), " ")
}

// Bookmark leads to a table, an entity type or a step, or to a group with those
// in it. A PDF shows bookmarks as its outline.
type Bookmark struct {
	Name  string
	At    geom.Rect
	Inner []Bookmark
}

// Panels are the legend and the key of a picture, which pages show on sheets of
// their own.
type Panels interface {
	// Without returns the picture without its panels.
	Without() *Scene
	// Sheets sets the panels on sheets of a size in px, each entry whole.
	Sheets(width, height float64) []*Scene
}

// Item is an *Element, *Rectangle, *Ellipse, *Path or *Text. Its class gives the
// colours, its fields the geometry.
type Item interface {
	draw(*brush)
}

// Element groups the items of one element of the model, or of a part of it.
type Element struct {
	ID     string // of the element of the model, "" for a part
	Class  string
	Name   string // of a box that a bookmark leads to, "" for others
	Href   string // "" for no link
	Title  string // what a reader or a pointer at rest is told
	Chosen bool   // the element that the page has selected
	Hooks  *Hooks // nil for none
	Items  []Item
}

// Hooks tell the scripts of a page what a part of the picture belongs to.
// They are written as data attributes, in linked pictures inside a page only.
type Hooks struct {
	Box   string     // the id of a box: this is it
	At    *geom.Rect // where the box stands
	Owner string     // the id of the box that this moves with
	Edge  string     // the id of an edge: this is its line, or a label of it
	From  string     // the edge's boxes, From "" for an entry
	To    string
	// Queries and Updates are the access patterns that a line or a label names.
	Queries, Updates []string
}

// Rectangle has corners of the radius Round.
type Rectangle struct {
	Class string
	geom.Rect
	Round float64
}

// Ellipse has its centre and its two radii.
type Ellipse struct {
	Class            string
	Centre           geom.Point
	RadiusX, RadiusY float64
}

// Path is a line or an area.
type Path struct {
	Class string
	Steps []geom.Step
}

// Anchor is the point of a text that stands at its place.
type Anchor string

// The anchors.
const (
	AnchorStart  Anchor = ""
	AnchorMiddle Anchor = "middle"
	AnchorEnd    Anchor = "end"
)

// Text is one line of text; At is on its base line.
type Text struct {
	Class   string
	At      geom.Point
	Anchor  Anchor
	Font    typeface.Font
	Content string
}

// Glyphs are the characters of the text in their places.
func (t *Text) Glyphs() []typeface.Glyph {
	at := t.At
	width, _ := typeface.Measure(t.Content, t.Font)
	switch t.Anchor {
	case AnchorMiddle:
		at.X -= width / 2
	case AnchorEnd:
		at.X -= width
	}
	return typeface.Set(t.Content, t.Font, at)
}
