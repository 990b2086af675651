package proof_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"widerow/model"
	"widerow/model/edit"
	"widerow/model/mapping"
	"widerow/model/proof"
)

// staff is a document with persons, each an employee or a contractor, of whom Q1
// finds all that is known by team, in a table for each of the two.
func staff(t *testing.T) *model.Model {
	m := edited(t, model.New("Staff"),
		add(model.EntityKind, "", "person", map[string]string{"name": "Person"}),
		add(model.AttributeKind, "person", "pid", map[string]string{"name": "id", "key": "key"}),
		add(model.AttributeKind, "person", "pname", map[string]string{"name": "name"}),
		add(model.AttributeKind, "person", "team", map[string]string{"name": "team"}),
		add(model.EntityKind, "", "employee", map[string]string{"name": "Employee"}),
		add(model.AttributeKind, "employee", "salary", map[string]string{"name": "salary"}),
		add(model.EntityKind, "", "contractor", map[string]string{"name": "Contractor"}),
		add(model.AttributeKind, "contractor", "hourly", map[string]string{"name": "rate"}),
		add(model.HierarchyKind, "", "isa", map[string]string{"supertype": "person", "total": "true", "disjoint": "true"}),
		add(model.SubtypeKind, "isa", "isa1", map[string]string{"entity": "employee"}),
		add(model.SubtypeKind, "isa", "isa2", map[string]string{"entity": "contractor"}),
		add(model.QueryKind, "", "q1", map[string]string{"label": "Q1", "name": "Staff of a team"}),
		add(model.GivenKind, "q1", "q1team", map[string]string{"attribute": "team", "operator": "="}))
	for i, attribute := range []string{"pid", "pname", "salary", "hourly"} {
		m = edited(t, m, add(model.FindKind, "q1", model.ID(fmt.Sprint("q1f", i)), map[string]string{"attribute": attribute}))
	}
	ids := model.SeededIDs([]byte("staff"))
	for _, a := range mapping.Explore(m, "q1").Alternatives {
		if a.Form == mapping.PerSubtype {
			commands := mapping.Derive(m, nil, map[model.ID]mapping.Choice{"q1": {Key: a.Signature()}}).Commands(ids, nil)
			after, err := edit.Apply(m, ids, commands...)
			if err != nil {
				t.Fatal(err)
			}
			return after
		}
	}
	t.Fatal("no table for each subtype")
	return nil
}

// person is an instance of a subtype with its values by attribute.
type person struct {
	subtype model.ID
	values  map[model.ID]string
}

// find runs a statement on the rows that a table stores: those of the persons of its
// subtype.
func find(m *model.Model, people []person, j *proof.Judgement, team string) []string {
	own := model.ID("")
	relation := m.Physical.Relations[j.Table]
	stores := map[model.ID]bool{}
	for _, column := range relation.Columns {
		for from := range column.From {
			element, _ := m.Element(from)
			stores[element.Value.(*model.LogicalColumn).Attribute] = true
		}
	}
	for subtype, attribute := range map[model.ID]model.ID{"employee": "salary", "contractor": "hourly"} {
		if stores[attribute] {
			own = subtype
		}
	}
	var found []string
	for _, p := range people {
		if p.subtype == own && p.values["team"] == team {
			row := ""
			for _, attribute := range []model.ID{"pid", "pname", "salary", "hourly"} {
				if stores[attribute] {
					row += " " + p.values[attribute]
				}
			}
			found = append(found, row)
		}
	}
	return found
}

// TestSubtypesAreReadTogether: the statements of the proof find, in random data, all
// persons of a team and nothing else. So they do if only attributes of the supertype
// are asked for, while a query about one subtype reads its table alone.
func TestSubtypesAreReadTogether(t *testing.T) {
	m := staff(t)
	random := rand.New(rand.NewPCG(14, 5))
	var people []person
	for i := range 200 {
		p := person{[]model.ID{"employee", "contractor"}[random.IntN(2)], map[model.ID]string{"pid": fmt.Sprint(i), "pname": fmt.Sprint("n", random.IntN(9)), "team": fmt.Sprint(random.IntN(5))}}
		p.values[map[model.ID]model.ID{"employee": "salary", "contractor": "hourly"}[p.subtype]] = fmt.Sprint(random.IntN(99))
		people = append(people, p)
	}
	superOnly := edited(t, m, remove("q1f2"), remove("q1f3"))
	for name, m := range map[string]*model.Model{"all attributes": m, "those of the supertype": superOnly} {
		for team := range 5 {
			judgement := best(t, m, "q1")
			got := find(m, people, judgement, fmt.Sprint(team))
			for i := range judgement.Lookups {
				got = append(got, find(m, people, &judgement.Lookups[i].Judgement, fmt.Sprint(team))...)
			}
			var want []string
			for _, p := range people {
				if p.values["team"] == fmt.Sprint(team) {
					want = append(want, fmt.Sprint(" ", p.values["pid"], " ", p.values["pname"], " ", p.values["salary"], p.values["hourly"]))
				}
			}
			slices.Sort(got)
			slices.Sort(want)
			if !slices.Equal(got, want) {
				t.Fatalf("%s: %d persons of team %d, want %d", name, len(got), team, len(want))
			}
		}
		result := proof.Of(m, "q1")
		judgement, _ := result.Best()
		if result.Verdict() != proof.Partitions || len(judgement.Lacking()) > 0 || len(result.Tables()) != 2 || judgement.Lookups[0].Text() != "with the conditions of the query; the application puts the rows together" {
			t.Errorf("%s: %s by %v, lacks %v", name, result.Verdict(), result.Tables(), judgement.Lacking())
		}
	}
	one := proof.Of(edited(t, m, remove("q1f3")), "q1")
	judgement, _ := one.Best()
	if one.Verdict() != proof.Partition || len(judgement.Missing)+len(judgement.Lookups) > 0 {
		t.Errorf("employees: %s, lacks %v, %d lookups", one.Verdict(), judgement.Missing, len(judgement.Lookups))
	}
}
