package cql_test

import (
	"fmt"
	"slices"
	"strings"

	"widerow/cql/syntax"
	"widerow/model"
)

// createView reorders the key of a table, with at most one additional column.
func (w *ddlWriter) createView() string {
	base := w.someTable()
	key := w.shuffled(base.keyNames())
	others := base.columnNames(model.Regular)
	if len(others) > 0 && w.chance(40) {
		key = slices.Insert(key, w.IntN(len(key)+1), w.pick(others...))
	}
	switch {
	case len(key) == 0 || w.fault(3):
		key = append(key, w.columnName())
	case w.fault(3):
		key = key[1:]
	case w.fault(2):
		key = append(key, w.columnOf(base))
	}
	if len(key) == 0 {
		key = []string{"a"}
	}
	split := 1 + w.IntN(min(2, len(key)))
	clauses := w.options(tableOptionValues, 15)
	if !w.fault(10) {
		clauses = slices.DeleteFunc(clauses, func(option string) bool { return strings.HasPrefix(option, "default_time_to_live") })
	}
	if w.fault(1) {
		clauses = append(clauses, "COMPACT STORAGE")
	}
	clauses = append(clauses, w.viewOrder(key[split:])...)
	return fmt.Sprintf("CREATE MATERIALIZED VIEW %s%s AS SELECT %s FROM %s%s PRIMARY KEY (%s)%s", w.ifNotExists(), w.in(w.viewName()), w.selected(base, key),
		base.name, w.filter(base, key), w.viewKey(key, split), w.with(clauses))
}

func (w *ddlWriter) viewKey(key []string, split int) string {
	first := "(" + strings.Join(key[:split], ", ") + ")"
	return strings.Join(append([]string{first}, key[split:]...), ", ")
}

// viewOrder names all clustering columns, as a view requires.
func (w *ddlWriter) viewOrder(clustering []string) []string {
	if len(clustering) == 0 || !w.chance(40) {
		return nil
	}
	var parts []string
	for _, name := range clustering {
		parts = append(parts, name+" "+w.pick("ASC", "DESC"))
	}
	if w.fault(8) {
		parts = parts[:w.IntN(len(parts))+1]
	}
	if w.fault(5) {
		parts = w.shuffled(parts)
	}
	return []string{"CLUSTERING ORDER BY (" + strings.Join(parts, ", ") + ")"}
}

func (w *ddlWriter) selected(base relation, key []string) string {
	if len(base.columnNames(model.Static)) == 0 && w.chance(30) || w.fault(3) {
		return "*"
	}
	columns := slices.Clone(key)
	if w.fault(2) {
		columns = columns[1:]
	}
	for _, name := range base.columnNames(model.Regular) {
		if w.chance(30) && !slices.Contains(columns, name) {
			columns = append(columns, name)
		}
	}
	switch {
	case w.fault(3):
		columns = append(columns, w.columnOf(base))
	case w.fault(3):
		columns = append(columns, w.pick("count(*)", "a AS x", "now()", "writetime(a)", "CAST(a AS text)", "token(a)", "(int) 5", "5", "a + 1", "e[0]", "f.g"))
	}
	if len(columns) == 0 {
		return "*"
	}
	return strings.Join(w.shuffled(columns), ", ")
}

func (w *ddlWriter) filter(base relation, key []string) string {
	var conditions []string
	for _, name := range key {
		switch {
		case w.fault(3):
		case w.chance(12):
			conditions = append(conditions, w.condition(base, name))
		default:
			conditions = append(conditions, name+" IS NOT NULL")
		}
	}
	switch {
	case w.fault(2):
		conditions = append(conditions, w.condition(base, w.columnOf(base)))
	case w.fault(2):
		conditions = append(conditions, w.pick("token(a) > 5", "expr(i0, 'x')", "(a, b) > (1, 2)", "a = ?", "a CONTAINS 1", "a LIKE 'x'", w.columnOf(base)+" IS NOT NULL"))
	}
	if len(conditions) == 0 {
		return ""
	}
	return " WHERE " + strings.Join(w.shuffled(conditions), " AND ")
}

// condition compares a column with a value of its type.
func (w *ddlWriter) condition(base relation, name string) string {
	value := w.pick("1", "'x'", "5")
	for _, column := range base.Columns {
		if syntax.QuoteName(column.Name) == name && column.Type.Kind == model.NativeType {
			if known := literals[column.Type.Name]; known != nil {
				value = w.pick(known...)
			}
		}
	}
	return name + " " + w.pick("= "+value, "> "+value, "<= "+value, "IN ("+value+")", w.faulty(10, "!= "+value, "= "+value))
}

func (w *ddlWriter) alterView() string {
	name := w.in(w.viewName())
	if views := w.relations(model.MaterializedView); len(views) > 0 && !w.fault(10) {
		name = views[w.IntN(len(views))].name
	} else if w.fault(20) {
		name = w.someTable().name
	}
	options := append(w.options(alterOptionValues, 15), w.option(alterOptionValues))
	return "ALTER MATERIALIZED VIEW " + w.ifExists() + name + strings.TrimSuffix(w.with(options), " ")
}
