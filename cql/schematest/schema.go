// Package schematest makes random schemas for the tests of other packages.
package schematest

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
)

// writer writes a random schema that Cassandra accepts.
type writer struct {
	*rand.Rand
	strings.Builder
}

func (w *writer) pick(from ...string) string { return from[w.IntN(len(from))] }

func (w *writer) line(format string, arguments ...any) {
	fmt.Fprintf(w, format+"\n", arguments...)
}

// Random returns a schema that Cassandra accepts. Two of them share names, so that
// they have elements in common.
func Random(random *rand.Rand) string {
	w := &writer{Rand: random}
	for i := range 1 + w.IntN(2) {
		keyspace := fmt.Sprintf("k%d", i)
		w.line("CREATE KEYSPACE %s WITH replication = {'class': 'NetworkTopologyStrategy', 'dc%d': %d}%s;", keyspace, w.IntN(2), 1+w.IntN(3),
			w.pick("", "", " AND durable_writes = false"))
		types := w.IntN(3)
		for t := range types {
			w.userType(keyspace, t)
		}
		for _, t := range w.Perm(5)[:w.IntN(5)] {
			w.table(keyspace, t, types)
		}
		if w.IntN(3) == 0 {
			w.functions(keyspace, types)
		}
	}
	return w.String()
}

// functions writes an aggregate with its function, and a function that not every
// other of its name can replace.
func (w *writer) functions(keyspace string, types int) {
	state := w.pick("int", "bigint")
	w.line("CREATE FUNCTION %s.plus (s %s, v int) %s RETURNS %s LANGUAGE java AS 'return s;';", keyspace, state,
		w.pick("CALLED ON NULL INPUT", "RETURNS NULL ON NULL INPUT"), state)
	w.line("CREATE AGGREGATE %s.total (int) SFUNC plus STYPE %s INITCOND %d;", keyspace, state, w.IntN(2))
	argument := "int"
	if types > 0 {
		argument = "u0"
	}
	w.line(`CREATE %sFUNCTION %s.f (a %s) %s RETURNS text LANGUAGE java AS 'return "%d";';`, w.pick("", "OR REPLACE "), keyspace, argument,
		w.pick("CALLED ON NULL INPUT", "RETURNS NULL ON NULL INPUT"), w.IntN(2))
}

func (w *writer) userType(keyspace string, number int) {
	fields := []string{"street text", "zip int"}
	if number > 0 {
		fields = append(fields, "inner frozen<u0>")
	}
	w.Shuffle(len(fields), func(i, j int) { fields[i], fields[j] = fields[j], fields[i] })
	w.line("CREATE TYPE %s.u%d (%s);", keyspace, number, strings.Join(fields[:1+w.IntN(len(fields))], ", "))
}

func (w *writer) typeName(types int) string {
	if types > 0 && w.IntN(4) == 0 {
		return fmt.Sprintf(w.pick("frozen<u%d>", "frozen<u%d>", "u%d", "list<frozen<u%d>>"), w.IntN(types))
	}
	return w.pick("int", "text", "text MASKED WITH mask_inner(1, null)", "bigint", "uuid", "list<int>",
		"frozen<list<int>>", "tuple<int, text>", "map<text, frozen<set<date>>>", "vector<float, 3>")
}

func (w *writer) table(keyspace string, number, types int) {
	w.line("CREATE TABLE %s.t%d (", keyspace, number)
	key := []string{"a", "b", `"C"`}
	w.Shuffle(len(key), func(i, j int) { key[i], key[j] = key[j], key[i] })
	key = key[:1+w.IntN(3)]
	for _, name := range key {
		w.line("  %s %s,", name, w.pick("int", "text"))
	}
	columns := []string{"d", "e", "f", `"G h"`, "i"}
	w.Shuffle(len(columns), func(i, j int) { columns[i], columns[j] = columns[j], columns[i] })
	columns = columns[:1+w.IntN(5)]
	counts, indexed := w.IntN(8) == 0, ""
	for i, name := range columns {
		written := w.typeName(types)
		if counts {
			written = "counter"
		}
		if i == 0 {
			indexed = written
		}
		w.line("  %s %s,", name, written)
	}
	if len(key) > 1 && !counts {
		w.line("  s text STATIC,")
	}
	w.line("  PRIMARY KEY (%s)) WITH comment = '%s' AND gc_grace_seconds = %d", strings.Join(key, ", "), w.pick("", "it''s"), 864000-w.IntN(2))
	if len(key) > 1 {
		w.line("  AND CLUSTERING ORDER BY (%s %s)", key[1], w.pick("ASC", "DESC"))
	}
	w.line("  %s;", w.pick("", "AND speculative_retry = '90p'", "AND caching = {'keys': 'NONE'}", "AND compaction = {'class': 'LeveledCompactionStrategy'}",
		"AND compaction = {'class': 'UnifiedCompactionStrategy'} AND compression = {'enabled': false}"))
	if counts {
		return
	}
	if w.IntN(2) == 0 {
		w.index(keyspace, number, columns[0], indexed)
	}
	if w.IntN(3) == 0 {
		w.view(keyspace, number, key)
	}
}

// index writes an index of a kind that the type of the column allows.
func (w *writer) index(keyspace string, number int, column, written string) {
	name, using := w.pick("", fmt.Sprintf("i%d", number), fmt.Sprintf("t%d_by_%d", number, w.IntN(2))), w.pick("", "", " USING 'sai'")
	is := func(prefix string) bool { return strings.HasPrefix(written, prefix) }
	switch {
	case is("text"):
		using = w.pick("", " USING 'sai'", " USING 'sai' WITH OPTIONS = {'case_sensitive': 'false'}")
	case is("vector"):
		using = " USING 'sai'"
	case is("frozen<list"):
		column, using = "FULL("+column+")", ""
	case is("frozen<u"):
		using = ""
	case is("map"):
		column = w.pick("KEYS", "VALUES") + "(" + column + ")"
	case is("u0"), is("u1"), is("tuple"), is("list<frozen"):
		return
	}
	if strings.Contains(column, " ") && strings.Contains(using, "sai") {
		return // SAI has no column whose name needs quotes for its characters
	}
	w.line("CREATE INDEX %s ON %s.t%d (%s)%s;", name, keyspace, number, column, using)
}

func (w *writer) view(keyspace string, number int, key []string) {
	var filter []string
	for _, name := range key {
		filter = append(filter, name+" IS NOT NULL")
	}
	key = slices.Clone(key)
	slices.Reverse(key)
	selected := strings.Join(key, ", ")
	if len(key) == 1 { // its table has no static column, which a view cannot have
		selected = w.pick("*", selected)
	}
	w.line("CREATE MATERIALIZED VIEW %s.v%d AS SELECT %s FROM %s.t%d WHERE %s PRIMARY KEY (%s) WITH comment = '%s';", keyspace, number,
		selected, keyspace, number, strings.Join(filter, " AND "), strings.Join(key, ", "), w.pick("", "read by key"))
}
