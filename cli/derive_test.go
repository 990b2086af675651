package cli_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"widerow/model"
	"widerow/model/edit"
)

// conceptsBuilder builds a document whose IDs are its names in lower case.
type conceptsBuilder struct {
	t *testing.T
	m *model.Model
}

func (b *conceptsBuilder) add(kind model.Kind, parent, id string, pairs ...string) {
	b.t.Helper()
	values := map[string]string{}
	for i := 0; i < len(pairs); i += 2 {
		values[pairs[i]] = pairs[i+1]
	}
	after, err := edit.Apply(b.m, model.RandomIDs(), edit.Add{Kind: kind, Parent: model.ID(parent), ID: model.ID(strings.ToLower(id)), Values: values})
	if err != nil {
		b.t.Fatal(err)
	}
	b.m = after
}

// entity adds an entity type; "id key" is an attribute that is its key.
func (b *conceptsBuilder) entity(name, weak string, attributes ...string) {
	b.add(model.EntityKind, "", name, "name", name, "weak", weak)
	for _, attribute := range attributes {
		called, key, _ := strings.Cut(attribute, " ")
		b.add(model.AttributeKind, strings.ToLower(name), name+called, "name", called, "key", key)
	}
}

// relationship adds a relationship type between entity types: "a 1".
func (b *conceptsBuilder) relationship(name, identifying string, ends ...string) {
	b.add(model.RelationshipKind, "", name, "name", name, "identifying", identifying)
	for i, end := range ends {
		entity, cardinality, _ := strings.Cut(end, " ")
		b.add(model.ParticipantKind, name, fmt.Sprint(name, i), "entity", entity, "cardinality", cardinality)
	}
}

func (b *conceptsBuilder) isA(super, sub string) {
	b.add(model.HierarchyKind, "", "isa"+sub, "supertype", super)
	b.add(model.SubtypeKind, "isa"+sub, "isa"+sub+"sub", "entity", sub)
}

// query adds a query: attributes that it finds, and after "given" those with "=".
func (b *conceptsBuilder) query(label, words string) {
	id := strings.ToLower(label)
	b.add(model.QueryKind, "", id, "label", label, "name", label)
	kind := model.FindKind
	for i, word := range strings.Fields(words) {
		switch {
		case word == "given":
			kind = model.GivenKind
		case kind == model.FindKind:
			b.add(kind, id, fmt.Sprint(id, "part", i), "attribute", word)
		default:
			b.add(kind, id, fmt.Sprint(id, "part", i), "attribute", word, "operator", "=")
		}
	}
}

