package prose

import (
	"strings"
	"unicode/utf8"

	"widerow/diagram/geom"
	"widerow/diagram/scene"
	"widerow/diagram/typeface"
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

// Span is a piece of text in one style. A line feed in it begins a new line.
type Span struct {
	Text                       string
	Bold, Italic, Code, Struck bool
	Href                       string // where a press on it leads, "" for nowhere
}

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
	for number, line := range breakSpans(r.Spans, size, bold, w.width-left) {
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

// piece is a part of a line in one style, with its place from the left.
type piece struct {
	span     Span
	font     typeface.Font
	x, width float64
}

// piece draws a piece of the line at w.y.
func (w *writer) piece(p piece, left float64) {
	x, height, class := left+p.x, p.font.Size*lineHeight, ""
	if p.span.Code {
		w.put(&scene.Rectangle{Class: "pill", Rect: geom.NewRect(x-1, w.y+1, p.width+2, height-2), Round: 2})
	}
	if p.span.Href != "" {
		class = "prose-link"
		page := w.page().scene
		page.Links = append(page.Links, scene.Link{Href: p.span.Href, At: geom.NewRect(x, w.y, p.width, height)})
	}
	w.put(&scene.Text{Class: class, At: geom.Pt(x, w.y+height*baseline), Font: p.font, Content: p.span.Text})
	line := func(at float64, class string) {
		w.put(&scene.Path{Class: class, Steps: geom.Polyline(geom.Pt(x, w.y+height*at), geom.Pt(x+p.width, w.y+height*at))})
	}
	if p.span.Struck {
		line(baseline-0.2, "prose-line")
	}
	if p.span.Href != "" {
		line(baseline+0.08, "prose-link-line")
	}
}

// breakSpans breaks spans into lines of at most width px, at spaces where possible.
func breakSpans(spans []Span, size float64, bold bool, width float64) [][]piece {
	b := &breaker{width: width, lines: [][]piece{nil}}
	for _, span := range spans {
		font := typeface.Font{Size: size, Bold: bold || span.Bold, Italic: span.Italic}
		for i, line := range strings.Split(span.Text, "\n") {
			if i > 0 {
				b.feed()
			}
			for line != "" {
				word := firstWord(line)
				line = line[len(word):]
				b.add(span, font, word)
			}
		}
	}
	if last := len(b.lines) - 1; last > 0 && b.lines[last] == nil {
		b.lines = b.lines[:last]
	}
	return b.lines
}

// longest is the number of bytes of a text without spaces that are measured at once.
const longest = 200

// firstWord returns the first word of a text with the spaces before it.
func firstWord(text string) string {
	start := len(text) - len(strings.TrimLeft(text, " \t"))
	end := strings.IndexAny(text[start:], " \t")
	if end < 0 {
		end = len(text) - start
	}
	end = min(end, longest)
	for start+end < len(text) && !utf8.RuneStart(text[start+end]) {
		end--
	}
	return text[:start+end]
}

// breaker fills lines with words.
type breaker struct {
	width float64
	x     float64 // the end of the last line
	lines [][]piece
}

func (b *breaker) feed() { b.lines, b.x = append(b.lines, nil), 0 }

// add adds a word to the last line, or to a new one if it does not fit.
func (b *breaker) add(span Span, font typeface.Font, word string) {
	words := typeface.OneLine(word)
	if strings.TrimLeft(word, " \t") != word && b.x > 0 {
		words = " " + words
	}
	wide, _ := typeface.Measure(words, font)
	if b.x+wide > b.width && b.x > 0 && wide <= b.width {
		b.feed()
		words = strings.TrimLeft(words, " ")
		wide, _ = typeface.Measure(words, font)
	}
	if wide > b.width { // a word that is longer than a line
		for _, part := range typeface.Lines(words, font, b.width) {
			if b.x > 0 {
				b.feed()
			}
			b.join(span, font, part)
		}
		return
	}
	b.join(span, font, words)
}

// join adds letters to the last piece if they have its style, so that the directions of writing are
// resolved for the whole piece.
func (b *breaker) join(span Span, font typeface.Font, letters string) {
	if letters == "" {
		return
	}
	span.Text = letters
	last := &b.lines[len(b.lines)-1]
	if count := len(*last); count > 0 {
		if before := (*last)[count-1]; sameStyle(before.span, span) {
			span.Text, b.x = before.span.Text+letters, before.x
			*last = (*last)[:count-1]
		}
	}
	wide, _ := typeface.Measure(span.Text, font)
	*last = append(*last, piece{span, font, b.x, wide})
	b.x += wide
}

func sameStyle(a, b Span) bool {
	a.Text = b.Text
	return a == b
}

// Rule is a line across the text.
type Rule struct{ Indent int }

func (r Rule) set(w *writer) {
	w.gap(8)
	w.reserve(8)
	w.put(&scene.Path{Class: "rule", Steps: geom.Polyline(geom.Pt(float64(min(r.Indent, deepest))*level, w.y), geom.Pt(w.width, w.y))})
	w.y += 8
}
