package concepttext

import (
	"slices"
	"strings"
	"unicode"
)

// span is a part of a text, in bytes.
type span struct{ start, end int }

// line is a part of a text without the space around it.
type line struct {
	span
	of string
}

func (l line) text() string { return l.of[l.start:l.end] }

func newLine(of string, start, end int) line {
	text := of[start:end]
	start += len(text) - len(strings.TrimLeftFunc(text, unicode.IsSpace))
	return line{span{start, start + len(strings.TrimSpace(text))}, of}
}

// lines splits a text at line ends and semicolons, and leaves out empty lines and
// comments, which begin with # or --.
func lines(text string) []line {
	var found []line
	start := 0
	for i, c := range text + "\n" {
		if c != '\n' && c != ';' {
			continue
		}
		l := newLine(text, start, min(i, len(text)))
		if l.text() != "" && !strings.HasPrefix(l.text(), "#") && !strings.HasPrefix(l.text(), "--") {
			found = append(found, l)
		}
		start = i + 1
	}
	return found
}

// cut splits a line at the first of a character.
func (l line) cut(at byte) (before, after line, found bool) {
	i := strings.IndexByte(l.text(), at)
	if i < 0 {
		return l, line{span{l.end, l.end}, l.of}, false
	}
	return newLine(l.of, l.start, l.start+i), newLine(l.of, l.start+i+1, l.end), true
}

// cutSpace splits a line after its first word.
func (l line) cutSpace() (first, rest line, found bool) {
	i := strings.IndexFunc(l.text(), unicode.IsSpace)
	if i < 0 {
		return l, line{span{l.end, l.end}, l.of}, false
	}
	return newLine(l.of, l.start, l.start+i), newLine(l.of, l.start+i, l.end), true
}

// list splits a line at commas that are not in parentheses.
func (l line) list() []line {
	var items []line
	depth, start := 0, l.start
	for i := l.start; i <= l.end; i++ {
		if i < l.end {
			switch l.of[i] {
			case '(':
				depth++
			case ')':
				depth--
			}
			if l.of[i] != ',' || depth > 0 {
				continue
			}
		}
		items = append(items, newLine(l.of, start, i))
		start = i + 1
	}
	return items
}

// parts is the list of a line, none for an empty one.
func (l line) parts() []line {
	if l.text() == "" {
		return nil
	}
	return l.list()
}

// words are the words of a line.
func (l line) words() []line {
	var words []line
	for rest := l; rest.text() != ""; {
		first, after, _ := rest.cutSpace()
		words, rest = append(words, first), after
	}
	return words
}

// joined is the part of a line from the first to the last of its words.
func joined(words []line) line {
	if len(words) == 0 {
		return line{}
	}
	return line{span{words[0].start, words[len(words)-1].end}, words[0].of}
}

// isEntity reports whether a line describes an entity type: it is neither a
// relationship type nor a hierarchy.
func (l line) isEntity() bool {
	head, _, _ := l.cut(':')
	return !head.isHierarchy() && head.cardinalities() == nil
}

func (l line) isHierarchy() bool {
	for _, word := range l.words() {
		if strings.EqualFold(word.text(), "isa") {
			return true
		}
	}
	return false
}

// cardinality returns "1", "n" or "m" if the word is that, or n(100/500), else "".
func (l line) cardinality() string {
	text := strings.ToLower(l.text())
	if text == "1" {
		return text
	}
	if end, numbers, _ := strings.Cut(text, "("); (end == "n" || end == "m") && (numbers == "" || strings.HasSuffix(numbers, ")")) {
		return end
	}
	return ""
}

// cardinalities returns the places among the words where cardinalities are, nil
// unless there are two or more.
func (l line) cardinalities() []int {
	var places []int
	for i, word := range l.words() {
		if i > 0 && word.cardinality() != "" {
			places = append(places, i)
		}
	}
	if len(places) < 2 {
		return nil
	}
	return places
}

// endText is an end of a relationship type as written.
type endText struct{ name, cardinality line }

// ends splits "Doctor n treats m Patient n Ward" into the verb and its ends, nil if
// one of them is missing. The first cardinality follows its name, the others precede it.
func (l line) ends() (verb line, ends []endText) {
	words, places := l.words(), l.cardinalities()
	ends = append(ends, endText{joined(words[:places[0]]), words[places[0]]})
	verb = joined(words[places[0]+1 : places[1]])
	for i, place := range places[1:] {
		until := len(words)
		if i+2 < len(places) {
			until = places[i+2]
		}
		ends = append(ends, endText{joined(words[place+1 : until]), words[place]})
	}
	if verb.text() == "" || slices.ContainsFunc(ends, func(e endText) bool { return e.name.text() == "" }) {
		return verb, nil
	}
	return verb, ends
}
