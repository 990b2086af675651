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
		w.line("CREATE KEYSPACE %s WITH replication = {'class': 'NetworkTopologyStrategy', 'dc%d': %d};", keyspace, w.IntN(2), 1+w.IntN(3))
		types := w.IntN(3)
		for t := range types {
			w.userType(keyspace, t)
		}
		for _, t := range w.Perm(5)[:w.IntN(5)] {
			w.table(keyspace, t, types)
		}
	}
	return w.String()
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
		return fmt.Sprintf("frozen<u%d>", w.IntN(types))
	}
	return w.pick("int", "text", "uuid", "list<int>", "map<text, frozen<set<date>>>", "vector<float, 3>")
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
	for _, name := range columns {
		w.line("  %s %s,", name, w.typeName(types))
	}
	if len(key) > 1 {
		w.line("  s text STATIC,")
	}
	w.line("  PRIMARY KEY (%s)) WITH comment = '%s' AND gc_grace_seconds = %d", strings.Join(key, ", "), w.pick("", "it''s"), 864000-w.IntN(2))
	if len(key) > 1 {
		w.line("  AND CLUSTERING ORDER BY (%s %s)", key[1], w.pick("ASC", "DESC"))
	}
	w.line("  %s;", w.pick("", "AND speculative_retry = '90p'", "AND caching = {'keys': 'NONE'}"))
	if w.IntN(3) == 0 {
		w.line("CREATE INDEX %s ON %s.t%d (%s);", w.pick("", fmt.Sprintf("i%d", number)), keyspace, number, columns[0])
	}
	if w.IntN(3) == 0 {
		w.view(keyspace, number, key)
	}
}

func (w *writer) view(keyspace string, number int, key []string) {
	var filter []string
	for _, name := range key {
		filter = append(filter, name+" IS NOT NULL")
	}
	key = slices.Clone(key)
	slices.Reverse(key)
	w.line("CREATE MATERIALIZED VIEW %s.v%d AS SELECT %s FROM %s.t%d WHERE %s PRIMARY KEY (%s);", keyspace, number,
		strings.Join(key, ", "), keyspace, number, strings.Join(filter, " AND "), strings.Join(key, ", "))
}
