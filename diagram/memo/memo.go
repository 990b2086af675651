// Package memo draws what people add to a diagram beside its model: notes, whose text is Markdown, and
// areas behind the boxes.
package memo

import (
	"fmt"
	"strings"

	"widerow/diagram/figure"
	"widerow/diagram/geom"
	"widerow/diagram/scene"
	"widerow/diagram/typeface"
	"widerow/diagram/wrap"
	"widerow/model"
	"widerow/model/richtext"
)

// Sizes in px.
const (
	textSize   = 12.5
	lineHeight = 1.4
	baseline   = 0.76 // of the height of a line
	padding    = 12.0
	level      = 16.0 // of an indentation
	blockGap   = 6.0
	leastNote  = 40.0 // height
	round      = 6.0
	// mostLines bounds the lines of a note. A longer text ends with an ellipsis.
	mostLines = 80
	deepest   = 5 // levels that are still indented
)

var headingSizes = map[int]float64{1: 16, 2: 14.5}

// Note is a note with its lines.
type Note struct {
	ID            model.ID
	Width, Height float64
	color         model.Color
	title         figure.Title
	lines         []line
}

// line is one line of a note, from its top left corner.
type line struct {
	top, left, height float64
	mark              string // of an item of a list, left of the line
	font              typeface.Font
	quotes            int
	pieces            []wrap.Piece
	rule              bool
}

// NewNote lays out the text of a note.
func NewNote(id model.ID, n *model.Note) *Note {
	note := &Note{ID: id, Width: n.Width(), color: n.Color.Shown()}
	setter := &setter{width: note.Width - 2*padding}
	for _, block := range richtext.Blocks(n.Text, nil) {
		setter.add(block)
	}
	note.lines = setter.lines
	note.Height = max(leastNote, setter.y+2*padding)
	note.title = figure.Titled(typeface.Clean(typeface.OneLine(plain(note.lines))), "note")
	return note
}

// plain returns the text of lines.
func plain(lines []line) string {
	var all strings.Builder
	for _, l := range lines {
		for _, piece := range l.pieces {
			all.WriteString(piece.Span.Text)
		}
		all.WriteByte(' ')
	}
	return strings.TrimSpace(all.String())
}

// setter places blocks below each other.
type setter struct {
	width, y float64
	lines    []line
	full     bool
}

func (s *setter) add(b richtext.Block) {
	if s.full {
		return
	}
	if s.y > 0 {
		s.y += blockGap
	}
	size := max(textSize, headingSizes[b.Heading])
	left := float64(min(b.Quotes, deepest)+min(b.Indent, deepest)) * level
	first := line{left: left, height: size * lineHeight, mark: b.Mark, font: typeface.Font{Size: size}, quotes: min(b.Quotes, deepest)}
	switch {
	case b.Rule:
		first.rule, first.height = true, blockGap
		s.put(first)
		return
	case b.Code != "":
		s.rows(first, []wrap.Span{{Text: strings.TrimRight(b.Code, "\n"), Code: true}}, size, false)
		return
	case b.Rows != nil:
		for i, row := range b.Rows {
			s.rows(first, []wrap.Span{{Text: strings.Join(row, "  ·  "), Bold: i == 0}}, size, false)
		}
		return
	}
	spans := make([]wrap.Span, len(b.Spans))
	for i, span := range b.Spans {
		spans[i] = wrap.Span(span)
	}
	s.rows(first, spans, size, b.Heading > 0)
}

// rows puts a paragraph.
func (s *setter) rows(first line, spans []wrap.Span, size float64, bold bool) {
	for _, pieces := range wrap.Lines(spans, size, bold, max(s.width-first.left, 3*size)) {
		first.pieces = pieces
		s.put(first)
		first.mark = ""
	}
}

func (s *setter) put(l line) {
	if s.full {
		return
	}
	if s.full = len(s.lines) == mostLines; s.full {
		l.pieces = []wrap.Piece{{Span: wrap.Span{Text: "…"}, Font: typeface.Font{Size: textSize}}}
		l.mark = ""
	}
	l.top = s.y
	s.y += l.height
	s.lines = append(s.lines, l)
}

