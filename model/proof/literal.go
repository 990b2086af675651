package proof

import (
	"regexp"
	"strings"

	"widerow/model/access"
)

// literalForms are the forms of a CQL constant that a query may compare with.
// Text in quotes is handled by literal.
var literalForms = []struct {
	kind access.ValueKind
	form *regexp.Regexp
}{
	{access.Integer, regexp.MustCompile(`^-?[0-9]+$`)},
	{access.Float, regexp.MustCompile(`^-?[0-9]+(\.[0-9]*)?([eE][+-]?[0-9]+)?$`)},
	{access.Boolean, regexp.MustCompile(`^(?i:true|false)$`)},
	{access.UUID, regexp.MustCompile(`^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$`)},
	{access.Hex, regexp.MustCompile(`^0[xX]([0-9a-fA-F]{2})*$`)},
}

// literal reads a CQL constant such as 'open', 7 or true, and reports whether it
// is one. It reads no collections, functions and operations.
func literal(text string) (access.Value, bool) {
	text = strings.TrimSpace(text)
	if len(text) >= 2 && text[0] == '\'' && text[len(text)-1] == '\'' {
		inner := text[1 : len(text)-1]
		plain := strings.ReplaceAll(inner, "''", "")
		return access.Value{Kind: access.String, Text: strings.ReplaceAll(inner, "''", "'")}, !strings.Contains(plain, "'")
	}
	for _, form := range literalForms {
		if form.form.MatchString(text) {
			return access.Value{Kind: form.kind, Text: text}, true
		}
	}
	return access.Value{}, false
}
