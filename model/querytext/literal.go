package querytext

import (
	"regexp"
	"strings"
)

// literals are the forms of a constant that begins with none of ' ( [ {. A
// function such as now() is a word with parentheses.
var literals = []*regexp.Regexp{
	regexp.MustCompile(`^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}`),
	regexp.MustCompile(`^0[xX]([0-9a-fA-F]{2})*`),
	regexp.MustCompile(`^-?([0-9]+(mo|ms|us|µs|ns|[ywdhms]))+`),
	regexp.MustCompile(`^-?[0-9]+(\.[0-9]*)?([eE][+-]?[0-9]+)?`),
	regexp.MustCompile(`^(?i:true|false|nan|infinity)`),
}

var functionCall = regexp.MustCompile(`^[a-zA-Z_]\w*\s*\(`)

// literalAt returns the end of the CQL constant that begins at an offset, or the
// offset itself if there is none.
func literalAt(text string, at int) int {
	rest := text[at:]
	switch {
	case rest == "":
		return at
	case rest[0] == '\'':
		if token := quoted(text, at); !token.open {
			return token.end
		}
		return at
	case strings.IndexByte("([{", rest[0]) >= 0:
		return bracketsAt(text, at)
	}
	if call := functionCall.FindString(rest); call != "" {
		return bracketsAt(text, at+len(call)-1)
	}
	for _, form := range literals {
		if found := form.FindString(rest); found != "" && !continues(rest[len(found):]) {
			return at + len(found)
		}
	}
	return at
}

// continues reports whether a text goes on with a character that could belong to
// a constant, as in 2024-01-01 after 2024.
func continues(rest string) bool {
	return rest != "" && strings.IndexFunc(rest[:min(len(rest), 4)], func(c rune) bool { return isWord(c) || c == '-' || c == '.' || c == ':' }) == 0
}

// bracketsAt returns the end of what the bracket at an offset encloses, or the
// offset if it is not closed.
func bracketsAt(text string, at int) int {
	const maxDepth = 64
	var open []byte
	for i := at; i < len(text); i++ {
		switch c := text[i]; c {
		case '\'':
			token := quoted(text, i)
			if token.open {
				return at
			}
			i = token.end - 1
		case '(', '[', '{':
			if len(open) == maxDepth {
				return at
			}
			open = append(open, map[byte]byte{'(': ')', '[': ']', '{': '}'}[c])
		case ')', ']', '}':
			if open[len(open)-1] != c {
				return at
			}
			if open = open[:len(open)-1]; len(open) == 0 {
				return i + 1
			}
		}
	}
	return at
}

// isLiteral reports whether a text is one constant.
func isLiteral(text string) bool { return text != "" && literalAt(text, 0) == len(text) }

// quoteLiteral returns a constant as the text has it: what is no constant of CQL
// becomes a string.
func quoteLiteral(constant string) string {
	if isLiteral(constant) {
		return constant
	}
	return "'" + strings.ReplaceAll(constant, "'", "''") + "'"
}
