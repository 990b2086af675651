package syntax

// ScannerAt returns a scanner at a position in a text.
func ScannerAt(text string, from Position) Scanner {
	return Scanner{text: text, At: int(from.Offset), line: from.Line, lineStart: int(from.Offset - from.Column + 1)}
}

// TokenEnd returns the end of the token at a position, the position itself if
// none begins there. An unclosed token ends with its first line.
func TokenEnd(text string, from Position) Position {
	s := ScannerAt(text, from)
	switch token := s.Scan(); {
	case token.Start.Offset > from.Offset:
		return from
	case s.Unclosed(token):
		s.SkipToLineEnd(token)
	}
	return s.Position()
}

// TermEnd returns the end of a term of a parsed text.
func TermEnd(text string, term *Term) Position {
	last := lastPart(term)
	begun := last.Offset
	if last.Kind == BindTerm && last.Name != nil { // a colon and its name are two tokens
		begun = last.Name.Name.Offset
	}
	s := ScannerAt(text, term.Position)
	for open := 0; ; {
		switch token := s.Scan(); token.Word() {
		case "(", "[", "{":
			open++
		case ")", "]", "}":
			open--
		case "":
			if token.Kind == EndOfText {
				return s.Position()
			}
		}
		after := s
		if open <= 0 && int32(s.At) > begun && (last.Kind != FunctionTerm || after.Scan().Word() != "(") {
			return s.Position()
		}
	}
}

// lastPart returns the part of a term that begins last.
func lastPart(term *Term) *Term {
	last := term
	for i := range term.Terms {
		if part := lastPart(&term.Terms[i]); part.Offset > last.Offset {
			last = part
		}
	}
	return last
}

// TypeEnd returns the end of the type at a position.
func TypeEnd(text string, from Position) Position {
	s := ScannerAt(text, from)
	for open := 0; ; {
		switch s.Scan().Word() {
		case "<":
			open++
		case ">":
			open--
		}
		after := s
		if next := after.Scan().Word(); open == 0 && next != "<" && next != "." && s.text[s.At-1] != '.' || s.At == len(text) {
			return s.Position()
		}
	}
}
