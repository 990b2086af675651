package figure

import (
	"cmp"
	"html"
	"regexp"
	"strings"
)

// EscapeDOT escapes a text for an HTML-like label. Graphviz 12.1.2 ends at an empty
// cell, so an empty text becomes a blank. It replaces \N, \G and others by names, also
// if the backslash is a character reference, so a space without width follows that.
func EscapeDOT(text string) string {
	escaped := html.EscapeString(strings.Map(Printable, text))
	return cmp.Or(dotName.ReplaceAllString(escaped, `\&#8203;$1`), "&#160;")
}

var dotName = regexp.MustCompile(`\\([EGHLNT])`)

// Printable drops the characters that XML forbids.
func Printable(r rune) rune {
	if r < ' ' || r >= 0x7f && r < 0xa0 || r == '\ufffe' || r == '\uffff' {
		return ' '
	}
	return r
}

func EscapeLines(lines []string) string {
	escaped := make([]string, len(lines))
	for i, line := range lines {
		escaped[i] = EscapeDOT(line)
	}
	return strings.Join(escaped, "<BR/>")
}
