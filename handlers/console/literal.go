package console

import (
	"fmt"
	"strings"

	"widerow/cql/parse"
	"widerow/cql/perform"
	"widerow/cql/syntax"
	"widerow/model"
)

// constants are the kinds of terms that may stand for a value as they are typed.
var constants = map[syntax.TermKind]bool{syntax.IntegerTerm: true, syntax.FloatTerm: true, syntax.BooleanTerm: true, syntax.UUIDTerm: true,
	syntax.HexTerm: true, syntax.DurationTerm: true, syntax.NullTerm: true, syntax.NegationTerm: true, syntax.StringTerm: true,
	syntax.FunctionTerm: true, syntax.CastTerm: true}

// asText are the types whose values are typed without quotes, and quotedTypes those whose literals are a text with a form.
var (
	asText      = map[string]bool{"text": true, "ascii": true, "varchar": true}
	quotedTypes = map[string]bool{"date": true, "time": true, "timestamp": true, "inet": true}
)

// literal returns what a person typed for a parameter as CQL, or what is wrong with it and what to do.
func bindLiteral(m perform.Bind, typed, typeName string) (text, problem string) {
	if !m.List {
		return literalOf(m.Type, typed, typeName)
	}
	var parts []string
	for _, part := range splitList(typed) {
		text, problem := literalOf(m.Type, part, typeName)
		if problem != "" {
			return "", problem
		}
		parts = append(parts, text)
	}
	if len(parts) == 0 {
		return "", "Type one or more values, separated by commas."
	}
	return "(" + strings.Join(parts, ", ") + ")", ""
}

// splitList parts a list of values at its commas, which may be within quotes or brackets.
func splitList(typed string) []string {
	typed = strings.TrimSpace(typed)
	if strings.HasPrefix(typed, "(") && strings.HasSuffix(typed, ")") {
		typed = typed[1 : len(typed)-1]
	}
	var parts []string
	from, depth, quoted := 0, 0, false
	for i, r := range typed + "," {
		switch {
		case r == '\'' && strings.HasPrefix(strings.TrimSpace(typed[from:]), "'"):
			quoted = !quoted
		case quoted:
		case strings.ContainsRune("([{", r):
			depth++
		case strings.ContainsRune(")]}", r):
			depth--
		case r == ',' && (depth <= 0 || i == len(typed)):
			parts = append(parts, strings.TrimSpace(typed[from:i]))
			from = i + 1
		}
	}
	if len(parts) == 1 && parts[0] == "" {
		return nil
	}
	for i, part := range parts {
		if inner, found := strings.CutPrefix(part, "'"); found && strings.HasSuffix(inner, "'") {
			parts[i] = strings.ReplaceAll(strings.TrimSuffix(inner, "'"), "''", "'")
		}
	}
	return parts
}

// literalOf returns a value of a type as CQL. A text is typed without quotes, and a date and an address, too.
func literalOf(typ model.Type, typed, typeName string) (text, problem string) {
	if typ.Kind == model.NativeType && asText[typ.Name] {
		return syntax.QuoteString(typed), ""
	}
	typed = strings.TrimSpace(typed)
	if typed == "" {
		if typ.IsZero() {
			return "''", ""
		}
		return "", "Type a value: " + example(typ) + "."
	}
	term, parsed := parse.ParseTerm(typed)
	isConstant := parsed && constants[term.Kind]
	switch {
	case typ.Kind == model.NativeType && quotedTypes[typ.Name]:
		if isConstant && term.Kind != syntax.FloatTerm && term.Kind != syntax.DurationTerm {
			return typed, ""
		}
		return syntax.QuoteString(typed), ""
	case typ.IsZero() && !isConstant:
		if parsed && isWhole(term.Kind) {
			return typed, ""
		}
		return syntax.QuoteString(typed), ""
	case isConstant, parsed && !isScalar(typ) && isWhole(term.Kind):
		return typed, ""
	}
	return "", noValue(typed, typ, typeName)
}

func isScalar(typ model.Type) bool { return typ.Kind == model.NativeType }

// isWhole reports whether a term is a collection, a tuple or a value of a user-defined type.
func isWhole(kind syntax.TermKind) bool {
	return kind == syntax.ListTerm || kind == syntax.SetTerm || kind == syntax.MapTerm || kind == syntax.TupleTerm
}

// noValue explains that a text is no value of a type, and gives an example of one.
func noValue(typed string, typ model.Type, typeName string) string {
	const shown = 40
	if runes := []rune(typed); len(runes) > shown {
		typed = string(runes[:shown]) + "…"
	}
	return fmt.Sprintf("“%s” is no %s. Type %s.", typed, typeName, example(typ))
}

// examples are values of the native types.
var examples = map[string]string{
	"int": "a whole number, such as 7", "bigint": "a whole number, such as 7", "smallint": "a whole number up to 32767", "tinyint": "a whole number up to 127",
	"varint": "a whole number, such as 7", "counter": "a whole number, such as 1", "decimal": "a number, such as 12.50", "float": "a number, such as 1.5",
	"double": "a number, such as 1.5", "boolean": "true or false", "uuid": "one such as 123e4567-e89b-42d3-a456-426614174000, or uuid()",
	"timeuuid": "one such as 50554d6e-29bb-11e5-b345-feff819cdc9f, or now()", "blob": "bytes in hexadecimal, such as 0x00ff",
	"date": "a date such as 2026-11-28", "time": "a time such as 08:12:54.123", "timestamp": "a time such as 2026-11-28 08:12:54 or 2026-11-28T08:12:54Z",
	"duration": "one such as 1h30m", "inet": "an address such as 10.0.0.5 or ::1", "text": "a text, without quotes", "ascii": "a text, without quotes",
}

// example says what a value of a type looks like.
func example(typ model.Type) string {
	switch typ.Kind {
	case model.NativeType:
		if words := examples[typ.Name]; words != "" {
			return words
		}
	case model.ListType:
		return "a list, such as [1, 2] or ['a', 'b']"
	case model.SetType:
		return "a set, such as {1, 2} or {'a', 'b'}"
	case model.MapType:
		return "a map, such as {'a': 1}"
	case model.TupleType:
		return "a tuple, such as (1, 'a')"
	case model.VectorType:
		return "a vector, such as [0.1, 0.2]"
	case model.UserTypeRef:
		return "its fields, such as {street: 'Main', number: 7}"
	}
	return "a literal of CQL"
}

// signs are operators as people write them.
var signs = map[string]string{">=": "≥", "<=": "≤", "!=": "≠"}

// signOf is the operator beside the name of a parameter, "" for equality.
func signOf(m perform.Bind) string {
	if m.Operator == "=" {
		return ""
	}
	if sign := signs[m.Operator]; sign != "" {
		return sign
	}
	return strings.ToLower(m.Operator)
}
