package diagram

import (
	"strings"

	"widerow/model"
)

// Scene is a picture: items with their places, in the order of painting.
// It knows no user interface and no file format.
type Scene struct {
	Kind          Kind
	Theme         Theme
	Width, Height float64
	Corner        Point  // the top left corner of what is seen; 0,0 in a picture that stands alone
	Title         string // the name of the picture
	Description   string // what it holds, in a sentence
	Notice        string // of the layout; a picture that stands alone shows it
	// Standalone pictures carry their own style, fonts and background.
	Standalone bool
	// Outlines draws letters as shapes in an SVG that stands alone, which then
	// needs no fonts.
	Outlines bool
	// Linked is whether elements have an address to go to.
	Linked bool
	Items  []Item

	bookmarks []bookmark
	painter   *painter // which sets a legend and a key anew on pages; nil if there are none
}

// class is what the style sheet knows the whole picture by.
func (s *Scene) class() string {
	return strings.TrimRight("diagram "+string(s.Kind)+" "+string(s.Theme), " ")
}

// Item is an *Element, *Rectangle, *Ellipse, *Path or *Text, or a table that
// is known by its SVG. Its class gives the colours, its fields the geometry.
type Item interface {
	writeSVG(*svgWriter)
	draw(*brush)
}

// Element groups the items of one element of the model, or of a part of it.
type Element struct {
	ID     model.ID // "" for a part
	Class  string
	Name   string // of a box that a bookmark leads to, "" for others
	Href   string // "" for no link
	Title  string // what a reader or a pointer at rest is told
	Chosen bool   // the element that the page has selected
	Hooks  *Hooks // nil for none
	Items  []Item
}

// Rectangle has corners of the radius Round.
type Rectangle struct {
	Class string
	Rect
	Round float64
}

// Ellipse has its centre and its two radii.
type Ellipse struct {
	Class            string
	Centre           Point
	RadiusX, RadiusY float64
}

// Path is a line or an area.
type Path struct {
	Class string
	Steps []Step
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
	At      Point
	Anchor  Anchor
	Font    Font
	Content string
}

// glyphs are the characters of the text in their places.
func (t *Text) glyphs() []setGlyph {
	at := t.At
	width, _ := Measure(t.Content, t.Font)
	switch t.Anchor {
	case AnchorMiddle:
		at.X -= width / 2
	case AnchorEnd:
		at.X -= width
	}
	return typeset(t.Content, t.Font, at)
}
