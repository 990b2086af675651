// Package wrap breaks text of several styles into lines.
package wrap

import (
	"strings"
	"unicode/utf8"

	"widerow/diagram/typeface"
)

// Span is a piece of text in one style. A line feed in it begins a new line.
type Span struct {
	Text                       string
	Bold, Italic, Code, Struck bool
	Href                       string // where a press on it leads, "" for nowhere
}

// Piece is a part of a line in one style, with its place from the left.
type Piece struct {
	Span     Span
	Font     typeface.Font
	X, Width float64
}

// Lines breaks spans into lines of at most width px, at spaces where possible.
func Lines(spans []Span, size float64, bold bool, width float64) [][]Piece {
	b := &breaker{width: width, lines: [][]Piece{nil}}
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
	lines [][]Piece
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
		if before := (*last)[count-1]; sameStyle(before.Span, span) {
			span.Text, b.x = before.Span.Text+letters, before.X
			*last = (*last)[:count-1]
		}
	}
	wide, _ := typeface.Measure(span.Text, font)
	*last = append(*last, Piece{span, font, b.x, wide})
	b.x += wide
}

func sameStyle(a, b Span) bool {
	a.Text = b.Text
	return a == b
}
