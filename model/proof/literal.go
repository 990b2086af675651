package proof

import (
	"regexp"
	"strings"

	"widerow/model"
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

// constants returns the constants of a condition: one, or for IN a list such as
// ('a', 'b'). There are none if its value is no constant, or not one of CQL.
func constants(given *model.Given) []access.Value {
	if given.Source != model.ConstantSource {
		return nil
	}
	texts := []string{given.Constant}
	if given.Operator == model.In {
		text := strings.TrimSpace(given.Constant)
		texts = elements(strings.TrimSuffix(strings.TrimPrefix(text, "("), ")"))
	}
	var values []access.Value
	for _, text := range texts {
		value, ok := literal(text)
		if !ok {
			return nil
		}
		values = append(values, value)
	}
	return values
}

// elements splits a list at its commas, except for those in strings.
func elements(list string) []string {
	var texts []string
	start, quoted := 0, false
	for i, c := range []byte(list) {
		switch {
		case c == '\'':
			quoted = !quoted
		case c == ',' && !quoted:
			texts, start = append(texts, list[start:i]), i+1
		}
	}
	return append(texts, list[start:])
}
