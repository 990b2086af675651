package cql_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// schemaWriter makes a legal schema, every construct of it by chance.
type schemaWriter struct {
	*rand.Rand
	strings.Builder
	types  []string
	tables int
}

func randomSchema(random *rand.Rand) string {
	w := &schemaWriter{Rand: random}
	for i := range 1 + w.IntN(2) {
		keyspace := fmt.Sprintf("k%d", i)
		w.types = nil
		fmt.Fprintf(w, "CREATE KEYSPACE %s WITH replication = {'class': 'SimpleStrategy', 'replication_factor': %d};\n", keyspace, 1+w.IntN(3))
		for range w.IntN(4) {
			w.userType(keyspace)
		}
		for range w.IntN(5) {
			w.table(keyspace)
		}
	}
	return w.String()
}

func (w *schemaWriter) pick(from ...string) string { return from[w.IntN(len(from))] }

func (w *schemaWriter) name(i int) string {
	return w.pick(fmt.Sprintf("c%d", i), fmt.Sprintf(`"C%d"`, i), fmt.Sprintf(`"select %d"`, i), fmt.Sprintf(`"é""%d"`, i))
}

// native is a type that may also be the key of a map or in a primary key.
func (w *schemaWriter) native() string {
	return w.pick("ascii", "bigint", "blob", "boolean", "date", "decimal", "double", "float", "inet", "int", "smallint", "text",
		"time", "timestamp", "timeuuid", "tinyint", "uuid", "varchar", "varint")
}

func (w *schemaWriter) typeName(depth int) string {
	if depth == 0 {
		return w.native()
	}
	inner := func() string { return w.frozen(depth - 1) }
	switch w.IntN(7) {
	case 0:
		return "list<" + inner() + ">"
	case 1:
		return "set<" + inner() + ">"
	case 2:
		return "map<" + inner() + ", " + inner() + ">"
	case 3:
		return "tuple<" + inner() + ", " + inner() + ">"
	case 4:
		return fmt.Sprintf("vector<%s, %d>", w.native(), 1+w.IntN(9))
	}
	return w.native()
}

// frozen is a type for inside another.
func (w *schemaWriter) frozen(depth int) string {
	if len(w.types) > 0 && w.IntN(4) == 0 {
		return "frozen<" + w.types[w.IntN(len(w.types))] + ">"
	}
	t := w.typeName(depth)
	if strings.Contains(t, "<") {
		return "frozen<" + t + ">"
	}
	return t
}

func (w *schemaWriter) userType(keyspace string) {
	name := w.pick(fmt.Sprintf("u%d", len(w.types)), fmt.Sprintf(`"U %d"`, len(w.types)))
	fmt.Fprintf(w, "CREATE TYPE %s.%s (", keyspace, name)
	for i := range 1 + w.IntN(4) {
		fmt.Fprintf(w, "%s %s,", w.name(i), w.frozen(2))
	}
	w.WriteString(");\n")
	w.types = append(w.types, name)
}

func (w *schemaWriter) table(keyspace string) {
	w.tables++
	table := fmt.Sprintf(`%s.%s%d`, keyspace, w.pick("t", "t_"), w.tables)
	partition, clustering := 1+w.IntN(2), w.IntN(3)
	var names, columns []string
	for i := range partition + clustering + w.IntN(5) {
		name := w.name(i)
		names = append(names, name)
		switch {
		case i < partition+clustering:
			columns = append(columns, name+" "+w.frozen(1))
		case clustering > 0 && w.IntN(4) == 0:
			columns = append(columns, name+" "+w.typeName(2)+" STATIC")
		default:
			columns = append(columns, name+" "+w.typeName(2)+w.pick("", "", " MASKED WITH DEFAULT", " MASKED WITH mask_null()"))
		}
	}
	w.Shuffle(len(columns), func(i, j int) { columns[i], columns[j] = columns[j], columns[i] })
	key := append([]string{"(" + strings.Join(names[:partition], ", ") + ")"}, names[partition:partition+clustering]...)
	fmt.Fprintf(w, "CREATE TABLE %s (%s, PRIMARY KEY (%s))", table, strings.Join(columns, ", "), strings.Join(key, ", "))
	word := " WITH "
	if clustering > 0 && w.IntN(2) == 0 {
		fmt.Fprintf(w, "%sCLUSTERING ORDER BY (%s %s)", word, names[partition], w.pick("ASC", "DESC"))
		word = " AND "
	}
	for _, option := range []string{"comment = $$it's -- \"x\"$$", "gc_grace_seconds = 5", "cdc = true", "speculative_retry = '99p'",
		"caching = {'keys': 'ALL', 'rows_per_partition': 10}", "compression = {'class': 'ZstdCompressor', 'compression_level': 3}"} {
		if w.IntN(4) == 0 {
			w.WriteString(word + option)
			word = " AND "
		}
	}
	w.WriteString(";\n")
	if clustering > 0 && w.IntN(2) == 0 {
		fmt.Fprintf(w, "CREATE INDEX %s ON %s (%s);\n", w.pick("", fmt.Sprintf("i%d", w.tables)), table, w.keyTarget(columns, names[partition]))
	}
	if w.IntN(2) == 0 {
		w.view(keyspace, table, names[:partition+clustering])
	}
}

// keyTarget is what an index on a key column names: a frozen collection
// wants full().
func (w *schemaWriter) keyTarget(columns []string, name string) string {
	for _, column := range columns {
		t, found := strings.CutPrefix(column, name+" ")
		if found && (strings.HasPrefix(t, "frozen<list") || strings.HasPrefix(t, "frozen<set") || strings.HasPrefix(t, "frozen<map")) {
			return "full(" + name + ")"
		}
	}
	return name
}

// view turns the key of a table round.
func (w *schemaWriter) view(keyspace, table string, key []string) {
	var where, turned []string
	for _, name := range key {
		where = append(where, name+" IS NOT NULL")
		turned = append([]string{name}, turned...)
	}
	order := ""
	if len(turned) > 1 && w.IntN(2) == 0 {
		var parts []string
		for _, name := range turned[1:] {
			parts = append(parts, name+" "+w.pick("ASC", "DESC"))
		}
		order = " WITH CLUSTERING ORDER BY (" + strings.Join(parts, ", ") + ")"
	}
	fmt.Fprintf(w, "CREATE MATERIALIZED VIEW %s.v%d AS SELECT %s FROM %s WHERE %s PRIMARY KEY (%s)%s;\n", keyspace, w.tables,
		strings.Join(key, ", "), table, strings.Join(where, " AND "), strings.Join(turned, ", "), order)
}
