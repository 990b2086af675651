package apply_test

import (
	"bytes"
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"widerow/cql"
	"widerow/cql/apply"
	"widerow/model"
)

var (
	seed   = flag.Uint64("apply.seed", 1, "seed of the random schemas")
	rounds = flag.Int("apply.rounds", 150, "how many random schemas")
)

// writer writes a random schema that Cassandra takes.
type writer struct {
	*rand.Rand
	strings.Builder
}

func (w *writer) pick(from ...string) string { return from[w.IntN(len(from))] }

func (w *writer) line(format string, arguments ...any) {
	fmt.Fprintf(w, format+"\n", arguments...)
}

// schema has names that others have, too, so that two of them have something
// in common.
func schema(random *rand.Rand) string {
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

// draft gives an imported schema what only a document has, and what a team
// leaves unfinished.
func draft(random *rand.Rand, m *model.Model) *model.Model {
	m = m.Clone()
	for element := range m.Elements() {
		switch value := element.Value.(type) {
		case *model.Relation:
			value.Note = "note of " + value.Name
			if random.IntN(4) == 0 {
				value.Name += string('a' + rune(random.IntN(3)))
			}
			if random.IntN(6) == 0 {
				value.Realizes = nil
			}
		case *model.Column:
			value.Note = "note of " + value.Name
			switch random.IntN(12) {
			case 0:
				value.Type = model.Type{}
			case 1:
				value.Role = model.Regular
			case 2:
				value.Order = "5"
			}
		case *model.UserType:
			value.Note = "note of " + value.Name
		}
	}
	if random.IntN(4) == 0 {
		for id := range m.Physical.Keyspaces {
			delete(m.Physical.Keyspaces, id)
			break
		}
	}
	return m
}

// TestRandomScripts: whatever a model is, its own script leaves it as it is;
// another model's script makes of it what an import would make, and what both
// have keeps its ID and its note.
func TestRandomScripts(t *testing.T) {
	for round := range *rounds {
		random := rand.New(rand.NewPCG(*seed, uint64(round)))
		first, _ := cql.Import(schema(random), "First")
		unfinished := draft(random, first)
		if got := mustApply(t, unfinished, print(unfinished), options(apply.Whole)).Encode(); !bytes.Equal(got, unfinished.Encode()) {
			t.Fatalf("seed %d, round %d: the own script makes\n%s\nof\n%s", *seed, round, got, unfinished.Encode())
		}
		text := schema(random)
		second, report := cql.Import(text, "Second")
		if len(report.Refused) > 0 {
			t.Fatalf("seed %d, round %d: the schema is refused: %v\n%s", *seed, round, report.Refused, text)
		}
		next := mustApply(t, unfinished, text, options(apply.Whole))
		if got, want := withoutComments(print(next)), withoutComments(print(second)); got != want {
			t.Fatalf("seed %d, round %d: applied it is\n%s\nand imported\n%s", *seed, round, got, want)
		}
		if problem := kept(unfinished, next); problem != "" {
			t.Fatalf("seed %d, round %d: %s\nof\n%s\nby\n%s", *seed, round, problem, print(unfinished), text)
		}
		checkSound(t, unfinished, next)
	}
}

// kept describes an element that has the same name in both models but another
// ID or note.
func kept(before, after *model.Model) string {
	type place struct{ keyspace, relation, column string }
	ids := map[place]model.ID{}
	each := func(m *model.Model, found func(place, model.ID, string)) {
		for id, relation := range m.Physical.Relations {
			if m.Physical.Keyspaces[relation.Keyspace] == nil {
				continue
			}
			in := place{m.Physical.Keyspaces[relation.Keyspace].Name, relation.Name, ""}
			found(in, id, relation.Note)
			for id, column := range relation.Columns {
				in.column = column.Name
				found(in, id, column.Note)
			}
		}
	}
	each(before, func(p place, id model.ID, _ string) { ids[p] = id })
	problem := ""
	each(after, func(p place, id model.ID, note string) {
		if was, found := ids[p]; found && was != id || found && note == "" {
			problem = fmt.Sprintf("%v was %s and is %s with the note %q", p, was, id, note)
		}
	})
	return problem
}

// checkSound: nothing points at nothing that did not before, and the saved
// form can be read again.
func checkSound(t testing.TB, before, after *model.Model) {
	t.Helper()
	if was, is := broken(before), broken(after); len(is) > len(was) {
		t.Fatalf("problems were %v and are %v", was, is)
	}
	if _, err := model.Decode(after.Encode()); err != nil {
		t.Fatalf("cannot be read again: %v", err)
	}
}

func broken(m *model.Model) []model.Problem {
	return slices.DeleteFunc(m.Validate(), model.Problem.Unfinished)
}

func withoutComments(script string) string {
	var lines []string
	for line := range strings.Lines(script) {
		line, _, _ = strings.Cut(strings.TrimRight(line, "\n"), "--")
		if line = strings.TrimRight(line, " "); line != "" {
			lines = append(lines, line)
		}
	}
	return strings.Join(lines, "\n")
}
