package svg

import (
	"unicode/utf8"

	"widerow/diagram/geom"
	"widerow/diagram/scene"
	"widerow/diagram/typeface"
)

// Encode returns a scene as an SVG document. Inside a page it uses only the
// page's classes and fonts, as a strict content security policy requires. A
// standalone document carries its style and a subset of the fonts as data:
// URLs. There is no script, and user text occurs only in text and attributes,
// escaped.
func Encode(s *scene.Scene) []byte {
	w := newWriter(s)
	if s.Standalone {
		w.styler = scene.NewStyler(s.Theme)
		w.parent = w.styler.Root(s)
		if s.Outlines {
			w.outlines = newOutlines()
		} else {
			w.used = typeface.Used{}
		}
	}
	w.open(s)
	for _, item := range s.Items {
		w.item(item)
	}
	w.raw("</svg>\n")
	switch {
	case w.outlines != nil:
		return insert(w.out, w.styleAt, w.outlines.element())
	case s.Standalone:
		return insert(w.out, w.styleAt, scene.StandaloneStyle(s.Theme, w.used))
	}
	return w.out
}

func newWriter(s *scene.Scene) *writer {
	return &writer{out: make([]byte, 0, 1<<12+sizeOf(s.Items)), hooked: s.Linked && !s.Standalone}
}

// sizeOf estimates the number of bytes that the items take.
func sizeOf(items []scene.Item) int {
	const each = 80
	size := each * len(items)
	for _, item := range items {
		if e, ok := item.(*scene.Element); ok {
			size += len(e.Href) + min(len(e.Title), 4*scene.MaxWords) + sizeOf(e.Items)
		}
	}
	return size
}

func insert(text []byte, at int, part string) []byte {
	joined := make([]byte, 0, len(text)+len(part))
	joined = append(joined, text[:at]...)
	joined = append(joined, part...)
	return append(joined, text[at:]...)
}

// writer appends XML to a buffer.
type writer struct {
	out     []byte
	hooked  bool // write the data attributes for the scripts of a page
	plain   bool // write nothing as selected
	styleAt int
	// For a standalone diagram: the glyphs used as fonts or drawn as outlines,
	// and the looks, which become attributes.
	used     typeface.Used
	outlines *outlines
	styler   *scene.Styler
	parent   *scene.Styled
}

func (w *writer) open(s *scene.Scene) {
	if s.Standalone {
		w.raw(`<?xml version="1.0" encoding="UTF-8"?>` + "\n")
	}
	w.raw(`<svg xmlns="http://www.w3.org/2000/svg"`)
	w.class(s.Class())
	switch {
	case w.outlines != nil:
		w.raw(` xmlns:xlink="http://www.w3.org/1999/xlink"`)
	case s.Standalone:
		w.attribute("font-family", typeface.Families())
		w.raw(` text-rendering="geometricPrecision"`)
	}
	role := "img"
	if s.Linked || w.outlines != nil {
		role = "graphics-document" // the role img would hide links and labels from screen readers
	}
	w.attribute("role", role)
	w.attribute("aria-labelledby", "diagram-title")
	w.attribute("aria-describedby", "diagram-description")
	if s.PrintWidth > 0 {
		w.attribute("width", millimetres(s.PrintWidth))
		w.attribute("height", millimetres(s.Height*s.PrintScale()))
	} else {
		w.number("width", s.Width)
		w.number("height", s.Height)
	}
	w.raw(` viewBox="`)
	w.floats(s.Corner.X, s.Corner.Y, s.Width, s.Height)
	w.raw(`">`)
	w.raw(`<title id="diagram-title">`)
	w.text(scene.Shorten(s.Title))
	w.raw(`</title><desc id="diagram-description">`)
	w.text(s.Description)
	w.raw("</desc>\n")
	w.styleAt = len(w.out)
	if s.Theme == scene.ThemePrint {
		w.raw(scene.HatchPatterns)
	}
	if s.Standalone {
		w.rectangle(&scene.Rectangle{Class: "paper", Rect: geom.Rect{X: s.Corner.X, Y: s.Corner.Y, Width: s.Width, Height: s.Height}})
	}
}

func millimetres(length float64) string {
	return string(scene.AppendNumber(nil, length)) + "mm"
}

func (w *writer) item(item scene.Item) {
	switch item := item.(type) {
	case *scene.Element:
		w.element(item)
	case *scene.Rectangle:
		w.rectangle(item)
	case *scene.Ellipse:
		w.ellipse(item)
	case *scene.Path:
		w.path(item)
	case *scene.Text:
		w.textLine(item)
	}
}

