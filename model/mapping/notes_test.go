package mapping

import (
	"slices"
	"strings"
	"testing"

	"widerow/model"
	"widerow/model/mapping/er"
)

// messagesOf lists the problems of a query with some code.
func messagesOf(m *model.Model, query model.ID, code string) string {
	var messages []string
	for _, problem := range Explore(m, query).Problems {
		if problem.Code == code {
			messages = append(messages, problem.Message)
		}
	}
	return strings.Join(messages, "; ")
}

// TestInstancesWithoutPartner: a table whose key needs a partner does not hold
// instances without one, unless they are stored once a partition.
func TestInstancesWithoutPartner(t *testing.T) {
	for _, test := range []struct{ name, query, want string }{
		{"rows of a guest need a reservation", "find Guest.name Reservation.start given Guest.city",
			"Guests without Reservations are not in its table, since the key needs one"},
		{"static columns need none", "find Guest.name Reservation.start given Guest.id", ""},
		{"a reservation has a guest", "find Reservation.start Guest.name given Reservation.id", ""},
		{"guests of a reservation", "find Guest.name given Reservation.start", ""},
		{"only reservations", "find Reservation.start given Guest.id", ""},
	} {
		b := build(t)
		b.entity("Guest", "id key", "name", "city")
		b.entity("Reservation", "id key", "start")
		b.relationship("makes", "Guest 1", "Reservation n")
		b.query("Q1", test.query)
		if got := messagesOf(b.m, "q1", "optional"); got != test.want {
			t.Errorf("%s: %q, want %q", test.name, got, test.want)
		}
		b.numbers("makespa total true")
		if got := messagesOf(b.m, "q1", "optional"); got != "" {
			t.Errorf("%s, if each guest has one: %q", test.name, got)
		}
	}
}

// TestContradictingNumbers: the pairs of a relationship type counted from both ends.
func TestContradictingNumbers(t *testing.T) {
	for _, test := range []struct {
		numbers []string
		want    string
	}{
		{[]string{"hotel instances 5000", "poi instances 1000", "nearpb count 10", "nearpa count 50"}, ""},
		{[]string{"hotel instances 5000", "poi instances 1000", "nearpb count 10", "nearpa count 5"},
			"The numbers of near contradict each other: 5,000 Hotels with 10 each are 50,000, but 1,000 POIs with 5 each are 5,000"},
		{[]string{"hotel instances 5000", "nearpb count 10", "nearpa count 5"}, ""},
	} {
		b := bookedHotels(t)
		b.numbers(test.numbers...)
		b.query("Q1", "find Hotel.name given POI.name")
		if got := messagesOf(b.m, "q1", "numbers"); got != test.want {
			t.Errorf("%v: %q, want %q", test.numbers, got, test.want)
		}
	}
	// Fewer rooms than all hotels could have is a contradiction, more rooms are not: some may be in no hotel.
	b := bookedHotels(t)
	b.numbers("room instances 900000")
	b.query("Q1", "find Room.number Hotel.name given Hotel.city")
	if got := messagesOf(b.m, "q1", "numbers"); got != "" {
		t.Errorf("more rooms than in hotels: %q", got)
	}
	b.numbers("room instances 100000")
	if got := messagesOf(b.m, "q1", "numbers"); !strings.Contains(got, "are 500,000") {
		t.Errorf("fewer rooms than in hotels: %q", got)
	}
	if problems := Explore(b.m, "q1").Problems; slices.ContainsFunc(problems, func(p er.Problem) bool { return p.Code == "numbers" && p.Note }) {
		t.Error("a contradiction is only a note")
	}
}

// TestChangesOfTheKey: an update that changes a column of the key is named at the query.
func TestChangesOfTheKey(t *testing.T) {
	for _, test := range []struct{ name, query, kind, want string }{
		{"a state in the partition key", "find Task.title given Project.id Task.state", "change",
			"U1 changes Task.state, which is in the key: each change deletes a row and inserts another, and what is deleted slows down reads until it is compacted. " +
				"If it changes often and a partition by Project.id is small, choose the table without it in the key: the query leaves out what does not match"},
		{"an order", "find Task.title given Project.id sort Task.state", "change",
			"U1 changes Task.state, which is in the key: each change deletes a row and inserts another, and what is deleted slows down reads until it is compacted. " +
				"If it changes often, choose the table without it in the key and sort in the application, or write a new list at intervals"},
		{"the only condition", "find Task.title given Task.state", "change",
			"U1 changes Task.state, which is in the key: each change deletes a row and inserts another, and what is deleted slows down reads until it is compacted. " +
				"If it changes often and the query is rare, an index on the column in a table with another key answers it too, but asks more nodes"},
		{"a regular column", "find Task.title Task.state given Project.id", "change", ""},
		{"an insertion", "find Task.title given Project.id Task.state", "insert", ""},
	} {
		b := build(t)
		b.entity("Project", "id key")
		b.entity("Task", "id key", "title", "state")
		b.relationship("has", "Project 1", "Task n")
		b.add(model.UpdateElement, "", "u1", "label", "U1", "name", "Move", "kind", test.kind)
		b.add(model.WriteKind, "u1", "u1w", "element", "taskstate")
		b.query("Q1", test.query)
		if got := messagesOf(b.m, "q1", "volatile"); got != test.want {
			t.Errorf("%s: %q, want %q", test.name, got, test.want)
		}
	}
}

// TestKeysThatNothingChanges: of a query whose key an update changes, there is an
// alternative with another key, and deriving again keeps it if it is chosen.
func TestKeysThatNothingChanges(t *testing.T) {
	for _, test := range []struct{ query, key, reason string }{
		{"find Task.title given Project.id Task.state", "((project_id), id)", "reads rows with other values of Task.state and drops them (ALLOW FILTERING), all of a partition at each read; an update changes Task.state in place: one write, and no tombstone"},
		{"find Task.title given Project.id sort Task.state", "((project_id), id)", "the application sorts the rows by Task.state; an update changes Task.state in place: one write, and no tombstone"},
		{"find Task.title given Project.id Task.due:range sort Task.state", "((project_id), due, id)", "the application sorts the rows by Task.state; an update changes Task.state in place: one write, and no tombstone"},
		{"find Task.title given Task.state", "", ""},
		{"find Task.title Task.state given Project.id", "", ""},
	} {
		b := build(t)
		b.entity("Project", "id key")
		b.entity("Task", "id key", "title", "state", "due")
		b.relationship("has", "Project 1", "Task n")
		b.add(model.UpdateElement, "", "u1", "label", "U1", "name", "Move", "kind", "change")
		b.add(model.WriteKind, "u1", "u1w", "element", "taskstate")
		b.query("Q1", test.query)
		found := ""
		for _, a := range Explore(b.m, "q1").Alternatives {
			if reasons := strings.Join(a.Reasons, "; "); strings.Contains(reasons, "in place") {
				found = a.Signature()
				if reasons != test.reason {
					t.Errorf("%s: %s", test.query, reasons)
				}
			}
		}
		if found != test.key {
			t.Errorf("%s: %q, want %q", test.query, found, test.key)
		}
		if found == "" {
			continue
		}
		b.derive(map[model.ID]Choice{"q1": {Key: found}})
		for _, p := range b.derive(nil).Proposals {
			if p.Kind != Kept {
				t.Errorf("%s: deriving again: %s", test.query, p.Kind)
			}
		}
	}
}
