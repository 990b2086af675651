package cql_test

import (
	"fmt"
	"slices"
	"strings"
)

// tableShape is a table being written.
type tableShape struct {
	names      []string
	definition map[string]string
	partition  []string
	clustering []string
	counter    bool
	compact    bool
}

func (w *ddlWriter) createTable() string {
	shape := w.shape()
	definitions := make([]string, 0, len(shape.names)+1)
	inline := len(shape.clustering) == 0 && len(shape.partition) == 1 && w.chance(50)
	for _, name := range shape.names {
		definition := name + " " + shape.definition[name]
		if inline && name == shape.partition[0] || w.fault(1) {
			definition += " PRIMARY KEY"
		}
		definitions = append(definitions, definition)
	}
	if w.fault(1) {
		definitions = append(definitions, w.pick(definitions...))
	}
	if w.chance(30) {
		definitions = w.shuffled(definitions)
	}
	if !inline && !w.fault(1) || w.fault(1) {
		definitions = append(definitions, w.primaryKey(shape))
	}
	return fmt.Sprintf("CREATE TABLE %s%s (%s)%s", w.ifNotExists(), w.in(w.tableName()), strings.Join(definitions, ", "), w.with(w.tableClauses(shape)))
}

func (w *ddlWriter) shape() *tableShape {
	s := &tableShape{definition: map[string]string{}, counter: w.chance(7), compact: !w.sound && w.chance(6)}
	for range 1 + w.IntN(2) + w.IntN(5) {
		if name := w.columnName(); !slices.Contains(s.names, name) {
			s.names = append(s.names, name)
		}
	}
	keys := 1 + w.IntN(min(4, len(s.names)))
	split := 1 + w.IntN(min(2, keys))
	s.partition, s.clustering = s.names[:split], s.names[split:keys]
	if s.compact && len(s.names) > keys+1 && len(s.clustering) > 0 && !w.fault(20) {
		s.names = s.names[:keys+1]
	}
	for i, name := range s.names {
		s.definition[name] = w.definition(s, i < keys)
	}
	return s
}

func (w *ddlWriter) definition(s *tableShape, key bool) string {
	static := ""
	if w.fault(1) || !key && !s.compact && len(s.clustering) > 0 && w.chance(20) {
		static = " STATIC"
	}
	depth := 2
	if s.compact && !w.fault(5) {
		depth = 0
	}
	switch {
	case key:
		return w.keyType(min(depth, 1)) + static + w.mask(1)
	case s.counter && !w.fault(5):
		return "counter" + static
	case s.compact:
		return w.keyType(depth) + static
	}
	return w.columnType(depth) + static + w.mask(6)
}

// mask returns a mask that every type accepts, or any mask as a fault.
func (w *ddlWriter) mask(percent int) string {
	switch {
	case w.chance(percent):
		return " MASKED WITH " + w.pick("DEFAULT", "mask_null()", "mask_default()", w.faulty(30, w.otherMask(), "DEFAULT"))
	case w.fault(1):
		return " MASKED WITH " + w.otherMask()
	}
	return ""
}

func (w *ddlWriter) otherMask() string {
	return w.pick("mask_inner(1, 2)", "mask_outer(1, null)", "mask_inner(1, 2, '#')", "mask_hash()", "mask_hash('SHA-256')", "mask_replace('x')",
		"mask_replace(1)", "nosuch()", "now()", "system.mask_null()", "mask_null(1)", "mask_hash('nosuch')", "count()", "mask_inner('a', 'b')",
		"fn0()", "fn1()", w.home+".fn0()", w.other+".fn0()", "ag0()", "mask_default(1)", "mask_outer(1)")
}

func (w *ddlWriter) primaryKey(s *tableShape) string {
	partition, clustering := slices.Clone(s.partition), slices.Clone(s.clustering)
	if w.fault(3) {
		clustering = append(clustering, w.columnName())
	}
	first := strings.Join(partition, ", ")
	if len(partition) > 1 || w.chance(20) {
		first = "(" + first + ")"
	}
	return "PRIMARY KEY (" + strings.Join(append([]string{first}, clustering...), ", ") + ")"
}

// with joins the clauses of WITH.
func (w *ddlWriter) with(clauses []string) string {
	if len(clauses) == 0 {
		return ""
	}
	return " WITH " + strings.Join(w.shuffled(clauses), " AND ")
}

func (w *ddlWriter) tableClauses(s *tableShape) []string {
	clauses := w.options(tableOptionValues, 35)
	if s.compact {
		clauses = append(clauses, "COMPACT STORAGE")
	}
	if s.counter && !w.fault(10) {
		clauses = slices.DeleteFunc(clauses, func(option string) bool { return strings.HasPrefix(option, "default_time_to_live") })
	}
	return append(clauses, w.order(s.clustering)...)
}

