package prose

import (
	"widerow/diagram/geom"
	"widerow/diagram/scene"
	"widerow/diagram/typeface"
	"widerow/diagram/wrap"
)

// Rich is a paragraph of spans.
type Rich struct {
	Spans   []Span
	Heading int    // its size: 1 is the largest, 0 is that of text
	Mark    string // at the left of the first line: "•", "3."
	Margin  int    // levels at the left of all
	Quotes  int    // bars after the margin
	Indent  int    // levels after the bars
}

// Span is a piece of text in one style.
type Span = wrap.Span

const (
	level     = 20 // px of an indentation
	quoteStep = 12 // px from one bar of a quote to the next
	deepest   = 8  // levels that are still indented, of each kind
)

// headingSizes are smaller than those of the document's own headings.
var headingSizes = map[int]float64{1: 15.5, 2: 14.5}

func (r Rich) set(w *writer) {
	size, bold := headingSizes[r.Heading], r.Heading > 0
	if size == 0 {
		size = textSize
	}
	height := size * lineHeight
	switch {
	case bold:
		w.gap(10)
	case r.Mark != "":
		w.gap(3)
	default:
		w.gap(6)
	}
	if bold {
		w.reserve(height + 2*textSize*lineHeight)
	}
	margin, quotes := float64(min(r.Margin, deepest))*level, min(r.Quotes, deepest)
	left := margin + float64(quotes)*quoteStep + float64(min(r.Indent, deepest))*level
	for number, line := range wrap.Lines(r.Spans, size, bold, w.width-left) {
		w.reserve(height)
		w.bars(margin, quotes, height)
		if number == 0 && r.Mark != "" {
			font := typeface.Font{Size: size}
			wide, _ := typeface.Measure(r.Mark, font)
			w.line(r.Mark, max(0, left-wide-6), w.y, font, Plain)
		}
		for _, piece := range line {
			w.piece(piece, left)
		}
		w.y += height
	}
}

// bars are those at the left of a line in quotes.
func (w *writer) bars(margin float64, quotes int, height float64) {
	for i := range quotes {
		x := margin + float64(i)*quoteStep + 3
		w.put(&scene.Path{Class: "prose-bar", Steps: geom.Polyline(geom.Pt(x, w.y), geom.Pt(x, w.y+height))})
	}
}

// piece draws a piece of the line at w.y.
func (w *writer) piece(p wrap.Piece, left float64) {
	x, height, class := left+p.X, p.Font.Size*lineHeight, ""
	if p.Span.Code {
		w.put(&scene.Rectangle{Class: "pill", Rect: geom.NewRect(x-1, w.y+1, p.Width+2, height-2), Round: 2})
	}
	if p.Span.Href != "" {
		class = "prose-link"
		page := w.page().scene
		page.Links = append(page.Links, scene.Link{Href: p.Span.Href, At: geom.NewRect(x, w.y, p.Width, height)})
	}
	w.put(&scene.Text{Class: class, At: geom.Pt(x, w.y+height*baseline), Font: p.Font, Content: p.Span.Text})
	line := func(at float64, class string) {
		w.put(&scene.Path{Class: class, Steps: geom.Polyline(geom.Pt(x, w.y+height*at), geom.Pt(x+p.Width, w.y+height*at))})
	}
	if p.Span.Struck {
		line(baseline-0.2, "prose-line")
	}
	if p.Span.Href != "" {
		line(baseline+0.08, "prose-link-line")
	}
}

// Rule is a line across the text.
type Rule struct{ Indent int }

func (r Rule) set(w *writer) {
	w.gap(8)
	w.reserve(8)
	w.put(&scene.Path{Class: "rule", Steps: geom.Polyline(geom.Pt(float64(min(r.Indent, deepest))*level, w.y), geom.Pt(w.width, w.y))})
	w.y += 8
}
