package proposals_test

import (
	"fmt"
	"testing"

	"widerow/model"
	"widerow/model/diff"
	. "widerow/model/proposals"
)

// TestKeyspaces: a change concerns the keyspaces of what it changes, before and after.
func TestKeyspaces(t *testing.T) {
	made := func(change func(*model.Model)) *model.Model {
		m := model.New("Shop")
		m.Physical.Keyspaces = map[model.ID]*model.Keyspace{"k1": {Name: "a"}, "k2": {Name: "b"}}
		m.Physical.Relations = map[model.ID]*model.Relation{"r1": {Keyspace: "k1", Name: "t"}, "r2": {Keyspace: "k2", Name: "u"}}
		m.Physical.Types = map[model.ID]*model.UserType{"t1": {Keyspace: "k2", Name: "v"}}
		m.Physical.Statements = map[model.ID]*model.Statement{"s1": {Table: "r2", Text: "x"}}
		change(m)
		return m
	}
	for name, test := range map[string]struct {
		change func(*model.Model)
		want   string
	}{
		"nothing":    {func(*model.Model) {}, "[]"},
		"a table":    {func(m *model.Model) { m.Physical.Relations["r1"].Note = "x" }, "[k1]"},
		"a removal":  {func(m *model.Model) { delete(m.Physical.Relations, "r1") }, "[k1]"},
		"all tables": {func(m *model.Model) { m.Physical.Relations = nil }, "[k1 k2]"},
		"a new one":  {func(m *model.Model) { m.Physical.Relations["r3"] = &model.Relation{Keyspace: "k2", Name: "w"} }, "[k2]"},
		"a move":     {func(m *model.Model) { m.Physical.Relations["r1"].Keyspace = "k2" }, "[k1 k2]"},
		"a type":     {func(m *model.Model) { m.Physical.Types["t1"].Note = "x" }, "[k2]"},
		"a keyspace": {func(m *model.Model) { m.Physical.Keyspaces["k1"].Name = "x" }, "[k1]"},
		"a trigger":  {func(m *model.Model) { m.Physical.Statements["s1"].Text = "y" }, "[k2]"},
		"the name":   {func(m *model.Model) { m.Name = "Other" }, "[]"},
	} {
		before, after := made(func(*model.Model) {}), made(test.change)
		patch, err := diff.Between(before, after)
		if err != nil {
			t.Fatal(err)
		}
		if got := fmt.Sprint(Keyspaces(before, after, patch)); got != test.want {
			t.Errorf("%s concerns %s, want %s", name, got, test.want)
		}
	}
}

// TestOwnerships: one owner approves, not the author; rules are kept when they are saved.
func TestOwnerships(t *testing.T) {
	rules := Rules{Owners: map[model.ID][]Person{"k1": {ada, grace, grace}, "k2": {ada}}}
	p := must(t)(opened(t).SetRules(rules))
	if p, err := Decode(p.Encode()); err != nil || len(p.Rules.Owners["k1"]) != 2 || p.Rules.Of(Owners) != Block {
		t.Fatalf("saved rules are %+v (%v)", p.Rules, err)
	}
	agreed := func(by ...Person) (all []bool) {
		for _, asked := range p.Of(3).Ownerships(p.Rules, Standing{Approved: by}, []model.ID{"k1", "k2", "k3"}) {
			all = append(all, asked.Agreed())
		}
		return all
	}
	for _, test := range []struct {
		by   []Person
		want string
	}{
		{nil, "[false true]"}, {[]Person{grace}, "[true true]"}, {[]Person{ada}, "[false true]"},
		{[]Person{{ID: "another", Name: "Grace"}}, "[false true]"},
	} {
		if got := fmt.Sprint(agreed(test.by...)); got != test.want {
			t.Errorf("approved by %v: agreed %s, want %s", test.by, got, test.want)
		}
	}
}
