package cli

import (
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// lines finds characters of a text by their line and column. It looks at a line
// once, because a line may be a whole script with many findings.
type lines struct {
	texts []string
	known map[int]*line
}

func newLines(text string) *lines {
	return &lines{texts: strings.Split(text, "\n"), known: map[int]*line{}}
}

func (l *lines) has(number int) bool { return 0 < number && number <= len(l.texts) }

// line returns a line by its number, which counts from 1.
func (l *lines) line(number int) *line {
	if l.known[number] == nil {
		l.known[number] = newLine(strings.TrimRight(l.texts[number-1], "\r"))
	}
	return l.known[number]
}

// utf16Column converts a column in characters to one in UTF-16 code units.
// Both start at 1.
func (l *lines) utf16Column(number, column int) int {
	if !l.has(number) {
		return column
	}
	return l.line(number).units(column-1) + 1
}

// line is a line of a text.
type line struct {
	text string
	// length is the number of characters.
	length int
	// marks are the places of every markDistance-th character.
	marks []lineMark
}

const markDistance = 128

// lineMark is the offset of a character in bytes and in UTF-16 code units.
type lineMark struct{ offset, units int }

func newLine(text string) *line {
	l := &line{text: text}
	units := 0
	for offset, r := range text {
		if l.length%markDistance == 0 {
			l.marks = append(l.marks, lineMark{offset, units})
		}
		l.length++
		units += utf16.RuneLen(r)
	}
	return l
}

// place returns the offset of a character, which counts from 0.
func (l *line) place(character int) lineMark {
	if len(l.marks) == 0 {
		return lineMark{}
	}
	at := min(character/markDistance, len(l.marks)-1)
	place := l.marks[at]
	for range min(character, l.length) - at*markDistance {
		r, size := utf8.DecodeRuneInString(l.text[place.offset:])
		place.offset += size
		place.units += utf16.RuneLen(r)
	}
	return place
}

// between returns the characters from start to end, which counts from 0.
func (l *line) between(start, end int) string {
	return l.text[l.place(start).offset:l.place(end).offset]
}

// units converts a number of characters to UTF-16 code units. Beyond the end of
// the line a character is one unit.
func (l *line) units(characters int) int {
	return l.place(characters).units + max(0, characters-l.length)
}
