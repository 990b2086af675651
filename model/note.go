package model

import (
	"math"
	"regexp"
	"slices"
	"strings"
)

// Note is a coloured sheet with a text on a diagram. The text is Markdown.
type Note struct {
	Order   Order  `json:"order,omitempty"`
	Diagram string `json:"diagram"` // "er", "workflow", "logical" or "physical"
	Text    string `json:"text"`
	Color   Color  `json:"color,omitempty"`
	Frame   Frame  `json:"frame,omitzero"` // the height follows the text
}

// Area is a coloured rectangle with a title behind the boxes of a diagram. What lies in it moves
// with it.
type Area struct {
	Order   Order  `json:"order,omitempty"`
	Diagram string `json:"diagram"`
	Name    string `json:"name"`
	Color   Color  `json:"color,omitempty"`
	Frame   Frame  `json:"frame,omitzero"`
}

// Frame is a rectangle in the coordinates of a diagram, in px. It is part of its note or area, not of
// the layout: an older program drops positions of elements that it does not know.
type Frame struct {
	X      float64 `json:"x,omitempty"`
	Y      float64 `json:"y,omitempty"`
	Width  float64 `json:"width,omitempty"`  // 0 for the default
	Height float64 `json:"height,omitempty"` // 0 for the default
	// Placed is false until somebody puts the frame somewhere. Until then it is drawn beside the diagram.
	Placed bool `json:"placed,omitempty"`
}

// Color is one of the colours of notes and areas. Empty means Yellow.
type Color string

// The colours.
const (
	Yellow Color = "yellow"
	Blue   Color = "blue"
	Green  Color = "green"
	Pink   Color = "pink"
	Grey   Color = "grey"
)

// Colors lists all colours, the default first.
var Colors = []Color{Yellow, Blue, Green, Pink, Grey}

// Limits of notes and areas.
const (
	MaxNoteText   = 4000 // characters
	LeastNote     = 120  // px of the width of a note
	MaxNote       = 900
	LeastArea     = 80 // px of each side of an area
	MaxArea       = 20_000
	noteWidth     = 220
	areaWidth     = 360
	areaHeight    = 240
	titleOfANote  = 40 // characters
	unwrittenNote = "empty note"
)

// Shown returns the colour, Yellow for none or an unknown one.
func (c Color) Shown() Color {
	if slices.Contains(Colors, c) {
		return c
	}
	return Yellow
}

// Width returns the width with which a note is drawn.
func (n *Note) Width() float64 { return n.Frame.side(n.Frame.Width, noteWidth, LeastNote, MaxNote) }

// Size returns the size with which an area is drawn.
func (a *Area) Size() (width, height float64) {
	return a.Frame.side(a.Frame.Width, areaWidth, LeastArea, MaxArea), a.Frame.side(a.Frame.Height, areaHeight, LeastArea, MaxArea)
}

func (Frame) side(value, otherwise, least, most float64) float64 {
	if !(value > 0) { // also for NaN
		return otherwise
	}
	return min(max(value, least), most)
}

// Valid reports whether the frame can be drawn where it is.
func (f Frame) Valid() bool { return (&Position{X: f.X, Y: f.Y}).Valid() }

// noteLink is a link in Markdown, noteMarks the marks of bold, italic, struck and code.
var (
	noteLink  = regexp.MustCompile(`\[([^\]]*)\]\([^)]*\)`)
	noteMarks = strings.NewReplacer("**", "", "*", "", "~~", "", "`", "")
)

// title returns the first line of a note without its marks.
func (n *Note) title() string {
	for line := range strings.Lines(n.Text) {
		line = noteMarks.Replace(noteLink.ReplaceAllString(line, "$1"))
		if line = strings.Trim(strings.TrimSpace(line), "#_>- "); line != "" {
			return OneLine(line, titleOfANote)
		}
	}
	return unwrittenNote
}

// frameOf returns the frame of a note or an area and its diagram, nil for other elements.
func (e Element) frameOf() (frame *Frame, diagram string) {
	switch value := e.Value.(type) {
	case *Note:
		return &value.Frame, value.Diagram
	case *Area:
		return &value.Frame, value.Diagram
	}
	return nil, ""
}

// IsOn reports whether an element has a position on a diagram.
func (e Element) IsOn(diagram string) bool {
	if frame, own := e.frameOf(); frame != nil {
		return own == diagram
	}
	return HasPosition(diagram, e.Kind)
}

// PlaceFrame moves a note or an area, whose size stays. It reports whether the element is one.
func (e Element) PlaceFrame(x, y float64) bool {
	frame, _ := e.frameOf()
	if frame == nil {
		return false
	}
	frame.X, frame.Y, frame.Placed = math.Round(x), math.Round(y), true
	return true
}

// DiagramOf returns the diagram of a note or an area, "" for other elements.
func (m *Model) DiagramOf(id ID) string {
	if note := m.Notes[id]; note != nil {
		return note.Diagram
	}
	if area := m.Areas[id]; area != nil {
		return area.Diagram
	}
	return ""
}

// PlacedFrame returns the frame of a note or an area that has a place of its own.
func (e Element) PlacedFrame() (frame Frame, placed bool) {
	found, _ := e.frameOf()
	if found == nil || !found.Placed {
		return Frame{}, false
	}
	return *found, true
}

func (n *Note) order() Order      { return n.Order }
func (n *Note) place(order Order) { n.Order = order }
func (a *Area) order() Order      { return a.Order }
func (a *Area) place(order Order) { a.Order = order }
