package mapping

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"math/rand/v2"
	"testing"

	"widerow/model"
	"widerow/model/edit"
)

// erShape is a form of ER model that is slow to search: the ends of its relationship
// types, by the numbers of its entity types.
type erShape struct {
	name          string
	relationships func(random *rand.Rand, entities int) [][2]int
	cardinality   string // at the first end
	oneHop        bool   // queries only lead over one relationship type
}

var erShapes = []erShape{
	{"tree", treeOf, "1", true},
	{"ring", ringOf, "1", false},
	{"mesh", meshOf, "m", false},
}

func treeOf(random *rand.Rand, entities int) [][2]int {
	var ends [][2]int
	for i := 1; i < entities; i++ {
		ends = append(ends, [2]int{random.IntN(i), i})
	}
	return ends
}

func ringOf(_ *rand.Rand, entities int) [][2]int {
	var ends [][2]int
	for i := range entities {
		ends = append(ends, [2]int{i, (i + 1) % entities})
	}
	return ends
}

// meshOf has three relationship types for each entity type.
func meshOf(random *rand.Rand, entities int) [][2]int {
	var ends [][2]int
	for range 3 * entities {
		one := random.IntN(entities)
		ends = append(ends, [2]int{one, (one + 1 + random.IntN(entities-1)) % entities})
	}
	return ends
}

// model returns a model of the shape, with queries for the attributes of one entity type
// by the key of another one.
func (s erShape) model(t testing.TB, entities, queries int) *model.Model {
	t.Helper()
	random := rand.New(rand.NewPCG(1, uint64(entities)))
	var commands []edit.Command
	add := func(kind model.Kind, parent, id string, pairs ...string) {
		values := map[string]string{}
		for i := 0; i < len(pairs); i += 2 {
			values[pairs[i]] = pairs[i+1]
		}
		commands = append(commands, edit.Add{Kind: kind, Parent: model.ID(parent), ID: model.ID(id), Values: values})
	}
	for i := range entities {
		entity := fmt.Sprint("e", i)
		add(model.EntityKind, "", entity, "name", entity)
		add(model.AttributeKind, entity, entity+"id", "name", entity+"_id", "key", "key")
		add(model.AttributeKind, entity, entity+"x", "name", "x")
		add(model.AttributeKind, entity, entity+"y", "name", "y")
	}
	ends := s.relationships(random, entities)
	for i, pair := range ends {
		relationship := fmt.Sprint("r", i)
		add(model.RelationshipKind, "", relationship, "name", relationship)
		add(model.ParticipantKind, relationship, relationship+"a", "entity", fmt.Sprint("e", pair[0]), "cardinality", s.cardinality)
		add(model.ParticipantKind, relationship, relationship+"b", "entity", fmt.Sprint("e", pair[1]), "cardinality", "n")
	}
	for i := range queries {
		query, pair := fmt.Sprint("q", i), ends[random.IntN(len(ends))]
		if !s.oneHop {
			pair = [2]int{random.IntN(entities), random.IntN(entities)}
		}
		add(model.QueryKind, "", query, "label", fmt.Sprint("Q", i+1), "name", query)
		add(model.FindKind, query, query+"f", "attribute", fmt.Sprint("e", pair[1], "id"))
		add(model.FindKind, query, query+"g", "attribute", fmt.Sprint("e", pair[1], "xy"[random.IntN(2):][:1]))
		add(model.GivenKind, query, query+"h", "attribute", fmt.Sprint("e", pair[0], "id"))
	}
	m, err := edit.Apply(model.New(s.name), model.SeededIDs(nil), commands...)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// BenchmarkDerive derives the tables of all queries, from nothing.
func BenchmarkDerive(b *testing.B) {
	for _, shape := range erShapes {
		for _, entities := range []int{15, 30, 60, 120, 240} {
			m := shape.model(b, entities, 3*entities)
			b.Run(fmt.Sprint(shape.name, "/n=", entities), func(b *testing.B) {
				for b.Loop() {
					Derive(m, nil, nil)
				}
			})
		}
	}
}

// TestShapesStay derives the tables of large and random models. The result, with every
// name, reason and alternative, must equal that of the search before it was made fast.
func TestShapesStay(t *testing.T) {
	for _, test := range []struct{ name, want string }{
		{"tree", "ff84083affa7be81"}, {"ring", "9f0fdc20f1cbe59b"}, {"mesh", "0afc480d0eb1905d"}, {"random", "9959d2062441958d"},
	} {
		hash := sha256.New()
		for _, shape := range erShapes {
			if shape.name == test.name {
				writeDerived(hash, shape.model(t, 40, 60))
			}
		}
		for seed := range uint64(40) {
			if test.name == "random" {
				writeDerived(hash, WideModel(t, rand.New(rand.NewPCG(seed, 40)), 4))
			}
		}
		if got := hex.EncodeToString(hash.Sum(nil)[:8]); got != test.want {
			t.Errorf("%s derives %s, want %s: set it if the rules of the derivation were changed", test.name, got, test.want)
		}
	}
}

func writeDerived(out io.Writer, m *model.Model) {
	d := Derive(m, nil, nil)
	for _, id := range model.SortedIDs(m.Workflow.Queries) {
		plan := d.Plan(id)
		fmt.Fprintln(out, id, plan.Path, plan.Legal, plan.More, plan.Problems, plan.Needs, plan.Stores)
		for i := range plan.Alternatives {
			a := &plan.Alternatives[i]
			fmt.Fprintln(out, a.Signature(), a.Service, a.Form, a.Partitions, a.Bucketed, a.Estimate, a.Reasons, columnsInWords(a.Columns))
		}
	}
	for _, p := range d.Proposals {
		fmt.Fprintln(out, p.Kind, p.Name, p.Queries, p.Reasons, p.Subtype)
		for _, c := range p.Columns {
			fmt.Fprintln(out, c.Name, c.Attribute, c.Participant, c.Role, c.Descending, c.Collection, c.Aggregate, c.Rule, c.Reason)
		}
	}
}
