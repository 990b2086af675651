package workload_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"widerow/cql/workload"
	"widerow/model"
	"widerow/model/edit"
	"widerow/model/example"
	"widerow/model/querytext"
	"widerow/model/validation"
)

func hotel(t *testing.T) *model.Model {
	t.Helper()
	m, err := example.Load("hotel")
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func withoutQueries(t *testing.T) *model.Model {
	t.Helper()
	m := hotel(t)
	var removals []edit.Command
	for id := range m.Workflow.Queries {
		removals = append(removals, edit.Remove{Element: id})
	}
	m, err := edit.Apply(m, model.SeededIDs(nil), removals...)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// added applies the result of Read, and returns the queries as text and the updates
// as their kind and what they write.
func added(t *testing.T, m *model.Model, text string) (*workload.Workload, []string) {
	t.Helper()
	w := workload.Read(m, text, "hotel")
	ids := model.SeededIDs([]byte(text))
	after, err := edit.Apply(m, ids, w.Commands(ids, nil)...)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	for _, problem := range validation.Problems(after) {
		t.Errorf("%s: %v", text, problem)
	}
	var words []string
	for _, item := range model.Sorted(after.Workflow.Queries) {
		if m.Workflow.Queries[item.ID] == nil {
			served := after.TablesOf(item.ID)
			words = append(words, item.Value.Name+": "+querytext.Format(after, querytext.Of(item.Value))+" @"+after.Logical.Tables[served[0]].Name)
		}
	}
	for _, item := range model.Sorted(after.Workflow.Updates) {
		if m.Workflow.Updates[item.ID] == nil {
			words = append(words, item.Value.Name+": "+updateInWords(after, item.ID, item.Value))
		}
	}
	return w, words
}

func updateInWords(m *model.Model, id model.ID, u *model.Update) string {
	var writes, tables []string
	for _, w := range model.Sorted(u.Writes) {
		if w.Value.Element == "" {
			writes = append(writes, w.Value.Name)
		} else {
			writes = append(writes, m.Title(w.Value.Element))
		}
	}
	for _, a := range model.Sorted(m.Logical.Arrows) {
		if a.Value.Access == id {
			tables = append(tables, m.Logical.Tables[a.Value.To].Name)
		}
	}
	conditional := map[bool]string{true: " if"}[u.Conditional]
	return string(u.Kind) + conditional + " " + strings.Join(writes, ", ") + " @" + strings.Join(tables, ", ")
}

func TestRead(t *testing.T) {
	for _, test := range []struct {
		name, text string
		want       []string
	}{
		{"columns", "SELECT name, phone FROM hotels WHERE hotel_id = ? LIMIT 5;",
			[]string{"Find hotels by hotel id: SELECT Hotel.name, Hotel.phone WHERE Hotel.hotel_id = ? LIMIT 5 @hotels"}},
		{"a range of two bounds", "SELECT room_number FROM hotel.available_rooms_by_hotel_date WHERE hotel_id = ? AND date >= ? AND date < ? ORDER BY date DESC",
			[]string{`Find available rooms by hotel id, date: SELECT Room.room_number WHERE Hotel.hotel_id = ? AND "Room night".date >= ? AND "Room night".date < ? ORDER BY "Room night".date DESC @available_rooms_by_hotel_date`}},
		{"bounds the other way round", "SELECT room_number FROM available_rooms_by_hotel_date WHERE hotel_id = ? AND date <= ? AND date >= ?",
			[]string{`Find available rooms by hotel id, date: SELECT Room.room_number WHERE Hotel.hotel_id = ? AND "Room night".date >= ? AND "Room night".date <= ? @available_rooms_by_hotel_date`}},
		{"IN, an aggregate and a constant", "SELECT count(name), max(hotel_id) FROM hotels_by_poi WHERE poi_name IN ('a', 'b') AND hotel_id = 'AZ1'",
			[]string{"Find hotels by poi name, hotel id: SELECT count(Hotel.name), max(Hotel.hotel_id) WHERE \"Point of interest\".name IN ?[2] AND Hotel.hotel_id = 'AZ1' @hotels_by_poi"}},
		{"not served", "SELECT hotel_id FROM hotels WHERE phone = ?",
			[]string{"Find hotels by phone: SELECT Hotel.hotel_id WHERE Hotel.phone = ? @hotels"}},
		{"equal but for constants", "SELECT name FROM hotels WHERE hotel_id = 'a'; SELECT name FROM hotels WHERE hotel_id = 'b';",
			[]string{"Find hotels by hotel id: SELECT Hotel.name WHERE Hotel.hotel_id = 'a' @hotels"}},
		{"insert", "INSERT INTO guests (guest_id, last_name) VALUES (?, ?) IF NOT EXISTS",
			[]string{"Add guests: insert if Guest.guest_id, Guest.last_name @guests"}},
		{"update", "UPDATE hotels SET phone = ?, pois = pois + ? WHERE hotel_id = ?",
			[]string{"Change hotels by hotel id: change Hotel.phone, Point of interest.name @hotels"}},
		{"a batch is one update", "BEGIN BATCH INSERT INTO hotels (hotel_id, name) VALUES (?, ?); INSERT INTO hotels_by_poi (poi_name, hotel_id, name) VALUES (?, ?, ?); APPLY BATCH;",
			[]string{"Add hotels: insert Hotel.hotel_id, Hotel.name, Point of interest.name @hotels, hotels_by_poi"}},
		{"use, and a schema", "USE hotel; CREATE TABLE x (a int PRIMARY KEY); SELECT * FROM nothing WHERE a = 1; SELECT x FROM hotels; nonsense;", nil},
	} {
		_, got := added(t, withoutQueries(t), test.text)
		if diff := cmp.Diff(test.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", test.name, diff)
		}
	}
}

// TestKnown: the hotel has the queries already, and nothing is added.
func TestKnown(t *testing.T) {
	m := hotel(t)
	w, words := added(t, m, "SELECT hotel_id, name, phone, address FROM hotels_by_poi WHERE poi_name = 'x';")
	if len(words) > 0 || len(w.Accesses) != 1 || w.Accesses[0].Known != "q1" {
		t.Errorf("added %q, known %+v", words, w.Accesses)
	}
	_, words = added(t, m, "SELECT hotel_id FROM hotels_by_poi WHERE poi_name = 'x' ORDER BY hotel_id DESC")
	if len(words) != 1 {
		t.Errorf("another order adds %q", words)
	}
}

func TestLeftOut(t *testing.T) {
	w, _ := added(t, hotel(t), "CREATE TABLE x (a int PRIMARY KEY);\nSELECT * FROM nothing WHERE a = 1;\n\nSELECT colour FROM hotels WHERE hotel_id = ?;\nSELECT FROM;")
	var reasons []string
	for _, left := range w.Left {
		reasons = append(reasons, left.Reason)
	}
	want := []string{"It neither reads nor writes rows", "The model has no table nothing", "hotels has no column colour"}
	if !slices.Equal(reasons[:min(3, len(reasons))], want) || len(reasons) != 4 || w.Left[2].Line != 4 {
		t.Errorf("left out are %+v", w.Left)
	}
}

func FuzzRead(f *testing.F) {
	f.Add("SELECT * FROM hotels WHERE (hotel_id) IN ((?), (?)) AND token(hotel_id) > 3")
	f.Add("BEGIN UNLOGGED BATCH UPDATE hotels SET phone = 'x' WHERE hotel_id = ?; DELETE FROM guests WHERE guest_id = ?; APPLY BATCH")
	m, err := example.Load("hotel")
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, text string) {
		ids := model.SeededIDs([]byte(text))
		if _, err := edit.Apply(m, ids, workload.Read(m, text, "hotel").Commands(ids, nil)...); err != nil {
			t.Error(err)
		}
	})
}
