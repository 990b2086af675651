package effective

import (
	"slices"
	"strings"

	"widerow/cql/parse"
	"widerow/cql/syntax"
	"widerow/model"
)

const isNotNull = "IS NOT NULL"

// where returns the filter of a view in normal form: each condition once, without those
// that the key implies, in one order.
func where(view *model.Relation) string {
	conditions, are := parse.ParseConditions(view.Where)
	if view.Where == "" || !are {
		return view.Where
	}
	key := map[string]bool{}
	for _, column := range view.Columns {
		key[column.Name] = column.Role.InKey()
	}
	var filter []string
	for _, condition := range conditions {
		if condition.Operator == isNotNull && len(condition.Columns) == 1 && key[condition.Columns[0].Name] {
			continue
		}
		condition.Values = slices.Clone(condition.Values)
		for i, value := range condition.Values {
			condition.Values[i] = Term(value)
		}
		filter = append(filter, condition.String())
	}
	slices.Sort(filter)
	return strings.Join(slices.Compact(filter), " AND ")
}

// Term returns a constant in one spelling, and any other term with its constants so.
func Term(term syntax.Term) syntax.Term {
	switch term.Kind {
	case syntax.IntegerTerm:
		term.Text = integer(term.Text)
	case syntax.FloatTerm:
		term.Text = numberText(term.Text)
	case syntax.BooleanTerm, syntax.UUIDTerm, syntax.HexTerm:
		term.Text = strings.ToLower(term.Text)
	}
	term.Terms = slices.Clone(term.Terms)
	for i, inner := range term.Terms {
		term.Terms[i] = Term(inner)
	}
	return term
}

// integer drops leading zeros. A number may be longer than any type of Go.
func integer(digits string) string {
	rest, negative := strings.CutPrefix(digits, "-")
	rest = strings.TrimLeft(rest, "0")
	switch {
	case rest == "":
		return "0"
	case negative:
		return "-" + rest
	}
	return rest
}
