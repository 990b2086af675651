package edit

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"widerow/model"
	"widerow/model/carry"
)

// booking returns a document of rooms in hotels, whose logical tables "h" (hotels)
// and "r" (rooms) are realized by the relations "ph" and "pr".
func booking(t *testing.T) *model.Model {
	t.Helper()
	ids := &listedIDs{ids: []model.ID{"ph", "phid", "phname", "phphones", "pr", "prid", "prnumber", "prhotel"}}
	add := func(kind model.Kind, parent, id model.ID, pairs ...string) Command {
		values := map[string]string{}
		for i := 0; i < len(pairs); i += 2 {
			values[pairs[i]] = pairs[i+1]
		}
		return Add{Kind: kind, Parent: parent, ID: id, Values: values}
	}
	m, err := Apply(model.New("Booking"), ids,
		add(model.EntityKind, "", "hotel", "name", "Hotel"),
		add(model.AttributeKind, "hotel", "id", "name", "hotel_id", "key", "key"),
		add(model.AttributeKind, "hotel", "name", "name", "name"),
		add(model.AttributeKind, "hotel", "phones", "name", "phones", "multi_valued", "true", "length", "15"),
		add(model.EntityKind, "", "room", "name", "Room"),
		add(model.AttributeKind, "room", "number", "name", "number", "key", "key"),
		add(model.KeyspaceKind, "", "ks", "name", "ks"),
		add(model.TableKind, "", "h", "name", "hotels"),
		add(model.ColumnKind, "h", "hid", "name", "hotel_id", "role", "partition", "attribute", "id"),
		add(model.ColumnKind, "h", "hname", "name", "name", "attribute", "name"),
		add(model.ColumnKind, "h", "hphones", "name", "phones", "collection", "set", "attribute", "phones"),
		add(model.TableKind, "", "r", "name", "rooms_by_hotel"),
		add(model.ColumnKind, "r", "rid", "name", "hotel_id", "role", "partition", "attribute", "id"),
		add(model.ColumnKind, "r", "rnumber", "name", "number", "role", "clustering", "attribute", "number"),
		add(model.ColumnKind, "r", "rhotel", "name", "hotel_name", "role", "static", "attribute", "name"))
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func TestColumnsFollowTheirAttribute(t *testing.T) {
	set := func(id model.ID, field, was, value string) Command { return Set{id, field, was, value} }
	for _, test := range []struct {
		name         string
		physical     []Command // earlier changes to the physical model
		change       []Command
		hotel, rooms string
		words        string
	}{
		{"as suggested", nil, nil,
			"hotels(hotel_id uuid K, name text, phones set<text>)", "rooms_by_hotel(hotel_id uuid K, number int C↑, hotel_name text S)", ""},
		{"type", nil, []Command{set("id", "type", "", "text")},
			"hotels(hotel_id text K, name text, phones set<text>)", "rooms_by_hotel(hotel_id text K, number int C↑, hotel_name text S)",
			"set type of Hotel.hotel_id to text and 2 columns (hotels.hotel_id, rooms_by_hotel.hotel_id)"},
		{"changed type stays", []Command{set("prid", "type", "uuid", "timeuuid")}, []Command{set("id", "type", "", "text")},
			"hotels(hotel_id text K, name text, phones set<text>)", "rooms_by_hotel(hotel_id timeuuid K, number int C↑, hotel_name text S)",
			"set type of Hotel.hotel_id to text and 1 column (hotels.hotel_id)"},
		{"confirmed type follows", []Command{KeepTypes{"ph"}}, []Command{set("id", "type", "", "bigint")},
			"hotels(hotel_id bigint K, name text, phones set<text>)", "rooms_by_hotel(hotel_id bigint K, number int C↑, hotel_name text S)",
			"set type of Hotel.hotel_id to bigint and 2 columns (hotels.hotel_id, rooms_by_hotel.hotel_id)"},
		{"type of an element", nil, []Command{set("phones", "type", "", "ascii")},
			"hotels(hotel_id uuid K, name text, phones set<ascii>)", "rooms_by_hotel(hotel_id uuid K, number int C↑, hotel_name text S)",
			"set type of Hotel.phones to ascii and 1 column (hotels.phones)"},
		{"back to the suggestion", nil, []Command{set("number", "type", "", "text"), KeepTypes{"pr"}, set("number", "type", "text", "")},
			"hotels(hotel_id uuid K, name text, phones set<text>)", "rooms_by_hotel(hotel_id uuid K, number int C↑, hotel_name text S)", ""},
		{"name", nil, []Command{set("name", "name", "name", "Title")},
			"hotels(hotel_id uuid K, title text, phones set<text>)", "rooms_by_hotel(hotel_id uuid K, number int C↑, hotel_title text S)",
			"renamed attribute Hotel.name to Title and 2 columns (hotels.title, rooms_by_hotel.hotel_title)"},
		{"name with that of the entity type", nil, []Command{set("id", "name", "hotel_id", "code")},
			"hotels(code text K, name text, phones set<text>)", "rooms_by_hotel(hotel_code text K, number int C↑, hotel_name text S)",
			"renamed attribute Hotel.hotel_id to code and 2 columns (hotels.code, rooms_by_hotel.hotel_code)"},
		{"name suggests another type, which was confirmed", []Command{KeepTypes{"pr"}}, []Command{set("number", "name", "number", "opened_at")},
			"hotels(hotel_id uuid K, name text, phones set<text>)", "rooms_by_hotel(hotel_id uuid K, opened_at int C↑, hotel_name text S)",
			"renamed attribute Room.number to opened_at and 1 column (rooms_by_hotel.opened_at)"},
		{"entity type", nil, []Command{set("hotel", "name", "Hotel", "Inn")},
			"hotels(hotel_id uuid K, name text, phones set<text>)", "rooms_by_hotel(hotel_id uuid K, number int C↑, inn_name text S)",
			"renamed entity type Hotel to Inn and 1 column (rooms_by_hotel.inn_name)"},
		{"entity type, and the name was changed by hand", []Command{set("rhotel", "name", "hotel_name", "house_name")}, []Command{set("hotel", "name", "Hotel", "Inn")},
			"hotels(hotel_id uuid K, name text, phones set<text>)", "rooms_by_hotel(hotel_id uuid K, number int C↑, house_name text S)",
			"renamed entity type Hotel to Inn"},
		{"entity type, and the physical name was changed by hand", []Command{set("prhotel", "name", "hotel_name", "house_name")}, []Command{set("hotel", "name", "Hotel", "Inn")},
			"hotels(hotel_id uuid K, name text, phones set<text>)", "rooms_by_hotel(hotel_id uuid K, number int C↑, house_name text S)",
			"renamed entity type Hotel to Inn and 1 column (rooms_by_hotel.inn_name)"},
		{"entity type and attribute at once", nil, []Command{set("hotel", "name", "Hotel", "Inn"), set("name", "name", "name", "title")},
			"hotels(hotel_id uuid K, title text, phones set<text>)", "rooms_by_hotel(hotel_id uuid K, number int C↑, inn_title text S)", ""},
		{"plural", nil, []Command{set("phones", "name", "phones", "phone_numbers")},
			"hotels(hotel_id uuid K, name text, phone_numbers set<text>)", "rooms_by_hotel(hotel_id uuid K, number int C↑, hotel_name text S)",
			"renamed attribute Hotel.phones to phone_numbers and 1 column (hotels.phone_numbers)"},
		{"name of a column that realizes two", []Command{Set{"ph", "realizes", "h", "h r"}, set("phid", "from", "hid", "hid rid")}, []Command{set("id", "name", "hotel_id", "hotel_code"), set("id", "type", "", "bigint")},
			"hotels(hotel_code bigint K, name text, phones set<text>)", "rooms_by_hotel(hotel_code bigint K, number int C↑, hotel_name text S)", ""},
		{"physical name stays", []Command{set("phname", "name", "name", "label")}, []Command{set("name", "name", "name", "title")},
			"hotels(hotel_id uuid K, label text, phones set<text>)", "rooms_by_hotel(hotel_id uuid K, number int C↑, hotel_title text S)",
			"renamed attribute Hotel.name to title and 2 columns (hotels.title, rooms_by_hotel.hotel_title)"},
		{"logical name stays", []Command{set("hname", "name", "name", "label")}, []Command{set("name", "name", "name", "title")},
			"hotels(hotel_id uuid K, label text, phones set<text>)", "rooms_by_hotel(hotel_id uuid K, number int C↑, hotel_title text S)",
			"renamed attribute Hotel.name to title and 1 column (rooms_by_hotel.hotel_title)"},
		{"name is taken", nil, []Command{set("name", "name", "name", "phones2"), set("name", "name", "phones2", "hotel_id2"), Add{Kind: model.ColumnKind, Parent: "h", ID: "x", Values: map[string]string{"name": "title"}}, set("name", "name", "hotel_id2", "title")},
			"hotels(hotel_id uuid K, hotel_id2 text, phones set<text>, title text)", "rooms_by_hotel(hotel_id uuid K, number int C↑, hotel_title text S)", ""},
		{"removed attribute leaves the types", nil, []Command{Remove{"id"}},
			"hotels(hotel_id uuid K, name text, phones set<text>)", "rooms_by_hotel(hotel_id uuid K, number int C↑, hotel_name text S)",
			"removed attribute Hotel.hotel_id"},
		{"another attribute", nil, []Command{set("rhotel", "attribute", "name", "number")},
			"hotels(hotel_id uuid K, name text, phones set<text>)", "rooms_by_hotel(hotel_id uuid K, number int C↑, hotel_name int S)",
			"set attribute of rooms_by_hotel.hotel_name from Hotel.name to Room.number"},
		{"another attribute for a column whose type was confirmed", []Command{KeepTypes{"pr"}, set("number", "type", "", "bigint")}, []Command{set("rhotel", "attribute", "name", "number")},
			"hotels(hotel_id uuid K, name text, phones set<text>)", "rooms_by_hotel(hotel_id uuid K, number bigint C↑, hotel_name text S)",
			"set attribute of rooms_by_hotel.hotel_name from Hotel.name to Room.number"},
		{"count of an attribute", nil, []Command{set("hname", "aggregate", "", "count")},
			"hotels(hotel_id uuid K, name bigint, phones set<text>)", "rooms_by_hotel(hotel_id uuid K, number int C↑, hotel_name text S)",
			"set aggregate of hotels.name from no aggregate to count"},
		{"map of what is collected", nil, []Command{set("rhotel", "collection", "", "map"), set("name", "type", "", "ascii")},
			"hotels(hotel_id uuid K, name ascii, phones set<text>)", "rooms_by_hotel(hotel_id uuid K, number int C↑, hotel_name map<ascii, text> S)", ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			before := must(t, booking(t), test.physical...)
			after := must(t, before, test.change...)
			if diff := cmp.Diff([]string{test.hotel, test.rooms}, []string{shapeOf(after, "ph"), shapeOf(after, "pr")}); diff != "" {
				t.Errorf("tables (-want +got):\n%s", diff)
			}
			if got := Words(before, after, test.change...); test.words != "" && got != test.words {
				t.Errorf("Words = %q, want %q", got, test.words)
			}
			if problems := Problems(after); len(problems) > 0 {
				t.Errorf("problems: %v", problems)
			}
		})
	}
}