// What is wrong with a document is named by derive and by check at the same place,
// and deriving loses nothing of the document. derive exits 1 for errors alone: of
// several paths it takes the best and says so. Trying all that thirty conditions or
// six ends allow would exceed the time limit of go test.
func TestDeriveBadInput(t *testing.T) {
	if testing.Short() {
		t.Skip("-short: a long test that does nothing at once")
	}
	for _, test := range []struct {
		name  string
		build func(*conceptsBuilder)
		// spoil makes a change to a document that no command makes.
		spoil func(*model.Model)
		// derive and check are lines of their outputs.
		derive, check string
		code          int
	}{
		{name: "a deleted attribute in SELECT", spoil: func(m *model.Model) { m.Workflow.Queries["q1"].Find["q1part0"].Attribute = "gone" },
			derive: `bad.json: Q1: unnamed column: error: Attribute refers to "gone", which does not exist [model/dangling]`,
			check:  `bad.json: Q1: unnamed column: error: Attribute refers to "gone", which does not exist [model/dangling]`, code: 1},
		{name: "a deleted attribute in a condition", spoil: func(m *model.Model) { m.Workflow.Queries["q1"].Given["q1part2"].Attribute = "gone" },
			derive: "widerow: Q1 has no table: The query names an attribute that no longer exists; choose another one",
			check:  `bad.json: Q1: unnamed condition: error: Attribute refers to "gone", which does not exist [model/dangling]`, code: 1},
		{name: "a cycle of relationship types", build: func(b *conceptsBuilder) {
			b.entity("B", "", "id key", "x")
			b.entity("C", "", "id key")
			b.relationship("r", "", "a 1", "b n")
			b.relationship("s", "", "b 1", "c n")
			b.relationship("t", "", "c 1", "a n")
			b.query("Q2", "bx cid given aid")
		}, derive: "  for Q2: reads one partition that holds just the rows asked for", check: "bad.json: Q2: error: No table serves Q2 [query/unserved]"},
		{name: "two paths", build: func(b *conceptsBuilder) {
			b.entity("B", "", "id key", "x")
			b.relationship("r", "", "a 1", "b n")
			b.relationship("s", "", "a 1", "b n")
			b.query("Q2", "bx given aid")
		}, derive: "widerow: Q2 gets no table until it says which path it means: The path A – r – B is as short as A – s – B; choose the one that is meant",
			check: "bad.json: Q2: warning: The path A – r – B is as short as A – s – B; choose the one that is meant [query/concepts]", code: 1},
		{name: "no path", build: func(b *conceptsBuilder) { b.entity("B", "", "id key", "x"); b.query("Q2", "bx given aid") },
			derive: "widerow: Q2 has no table: No relationship leads from A to B; add one to the concepts, or ask two queries",
			check:  "bad.json: Q2: warning: No relationship leads from A to B; add one to the concepts, or ask two queries [query/concepts]", code: 1},
		{name: "an empty query", build: func(b *conceptsBuilder) { b.query("Q2", "") },
			derive: "widerow: Q2 has no table: The query asks for nothing yet; add what it finds and what is given",
			check:  "bad.json: Q2: warning: The query asks for nothing yet; add what it finds and what is given [query/concepts]", code: 1},
		{name: "an entity type without a key", build: func(b *conceptsBuilder) { b.entity("B", "", "x"); b.query("Q2", "bx") },
			derive: "widerow: Q2 has no table: B has no key, so its rows would overwrite each other; mark the attributes that identify it",
			check:  "bad.json: B: warning: B has no key, so its rows would overwrite each other; mark the attributes that identify it [query/concepts]", code: 1},
		{name: "a weak entity type without an owner", build: func(b *conceptsBuilder) {
			b.entity("B", "true", "part partial", "x")
			b.query("Q2", "bpart given bx")
			b.query("Q3", "bx given bpart")
		}, derive: "bad.json: B: error: B is weak, but no identifying relationship leads to its owner [query/concepts]",
			check: "bad.json: B: error: B is weak, but no identifying relationship leads to its owner [query/concepts]", code: 1},
		{name: "weak entity types that own each other", build: func(b *conceptsBuilder) {
			b.entity("B", "true", "part partial", "x")
			b.entity("C", "true", "part partial", "x")
			b.relationship("r", "true", "b 1", "c n")
			b.relationship("s", "true", "c 1", "b n")
			b.query("Q2", "bx given bpart")
		}, derive: "widerow: Q2 has no table: B and C own each other, so nothing identifies them; make one of them a strong entity type with a key",
			check: "bad.json: Q2: warning: B and C own each other, so nothing identifies them; make one of them a strong entity type with a key [query/concepts]", code: 1},
		{name: "an IsA loop", build: func(b *conceptsBuilder) {
			b.entity("B", "", "x")
			b.query("Q2", "bx given aid")
			b.isA("a", "b")
		}, spoil: func(m *model.Model) {
			m.Concepts.Hierarchies["isaloop"] = &model.Hierarchy{Order: "z", Supertype: "b", Subtypes: map[model.ID]*model.Subtype{"isaloopsub": {Order: "i", Entity: "a"}}}
		}, derive: "bad.json: IsA of B – A: error: The entity type A is a subtype of itself [model/cycle]",
			check: "bad.json: IsA of B – A: error: The entity type A is a subtype of itself [model/cycle]", code: 1},
		{name: "sub-queries of each other", build: func(b *conceptsBuilder) { b.query("Q2", "ax given aid") }, spoil: func(m *model.Model) {
			m.Workflow.Queries["q1"].Parent, m.Workflow.Queries["q2"].Parent = "q2", "q1"
		}, derive: "bad.json: Q2: error: Part of closes a loop of sub-queries through Q1 [model/cycle]",
			check: "bad.json: Q2: error: Part of closes a loop of sub-queries through Q1 [model/cycle]", code: 1},
		{name: "thirty conditions", build: func(b *conceptsBuilder) {
			attributes, words := []string{"id key"}, "bid given"
			for i := range 30 {
				attributes = append(attributes, fmt.Sprint("p", i))
				words += fmt.Sprint(" bp", i)
			}
			b.entity("B", "", attributes...)
			b.query("Q2", words)
		}, derive: "  and 11 more for Q2", check: "bad.json: Q2: error: No table serves Q2 [query/unserved]"},
		{name: "six ends", build: func(b *conceptsBuilder) {
			ends := []string{"a n"}
			for _, name := range []string{"B", "C", "D", "E", "F"} {
				b.entity(name, "", "id key")
				ends = append(ends, strings.ToLower(name)+" n")
			}
			b.relationship("meets", "", ends...)
			b.query("Q2", "bid cid did eid fid given aid")
		}, derive: "  K  a_id: given by = (MR2)", check: "bad.json: Q2: error: No table serves Q2 [query/unserved]"},
	} {
		t.Run(test.name, func(t *testing.T) {
			b := &conceptsBuilder{t, model.New("Bad")}
			b.entity("A", "", "id key", "x")
			b.query("Q1", "ax given aid")
			if test.build != nil {
				test.build(b)
			}
			if test.spoil != nil {
				test.spoil(b.m)
			}
			file := filepath.Join(t.TempDir(), "bad.json")
			if err := os.WriteFile(file, b.m.Encode(), 0o600); err != nil {
				t.Fatal(err)
			}
			run := func(arguments ...string) (int, string, string) {
				code, stdout, stderr := run(t, "", append(arguments, file)...)
				return code, strings.ReplaceAll(stdout, file, "bad.json"), strings.ReplaceAll(stderr, file, "bad.json")
			}
			code, stdout, stderr := run("derive")
			if code != test.code || !hasLine(stdout+stderr, test.derive) {
				t.Errorf("derive: exit %d, want %d and %q:\n%s\n%s", code, test.code, test.derive, stdout, stderr)
			}
			if code, stdout, _ := run("check"); code != 1 || !hasLine(stdout, test.check) {
				t.Errorf("check: exit %d, want 1 and %q:\n%s", code, test.check, stdout)
			}
			_, document, _ := run("derive", "--format", "document")
			after, err := model.Decode([]byte(document))
			if err != nil {
				t.Fatal(err)
			}
			before, err := model.Decode(b.m.Encode())
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(before.Concepts, after.Concepts) + cmp.Diff(before.Workflow, after.Workflow); diff != "" {
				t.Errorf("deriving changed what was asked (-before +after):\n%s", diff)
			}
		})
	}
}

func hasLine(text, line string) bool { return strings.Contains("\n"+text+"\n", "\n"+line+"\n") }
