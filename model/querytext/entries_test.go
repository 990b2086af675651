package querytext

import (
	"slices"
	"testing"
)

func TestEntries(t *testing.T) {
	for _, test := range []struct {
		name, text string
		want       []Entry
	}{
		{"a query alone", "SELECT Room.type", []Entry{{Text: "SELECT Room.type"}}},
		{"a name and a query", "Free rooms: SELECT Room.type LIMIT 5", []Entry{{Name: "Free rooms", Text: "SELECT Room.type LIMIT 5", Start: 12}}},
		{"a name alone", "Free rooms", []Entry{{Name: "Free rooms"}}},
		{"names, one a line", "Free rooms\n\nRooms of a hotel\r\n", []Entry{{Name: "Free rooms"}, {Name: "Rooms of a hotel"}}},
		{"one a line", "select Room.type\nselect Hotel", []Entry{{Text: "select Room.type"}, {Text: "select Hotel", Start: 17}}},
		{"semicolons", "SELECT a.b; B: SELECT c.d;", []Entry{{Text: "SELECT a.b"}, {Name: "B", Text: "SELECT c.d", Start: 15}}},
		{"clauses on lines of their own", "Free rooms:\nSELECT Room.type,\n  Room.number\nWHERE a.b = ?\n\nORDER BY c.d\nNext: SELECT e.f",
			[]Entry{{Name: "Free rooms", Text: "SELECT Room.type,\n  Room.number\nWHERE a.b = ?\n\nORDER BY c.d", Start: 12}, {Name: "Next", Text: "SELECT e.f", Start: 78}}},
		{"comments", "-- Q4. Rooms of a guest's hotel\nSELECT a.b;\n// none yet\n-- Q5\nSELECT c.d",
			[]Entry{{Label: "Q4", Name: "Rooms of a guest's hotel", Text: "SELECT a.b", Start: 32}, {Name: "none yet"}, {Label: "Q5", Text: "SELECT c.d", Start: 62}}},
		{"labels", "q7: SELECT a.b\nQ3.1 Rooms: SELECT c.d\nQuarter: SELECT e.f", []Entry{
			{Label: "Q7", Text: "SELECT a.b", Start: 4}, {Label: "Q3.1", Name: "Rooms", Text: "SELECT c.d", Start: 27}, {Name: "Quarter", Text: "SELECT e.f", Start: 47}}},
		{"a parameter is no name", "WHERE a.b = :select", []Entry{{Text: "WHERE a.b = :select"}}},
		{"a semicolon and a keyword in a constant", "SELECT a.b WHERE c.d = 'x; SELECT: y'", []Entry{{Text: "SELECT a.b WHERE c.d = 'x; SELECT: y'"}}},
		{"a misspelled keyword", "Free rooms: SELCT Room.type", []Entry{{Name: "Free rooms", Text: "SELCT Room.type", Start: 12}}},
		{"a name like a keyword", "Selected rooms", []Entry{{Name: "Selected rooms"}}},
		{"nothing", " \n;;\n", nil},
	} {
		if got := Entries(test.text); !slices.Equal(got, test.want) {
			t.Errorf("%s: Entries(%q) =\n%+v, want\n%+v", test.name, test.text, got, test.want)
		}
	}
}

func TestName(t *testing.T) {
	hotel := load(t, "hotel")
	for _, test := range []struct{ text, want string }{
		{`SELECT Room.room_number, "Room night".is_available WHERE Hotel.hotel_id = ? AND "Room night".date >= ? AND "Room night".date <= ?`, "Room, Room night by hotel_id, date"},
		{`SELECT Hotel.name, Hotel.phone WHERE hotel_id = ?`, "Hotel by hotel_id"},
		{`SELECT count(Room), Room.type`, "count of Room, Room"},
		{`SELECT count(*) WHERE city = ?`, "count by city"},
		{`WHERE city = ?`, "Query by city"},
		{`LIMIT 5`, "Query"},
	} {
		parts, problems := Parse(hotel, test.text)
		if len(problems) > 0 {
			t.Fatalf("Parse(%s) = %+v", test.text, problems)
		}
		if got := Name(hotel, parts); got != test.want {
			t.Errorf("Name(%s) = %q, want %q", test.text, got, test.want)
		}
	}
}

// TestMerge merges what two users made of one text.
func TestMerge(t *testing.T) {
	hotel := load(t, "hotel")
	const base = `SELECT Hotel.name WHERE Hotel.hotel_id = ? ORDER BY Hotel.name LIMIT 5`
	for _, test := range []struct{ name, theirs, mine, want string }{
		{"different clauses", `SELECT Hotel.name, Hotel.phone WHERE Hotel.hotel_id = ? ORDER BY Hotel.name LIMIT 5`, `SELECT Hotel.name WHERE Hotel.hotel_id = ? LIMIT 7`,
			`SELECT Hotel.name, Hotel.phone WHERE Hotel.hotel_id = ? LIMIT 7`},
		{"the same change", `SELECT Hotel.name LIMIT 5`, `SELECT Hotel.name LIMIT 5`, `SELECT Hotel.name LIMIT 5`},
		{"one clause", `SELECT Hotel.name WHERE Hotel.name = ? ORDER BY Hotel.name LIMIT 5`, `SELECT Hotel.name WHERE Hotel.phone = ? ORDER BY Hotel.name LIMIT 5`, ""},
		{"grouping and selection", `SELECT Hotel.name WHERE Hotel.hotel_id = ? GROUP BY Hotel.name ORDER BY Hotel.name LIMIT 5`, `SELECT Hotel.phone WHERE Hotel.hotel_id = ? ORDER BY Hotel.name LIMIT 5`, ""},
	} {
		var parts [3]Parts
		for i, text := range []string{base, test.theirs, test.mine} {
			parts[i], _ = Parse(hotel, text)
		}
		merged, ok := Merge(hotel, parts[0], parts[1], parts[2])
		if got := Format(hotel, merged); ok != (test.want != "") || ok && got != test.want {
			t.Errorf("%s: Merge = %s, %v, want %s", test.name, got, ok, test.want)
		}
	}
}

// TestNamesLikeClauses: a name may begin like a clause if a query follows its colon.
func TestNamesLikeClauses(t *testing.T) {
	text := "Rooms: SELECT Room.type VIA has\nWhere is a room: SELECT Hotel.name\nLimit per day: SELECT Room.type\n" +
		"SELECT Hotel.phone\nWHERE Hotel.name = :select\nORDER BY Hotel.phone"
	var got []string
	for _, entry := range Entries(text) {
		got = append(got, entry.Name+"|"+entry.Text)
	}
	want := []string{"Rooms|SELECT Room.type VIA has", "Where is a room|SELECT Hotel.name", "Limit per day|SELECT Room.type",
		"|SELECT Hotel.phone\nWHERE Hotel.name = :select\nORDER BY Hotel.phone"}
	if !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}
