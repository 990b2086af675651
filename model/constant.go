package model

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// Constant is a literal of CQL that a condition compares with. Text is without quotes.
type Constant struct {
	Kind ConstantKind
	Text string
}

// ConstantKind is the kind of a literal.
type ConstantKind string

// The kinds.
const (
	StringConstant   ConstantKind = "string"
	IntegerConstant  ConstantKind = "integer"
	FloatConstant    ConstantKind = "float"
	BooleanConstant  ConstantKind = "boolean"
	UUIDConstant     ConstantKind = "uuid"
	HexConstant      ConstantKind = "hex"
	DurationConstant ConstantKind = "duration"
)

// ConstantTypes are the native types that accept a kind of literal.
var ConstantTypes = map[ConstantKind][]string{
	StringConstant: {"ascii", "text", "inet", "date", "time", "timestamp"},
	IntegerConstant: {"bigint", "counter", "date", "decimal", "double", "duration", "float", "int", "smallint", "time", "timestamp",
		"tinyint", "varint"},
	UUIDConstant:     {"uuid", "timeuuid"},
	FloatConstant:    {"decimal", "double", "float"},
	BooleanConstant:  {"boolean"},
	HexConstant:      {"blob"},
	DurationConstant: {"duration"},
}

// constantForms are the forms of literals without quotes.
var constantForms = []struct {
	kind ConstantKind
	form *regexp.Regexp
}{
	{IntegerConstant, regexp.MustCompile(`^-?[0-9]+$`)},
	{FloatConstant, regexp.MustCompile(`^(-?[0-9]+(\.[0-9]*)?([eE][+-]?[0-9]+)?|-?(?i:nan|infinity))$`)},
	{BooleanConstant, regexp.MustCompile(`^(?i:true|false)$`)},
	{UUIDConstant, regexp.MustCompile(`^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$`)},
	{HexConstant, regexp.MustCompile(`^0[xX]([0-9a-fA-F]{2})*$`)},
	{DurationConstant, regexp.MustCompile(`^-?([0-9]+(mo|ms|us|µs|ns|[ywdhms]))+$`)},
}

// ParseConstant reads a literal such as 'open', 7 or true, and reports whether it is
// one. It reads no collections, functions and operations.
func ParseConstant(text string) (Constant, bool) {
	text = strings.TrimSpace(text)
	if len(text) >= 2 && text[0] == '\'' && text[len(text)-1] == '\'' {
		inner := text[1 : len(text)-1]
		plain := strings.ReplaceAll(inner, "''", "")
		return Constant{StringConstant, strings.ReplaceAll(inner, "''", "'")}, !strings.Contains(plain, "'")
	}
	for _, form := range constantForms {
		if form.form.MatchString(text) {
			return Constant{form.kind, text}, true
		}
	}
	return Constant{}, false
}

// Constants returns the literals of a condition: one, or for IN a list such as ('a', 'b').
// There are none if its value is no literal.
func (g *Given) Constants() []Constant {
	if g.Source != ConstantSource {
		return nil
	}
	texts := []string{g.Constant}
	if g.Operator == In {
		text := strings.TrimSpace(g.Constant)
		texts = listed(strings.TrimSuffix(strings.TrimPrefix(text, "("), ")"))
	}
	var values []Constant
	for _, text := range texts {
		value, ok := ParseConstant(text)
		if !ok {
			return nil
		}
		values = append(values, value)
	}
	return values
}

// listed splits a list at its commas, except for those in strings.
func listed(list string) []string {
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

// writtenForms match strings with a value of a native type, roughly: enough to tell a date from a
// word.
var writtenForms = map[string]*regexp.Regexp{
	"date":      regexp.MustCompile(`^[+-]?\d{4,}-\d{1,2}-\d{1,2}$`),
	"timestamp": regexp.MustCompile(`^[+-]?\d{4,}-\d{1,2}-\d{1,2}([T ].*)?$`),
	"time":      regexp.MustCompile(`^\d{1,2}:\d{2}:\d{2}(\.\d+)?$`),
	"inet":      regexp.MustCompile(`^[0-9a-fA-F:]*[.:][0-9a-fA-F.:]+$`),
}

// Fits reports whether a native type has the value of a literal.
func (c Constant) Fits(native string) bool {
	if !slices.Contains(ConstantTypes[c.Kind], native) {
		return false
	}
	bits := map[string]int{"tinyint": 8, "smallint": 16, "int": 32, "bigint": 64}[native]
	switch {
	case c.Kind == IntegerConstant && bits > 0:
		_, err := strconv.ParseInt(c.Text, 10, bits)
		return err == nil
	case c.Kind == UUIDConstant && native == "timeuuid":
		return c.Text[14] == '1'
	case c.Kind == StringConstant && writtenForms[native] != nil:
		return writtenForms[native].MatchString(c.Text)
	}
	return true
}