// TestTypeIsAssumedUntilChosen sets and clears an attribute's type.
func TestTypeIsAssumedUntilChosen(t *testing.T) {
	m := booking(t)
	assumed := func(m *model.Model) bool { return m.Physical.Relations["ph"].Columns["phid"].TypeAssumed }
	if !assumed(m) {
		t.Error("a suggested type counts as chosen")
	}
	if m = must(t, m, Set{"id", "type", "", "uuid"}); assumed(m) {
		t.Error("the type of the attribute was chosen, but that of the column is still assumed")
	}
	if m = must(t, m, Set{"id", "type", "uuid", ""}); !assumed(m) {
		t.Error("the type of the attribute was cleared, but that of the column is not assumed")
	}
}

func TestLengthFollows(t *testing.T) {
	m := must(t, booking(t), Set{"phones", "length", "15", "20"}, Set{"name", "length", "", "40"})
	lengths := func() []model.Expression {
		h, r := m.Physical.Relations["ph"].Columns, m.Physical.Relations["pr"].Columns
		return []model.Expression{h["phphones"].Length, h["phname"].Length, r["prhotel"].Length, h["phid"].Length}
	}
	if diff := cmp.Diff([]model.Expression{"20", "40", "40", ""}, lengths()); diff != "" {
		t.Errorf("lengths (-want +got):\n%s", diff)
	}
	m = must(t, m, Set{"prhotel", "length", "40", "12"})
	m = must(t, m, Set{"name", "length", "40", "50"})
	if diff := cmp.Diff([]model.Expression{"20", "50", "12", ""}, lengths()); diff != "" {
		t.Errorf("lengths after one was changed (-want +got):\n%s", diff)
	}
}

