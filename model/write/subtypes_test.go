package write_test

import (
	"strings"
	"testing"

	"widerow/model"
	"widerow/model/concepttext"
	"widerow/model/edit"
	"widerow/model/mapping"
	"widerow/model/querytext"
	"widerow/model/write"
)

// derived is a model of concepts and queries, as text, with their tables.
func derived(t *testing.T, concepts string, queries ...string) *model.Model {
	t.Helper()
	ids := model.SeededIDs([]byte(concepts))
	apply := func(m *model.Model, commands ...edit.Command) *model.Model {
		after, err := edit.Apply(m, ids, commands...)
		if err != nil {
			t.Fatal(err)
		}
		return after
	}
	m := model.New("derived")
	commands, problems := concepttext.Commands(m, ids, concepts)
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	m = apply(m, commands...)
	for _, text := range queries {
		parts, problems := querytext.Parse(m, text)
		if len(problems) > 0 {
			t.Fatalf("%s: %v", text, problems)
		}
		id := ids.New()
		m = apply(m, edit.Add{Kind: model.QueryKind, ID: id, Values: map[string]string{"name": text}})
		m = apply(m, querytext.Commands(m, id, parts)...)
	}
	return apply(m, mapping.Derive(m, nil, precomputed(m)).Commands(ids, nil)...)
}

// named returns the ID of an element by its title.
func named(t *testing.T, m *model.Model, title string) model.ID {
	t.Helper()
	for element := range m.ElementsOf(model.EntityKind, model.RelationshipKind, model.AttributeKind) {
		if m.Title(element.ID) == title {
			return element.ID
		}
	}
	t.Fatalf("no element is called %s", title)
	return ""
}

// A room is not a suite: it has no row in the tables of suites, and to change it makes
// none there. A suite is a room.
func TestSubtypesInTables(t *testing.T) {
	m := derived(t, "Room: room_id, floor\nSuite: lounge\nSuite isa Room\nGuest: guest_id, name\nGuest n books m Room: nights",
		"SELECT Room.room_id, Room.floor WHERE Room.room_id = ?",
		"SELECT Room.room_id, Room.floor, Suite.lounge WHERE Suite.lounge = ?",
		"SELECT Suite.lounge, Room.floor WHERE Room.room_id = ?",
		"SELECT Guest.name, Room.room_id, Suite.lounge WHERE Guest.guest_id = ?")
	for _, test := range []struct {
		name          string
		kind          model.UpdateKind
		writes, given string
		want          string
	}{
		{"a room", model.Insert, "Room", "", "insert rooms"},
		{"a suite", model.Insert, "Suite", "", "logged batch(insert rooms, insert suites_by_lounge, insert suites_by_room)"},
		{"the floor of any room", model.Change, "Room.floor", "Room.room_id", "read suites_by_room; logged batch(update rooms, update suites_by_lounge, update suites_by_room)"},
		{"the lounge of a suite", model.Change, "Suite.lounge", "Room.room_id",
			"read suites_by_room; logged batch(insert suites_by_lounge, delete suites_by_lounge, update suites_by_room); cannot(update rooms_by_guest); update/lookup; update/moved-key"},
		{"a room goes", model.Delete, "Room", "Room.room_id",
			"read suites_by_room; logged batch(delete rooms, delete suites_by_lounge, delete suites_by_room); cannot(delete rooms_by_guest); update/lookup; update/cascade"},
		{"a suite goes", model.Delete, "Suite", "Room.room_id",
			"read suites_by_room; logged batch(delete suites_by_lounge, delete suites_by_room); cannot(delete rooms_by_guest); update/lookup; update/subtype"},
		{"a booking", model.Insert, "books", "", "read suites_by_room; insert rooms_by_guest; update/copy"},
	} {
		var given []model.ID
		if test.given != "" {
			given = append(given, named(t, m, test.given))
		}
		plan := write.Of(withUpdate(m, model.Update{Kind: test.kind}, []model.ID{named(t, m, test.writes)}, given), "u1")
		if got := summary(&plan); got != test.want {
			t.Errorf("%s: %s\nwant %s", test.name, got, test.want)
		}
	}
}

// An employee in a role is a person in that role: the columns of the supertype belong to the same
// instance.
func TestSupertypeInARole(t *testing.T) {
	m := derived(t, "Person: person_id, name\nEmployee: salary\nEmployee isa Person\nEmployee(manager) 1 manages n Employee(report)",
		"SELECT Employee(report) WHERE Employee(manager).salary = ?")
	var columns []string
	for _, table := range m.Logical.Tables {
		for _, c := range table.SortedColumns() {
			columns = append(columns, c.Value.Name)
		}
	}
	if got, want := strings.Join(columns, " "), "manager_salary report_person_id report_salary report_person_name"; got != want {
		t.Errorf("columns %s, want %s", got, want)
	}
}
