package perform_test

import (
	"slices"
	"strings"
	"testing"

	"widerow/cql/perform"
	"widerow/model"
	"widerow/model/concepttext"
	"widerow/model/edit"
	"widerow/model/mapping"
	"widerow/model/querytext"
	"widerow/model/write"
)

// planned derives tables and returns the plan of an update.
func planned(t *testing.T, concepts, update string, queries ...string) (*model.Model, *write.Plan) {
	t.Helper()
	m, ids := model.New("planned"), model.SeededIDs([]byte(concepts))
	apply := func(commands ...edit.Command) {
		after, err := edit.Apply(m, ids, commands...)
		if err != nil {
			t.Fatal(err)
		}
		m = after
	}
	commands, problems := concepttext.Commands(m, ids, concepts)
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	apply(commands...)
	for _, text := range queries {
		parts, problems := querytext.Parse(m, text)
		if len(problems) > 0 {
			t.Fatal(problems)
		}
		id := ids.New()
		apply(edit.Add{Kind: model.QueryKind, ID: id, Values: map[string]string{"name": text}})
		apply(querytext.Commands(m, id, parts)...)
	}
	parts, mistakes := querytext.ParseUpdate(m, update)
	if len(mistakes) > 0 {
		t.Fatal(mistakes)
	}
	apply(edit.Add{Kind: model.UpdateElement, ID: "u", Values: map[string]string{"label": "U1", "name": update}})
	apply(querytext.UpdateCommands(m, "u", parts)...)
	apply(mapping.Derive(m, nil, nil).Commands(ids, nil)...)
	plan := write.Of(m, "u")
	return m, &plan
}

// The new instance and its partners may have different values of one attribute: a person gives both. Where they share it,
// one value is asked for.
func TestParametersOfTwoInstances(t *testing.T) {
	const desk = "Tenant: tenant_id\nweak Agent: agent_id, name\nTenant 1 employs n Agent\nweak Ticket: number, status\nTenant 1 owns n Ticket\nAgent 1 handles n Ticket"
	const byTenant = "SELECT Ticket.number WHERE Tenant.tenant_id = ? VIA employs, handles"
	const tree = "Leaf: slug, title\nLeaf(parent) 1 contains n Leaf(child)"
	const children = "SELECT Leaf(child).slug, Leaf(child).title WHERE Leaf(parent).slug = ? VIA contains"
	for _, test := range []struct {
		name, concepts, update, query string
		want                          []string
	}{
		{"agents of other tenants", desk, "insert Ticket, handles", byTenant, []string{"Tenant.tenant_id", "Tenant.tenant_id of the Agent (handles)"}},
		{"agents of the tenant", desk + " within Tenant", "insert Ticket, handles", byTenant, []string{"Tenant.tenant_id"}},
		{"a parent and a child", tree, "insert Leaf, contains", children, []string{"Leaf.slug", "Leaf.slug of the Leaf (child)", "Leaf.slug of the Leaf (parent)"}},
	} {
		m, plan := planned(t, test.concepts, test.update, test.query)
		var got []string
		for _, p := range perform.Parameters(m, plan) {
			if strings.HasPrefix(p.Name, "Tenant.tenant_id") || strings.HasPrefix(p.Name, "Leaf.slug") {
				got = append(got, p.Name)
			}
		}
		if slices.Sort(got); !slices.Equal(got, test.want) {
			t.Errorf("%s: got %q, want %q", test.name, got, test.want)
		}
	}
}
