package querytext

import (
	"strings"
	"testing"

	"widerow/model"
	"widerow/model/edit"
)

// desk is a model with an entity type of each kind that updates tell apart.
func desk(t testing.TB) *model.Model {
	t.Helper()
	m, err := edit.Apply(model.New("desk"), model.SeededIDs([]byte("desk")),
		added(model.EntityKind, "", "tenant", "name", "Tenant"),
		added(model.EntityKind, "", "ticket", "name", "Ticket", "weak", "true"),
		added(model.EntityKind, "", "person", "name", "Person"),
		added(model.EntityKind, "", "driver", "name", "Driver"),
		added(model.RelationshipKind, "", "handles", "name", "handles"),
		added(model.ParticipantKind, "handles", "agent", "entity", "person", "role", "agent"),
		added(model.ParticipantKind, "handles", "handled", "entity", "ticket"),
		added(model.AttributeKind, "tenant", "tenantid", "name", "tenant_id", "key", "key"),
		added(model.AttributeKind, "ticket", "number", "name", "number", "key", "partial"),
		added(model.AttributeKind, "ticket", "status", "name", "status"),
		added(model.AttributeKind, "ticket", "closed", "name", "closed_at"),
		added(model.AttributeKind, "ticket", "views", "name", "views"),
		added(model.AttributeKind, "person", "personid", "name", "person_id", "key", "key"),
		added(model.AttributeKind, "person", "phones", "name", "phones", "multi_valued", "true"),
		added(model.AttributeKind, "driver", "licence", "name", "licence"),
		added(model.AttributeKind, "handles", "since", "name", "since"))
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// TestUpdateTexts reads texts as they are typed and writes them in full.
func TestUpdateTexts(t *testing.T) {
	m := desk(t)
	for _, test := range []struct{ text, want string }{
		{"", ""},
		{"insert ticket", "INSERT Ticket"},
		{"INSERT INTO Ticket, handles;", "INSERT Ticket, handles"},
		{"insert Ticket and handles where Person(agent).person_id = ? if not exists", "INSERT Ticket, handles WHERE Person(agent).person_id = ? IF NOT EXISTS"},
		{"insert handles if", "INSERT handles IF NOT EXISTS"},
		{"insert Driver where Person.person_id = :me", "INSERT Driver WHERE Person.person_id = :person_id"},
		{"insert Person(agent)", "INSERT Person(agent)"},
		{"change status, closed_at where tenant_id = ? and number = ?", "CHANGE Ticket.status, Ticket.closed_at WHERE Tenant.tenant_id = ? AND Ticket.number = ?"},
		{"UPDATE Ticket.status IF UNCHANGED WHERE Ticket.number = ?", "CHANGE Ticket.status WHERE Ticket.number = ? IF UNCHANGED"},
		{"change Ticket.status and Ticket.closed_at and status if exists", "CHANGE Ticket.status, Ticket.closed_at IF UNCHANGED"},
		{"delete from Ticket where status = 'spam' cascade", "DELETE Ticket WHERE Ticket.status = 'spam' CASCADE"},
		{"Delete Ticket Restrict Where number In ?[20] If Exists", "DELETE Ticket WHERE Ticket.number IN ?[20] RESTRICT IF EXISTS"},
		{"add to Person.phones where person_id = ?", "ADD TO Person.phones WHERE Person.person_id = ?"},
		{"add phones", "ADD TO Person.phones"},
		{"insert phones", "ADD TO Person.phones"},
		{"remove phones", "REMOVE FROM Person.phones"},
		{"delete Person.phones", "REMOVE FROM Person.phones"},
		{"insert Person, Person.phones", "INSERT Person, Person.phones"},
		{"increment Ticket.views where number = ?", "INCREMENT Ticket.views WHERE Ticket.number = ?"},
	} {
		parts, problems := ParseUpdate(m, test.text)
		if len(problems) > 0 {
			t.Errorf("ParseUpdate(%s) = %+v", test.text, problems)
		} else if got := FormatUpdate(m, parts); got != test.want {
			t.Errorf("%s is written as %s, want %s", test.text, got, test.want)
		}
	}
}

// TestUpdateProblems: each text has its wrong part in brackets. The message names the fault and its
// remedy.
func TestUpdateProblems(t *testing.T) {
	m := desk(t)
	for _, test := range []struct{ text, message, suggestion string }{
		{"[INSRT] Ticket", "did you mean INSERT?", "INSERT"},
		{"[SELECT] Ticket", "add it as a query of its own", ""},
		{"[DECREMENT] Ticket.views", "Write INCREMENT", "INCREMENT"},
		{"INSERT [Tickt]", "did you mean Ticket?", "Ticket"},
		{"CHANGE Ticket.[statsu]", "did you mean status?", "status"},
		{"INSERT[]", "An attribute is missing at the end", ""},
		{"Add [a] comment", "If ADD begins a description, end that in a colon", ""},
		{"ADD TO [Ticket.status]", "Ticket.status has one value; write CHANGE Ticket.status", ""},
		{"REMOVE FROM [Ticket.status]", "write DELETE Ticket.status", ""},
		{"INCREMENT [Ticket]", "Ticket is an entity type; name one of its attributes", "Ticket.number"},
		{"INSERT INTO Ticket (number) [VALUES] (?)", "A statement on tables belongs in Recover from tables", ""},
		{"UPDATE Ticket [SET] status = ?", "A statement on tables belongs in Recover from tables. An update names concepts and no values: CHANGE Ticket.status", ""},
		{"CHANGE Ticket.status [=] 'open'", "the application gives the values", ""},
		{"INSERT Ticket [CASCADE]", "CASCADE belongs to DELETE", ""},
		{"DELETE Ticket CASCADE [RESTRICT]", "write one of them", ""},
		{"INSERT Ticket [IF EXISTS]", "write IF NOT EXISTS", "IF NOT EXISTS"},
		{"CHANGE Ticket.status IF [Ticket].status = ?", "those of WHERE count", ""},
		{"CHANGE Ticket.status WHERE Ticket.number = ? [VIA] handles", "An update has no VIA", ""},
		{"DELETE Ticket WHERE Ticket.number = ? [OR] Ticket.status = ?", "write a second update", "AND"},
		{"DELETE Ticket [INSERT] Person", "The next update begins on a line of its own", ""},
		{"DELETE [if]", `written in quotes: "if"`, `"if"`},
		{"DELETE Ticket WHERE Ticket.number = [5a]", "is not a value", "'5a'"},
	} {
		before, rest, _ := strings.Cut(test.text, "[")
		word, after, _ := strings.Cut(rest, "]")
		_, problems := ParseUpdate(m, before+word+after)
		if len(problems) != 1 {
			t.Errorf("%s: problems %+v", test.text, problems)
			continue
		}
		problem := problems[0]
		if !strings.Contains(problem.Message, test.message) || problem.Suggestion != test.suggestion || problem.Start != len(before) || problem.End != len(before)+len(word) {
			t.Errorf("%s: problem %+v, want %s and %q from %d to %d", test.text, problem, test.message, test.suggestion, len(before), len(before)+len(word))
		}
	}
}

// TestUpdatesAreCompleted has the cursor at the end.
func TestUpdatesAreCompleted(t *testing.T) {
	m := desk(t)
	for _, test := range []struct {
		text string
		want []string // the first completions
		not  string
	}{
		{"", []string{"SELECT", "WHERE"}, ""},
		{"ins", []string{"INSERT"}, "SELECT"},
		{"in", []string{"INSERT", "INCREMENT"}, ""},
		{"d", []string{"DELETE"}, ""},
		{"u", nil, "UPDATE"},
		{"ad", []string{"ADD TO"}, ""},
		{"INSERT ", []string{"Tenant", "Ticket", "Person"}, "INTO"},
		{"INSERT h", []string{"handles"}, ""},
		{"CHANGE ", []string{"Tenant.tenant_id", "Ticket.number"}, "AND"},
		{"CHANGE Ticket.status, cl", []string{"Ticket.closed_at"}, ""},
		{"CHANGE Ticket.status ", []string{"WHERE", "IF UNCHANGED"}, "CASCADE"},
		{"DELETE Ticket ", []string{"WHERE", "CASCADE", "RESTRICT", "IF EXISTS"}, "IF NOT EXISTS"},
		{"DELETE Ticket CASCADE ", []string{"WHERE", "IF EXISTS"}, "RESTRICT"},
		{"DELETE Ticket WHERE num", []string{"Ticket.number"}, ""},
		{"DELETE Ticket WHERE Ticket.number ", []string{"= ?"}, ""},
		{"DELETE Ticket WHERE Ticket.number = ? ", []string{"AND", "CASCADE"}, ""},
		{"ADD TO ", []string{"Person.phones"}, "Ticket.status"},
		{"REMOVE FROM p", []string{"Person.phones"}, ""},
		{"INCREMENT v", []string{"Ticket.views"}, ""},
		{"SELECT Ticket.st", []string{"Ticket.status"}, ""},
	} {
		var got []string
		for _, completion := range CompleteEntry(m, test.text, len(test.text)) {
			got = append(got, completion.Label)
			if completion.Label == test.not {
				t.Errorf("%s: %s is offered", test.text, test.not)
			}
		}
		if len(got) < len(test.want) || strings.Join(got[:len(test.want)], "|") != strings.Join(test.want, "|") {
			t.Errorf("%s: completions %q, want first %q", test.text, got, test.want)
		}
	}
}

// TestUpdatesAmongQueries splits a text in which queries and updates are mixed.
func TestUpdatesAmongQueries(t *testing.T) {
	text := `Q7 One: SELECT Ticket
WHERE Ticket.number = ?
U1 Open a ticket: INSERT Ticket, handles
insert Person
change Ticket.status,
  change, Ticket.number
WHERE Ticket.number = :delete
Delete a guest's ticket: DELETE Ticket; Change the status of a ticket: CHNAGE Ticket.status
-- Add to cart
add to Person.phones
U9 Only a name:
U10 Another
Assign: insert handles (a ticket that another agent had)
insert handles (Person, Ticket)
SELECT Ticket.number WHERE
  change = ?
U3: SELECT Ticket`
	type wanted struct {
		label, name, text string
		update            bool
	}
	want := []wanted{
		{"Q7", "One", "SELECT Ticket\nWHERE Ticket.number = ?", false},
		{"U1", "Open a ticket", "INSERT Ticket, handles", true},
		{"", "", "insert Person", true},
		{"", "", "change Ticket.status,\n  change, Ticket.number\nWHERE Ticket.number = :delete", true},
		{"", "Delete a guest's ticket", "DELETE Ticket", true},
		{"", "Change the status of a ticket", "CHNAGE Ticket.status", true},
		{"", "Add to cart", "add to Person.phones", true},
		{"U9", "Only a name", "", true},
		{"U10", "Another", "", true},
		{"", "Assign (a ticket that another agent had)", "insert handles", true},
		{"", "", "insert handles (Person, Ticket)", true},
		{"", "", "SELECT Ticket.number WHERE\n  change = ?", false},
		{"", "U3", "SELECT Ticket", false},
	}
	entries := Entries(text)
	for i, entry := range entries {
		if got := (wanted{entry.Label, entry.Name, entry.Text, entry.IsUpdate()}); i >= len(want) || got != want[i] {
			t.Errorf("entry %d is %+v", i, got)
		}
		if entry.Text != "" && text[entry.Start:entry.Start+len(entry.Text)] != entry.Text {
			t.Errorf("entry %d starts at %d", i, entry.Start)
		}
	}
	if len(entries) != len(want) {
		t.Errorf("%d entries, want %d", len(entries), len(want))
	}
}
