package journey

import (
	"strings"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/google/go-cmp/cmp"

	"widerow/cli/walk/browser"
	"widerow/model"
)

const hotelConcepts = `Point of interest: name, description
Hotel: hotel_id, name, phone, address (street, city, country)
weak Room: room_number, type
weak Room night: date, is_available
Amenity: name, description
Reservation: confirm_number, start_date, end_date
Guest: guest_id, name (title, first_name, last_name), {emails}, {phone_numbers}
Hotel m is near n Point of interest
Hotel 1 has n Room
Room 1 is open on n Room night
Room m offers n Amenity
Room 1 is reserved in n Reservation
Guest 1 makes n Reservation`

const hotelQueries = `Q1 Find hotels near a point of interest: SELECT hotel_id, Hotel.name, phone, address WHERE "Point of interest".name = ?
Q2 Find information about a hotel: SELECT Hotel.name, phone, address WHERE hotel_id = ?
Q3 Find points of interest near a hotel: SELECT "Point of interest" WHERE hotel_id = ?
Q4 Find free rooms: SELECT date, room_number, is_available WHERE hotel_id = ? AND date >= ? AND date <= ? ORDER BY date
Q5 Find the amenities of a room: SELECT Amenity WHERE hotel_id = ? AND room_number = ?
Q6 Find a reservation by its number: SELECT Reservation, hotel_id, room_number, guest_id WHERE confirm_number = ?
Q7 Find the reservations of a hotel on a date: SELECT room_number, end_date, confirm_number, guest_id WHERE hotel_id = ? AND start_date = ?
Q8 Find the reservations of a guest: SELECT Reservation, hotel_id, room_number, guest_id WHERE last_name = ?
Q9 Show a guest: SELECT Guest WHERE guest_id = ?`

// hotelTables are the tables that are derived, each with that of Carpenter and
// Hewitt's book, chapter 5, with the partition key in parentheses. The names
// differ, and so do two keys: in the book's tables rows overwrite each other if a
// guest has two reservations in one hotel, or if a room has two that begin on one
// day. Here a reservation is identified by its number.
var hotelTables = []struct{ derived, book string }{
	{"hotels_by_point_of_interest: (point_of_interest_name) hotel_id", "hotels_by_poi: (poi_name) hotel_id"},
	{"hotels: (hotel_id)", "hotels: (id)"},
	{"points_of_interest_by_hotel: (hotel_id) name", "pois_by_hotel: (hotel_id) poi_name"},
	{"room_nights_by_hotel_date: (hotel_id) date room_number", "available_rooms_by_hotel_date: (hotel_id) date room_number"},
	{"amenities_by_hotel_room: (hotel_id room_number) name", "amenities_by_room: (hotel_id room_number) amenity_name"},
	{"reservations: (confirm_number)", "reservations_by_confirmation: (confirm_number)"},
	{"reservations_by_hotel_start_date: (hotel_id start_date) confirm_number", "reservations_by_hotel_date: (hotel_id start_date) room_number"},
	{"reservations_by_last_name: (guest_last_name) confirm_number", "reservations_by_guest: (guest_last_name) hotel_id"},
	{"guests: (guest_id)", "guests: (guest_id)"},
}

// TestHotelByDeriving goes from an empty model to the hotel's tables, all made by
// the page that derives them, with the keyboard alone. The texts are pasted. Then it derives
// the tables of a model with open questions, by mouse.
func TestHotelByDeriving(t *testing.T) {
	v := browser.Walk(t)
	v.Open("")
	v.TabTo("new-name")
	v.Keys("Hotels")
	v.ExpectLoad(func() { v.EnterKey() })
	insert(v, "new-entity-text", hotelConcepts)
	v.TabTo("begin-add")
	v.ExpectSave(func() { v.EnterKey() })
	v.TabTo("tab-queries")
	v.ExpectUpdate(func() { v.EnterKey() })
	insert(v, "new-query-text", hotelQueries)
	v.TabTo("begin-add")
	v.ExpectSave(func() { v.EnterKey() })
	v.TabTo("placement-add")
	v.ExpectSave(func() { v.EnterKey() })
	v.TabTo("derive-tables")
	v.ExpectUpdate(func() { v.EnterKey() })
	v.Picture("derive-hotel")
	v.TabTo("derive-apply")
	v.ExpectSave(func() { v.EnterKey() })
	if got := browser.Ask[string](v, `document.querySelector("#tab-queries .count")?.textContent`); got != "9/9" {
		t.Errorf("the badge of the queries is %q, want 9/9", got)
	}
	_, document := v.Server.Get(v.Path()[:strings.LastIndex(v.Path(), "/")] + "/model.json")
	var want []string
	for _, table := range hotelTables {
		want = append(want, table.derived)
	}
	if diff := cmp.Diff(strings.Join(want, "\n"), keysOf(t, document)); diff != "" {
		t.Errorf("tables (-want +got):\n%s", diff)
	}
	answerQuestions(v)
}

// insert goes to a field with Tab and inserts a text there at once.
func insert(v *browser.Walker, id, text string) {
	v.T.Helper()
	v.TabTo(id)
	browser.Command(v, input.InsertText, input.InsertTextParams{Text: text})
}

// keysOf lists the primary keys of a document's logical tables.
func keysOf(t *testing.T, document string) string {
	t.Helper()
	m, err := model.Decode([]byte(document))
	if err != nil {
		t.Fatal(err)
	}
	var tables []string
	for _, table := range model.Sorted(m.Logical.Tables) {
		var partition, clustering []string
		for _, column := range table.Value.SortedColumns() {
			switch column.Value.Role {
			case model.Partition:
				partition = append(partition, column.Value.Name)
			case model.Clustering:
				clustering = append(clustering, column.Value.Name)
			}
		}
		tables = append(tables, strings.TrimSpace(table.Value.Name+": ("+strings.Join(partition, " ")+") "+strings.Join(clustering, " ")))
	}
	return strings.Join(tables, "\n")
}