func (w *writer) element(e *scene.Element) {
	tag := "g"
	if e.Href != "" {
		tag = "a"
	}
	w.raw("<")
	w.raw(tag)
	if e.ID != "" {
		w.raw(` id="d-`)
		w.text(e.ID)
		w.raw(`"`)
	}
	class := e.Class
	chosen := e.Chosen && !w.plain
	if chosen {
		class += " selected"
	}
	w.class(class)
	if e.Href != "" {
		w.attribute("href", e.Href)
		if chosen {
			w.attribute("aria-current", "true")
		}
	}
	if w.hooked && e.Hooks != nil {
		w.hooks(e.Hooks)
	}
	w.raw(">")
	if e.Title != "" {
		w.raw("<title>")
		w.text(scene.Shorten(e.Title))
		w.raw("</title>")
	}
	outer := w.parent
	w.parent, _ = w.look(tag, class)
	for _, item := range e.Items {
		w.item(item)
	}
	w.parent = outer
	w.raw("</")
	w.raw(tag)
	w.raw(">\n")
}

func (w *writer) rectangle(r *scene.Rectangle) {
	if w.outlines != nil && w.unseen("rect", r.Class) {
		return // it only receives the pointer in a page
	}
	w.raw("<rect")
	w.shape("rect", r.Class)
	w.number("x", r.X)
	w.number("y", r.Y)
	w.number("width", r.Width)
	w.number("height", r.Height)
	if r.Round > 0 {
		w.number("rx", r.Round)
	}
	w.raw("/>")
}

func (w *writer) ellipse(e *scene.Ellipse) {
	tag := "ellipse"
	if e.RadiusX == e.RadiusY {
		tag = "circle"
	}
	w.raw("<")
	w.raw(tag)
	w.shape(tag, e.Class)
	w.number("cx", e.Centre.X)
	w.number("cy", e.Centre.Y)
	if e.RadiusX == e.RadiusY {
		w.number("r", e.RadiusX)
	} else {
		w.number("rx", e.RadiusX)
		w.number("ry", e.RadiusY)
	}
	w.raw("/>")
}

func (w *writer) path(p *scene.Path) {
	w.raw("<path")
	w.shape("path", p.Class)
	w.raw(` d="`)
	for _, step := range p.Steps {
		w.out = append(w.out, byte(step.Command))
		for i := range step.Command.PointCount() {
			if i > 0 {
				w.raw(" ")
			}
			w.float(step.Points[i].X)
			w.raw(" ")
			w.float(step.Points[i].Y)
		}
	}
	w.raw(`"/>`)
}

func (w *writer) textLine(t *scene.Text) {
	if w.outlines != nil {
		w.outline(t)
		return
	}
	w.raw("<text")
	w.shape("text", t.Class)
	w.number("x", t.At.X)
	w.number("y", t.At.Y)
	if t.Anchor != scene.AnchorStart {
		w.attribute("text-anchor", string(t.Anchor))
	}
	w.font(t.Font)
	if !w.sets(t) { // other fonts or rules may set some of it: keep it within the measured width
		width, _ := typeface.Measure(t.Content, t.Font)
		w.length(width)
	}
	w.raw(">")
	w.text(t.Content)
	w.raw("</text>")
	if w.used != nil {
		w.used.Add(t.Font.Face(), t.Content)
	}
}

func (w *writer) font(font typeface.Font) {
	w.number("font-size", font.Size)
	if font.Bold {
		w.raw(` font-weight="700"`)
	}
	if font.Italic {
		w.raw(` font-style="italic"`)
	}
}

// length forces a text to a width.
func (w *writer) length(width float64) {
	w.number("textLength", width)
	w.raw(` lengthAdjust="spacingAndGlyphs"`)
}

// sets reports whether every program sets a text with the measured width. In a
// page all fonts but Arimo load later.
func (w *writer) sets(t *scene.Text) bool {
	f := t.Font.Face()
	for i := range len(t.Content) {
		if b := t.Content[i]; b >= utf8.RuneSelf || f.Basic[b] < 0 {
			_, exact := typeface.Measure(t.Content, t.Font)
			return exact && f.IsPlain(t.Content) && (w.styler != nil || f.HasAll(t.Content))
		}
	}
	return true
}

// shape begins an item with its class. A standalone diagram also gets the look
// as attributes, for programs without style sheets.
func (w *writer) shape(tag, class string) {
	w.class(class)
	in, ok := w.look(tag, class)
	if !ok {
		return
	}
	look := in.Look
	if look.Fill != scene.Unstyled.Fill {
		w.attribute("fill", look.Fill)
	}
	if look.Stroke == scene.None {
		return
	}
	w.attribute("stroke", look.Stroke)
	if look.Width != 1 {
		w.number("stroke-width", look.Width)
	}
	for i, length := range look.Dash {
		if i == 0 {
			w.raw(` stroke-dasharray="`)
		} else {
			w.raw(" ")
		}
		w.float(length)
		if i == len(look.Dash)-1 {
			w.raw(`"`)
		}
	}
}

func (w *writer) unseen(tag, class string) bool {
	in, _ := w.look(tag, class)
	return in.Look.Fill == scene.None && in.Look.Stroke == scene.None
}

func (w *writer) look(tag, class string) (*scene.Styled, bool) {
	if w.styler == nil {
		return nil, false
	}
	return w.styler.In(w.parent, tag, class), true
}
