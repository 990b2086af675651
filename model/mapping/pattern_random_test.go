package mapping

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"widerow/model"
	"widerow/model/edit"
	"widerow/model/stored"
)

// TestPatternsAgainstDefinition compares what a query asks for, and what the rows of its
// derived table mean, with the definition of VIA, evaluated on random instances: for each
// choice of a fact of each named relationship type such that all ends of one entity type are
// the same instance there is a row.
func TestPatternsAgainstDefinition(t *testing.T) {
	rings, compared := 0, 0
	for seed := range seeds(400) {
		random := rand.New(rand.NewPCG(seed, 32))
		b, via := randomVIA(t, random)
		plan := Explore(b.m, "q1")
		if plan.Fatal() || plan.IsOpen() {
			t.Errorf("seed %d: %+v", seed, plan.Problems)
			continue
		}
		if len(plan.designer.Tree.Edges) >= len(plan.designer.Tree.Nodes) {
			rings++
		}
		w := NewWorld(b.m, random)
		want := w.defined(via)
		s := NewStored(b.m)
		if got := w.tuples(b.m, s.OfQuery("q1"), "q1"); !slices.Equal(got, w.asked(b.m, want)) {
			t.Errorf("seed %d: %s asks for %d rows, want %d:\n%v\n%v", seed, plan.Path.Words, len(got), len(want), got, w.asked(b.m, want))
		}
		d := Derive(b.m, nil, map[model.ID]Choice{"q1": {Key: rowsOf(plan)}})
		b.do(d.Commands(model.RandomIDs(), nil)...)
		for id, table := range b.m.Logical.Tables {
			rows := w.meant(NewStored(b.m).Of(id))
			if len(rows) != len(want) {
				t.Errorf("seed %d: %s: a table with %d rows, want %d", seed, plan.Path.Words, len(rows), len(want))
			}
			if keys := w.keys(NewStored(b.m).Of(id), table, rows); len(keys) != len(rows) {
				t.Errorf("seed %d: %s: %d keys of %d rows", seed, plan.Path.Words, len(keys), len(rows))
			}
			compared += len(rows)
		}
	}
	t.Logf("%d rings, %d rows", rings, compared)
	if !testing.Short() && (rings < 50 || compared < 500) {
		t.Errorf("only %d paths with a ring, %d rows", rings, compared)
	}
}

func rowsOf(plan *Plan) string {
	for _, a := range plan.Alternatives {
		if a.Form == Rows && a.Service == Served {
			return a.Signature()
		}
	}
	return ""
}

// randomVIA returns a model of weak and strong entity types with binary and ternary
// relationship types, and a query that names some connected ones of these by VIA.
func randomVIA(t *testing.T, random *rand.Rand) (*builder, []model.ID) {
	b := build(t)
	letters := strings.Split("ABCD"[:3+random.IntN(2)], "")
	ends := map[string][]string{}
	relate := func(name string, of ...string) {
		for i, letter := range of {
			of[i] = letter + " " + []string{"n", "m", "1"}[min(random.IntN(4), 2)]
			ends[name] = append(ends[name], letter)
		}
		b.relationship(name, of...)
	}
	for i, letter := range letters {
		if i > 0 && random.IntN(3) == 0 {
			owner := letters[random.IntN(i)]
			b.entity("weak "+letter, "part partial", "x")
			b.relationship("identifying own"+letter, owner+" 1", letter+" n")
			ends["own"+letter] = []string{owner, letter}
			continue
		}
		b.entity(letter, "id key", "x")
	}
	for i := range 4 {
		order := random.Perm(len(letters))
		of := []string{letters[order[0]], letters[order[1]]}
		if random.IntN(3) == 0 {
			of = append(of, letters[order[2]])
		}
		relate(fmt.Sprint("r", i), of...)
	}
	names := slices.Sorted(func(yield func(string) bool) {
		for name := range ends {
			if !yield(name) {
				return
			}
		}
	})
	random.Shuffle(len(names), func(i, j int) { names[i], names[j] = names[j], names[i] })
	touched, chosen, most := slices.Clone(ends[names[0]]), names[:1:1], 1+random.IntN(3)
	for _, name := range names[1:] {
		if len(chosen) < most && slices.ContainsFunc(ends[name], func(end string) bool { return slices.Contains(touched, end) }) {
			chosen, touched = append(chosen, name), append(touched, ends[name]...)
		}
	}
	var via []model.ID
	for _, name := range chosen {
		via = append(via, id(name))
	}
	slices.Sort(touched)
	touched = slices.Compact(touched)
	b.query("Q1", fmt.Sprintf("find %s.x %s.x given %s.x", touched[random.IntN(len(touched))], touched[random.IntN(len(touched))], touched[random.IntN(len(touched))]))
	words := make([]string, len(via))
	for i, one := range via {
		words[i] = string(one)
	}
	b.do(edit.Set{Element: "q1", Field: "path", Value: strings.Join(words, " ")})
	return b, via
}

