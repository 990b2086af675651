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

// Step is one command of a path with absolute coordinates.
type Step struct {
	Command StepCommand
	Points  [3]Point // one for move and line, two for a quadratic curve, three for a cubic, none to close
}

// StepCommand is the letter that SVG gives to the step.
type StepCommand byte

// The steps.
const (
	MoveTo  StepCommand = 'M'
	LineTo  StepCommand = 'L'
	CurveTo StepCommand = 'Q'
	CubicTo StepCommand = 'C'
	Close   StepCommand = 'Z'
)

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

func move(x, y float64) Step { return Step{MoveTo, [3]Point{{x, y}}} }
func line(x, y float64) Step { return Step{LineTo, [3]Point{{x, y}}} }
func curve(cx, cy, x, y float64) Step {
	return Step{CurveTo, [3]Point{{cx, cy}, {x, y}}}
}
func closed() Step { return Step{Command: Close} }

// segments is the straight line through the points.
func segments(points ...Point) []Step {
	steps := make([]Step, 0, len(points)+1)
	for i, p := range points {
		if i == 0 {
			steps = append(steps, move(p.X, p.Y))
		} else {
			steps = append(steps, line(p.X, p.Y))
		}
	}
	return steps
}

// polygon is the closed line through the points.
func polygon(points ...Point) []Step { return append(segments(points...), closed()) }
