package print

import (
	"slices"
	"strings"

	"widerow/model"
	"widerow/model/access"
	"widerow/model/schema"
)

// ValueText formats values as messages repeat them: quotes in strings are not
// doubled, and every bind marker is `?`. Selectors are formatted in another way
// than terms.
type ValueText struct {
	Table     *access.Table
	selecting bool
}

func (w ValueText) Of(v *access.Value) string {
	switch v.Kind {
	case access.Marker:
		return "?"
	case access.Null:
		return "NULL"
	case access.String:
		return "'" + v.Text + "'"
	case access.List:
		return "[" + w.all(v.Values) + "]"
	case access.Set:
		return "{" + w.all(v.Values) + "}"
	case access.Tuple:
		return "(" + w.all(v.Values) + ")"
	case access.Cast:
		return "(" + v.Text + ")" + w.Of(&v.Values[0])
	case access.Typed:
		return schema.JavaText(v.Type, w.Table.Types, func(*model.UserType) string { return w.Table.Keyspace })
	case access.Map, access.Fields:
		return "{" + strings.Join(w.pairs(v), ", ") + "}"
	case access.Function, access.Operation, access.Negation, access.CastFunction:
		return w.call(v)
	}
	return w.part(v)
}

// part formats an element, a slice, a field or a cell.
func (w ValueText) part(v *access.Value) string {
	switch v.Kind {
	case access.Element:
		return w.Of(&v.Values[0]) + "[" + ValueText{Table: w.Table}.Of(&v.Values[1]) + "]"
	case access.Slice:
		return w.Of(&v.Values[0]) + "[" + w.end(&v.Values[1]) + ".." + w.end(&v.Values[2]) + "]"
	case access.Field:
		return w.Of(&v.Values[0]) + "." + v.Text
	case access.Cell:
		return v.Text + "(" + w.all(v.Values) + ")"
	}
	return v.Text
}

func (w ValueText) end(v *access.Value) string {
	if v.Kind == access.Open {
		return ""
	}
	return ValueText{Table: w.Table}.Of(v)
}

// call formats a call. In a term it has the name of the function that is
// called, in a selector the name of the column of the result.
func (w ValueText) call(v *access.Value) string {
	switch {
	case w.selecting && v.Kind == access.Operation:
		return w.Of(&v.Values[0]) + " " + v.Text + " " + w.Of(&v.Values[1])
	case w.selecting && v.Kind == access.Negation:
		return "-" + w.Of(&v.Values[0])
	case w.selecting && v.Kind == access.CastFunction:
		return "cast(" + w.Of(&v.Values[0]) + " as " + v.Text + ")"
	}
	if !w.selecting {
		return quotedFunction(v.FunctionName()) + "(" + w.all(v.Values) + ")"
	}
	full := w.Table.FunctionOf(v)
	if full.Name == "count_rows" {
		return "count"
	}
	if t, isCast := strings.CutPrefix(full.Name, "cast_as_"); isCast && full.Keyspace == "system" {
		return "cast(" + w.all(v.Values) + " as " + t + ")"
	}
	return full.Keyspace + "." + full.Name + "(" + w.all(v.Values) + ")"
}

func (w ValueText) pairs(v *access.Value) []string {
	var pairs []string
	for _, name := range v.FieldOrder() {
		pairs = append(pairs, name+": "+w.Of(&v.Values[slices.Index(v.Fields, name)]))
	}
	for i := 0; v.Kind == access.Map && i+1 < len(v.Values); i += 2 {
		pairs = append(pairs, w.Of(&v.Values[i])+": "+w.Of(&v.Values[i+1]))
	}
	return pairs
}

func (w ValueText) all(values []access.Value) string {
	texts := make([]string, len(values))
	for i := range values {
		texts[i] = w.Of(&values[i])
	}
	return strings.Join(texts, ", ")
}

// maskText formats the call of a mask. The server does not quote its name.
func maskText(r *access.Refusal) string {
	name := r.Value.FunctionName()
	if name.Keyspace != "" {
		name.Name = name.Keyspace + "." + name.Name
	}
	return name.Name + "(" + ValueText{Table: r.Table}.all(r.Value.Values) + ")"
}
