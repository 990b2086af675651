package tree

import "unicode/utf8"

// Canonical returns a document as text: members sorted by key, indented by two
// spaces, one element per line. An element is an object with a member that is not
// an object. It is written on one line unless it contains further elements. The
// text ends with a line feed.
func Canonical(n *Node) []byte {
	return append(appendSpread(make([]byte, 0, size(n)), n, 0), '\n')
}

// size estimates the length of Canonical's result. Most values share a line with
// others.
func size(n *Node) int {
	sum := len(n.Text) + 8
	for _, item := range n.Items {
		sum += size(item)
	}
	for _, member := range n.Members {
		sum += len(member.Key) + size(member.Value)
	}
	return sum
}

// Compact writes a value on one line without spaces.
func Compact(n *Node) []byte { return appendLine(nil, n, "") }

func appendSpread(buffer []byte, n *Node, depth int) []byte {
	switch {
	case depth > 0 && fitsLine(n), len(n.Members) == 0 && len(n.Items) == 0:
		return appendLine(buffer, n, " ")
	case n.Kind == Array:
		buffer = append(buffer, '[')
		for i, item := range n.Items {
			buffer = appendSpread(appendBreak(buffer, i, depth+1), item, depth+1)
		}
		return append(appendIndent(buffer, depth), ']')
	}
	buffer = append(buffer, '{')
	for i, member := range n.Members {
		buffer = appendString(appendBreak(buffer, i, depth+1), member.Key)
		buffer = appendSpread(append(buffer, ": "...), member.Value, depth+1)
	}
	return append(appendIndent(buffer, depth), '}')
}

// fitsLine reports whether the value is written on one line: it holds scalars
// only, or scalars and objects of scalars. An object of objects is a map of
// elements, which get a line each.
func fitsLine(n *Node) bool {
	scalars := len(n.Members) == 0
	for _, member := range n.Members {
		if isScalar(member.Value) {
			scalars = true
		} else if !isFlat(member.Value) {
			return false
		}
	}
	for _, item := range n.Items {
		if !isScalar(item) {
			return false
		}
	}
	return scalars
}

func isScalar(n *Node) bool { return n.Kind != Object && n.Kind != Array }

func isFlat(n *Node) bool {
	for _, member := range n.Members {
		if !isScalar(member.Value) {
			return false
		}
	}
	for _, item := range n.Items {
		if !isScalar(item) {
			return false
		}
	}
	return true
}

func appendBreak(buffer []byte, i, depth int) []byte {
	if i > 0 {
		buffer = append(buffer, ',')
	}
	return appendIndent(buffer, depth)
}

func appendIndent(buffer []byte, depth int) []byte {
	buffer = append(buffer, '\n')
	for range depth {
		buffer = append(buffer, "  "...)
	}
	return buffer
}

func appendLine(buffer []byte, n *Node, space string) []byte {
	switch n.Kind {
	case String:
		return appendString(buffer, n.Text)
	case Array:
		buffer = append(buffer, '[')
		for i, item := range n.Items {
			buffer = appendLine(appendComma(buffer, i, space), item, space)
		}
		return append(buffer, ']')
	case Object:
		buffer = append(buffer, '{')
		for i, member := range n.Members {
			buffer = append(appendString(appendComma(buffer, i, space), member.Key), ':')
			buffer = appendLine(append(buffer, space...), member.Value, space)
		}
		return append(buffer, '}')
	}
	return append(buffer, n.Text...)
}

func appendComma(buffer []byte, i int, space string) []byte {
	if i == 0 {
		return buffer
	}
	return append(append(buffer, ','), space...)
}

const hexadecimal = "0123456789abcdef"

// appendString writes as few escapes as JSON allows, and besides U+2028 and
// U+2029, at which some tools break lines. Broken UTF-8 becomes U+FFFD.
func appendString(buffer []byte, text string) []byte {
	buffer = append(buffer, '"')
	plain := 0
	for i, r := range text {
		escape := ""
		switch {
		case ' ' <= r && r < 0x7f && r != '"' && r != '\\': // most characters
			continue
		case r == '"':
			escape = `\"`
		case r == '\\':
			escape = `\\`
		case r == '\n':
			escape = `\n`
		case r == '\t':
			escape = `\t`
		case r < ' ' || r == 0x7f:
			escape = `\u00` + string(hexadecimal[r>>4]) + string(hexadecimal[r&15])
		case r == '\u2028':
			escape = `\u2028`
		case r == '\u2029':
			escape = `\u2029`
		case r == utf8.RuneError && (i+3 > len(text) || text[i:i+3] != "\uFFFD"):
			buffer = append(append(buffer, text[plain:i]...), "\uFFFD"...)
			plain = i + 1
			continue
		default:
			continue
		}
		buffer = append(append(buffer, text[plain:i]...), escape...)
		plain = i + utf8.RuneLen(r)
	}
	return append(append(buffer, text[plain:]...), '"')
}