// order returns CLUSTERING ORDER BY with the first clustering columns.
func (w *ddlWriter) order(clustering []string) []string {
	if len(clustering) == 0 && !w.fault(1) || !w.chance(40) {
		return nil
	}
	named := slices.Clone(clustering[:len(clustering)-w.IntN(len(clustering)/2+1)])
	switch {
	case w.fault(4):
		named = append(named, w.columnName())
	case w.fault(4):
		named = w.shuffled(clustering)
	case w.fault(4) && len(clustering) > 1:
		named = clustering[1:]
	case w.fault(2) && len(named) > 0:
		named = append(named, named[0])
	}
	var parts []string
	for _, name := range named {
		parts = append(parts, name+" "+w.pick("ASC", "DESC"))
	}
	if len(parts) == 0 {
		parts = []string{"a ASC"}
	}
	return []string{"CLUSTERING ORDER BY (" + strings.Join(parts, ", ") + ")"}
}

func (w *ddlWriter) alterTable() string {
	table := w.someTable()
	return "ALTER TABLE " + w.ifExists() + table.name + " " + w.change(table)
}

func (w *ddlWriter) change(table relation) string {
	switch roll := w.IntN(100); {
	case roll < 22:
		return w.addColumns(table)
	case roll < 40:
		return w.dropColumns(table)
	case roll < 54:
		return w.renameColumns(table)
	case roll < 82:
		options := w.options(alterOptionValues, 20)
		if len(options) == 0 {
			options = []string{w.option(alterOptionValues)}
		}
		return strings.TrimPrefix(w.with(options), " ")
	case roll < 93:
		return fmt.Sprintf("ALTER %s%s %s", w.ifExists(), w.columnOf(table), w.pick("DROP MASKED", "DROP MASKED", "MASKED WITH DEFAULT", "MASKED WITH mask_null()", "MASKED WITH "+w.faulty(50, w.otherMask(), "mask_default()")))
	case roll < 95:
		return "DROP COMPACT STORAGE"
	case roll < 96:
		return "ALTER " + w.columnOf(table) + " TYPE " + w.columnType(1)
	}
	return w.addColumns(table)
}

func (w *ddlWriter) addColumns(table relation) string {
	added := func() string {
		name := w.columnName()
		if w.fault(8) {
			name = w.columnOf(table)
		}
		static := ""
		if len(table.keyNames()) > 1 && w.chance(12) || w.fault(3) {
			static = " STATIC"
		}
		columnType := w.columnType(2)
		if w.chance(3) || len(table.Columns) > 0 && w.isCounterTable(table) && !w.fault(10) {
			columnType = "counter"
		}
		return name + " " + columnType + static + w.mask(5)
	}
	if w.chance(30) {
		var columns []string
		for range 1 + w.IntN(3) {
			columns = append(columns, added())
		}
		return "ADD " + w.ifNotExists() + "(" + strings.Join(columns, ", ") + ")"
	}
	return "ADD " + w.ifNotExists() + added()
}

func (w *ddlWriter) isCounterTable(table relation) bool {
	for _, column := range table.Columns {
		if column.Type.IsCounter() {
			return true
		}
	}
	return false
}

func (w *ddlWriter) dropColumns(table relation) string {
	some := func() string {
		others := table.columnNames("static", "regular")
		if len(others) == 0 || w.fault(15) {
			return w.columnOf(table)
		}
		return w.pick(others...)
	}
	end := w.either(4, " USING TIMESTAMP 5", "")
	if w.chance(20) {
		var columns []string
		for range 1 + w.IntN(3) {
			columns = append(columns, some())
		}
		return "DROP " + w.ifExists() + "(" + strings.Join(columns, ", ") + ")" + end
	}
	return "DROP " + w.ifExists() + some() + end
}

func (w *ddlWriter) renameColumns(table relation) string {
	some := func() string {
		keys := table.keyNames()
		if len(keys) == 0 || w.fault(15) {
			return w.columnOf(table)
		}
		return w.pick(keys...)
	}
	target := func() string {
		if w.fault(15) {
			return w.columnOf(table)
		}
		return w.pick("r0", "r1", "r2", "r3", "r4", `"R 5"`, w.columnName())
	}
	change := "RENAME " + w.ifExists() + some() + " TO " + target()
	for w.chance(20) {
		change += " AND " + some() + " TO " + target()
	}
	return change
}