// TestElementsFollow: a collection follows the number of values of its attribute
// until physical design changes it.
func TestElementsFollow(t *testing.T) {
	m := must(t, booking(t), Set{"phones", "elements", "", "3"})
	column := func() *model.Column { return m.Physical.Relations["ph"].Columns["phphones"] }
	if got := column().Elements; got != "3" {
		t.Errorf("elements are %q, want 3", got)
	}
	m = must(t, m, Set{"phphones", "elements", "3", "9"})
	m = must(t, m, Set{"phones", "elements", "3", "4"})
	if got := column().Elements; got != "9" {
		t.Errorf("elements are %q, want 9 as physical design has it", got)
	}
}

// TestUserTypeIsThatOfTheKeyspace realizes a table in a keyspace with a type of
// the same name, and in one without it.
func TestUserTypeIsThatOfTheKeyspace(t *testing.T) {
	m := must(t, booking(t), Add{Kind: model.UserTypeKind, Parent: "ks", ID: "label", Values: map[string]string{"name": "label"}},
		Add{Kind: model.KeyspaceKind, ID: "k2", Values: map[string]string{"name": "k2"}}, Add{Kind: model.UserTypeKind, Parent: "k2", ID: "label2", Values: map[string]string{"name": "label"}},
		Add{Kind: model.KeyspaceKind, ID: "k3", Values: map[string]string{"name": "k3"}}, Set{"name", "type", "", "frozen<label>"})
	column := m.Logical.Tables["h"].Columns["hname"]
	for keyspace, want := range map[model.ID]string{"ks": "frozen<@label>", "k2": "frozen<@label2>", "k3": "text"} {
		given := carry.PhysicalColumn(m, keyspace, column).Type
		if text, _ := given.MarshalText(); string(text) != want {
			t.Errorf("in %s the column has type %s, want %s", keyspace, text, want)
		}
	}
}