// defined returns the instances of each entity type in the rows that a path means by its
// definition.
func (w *World) defined(via []model.ID) []map[model.ID]int {
	rows := []map[model.ID]int{{}}
	for _, relationship := range via {
		var next []map[model.ID]int
		for _, row := range rows {
			for number, made := range w.facts[relationship] {
				extended, fits := map[model.ID]int{relationship: number}, true
				for of, instance := range row {
					extended[of] = instance
				}
				for end, instance := range made.ends {
					of := w.model.Concepts.Relationships[relationship].Participants[end].Entity
					known, is := extended[of]
					fits = fits && (!is || known == instance)
					extended[of] = instance
				}
				if fits {
					next = append(next, extended)
				}
			}
		}
		rows = next
	}
	return rows
}

// asked returns what the query finds in some rows, sorted.
func (w *World) asked(m *model.Model, rows []map[model.ID]int) []string {
	var tuples []string
	for _, row := range rows {
		text := ""
		for _, find := range model.Sorted(m.Workflow.Queries["q1"].Find) {
			element, _ := m.Element(find.Value.Attribute)
			text += fmt.Sprint(w.things[element.Parent][row[element.Parent]].values[find.Value.Attribute])
		}
		tuples = append(tuples, text)
	}
	slices.Sort(tuples)
	return tuples
}

// meant returns the instances of the nodes in the rows that a meaning says.
func (w *World) meant(meaning *stored.Meaning) [][]int {
	rows := [][]int{slices.Repeat([]int{-1}, len(meaning.Nodes))}
	for at, node := range meaning.Nodes {
		if w.model.Concepts.Relationships[node.Of] == nil {
			continue
		}
		var next [][]int
		for _, row := range rows {
			for number, made := range w.facts[node.Of] {
				extended, fits := slices.Clone(row), true
				extended[at] = number
				for _, link := range meaning.Links {
					if link.From != at {
						continue
					}
					instance := made.ends[link.Participant]
					fits = fits && (extended[link.To] < 0 || extended[link.To] == instance)
					extended[link.To] = instance
				}
				if fits {
					next = append(next, extended)
				}
			}
		}
		rows = next
	}
	return rows
}

func (w *World) tuples(m *model.Model, meaning *stored.Meaning, query model.ID) []string {
	var tuples []string
	for _, row := range w.meant(meaning) {
		text := ""
		for _, find := range model.Sorted(m.Workflow.Queries[query].Find) {
			value := meaning.Columns[find.ID]
			text += fmt.Sprint(w.things[meaning.Nodes[value.Node].Of][row[value.Node]].values[value.Attribute])
		}
		tuples = append(tuples, text)
	}
	slices.Sort(tuples)
	return tuples
}

// keys returns the different primary keys of some rows of a table.
func (w *World) keys(meaning *stored.Meaning, table *model.LogicalTable, rows [][]int) map[string]bool {
	keys := map[string]bool{}
	for _, row := range rows {
		text := ""
		for _, column := range table.SortedColumns() {
			if value, is := meaning.Columns[column.ID]; is && column.Value.Role.InKey() {
				text += fmt.Sprint(w.things[meaning.Nodes[value.Node].Of][row[value.Node]].values[value.Attribute])
			}
		}
		keys[text] = true
	}
	return keys
}
