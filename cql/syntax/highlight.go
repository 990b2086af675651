package syntax

import "strings"

// Span is a piece of a line. Class is "keyword", "type", "name", "string",
// "number", "comment", "punctuation" or "error"; blanks have none.
type Span struct{ Class, Text string }

// Highlight divides a text into lines of spans for display. Joined with line
// ends the spans are the text, except that "\r\n" becomes "\n" and a byte order
// mark is removed.
func Highlight(text string) [][]Span {
	text = strings.ReplaceAll(strings.TrimPrefix(text, byteOrderMark), "\r\n", "\n")
	h := highlighter{lines: [][]Span{nil}, text: text}
	scanner := NewScanner(text)
	at := int32(0)
	for {
		token := scanner.Scan()
		h.add("", text[at:token.Start.Offset])
		if token.Kind == EndOfText {
			return h.lines
		}
		h.add(h.class(token), scanner.Text(token))
		at = token.End
	}
}

type highlighter struct {
	text  string
	lines [][]Span
}

// add appends a text, which may have several lines.
func (h *highlighter) add(class, text string) {
	for i, line := range strings.Split(text, "\n") {
		if i > 0 {
			h.lines = append(h.lines, nil)
		}
		if line != "" {
			last := len(h.lines) - 1
			h.lines[last] = append(h.lines[last], Span{class, line})
		}
	}
}

func (h *highlighter) class(token Token) string {
	switch token.Kind {
	case String:
		return "string"
	case Integer, Float, Boolean, UUID, Hex, Duration:
		return "number"
	case Comment:
		if h.text[token.Start.Offset] == '#' {
			return "error"
		}
		return "comment"
	case Punctuation:
		return "punctuation"
	case Illegal:
		return "error"
	case Name:
		return wordClass(token, h.text[token.Start.Offset:token.End])
	}
	return "name"
}

// wordClass classifies a word. An unreserved keyword such as TYPE counts as a
// keyword only in capitals, as Widerow's own scripts write it.
func wordClass(token Token, text string) string {
	switch {
	case token.Number.Text() == "SET", token.Number.Class() == NativeWord, TypeConstructor(token.Number.Text()) != UserType:
		return "type"
	case token.Number.Class() == Reserved, token.Number.Text() != "" && text == token.Number.Text():
		return "keyword"
	}
	return "name"
}