// Paint draws the note with its upper left corner at a point. Links are items of their own, as no link
// can be within another one.
func (n *Note) Paint(p *figure.Painter, at geom.Rect) (sheet *scene.Element, links []*scene.Element) {
	items := []scene.Item{&scene.Rectangle{Class: "memo-sheet " + string(n.color), Rect: at, Round: round}}
	for _, l := range n.lines {
		drawn, linked := l.paint(geom.Pt(at.X+padding, at.Y+padding), at.Width-2*padding)
		items = append(items, drawn...)
		for _, piece := range linked {
			piece.Hooks = &scene.Hooks{Owner: string(n.ID), Outside: true}
			links = append(links, piece)
			if p.Options.Standalone {
				p.Scene.Links = append(p.Scene.Links, scene.Link{Href: piece.Href, At: piece.Items[0].(*scene.Rectangle).Rect})
			}
		}
	}
	e := p.Element(n.ID, "memo", n.title.Text(), items...)
	return e, links
}

// paint draws a line. from is the corner of the text.
func (l *line) paint(from geom.Point, width float64) (items []scene.Item, links []*scene.Element) {
	x, y := from.X+l.left, from.Y+l.top
	for i := range l.quotes {
		bar := from.X + float64(i)*level + 3
		items = append(items, &scene.Path{Class: "memo-bar", Steps: geom.Polyline(geom.Pt(bar, y), geom.Pt(bar, y+l.height))})
	}
	if l.rule {
		return append(items, &scene.Path{Class: "memo-bar", Steps: geom.Polyline(geom.Pt(x, y+l.height/2), geom.Pt(from.X+width, y+l.height/2))}), nil
	}
	if l.mark != "" {
		wide, _ := typeface.Measure(l.mark, l.font)
		items = append(items, &scene.Text{Class: "memo-text", At: geom.Pt(max(from.X, x-wide-5), y+l.height*baseline), Font: l.font, Content: l.mark})
	}
	for _, piece := range l.pieces {
		drawn := l.piece(piece, x, y)
		if piece.Span.Href == "" {
			items = append(items, drawn...)
			continue
		}
		area := &scene.Rectangle{Class: "row", Rect: geom.NewRect(x+piece.X, y, piece.Width, l.height)}
		links = append(links, &scene.Element{Class: "memo-link", Href: piece.Span.Href, Items: append([]scene.Item{area}, drawn...)})
	}
	return items, links
}

// piece draws a part of a line in one style.
func (l *line) piece(piece wrap.Piece, x, y float64) (items []scene.Item) {
	left, class := x+piece.X, "memo-text"
	if piece.Span.Code {
		items = append(items, &scene.Rectangle{Class: "memo-code", Rect: geom.NewRect(left-2, y+1.5, piece.Width+4, l.height-3), Round: 3})
	}
	across := func(at float64, class string) {
		items = append(items, &scene.Path{Class: class, Steps: geom.Polyline(geom.Pt(left, y+l.height*at), geom.Pt(left+piece.Width, y+l.height*at))})
	}
	if piece.Span.Href != "" {
		class = "memo-text linked"
		across(baseline+0.1, "memo-underline")
	}
	if piece.Span.Struck {
		across(baseline-0.22, "memo-bar")
	}
	return append(items, &scene.Text{Class: class, At: geom.Pt(left, y+l.height*baseline), Font: piece.Font, Content: piece.Span.Text})
}

// Description returns the note in words.
func (n *Note) Description() figure.Description { return n.title.Description(n.ID) }

// DOT returns the attributes of the node of a note.
func (n *Note) DOT() string {
	var lines []string
	for _, l := range n.lines {
		lines = append(lines, strings.TrimSpace(l.mark+" "+plain([]line{l})))
	}
	return fmt.Sprintf(`shape=note, style=filled, fillcolor="%s", label=<%s>`, dotColors[n.color], figure.EscapeLines(lines))
}

// dotColors are the colours of notes in light pictures.
var dotColors = map[model.Color]string{model.Yellow: "#fff3c2", model.Blue: "#dfeafd", model.Green: "#dcf1e3", model.Pink: "#fbe2ef", model.Grey: "#edf0f4"}
