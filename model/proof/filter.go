package proof

import (
	"regexp"
	"slices"
	"strings"

	"widerow/model"
	"widerow/model/access"
)

// filtered returns the first condition of a view's filter that the query does not ask for, so that
// the view lacks rows of the answer; "" if there is none.
func (j *Judgement) filtered() string {
	if !j.statement.table.isFiltered() {
		return ""
	}
	asked := slices.Concat(j.statement.runValues, j.Select.Where)
	for _, text := range conjuncts(j.statement.table.relation.Where) {
		f, known := readFilter(text)
		if f.operator == isNotNull && isKey(j.statement.table, f.column) {
			continue
		}
		if !known || !slices.ContainsFunc(asked, f.isImpliedBy) {
			return text
		}
	}
	return ""
}

// isFiltered reports whether the table is a view with a filter.
func (t *table) isFiltered() bool {
	return t.relation.Kind == model.MaterializedView && strings.TrimSpace(t.relation.Where) != ""
}

func isKey(t *table, name string) bool {
	return slices.ContainsFunc(t.columns, func(c *column) bool { return c.name == name && c.role.InKey() })
}

const isNotNull = "IS NOT NULL"

// filter is a condition of a view's filter.
type filter struct {
	column, operator string
	values           []model.Constant
}

var filterForm = regexp.MustCompile(`(?is)^\s*("(?:[^"]|"")+"|\w+)\s*(IS\s+NOT\s+NULL|IN\b|<=|>=|=|<|>)\s*(.*?)\s*$`)

// readFilter reads a condition. known is false for one with other values than constants.
func readFilter(text string) (f filter, known bool) {
	parts := filterForm.FindStringSubmatch(text)
	if parts == nil {
		return f, false
	}
	f.column = strings.ToLower(parts[1])
	if quoted, is := strings.CutPrefix(parts[1], `"`); is {
		f.column = strings.ReplaceAll(strings.TrimSuffix(quoted, `"`), `""`, `"`)
	}
	switch f.operator = strings.ToUpper(parts[2]); {
	case strings.HasPrefix(f.operator, "IS"):
		f.operator = isNotNull
		return f, parts[3] == ""
	case f.operator == "IN":
		f.values = (&model.Given{Operator: model.In, Source: model.ConstantSource, Constant: parts[3]}).Constants()
	default:
		f.values = (&model.Given{Operator: model.Equal, Source: model.ConstantSource, Constant: parts[3]}).Constants()
	}
	return f, len(f.values) > 0
}

// conjuncts splits a filter at its ANDs, except for those in strings and names.
func conjuncts(where string) []string {
	var parts []string
	start, quote := 0, byte(0)
	for i := range len(where) {
		switch c := where[i]; {
		case quote != 0:
			if c == quote {
				quote = 0
			}
		case c == '\'' || c == '"':
			quote = c
		case i >= start && isWord(where, i, "AND"):
			parts, start = append(parts, strings.TrimSpace(where[start:i])), i+len("AND")
		}
	}
	return append(parts, strings.TrimSpace(where[start:]))
}

// isWord reports whether a text has a word, in any case, at a place.
func isWord(text string, at int, word string) bool {
	end := at + len(word)
	isBreak := func(i int) bool { return i < 0 || i >= len(text) || !isLetter(text[i]) }
	return end <= len(text) && strings.EqualFold(text[at:end], word) && isBreak(at-1) && isBreak(end)
}

func isLetter(c byte) bool {
	return c == '_' || '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
}

// isImpliedBy reports whether every row that meets a condition of a statement passes the filter.
func (f *filter) isImpliedBy(c access.Condition) bool {
	switch {
	case !slices.Equal(c.Columns, []string{f.column}):
		return false
	case f.operator == isNotNull:
		return true
	case f.operator == "=" || f.operator == "IN":
		isEqual := c.Operator == access.Equal || c.Operator == access.In && c.List
		return isEqual && len(c.Values) > 0 && !slices.ContainsFunc(c.Values, func(v access.Value) bool { return !f.has(v) })
	}
	return string(c.Operator) == f.operator && len(c.Values) == 1 && f.has(c.Values[0])
}

func (f *filter) has(v access.Value) bool {
	return v.Kind != access.Marker && slices.ContainsFunc(f.values, func(own model.Constant) bool {
		return valueKinds[own.Kind] == v.Kind && (own.Text == v.Text || v.Kind != access.String && strings.EqualFold(own.Text, v.Text))
	})
}
