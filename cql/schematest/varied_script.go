package schematest

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// Script writes the schema as CQL. The spelling of everything was chosen before.
func (v *Varied) Script() string {
	w := &strings.Builder{}
	fmt.Fprintf(w, "CREATE KEYSPACE %s WITH replication = %s AND durable_writes = %t;\nUSE %[1]s;\n", Keyspace, v.replication.written, v.durable)
	for _, t := range v.types {
		fmt.Fprintf(w, "CREATE TYPE %s.%s (%s);\n", Keyspace, t.name, columnList(t.fields))
	}
	for _, t := range v.tables {
		t.write(w)
	}
	for _, view := range v.views {
		view.write(w)
	}
	for i, body := range v.functions {
		fmt.Fprintf(w, "CREATE FUNCTION %s.fn%d (s int, a tuple<int, list<int>>) CALLED ON NULL INPUT RETURNS int LANGUAGE java AS '%s';\n", Keyspace, i, body)
		fmt.Fprintf(w, "CREATE FUNCTION %s.sum%d (s int, a int) CALLED ON NULL INPUT RETURNS int LANGUAGE java AS 'return 1;';\n", Keyspace, i)
		fmt.Fprintf(w, "CREATE AGGREGATE %s.ag%d (int) SFUNC sum%[2]d STYPE int INITCOND %s;\n", Keyspace, i, []string{"null", "007"}[i%2])
	}
	return w.String()
}

func columnList(columns []variedColumn) string {
	var written []string
	for _, column := range columns {
		text := column.name + " " + column.written
		if column.static {
			text += " STATIC"
		}
		if column.mask != "" {
			text += " MASKED WITH " + column.mask
		}
		written = append(written, text)
	}
	return strings.Join(written, ", ")
}

func nameList(columns []variedColumn) string {
	var names []string
	for _, column := range columns {
		names = append(names, column.name)
	}
	return strings.Join(names, ", ")
}

func (t *variedTable) write(w *strings.Builder) {
	key := "(" + nameList(t.partition) + ")"
	if len(t.clustering) > 0 {
		key += ", " + nameList(t.clustering)
	}
	fmt.Fprintf(w, "CREATE TABLE %s.%s (%s, PRIMARY KEY (%s))", Keyspace, t.name, columnList(slices.Concat(t.partition, t.clustering, t.columns)), key)
	clauses := clauses(t.options)
	if slices.Contains(t.descending, true) {
		clauses = append(clauses, t.order())
	}
	writeClauses(w, clauses)
	for _, index := range t.indexes {
		fmt.Fprintf(w, "CREATE INDEX %s ON %s.%s %s%s", index.name, Keyspace, t.name, index.target, index.class)
		var entries []string
		for _, name := range sortedKeys(index.options) {
			entries = append(entries, fmt.Sprintf("'%s': %s", name, index.options[name].written))
		}
		if len(entries) > 0 {
			w.WriteString(" WITH OPTIONS = {" + strings.Join(entries, ", ") + "}")
		}
		w.WriteString(";\n")
	}
}

func (t *variedTable) order() string {
	var order []string
	for i, column := range t.clustering {
		order = append(order, column.name+map[bool]string{true: " DESC", false: " ASC"}[t.descending[i]])
	}
	return "CLUSTERING ORDER BY (" + strings.Join(order, ", ") + ")"
}

func (view *variedView) write(w *strings.Builder) {
	t := view.table
	conditions := []string{t.partition[0].name + " IS NOT NULL"}
	if view.bound > 0 {
		conditions = []string{fmt.Sprintf("%s > 0%d", t.partition[0].name, view.bound)}
	}
	key := slices.Concat(t.clustering, t.partition)
	for _, column := range key {
		if column.name != t.partition[0].name {
			conditions = append(conditions, column.name+" IS NOT NULL")
		}
	}
	fmt.Fprintf(w, "CREATE MATERIALIZED VIEW %s.%s AS SELECT %s FROM %s.%s WHERE %s PRIMARY KEY (%s)", Keyspace, view.name, nameList(key), Keyspace, t.name,
		strings.Join(conditions, " AND "), nameList(key))
	writeClauses(w, clauses(view.options))
}

func clauses(options map[string]spelling) []string {
	var clauses []string
	for _, name := range sortedKeys(options) {
		clauses = append(clauses, name+" = "+options[name].written)
	}
	return clauses
}

func writeClauses(w *strings.Builder, clauses []string) {
	if len(clauses) > 0 {
		w.WriteString(" WITH " + strings.Join(clauses, " AND "))
	}
	w.WriteString(";\n")
}

func sortedKeys[K cmp.Ordered, V any](of map[K]V) []K { return slices.Sorted(maps.Keys(of)) }
