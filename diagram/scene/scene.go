package scene

import (
	"strings"

	"widerow/diagram/geom"
	"widerow/diagram/typeface"
)

// Scene is a drawn diagram: items with their places in px, in painting order.
// It depends on no user interface and no file format.
type Scene struct {
	Kind          string // kind of the diagram
	Theme         Theme
	Width, Height float64
	PrintWidth    float64    // in mm; 0 for 96 px an inch
	Corner        geom.Point // top left corner of the visible part; 0,0 in a standalone diagram that is not cropped
	Title         string     // name of the diagram
	Description   string     // its content in a sentence
	Notice        string     // notice of the layout, shown in a standalone diagram
	// Standalone diagrams carry their own style, fonts and background.
	Standalone bool
	// Outlines draws letters as shapes in a standalone SVG, which then needs no
	// fonts.
	Outlines bool
	// Linked means that elements may have links.
	Linked bool
	Items  []Item

	Bookmarks []Bookmark
	Links     []Link // of a text on paper
	Panels    Panels // nil if there are none
}

// millimetresPerPixel is the size of a CSS pixel: an inch has 96.
const millimetresPerPixel = 25.4 / 96

// PrintScale returns the length in print, in mm, of one px of the scene.
func (s *Scene) PrintScale() float64 {
	if s.PrintWidth > 0 {
		return s.PrintWidth / s.Width
	}
	return millimetresPerPixel
}

// SmallestText returns the font size of the smallest text, in px; 0 without one.
func (s *Scene) SmallestText() float64 { return smallestText(s.Items) }

func smallestText(items []Item) float64 {
	least := 0.0
	for _, item := range items {
		size := 0.0
		switch item := item.(type) {
		case *Text:
			size = item.Font.Size
		case *Element:
			size = smallestText(item.Items)
		}
		if size > 0 && (least == 0 || size < least) {
			least = size
		}
	}
	return least
}

// Class returns the CSS classes of the whole diagram. In a page, wide is for
// one that is printed on a turned sheet.
func (s *Scene) Class() string {
	class := strings.TrimRight("diagram "+s.Kind+" "+string(s.Theme), " ")
	if !s.Standalone && s.Width > s.Height {
		class += " wide"
	}
	return class
}

// Bookmark refers to a table, an entity type or a step, or to a group that
// contains such. A PDF shows bookmarks as its outline.
type Bookmark struct {
	Name  string
	At    geom.Rect
	Inner []Bookmark
}

// Link is a part of a text that leads to an address on the web.
type Link struct {
	Href string
	At   geom.Rect
}

// Panels are the legend and the key of a diagram, which printed pages show on
// separate sheets.
type Panels interface {
	// Without returns the diagram without its panels.
	Without() *Scene
	// Sheets lays out the panels on sheets of a size in px without splitting an
	// entry.
	Sheets(width, height float64) []*Scene
}

// Item is an *Element, *Rectangle, *Ellipse, *Path or *Text. Its class selects
// the colours, and its fields are the geometry.
type Item interface {
	draw(*brush)
}

// Element groups the items of one element of the model, or of a part of it.
type Element struct {
	ID     string // ID of the model's element, "" for a part of one
	Class  string
	Name   string // name of a box that a bookmark refers to, otherwise ""
	Href   string // "" for no link
	Title  string // tooltip and text for screen readers
	Chosen bool   // selected on the page
	Hooks  *Hooks // nil for none
	Items  []Item
}

// Hooks identify a part of the diagram for the scripts of a page. They are
// written as data attributes, only in linked diagrams inside a page.
type Hooks struct {
	Box string     // ID of a box if this is the box
	At  *geom.Rect // rectangle of the box
	// Room are the areas that other boxes keep off when they are dropped. Framed is that
	// for boxes of other groups than Group, if the box has a group.
	Room   []geom.Rect
	Framed geom.Rect
	Group  string
	Owner  string // ID of the box that this moves with
	Edge   string // ID of an edge if this is its line or a label of it
	From   string // IDs of the edge's boxes; From is "" for an entry
	To     string
	// Queries and Updates are the IDs of the access patterns that a line or a
	// label shows.
	Queries, Updates []string
	Uses             []string // IDs of the user-defined types of a column or a field
	Outside          bool     // a link to another site
}

// Rectangle is a rectangle whose corners have the radius Round.
type Rectangle struct {
	Class string
	geom.Rect
	Round float64
}

// Ellipse is an axis-parallel ellipse.
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

// Anchor is the point of a text that is placed at Text.At.
type Anchor string

// The anchors.
const (
	AnchorStart  Anchor = ""
	AnchorMiddle Anchor = "middle"
	AnchorEnd    Anchor = "end"
)

// Text is one line of text. At is on its base line.
type Text struct {
	Class   string
	At      geom.Point
	Anchor  Anchor
	Font    typeface.Font
	Content string
}

// Glyphs returns the glyphs of the text with their places.
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
