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
	"widerow/cql/schematest"
	"widerow/model"
	"widerow/model/validation"
)

var (
	seed   = flag.Uint64("apply.seed", 1, "seed of the random schemas")
	rounds = flag.Int("apply.rounds", 150, "how many random schemas")
)

// draft adds notes, positions and unfinished parts to an imported schema, as in a
// document of a team.
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

// TestRandomScripts: applying a model's own script changes nothing; applying
// another model's script gives what an import would, and elements that both have
// keep their IDs and notes.
func TestRandomScripts(t *testing.T) {
	for round := range *rounds {
		random := rand.New(rand.NewPCG(*seed, uint64(round)))
		first, _ := cql.Import(schematest.Random(random), "First")
		unfinished := draft(random, first)
		if got := mustApply(t, unfinished, print(unfinished), options(apply.Whole)).Encode(); !bytes.Equal(got, unfinished.Encode()) {
			t.Fatalf("seed %d, round %d: the own script makes\n%s\nof\n%s", *seed, round, got, unfinished.Encode())
		}
		text := schematest.Random(random)
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

// kept describes an element that has the same name in both models but a different
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

// checkSound fails on new dangling references, and unless the saved form can be
// read again.
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
	return slices.DeleteFunc(validation.Problems(m), validation.Unfinished)
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
