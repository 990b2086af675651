package syntax

// ScannerAt returns a scanner at a position in a text.
func ScannerAt(text string, from Position) Scanner {
	return Scanner{text: text, at: int(from.Offset), line: from.Line, lineStart: int(from.Offset - from.Column + 1)}
}

// TokenEnd returns the end of the token at a position. An unclosed token ends
// with its first line.
func TokenEnd(text string, from Position) Position {
	s := ScannerAt(text, from)
	if token := s.Scan(); s.Unclosed(token) {
		s.skipToLineEnd(token)
	}
	return s.position()
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
		if next := after.Scan().Word(); open == 0 && next != "<" && next != "." && s.text[s.at-1] != '.' || s.at == len(text) {
			return s.position()
		}
	}
}