// TestDerivedNameFollows renames the attribute of derived columns, one of which
// was renamed by hand.
func TestDerivedNameFollows(t *testing.T) {
	m := booking(t)
	table := m.Logical.Tables["h"]
	table.Derived = map[model.ID]model.LogicalColumn{"hid": *table.Columns["hid"], "hname": *table.Columns["hname"]}
	byHand := table.Derived["hid"]
	byHand.Name = "id"
	table.Derived["hid"] = byHand
	m = must(t, m, Set{"name", "name", "name", "title"}, Set{"id", "name", "hotel_id", "hotel_code"})
	table = m.Logical.Tables["h"]
	got := []string{table.Columns["hname"].Name, table.Derived["hname"].Name, table.Columns["hid"].Name}
	if diff := cmp.Diff([]string{"title", "title", "hotel_id"}, got); diff != "" {
		t.Errorf("names (-want +got):\n%s", diff)
	}
}

// TestListsManyFollowers: a revision names the first columns that followed, and how
// many more there are.
func TestListsManyFollowers(t *testing.T) {
	m := booking(t)
	var commands []Command
	for _, name := range []string{"a", "b", "c", "d", "e", "f"} {
		commands = append(commands, Add{Kind: model.TableKind, ID: model.ID("t" + name), Values: map[string]string{"name": "t" + name}},
			Add{Kind: model.ColumnKind, Parent: model.ID("t" + name), ID: model.ID("c" + name), Values: map[string]string{"name": "number", "attribute": "number"}})
	}
	m = must(t, m, commands...)
	rename := Set{"number", "name", "number", "door"}
	want := "renamed attribute Room.number to door and 7 columns (rooms_by_hotel.door, ta.door, tb.door, tc.door, td.door, te.door, 1 more)"
	if got := rename.words(m, must(t, m, rename)); got != want {
		t.Errorf("%s, want %s", got, want)
	}
}
