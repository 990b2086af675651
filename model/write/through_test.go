package write_test

import (
	"slices"
	"strings"
	"testing"

	"widerow/model"
	"widerow/model/access"
	"widerow/model/write"
)

// A value that is found only by another one, which may be missing, is not there where that is missing: the plan says so.
func TestValuesThroughWhatMayBeMissing(t *testing.T) {
	concepts := "Agent: agent_id, login unique, agent_name\nSkill: skill_name\nAgent n knows m Skill"
	queries := []string{"SELECT Agent.agent_id, Agent.agent_name WHERE Agent.login = ?", "SELECT Agent.login WHERE Agent.agent_id = ?",
		"SELECT Agent.agent_id, Agent.agent_name WHERE Skill.skill_name = ? VIA knows"}
	m := derived(t, concepts, queries...)
	m = withUpdate(m, model.Update{Kind: model.Insert}, []model.ID{named(t, m, "knows")}, nil)
	plan := write.Of(m, "u1")
	expect(t, "copy", lines(m, &plan),
		"0 select login from agents where agent_id = ?",
		"1 select agent_name from agents_by_login where login = 0.login; only if 0.login",
		"2 insert agents_by_skill: skill_name ?, agent_id ?, agent_name 1.agent_name",
		"missing agent_name of agents_by_skill by Agent.agent_id")
	insert := &plan.Steps[2].Statements[0]
	if words := insert.Application(); !slices.Equal(words, []string{"agent_name stays empty if login of step 1 is null"}) {
		t.Errorf("the application is told %q", words)
	}
	if v := insert.Values[2]; v.IfNull != "login" || v.IfNullIn != 0 {
		t.Errorf("the value of agent_name is %+v", v)
	}
	if !slices.ContainsFunc(plan.Findings, func(f write.Finding) bool {
		return f.Code == write.CodeCopy && strings.Contains(f.Message, "leaves agent_name of agents_by_skill empty where there is no Agent.login")
	}) {
		t.Errorf("no finding says so: %v", plan.Findings)
	}
	// A table by the key finds it always.
	plan = write.Of(withFix(t, m, "Derive a lookup table: Agent.agent_name by Agent.agent_id"), "u1")
	expect(t, "lookup", lines(m, &plan),
		"0 select agent_name from agents where agent_id = ?",
		"1 insert agents_by_skill: skill_name ?, agent_id ?, agent_name 0.agent_name")
	// Rows that need the value themselves are all found.
	expect(t, "change", updated(t, derived(t, concepts, queries[:2]...), model.Change, []string{"Agent.agent_name"}),
		"0 select login from agents where agent_id = ?",
		"1 update agents_by_login set agent_name new where login = 0.login; only if 0.login; only if 0")
}

// A value that is added to a multi-valued attribute has a row of its own, also the first one.
func TestAddsARowForAValue(t *testing.T) {
	m := derived(t, "Artist: artist_id, artist_name, {language}", "SELECT Artist.artist_id, Artist.artist_name WHERE Artist.language = ?",
		"SELECT Artist.artist_name, Artist.language WHERE Artist.artist_id = ?")
	expect(t, "add", updated(t, m, model.Insert, []string{"Artist.language"}),
		"0 select artist_name from artists where artist_id = ?",
		"1 insert artists_by_language: language new, artist_id ?, artist_name 0.artist_name; only if 0",
		"1 update artists set language +  new where artist_id = ?")
}

// A row is inserted only if the one that it replaces can be deleted: two agents would have one ticket.
func TestRowsAreReplacedTogether(t *testing.T) {
	m := derived(t, "Agent: agent_id, name\nTicket: ticket_id, subject\nAgent 1 handles n Ticket",
		"SELECT Ticket.ticket_id, Ticket.subject WHERE Agent.agent_id = ?", "SELECT Ticket.subject WHERE Ticket.ticket_id = ?")
	plan := write.Of(withUpdate(m, model.Update{Kind: model.Insert}, []model.ID{named(t, m, "handles")}, nil), "u1")
	last := plan.Steps[len(plan.Steps)-1]
	if last.Kind != write.Blocked || len(last.Statements) != 2 {
		t.Fatalf("the last step is %s: %q", last.Kind, lines(m, &plan))
	}
	if reason := last.Statements[0].CannotRun(); reason != "the row that it replaces cannot be deleted: nothing finds agent_id" {
		t.Errorf("the INSERT cannot run: %q", reason)
	}
	if words := plan.Words(); words != "writes no table, 2 statements cannot run" {
		t.Errorf("the plan %s", words)
	}
}

// A copied value that nothing finds is left empty where a row gets another partner: it would be that of the old one.
func TestEmptiesWhatNothingFinds(t *testing.T) {
	m := derived(t, "Agent: agent_id, name\nTicket: ticket_id, subject\nAgent 1 handles n Ticket",
		"SELECT Ticket WHERE Ticket.ticket_id = ?", "SELECT Agent.agent_id, Agent.name WHERE Ticket.ticket_id = ? VIA handles")
	plan := write.Of(withUpdate(m, model.Update{Kind: model.Insert}, []model.ID{named(t, m, "handles")}, nil), "u1")
	update := plan.Steps[len(plan.Steps)-1].Statements[0]
	if update.CannotRun() != "" || len(update.Write.Update.Set) != 2 || update.Write.Update.Set[1].Value.Kind != access.Null {
		t.Errorf("got %q", lines(m, &plan))
	}
}

// The person who drives a trip proves that it has a driver; a mechanic's certificate is looked up
// by the person, not by the repair that the update relates to the mechanic.
func TestSubtypesAreToldByTheirSupertype(t *testing.T) {
	m := derived(t, "Person: person_id, name\nDriver: licence\nDriver isa Person\nTrip: trip_id, distance\nRepair: repair_id\nDriver 1 makes n Trip\nDriver n does m Repair",
		"SELECT Person.person_id, Driver.licence, Trip.distance WHERE Trip.trip_id = ? VIA makes",
		"SELECT Trip.trip_id WHERE Person.person_id = ? VIA makes",
		"SELECT Repair.repair_id WHERE Person.person_id = ? AND Driver.licence = ? VIA does")
	expect(t, "Trip", updated(t, m, model.Delete, []string{"Trip"}),
		"0 select person_id from trips where trip_id = ?",
		"1 delete from trips_by_person where person_id = 0.person_id, trip_id = ?; only if 0.person_id; only if 0",
		"1 delete from trips where trip_id = ?")
	expect(t, "does", updated(t, m, model.Insert, []string{"does"}),
		"0 insert repairs_by_person_licence: person_id ?, driver_licence unknown, repair_id ?; missing driver_licence",
		"missing driver_licence of repairs_by_person_licence by Person.person_id")
}

// Who placed an order is read from a table of the orders that were placed by somebody: without a
// row, nobody did.
func TestPartnersAreReadWhereAllHaveThem(t *testing.T) {
	m := derived(t, "Customer: customer_id, name\nOrder: order_id, total\nProduct: sku\nCustomer 1 places n Order\nOrder n contains m Product: quantity",
		"SELECT Order.order_id, Customer.name WHERE Product.sku = ?",
		"SELECT Customer.name WHERE Order.order_id = ? VIA places")
	expect(t, "contains", updated(t, m, model.Insert, []string{"contains"}),
		"0 select name from customers_by_order where order_id = ?",
		"1 insert orders_by_product: product_sku ?, order_id ?, customer_name 0.name")
}
