package stored_test

import (
	"testing"

	"widerow/model"
	"widerow/model/stored"
)

const desk = `Tenant: tenant_id, domain unique
weak Customer: number, email unique within Tenant
Tenant 1 has n Customer
weak Ticket: ticket_no
Tenant 1 owns n Ticket
Customer 1 opens n Ticket within Tenant
weak Project: code
Tenant 1 runs n Project
weak Task: task_no
Project 1 contains n Task
Task n concerns m Ticket within Tenant
Agent: agent_id, login unique
Tenant 1 employs n Agent
Agent 1 handles n Ticket within Tenant
Clerk: clerk_id, badge unique within Tenant
Tenant 1 pays n Clerk
Clerk 1 files n Ticket within Tenant`

// TestCommonOwner: participants of a relationship type have one owner if it is within that,
// at whatever distance.
func TestCommonOwner(t *testing.T) {
	w := worldOf(t, desk)
	for text, nodes := range map[string]int{
		"c Customer, k Ticket":                                  6,     // two tenants
		"c Customer, k Ticket, opens c k":                       6,     // opens, has, owns, and one tenant
		"a Task, k Ticket, concerns a k":                        8,     // with Project, contains, runs, owns and a tenant
		"a Task, k Ticket, concerns a k, c Customer, opens c k": 8 + 3, // has, too
	} {
		if m, _ := w.meaning(text); len(m.Nodes) != nodes {
			t.Errorf("%s: %d nodes, not %d", text, len(m.Nodes), nodes)
		}
	}
}

// TestClosureOfOwners: who knows a participant knows the owner that all have in common, also
// where the way of that participant is not in the meaning.
func TestClosureOfOwners(t *testing.T) {
	w := worldOf(t, desk)
	for _, test := range []struct {
		text, known, node string
		want              bool
	}{
		{"t Tenant, k Ticket, owns t k, a Agent, handles a k", "a", "t", true},
		{"t Tenant, k Ticket, owns t k, a Agent, handles a k", "t", "a", false},
		{"t Tenant, k Ticket, owns t k, c Customer, opens c k", "c", "t", true},
	} {
		m, places := w.meaning(test.text)
		if got := w.facts.Closure(m).Of([]int{places[test.known]}, nil)[places[test.node]]; got != test.want {
			t.Errorf("%s: %s determines %s: %v", test.text, test.known, test.node, got)
		}
	}
}

// TestClosureOfUniqueValues: a unique value identifies its instance, and with the owner if it
// is unique within that.
func TestClosureOfUniqueValues(t *testing.T) {
	w := worldOf(t, desk)
	attribute := func(name string) model.ID {
		for element := range w.m.ElementsOf(model.AttributeKind) {
			if element.Value.(*model.Attribute).Name == name {
				return element.ID
			}
		}
		t.Fatal(name)
		return ""
	}
	for _, test := range []struct {
		text, node string
		values     map[string]string // the attribute's node by its name
		want       bool
	}{
		{"a Agent", "a", map[string]string{"login": "a"}, true},
		{"t Tenant, c Customer, has t c", "c", map[string]string{"email": "c"}, false},
		{"t Tenant, c Customer, has t c", "c", map[string]string{"email": "c", "tenant_id": "t"}, true},
		{"t Tenant, c Customer, has t c", "c", map[string]string{"email": "c", "domain": "t"}, true},
		{"t Tenant, c Customer, has t c", "c", map[string]string{"tenant_id": "t"}, false},
		{"t Tenant, k Ticket, owns t k, c Clerk, files c k", "c", map[string]string{"badge": "c", "tenant_id": "t"}, true},
	} {
		m, places := w.meaning(test.text)
		var values []stored.Value
		for name, node := range test.values {
			values = append(values, stored.Value{Node: places[node], Attribute: attribute(name)})
		}
		if got := w.facts.Closure(m).Of(nil, values)[places[test.node]]; got != test.want {
			t.Errorf("%s: %v determine %s: %v", test.text, test.values, test.node, got)
		}
	}
}
