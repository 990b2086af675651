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
		h.place.after(token, scanner.Text(token), h.isType(token))
		at = token.End
	}
}

type highlighter struct {
	text  string
	lines [][]Span
	place typePlace
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
		return h.wordClass(token, h.text[token.Start.Offset:token.End])
	}
	return "name"
}

// wordClass classifies a word. An unreserved keyword such as TYPE counts as a
// keyword only in capitals, as Widerow's own scripts write it. The name of a type gets
// its class only where CQL expects a type, since a column may be called date.
func (h *highlighter) wordClass(token Token, text string) string {
	switch {
	case h.isType(token):
		return "type"
	case token.Number.Text() == "SET", token.Number.Class() == Reserved, token.Number.Text() != "" && text == token.Number.Text():
		return "keyword"
	}
	return "name"
}

// isType reports whether a word is a type. SET is one before its elements only, not in an UPDATE.
func (h *highlighter) isType(token Token) bool {
	if token.Kind != Name || !h.place.isType() {
		return false
	}
	if token.Number.Text() == "SET" {
		return strings.HasPrefix(strings.TrimLeft(h.text[token.End:], " \t\n"), "<")
	}
	return token.Number.Class() == NativeWord || TypeConstructor(token.Number.Text()) != UserType
}

// typePlace reports whether the next token may be a type. A type follows the name of a column or
// field, or a word such as AS or RETURNS, or is in the angle brackets of another type.
type typePlace struct {
	ready bool
	typed bool // the last token is a type
	depth int  // of angle brackets
}

func (p *typePlace) isType() bool { return p.ready || p.depth > 0 }

// after moves the place behind a token.
func (p *typePlace) after(token Token, text string, typed bool) {
	if token.Kind == Comment {
		return
	}
	switch {
	case p.typed && text == "<":
		p.depth++
	case text == ">":
		p.depth = max(0, p.depth-1)
	case text == ";":
		p.depth = 0
	}
	p.ready, p.typed = !typed && namesTyped(token, text), typed
}

// namesTyped reports whether the type of a name may follow a token.
func namesTyped(token Token, text string) bool {
	switch token.Number.Text() {
	case "AS", "TYPE", "RETURNS", "STYPE":
		return true
	case "DISTINCT", "JSON":
		return false
	case "":
		return token.Kind == Name || token.Kind == QuotedName
	}
	return token.Number.Class() != Reserved && text != token.Number.Text()
}
