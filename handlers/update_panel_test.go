package handlers_test

import (
	"html"
	"net/http"
	"strings"
	"testing"
)

// An update shows its statements, which open on the Statements tab, with what it
// writes in each table.
func TestPlanOfAnUpdate(t *testing.T) {
	s := newSite(t)
	path := s.open("hotel")
	page := s.want(http.StatusOK, s.get(path+"/queries?select=u1")).body
	got := textOf(page, "plan")
	for _, want := range []string{"✓ Writes 4 tables, 5 times a second",
		"Logged batch 684 B Copy BEGIN BATCH UPDATE hotel . available_rooms_by_hotel_date SET is_available = ? " +
			"WHERE hotel_id = ? AND date = ?",
		"If it fails: Once the batch log has it, the server completes the batch.", "guests 1 row · 5/s", "reservations_by_confirmation by the server",
		"Copies to keep in step", "Guest.last_name guests , reservations_by_guest"} {
		if !strings.Contains(got, want) {
			t.Errorf("the plan does not say %q:\n%s", want, got)
		}
	}
	if !strings.Contains(page, path+`/statements?select=u1"`) {
		t.Error("the update has no link to its statements")
	}
	statements := verdictsOf(t, s.want(http.StatusOK, s.get(path+"/statements?select=u1")).body)
	if len(statements) == 0 || strings.Contains(strings.Join(statements, " "), "rejected") {
		t.Errorf("the statements are judged as %q", statements)
	}
}

// A missing lookup table is named in the plan and in the outline; one click derives
// it in one revision.
func TestPlanDerivesALookupTable(t *testing.T) {
	s := newSite(t)
	path := s.open("sensors")
	s.want(http.StatusSeeOther, s.post(path+"/edit", form("tab", "queries", "select", "u1", "do", "remove:u1givennetworkname")))
	page := s.get(path + "/queries?select=u1").body
	got := textOf(page, "plan")
	for _, want := range []string{"✕ Writes 1 table, 1 statement cannot run, 166.67 times a second, at the worst " +
		"500,000 No table finds network of temperatures_by_network by Sensor.sensor_id: a lookup table is missing.",
		"2. Cannot run Copy -- Cannot run: nothing finds network. -- INSERT INTO sensor_data.temperatures_by_network", "temperatures_by_network cannot run"} {
		if !strings.Contains(got, want) {
			t.Errorf("the plan does not say %q:\n%s", want, got)
		}
	}
	if !strings.Contains(page, "lookup?") {
		t.Error("the outline does not say that a lookup table is missing")
	}
	button := fixButton.FindStringSubmatch(page)
	if button == nil || button[2] != "Derive a lookup table: Network.name by Sensor.sensor_id via contains" {
		t.Fatalf("the first fix is %q", button)
	}
	_, before := s.model(path)
	s.want(http.StatusSeeOther, s.post(path+"/edit", form("tab", "queries", "select", "u1", "do", html.UnescapeString(button[1]))))
	_, after := s.model(path)
	if got := textOf(s.get(path+"/queries?select=u1").body, "plan"); strings.Contains(got,
		"lookup table is missing") || !strings.Contains(got, "after 2 reads") || after.Number != before.Number+1 {
		t.Errorf("after revision %d and the fix, the plan says\n%s", before.Number, got)
	}
}

// The condition of a reservation is a lightweight transaction.
func TestPlanShowsTransactions(t *testing.T) {
	s := newSite(t)
	got := textOf(s.get(s.open("supermarket")+"/queries?select=u2").body, "plan")
	for _, want := range []string{"Lightweight transaction", "IF reservation_expiry = ?", "Parameters Delivery slot.delivery_date user", "Four round trips"} {
		if !strings.Contains(got, want) {
			t.Errorf("the plan does not say %q:\n%s", want, got)
		}
	}
}
