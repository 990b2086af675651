package validation_test

import (
	"slices"
	"strings"
	"testing"

	"widerow/model"
	"widerow/model/concepttext"
	"widerow/model/edit"
	"widerow/model/validation"
)

func concepts(t *testing.T, text string) *model.Model {
	t.Helper()
	m, ids := model.New("Test"), model.SeededIDs([]byte(text))
	commands, problems := concepttext.Commands(m, ids, text)
	if len(problems) > 0 {
		t.Fatalf("%s: %+v", text, problems)
	}
	m, err := edit.Apply(m, ids, commands...)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

const tenants = `Tenant: tenant_id
weak Customer: number, name
Tenant 1 has n Customer
weak Ticket: ticket_no
Tenant 1 owns n Ticket
weak Project: code
Tenant 1 runs n Project
weak Task: task_no
Project 1 contains n Task
City: city_id
Agent: agent_id
Tenant 1 employs n Agent
`

func TestWithin(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{"Customer 1 opens n Ticket within Tenant", ""},
		{"Customer n watches m Task within Tenant", ""},
		{"Task n follows m Task within Project", ""},
		{"Agent 1 handles n Ticket within Tenant", ""},
		{"Customer n asks m Ticket n Project within Tenant: *at", ""},
		{"Customer n visits m City within Tenant", "visits cannot be within Tenant: Tenant does not own City: make City weak and owned by it, or add a relationship type with 1 at Tenant"},
		{"Customer n watches m Task within Project", "watches cannot be within Project: Project does not own Customer: make Customer weak and owned by it, or add a relationship type with 1 at Project"},
		{"Tenant 1 favours n Customer within Tenant", "favours cannot be within Tenant: Tenant takes part itself: name an entity type that owns all participants"},
		{"weak Step: step_no\nTask 1 takes n Step within Tenant", "takes cannot be within Tenant: only one participant has a Tenant of its own, so it says nothing"},
		{"Order: order_id\nTenant 1 sells n Order\nTenant 1 bills n Order\nOrder n lists m Ticket within Tenant",
			"lists cannot be within Tenant: Tenant owns Order in two ways; name an entity type between them, or make one way identifying"},
		{"Customer: email unique within Tenant", ""},
		{"Task: label unique within Tenant", ""},
		{"Customer n watches m Ticket: token unique within Tenant", ""},
		{"Customer: email unique within City", "email cannot be unique within City, which does not own Customer"},
	} {
		var got []string
		for _, problem := range validation.Problems(concepts(t, tenants+test.text)) {
			if !validation.Unfinished(problem) {
				t.Errorf("%s: the document could not be imported", test.text)
			}
			got = append(got, problem.Message)
		}
		if strings.Join(got, "; ") != test.want {
			t.Errorf("%s: got %q, want %q", test.text, got, test.want)
		}
	}
}

// TestCommonOwner names the nearest owner that participants have in common, if they cannot
// be without it.
func TestCommonOwner(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{"Customer 1 opens n Ticket", "Tenant"},
		{"Task n follows m Task", "Project"},
		{"Customer n watches m Task", "Tenant"},
		{"Customer n visits m City", ""},
		{"Agent 1 handles n Ticket", ""},
		{"Tenant 1 likes n Ticket", ""},
	} {
		m := concepts(t, tenants+test.text)
		relationships := model.Sorted(m.Concepts.Relationships)
		last := relationships[len(relationships)-1]
		if got, want := model.NewOwners(m).Common(m, last.ID), named(m, test.want); got != want {
			t.Errorf("%s: %q, want %s", test.text, got, test.want)
		}
	}
}

func TestOwnerless(t *testing.T) {
	const within = tenants + "Customer 1 opens n Ticket within Tenant"
	for _, test := range []struct{ text, given, found, want string }{
		{within, "Customer.number", "Ticket", "Q1 reads Ticket of every Tenant: give Tenant.tenant_id too, so that the key begins with it"},
		{within, "Customer.number Tenant.tenant_id", "Ticket", ""},
		{within, "", "Tenant", ""},
		{within, "City.city_id", "City", ""},
		{within, "Tenant.tenant_id", "Task", ""},
		{within, "City.city_id", "opens", "Q1 reads opens of every Tenant: give Tenant.tenant_id too, so that the key begins with it"},
		{tenants, "Customer.number", "Ticket", ""},
		{tenants + "Customer: email unique within Tenant", "Customer.email", "Customer", "Q1 reads Customer of every Tenant: give Tenant.tenant_id too, so that the key begins with it"},
		{tenants + "Customer: email unique", "Customer.email", "Customer", ""},
		{tenants + "Session: session_token, started_at\nCustomer 1 starts n Session\nCustomer n knows m Customer within Tenant", "Session.session_token", "Customer", ""},
		{tenants + "Session: session_id, started_at\nCustomer 1 starts n Session\nCustomer n knows m Customer within Tenant", "Session.session_id", "Customer",
			"Q1 reads Customer of every Tenant: give Tenant.tenant_id too, so that the key begins with it"},
		{tenants + "Task n follows m Task within Project", "Project.code", "Task", "Q1 reads Task of every Tenant: give Tenant.tenant_id too, so that the key begins with it"},
		{tenants + "Task n follows m Task within Project", "Tenant.tenant_id", "Task", ""},
	} {
		m := concepts(t, test.text)
		query := &model.Query{Label: "Q1", Name: "x", Find: map[model.ID]*model.Find{"f": {Attribute: named(m, test.found)}}, Given: map[model.ID]*model.Given{}}
		for i, name := range strings.Fields(test.given) {
			query.Given[model.ID("g"+string(rune('0'+i)))] = &model.Given{Attribute: named(m, name), Operator: model.Equal}
		}
		m.Workflow.Queries = map[model.ID]*model.Query{"q1": query}
		var got []string
		for _, problem := range validation.Ownerless(m) {
			got = append(got, problem.Message)
		}
		if strings.Join(got, "; ") != test.want {
			t.Errorf("%s given %s: got %q, want %q", test.found, test.given, got, test.want)
		}
	}
}

// named returns the entity type, relationship type or attribute (Tenant.tenant_id) of a name.
func named(m *model.Model, name string) model.ID {
	owner, part, _ := strings.Cut(name, ".")
	for element := range m.ElementsOf(model.EntityKind, model.RelationshipKind, model.AttributeKind) {
		if part == "" && m.Title(element.ID) == owner || part != "" && m.Title(element.Parent) == owner && slices.Contains([]string{part, name}, m.Title(element.ID)) {
			return element.ID
		}
	}
	return ""
}
