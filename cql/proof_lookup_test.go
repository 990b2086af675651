package cql_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"widerow/cql/print"
	"widerow/model"
	"widerow/model/edit"
	"widerow/model/moves"
	"widerow/model/proof"
)

// lookupsOf returns each lookup statement with how it runs and where its parameters
// come from.
func lookupsOf(j *proof.Judgement) []string {
	var all []string
	for i := range j.Lookups {
		l := &j.Lookups[i]
		how := "once"
		if l.Each {
			how = "for each row"
		}
		if len(l.Join) > 0 {
			how = "joined by " + strings.Join(l.Join, ", ")
		}
		for _, s := range l.Sources {
			how += fmt.Sprintf("; %s = %s.%s", s.Column, s.Table, s.From)
		}
		all = append(all, print.SelectLine(l.Access, l.Select)+" "+how)
	}
	return all
}

func addFind(query, attribute string) func(*model.Model) edit.Command {
	return func(*model.Model) edit.Command {
		return edit.Add{Kind: model.FindKind, Parent: model.ID(query), Values: map[string]string{"attribute": attribute}}
	}
}

func addGiven(query, attribute string) func(*model.Model) edit.Command {
	return func(*model.Model) edit.Command {
		return edit.Add{Kind: model.GivenKind, Parent: model.ID(query), Values: map[string]string{"attribute": attribute, "operator": "="}}
	}
}

// removeArrows removes the query arrow of a query that has one.
func removeArrows(query model.ID) func(*model.Model) edit.Command {
	return func(m *model.Model) edit.Command {
		for id, arrow := range m.Logical.Arrows {
			if arrow.Access == query {
				return edit.Remove{Element: id}
			}
		}
		return nil
	}
}

// splitTable moves columns of a relation to a second table with the same key.
func splitTable(t *testing.T, m *model.Model, relation model.ID, columns string) *model.Model {
	t.Helper()
	move, found := offered(m, relation, moves.SplitTable)
	if !found {
		t.Fatalf("%s cannot be split", relation)
	}
	preview, err := move.With(map[string]string{"columns": columns}).Preview(model.SeededIDs([]byte("split")))
	if err != nil {
		t.Fatal(err)
	}
	return preview.After
}

// The columns of a query are in two tables: the second statement takes its parameters from the rows
// of the first. The figures follow from the hotel's quantities: 100 rooms, 730 days, 20 hotels near
// a point of interest, at most 300.
func TestLookups(t *testing.T) {
	split := func(relation model.ID, columns string) func(*model.Model) *model.Model {
		return func(m *model.Model) *model.Model { return splitTable(t, m, relation, columns) }
	}
	change := func(edits ...func(*model.Model) edit.Command) func(*model.Model) *model.Model {
		return func(m *model.Model) *model.Model { return edited(t, m, edits...) }
	}
	for _, test := range []struct {
		name      string
		change    func(*model.Model) *model.Model
		query     model.ID
		verdict   proof.Verdict
		tables    []string
		statement string
		lookups   []string
		reads     string
		lacks     int
	}{
		{"a table split, one row", split("photelsbyid", "pq2address pq2pois"), "q2", proof.Partitions, []string{"hotels", "hotels_details"},
			"SELECT name, phone FROM hotel.hotels WHERE hotel_id = ?;",
			[]string{"SELECT address, pois FROM hotel.hotels_details WHERE hotel_id = ?; once; hotel_id = photelsbyid.hotel_id"},
			"2 partitions, 2 rows, 387 B; worst 1.4 kB", 0},
		{"a table split, several rows", split("photelsbypoi", "pq1address pq1phone"), "q1", proof.Partitions, []string{"hotels_by_poi", "hotels_by_poi_details"},
			"SELECT hotel_id, name FROM hotel.hotels_by_poi WHERE poi_name = ?;",
			[]string{"SELECT phone, address, hotel_id FROM hotel.hotels_by_poi_details WHERE poi_name = ?; joined by hotel_id"},
			"2 partitions, 40 rows, 3.1 kB; worst 600 rows, 45.0 kB", 0},
		{"columns of another entity type", change(addFind("q7", "guestlast"), addFind("q7", "guestfirst")), "q7", proof.Partitions, []string{"reservations_by_hotel_date", "guests"},
			"SELECT room_number, end_date, confirm_number, guest_id FROM reservation.reservations_by_hotel_date WHERE hotel_id = ? AND start_date = ?;",
			[]string{"SELECT last_name, first_name FROM reservation.guests WHERE guest_id = ?; for each row; guest_id = preservationsbyhoteldate.guest_id"},
			"31 partitions, at most 60 rows, 11.7 kB; worst 401 partitions, at most 800 rows, 156 kB", 0},
		{"the key is not asked for", change(addFind("q7", "guestlast"), remove("q7findguestid")), "q7", proof.Partitions, []string{"reservations_by_hotel_date", "guests"},
			"SELECT room_number, end_date, confirm_number, guest_id FROM reservation.reservations_by_hotel_date WHERE hotel_id = ? AND start_date = ?;",
			[]string{"SELECT last_name FROM reservation.guests WHERE guest_id = ?; for each row; guest_id = preservationsbyhoteldate.guest_id"},
			"31 partitions, at most 60 rows, 11.7 kB; worst 401 partitions, at most 800 rows, 156 kB", 0},
		{"the query gives the key", change(addFind("q4", "hotelname")), "q4", proof.Partitions, []string{"available_rooms_by_hotel_date", "hotels"},
			"SELECT date, room_number, is_available FROM hotel.available_rooms_by_hotel_date WHERE hotel_id = ? AND date >= ? AND date <= ?;",
			[]string{"SELECT name FROM hotel.hotels WHERE hotel_id = ?; once; hotel_id = pavailablerooms.hotel_id"},
			"2 partitions, at most 73,001 rows, 1.5 MB; worst at most 292,001 rows, 5.8 MB", 0},
		{"several rows for each row", change(addFind("q2", "poidescription")), "q2", proof.Partitions, []string{"hotels", "pois_by_hotel"},
			"SELECT name, phone, address, pois FROM hotel.hotels WHERE hotel_id = ?;",
			[]string{"SELECT description, poi_name FROM hotel.pois_by_hotel WHERE hotel_id = ?; once; hotel_id = photelsbyid.hotel_id"},
			"2 partitions, 11 rows, 3.7 kB; worst 61 rows, 21.4 kB", 0},
		{"several rows for each row of several", change(addFind("q4", "amenityname")), "q4", proof.Partitions, []string{"available_rooms_by_hotel_date", "amenities_by_room"},
			"SELECT date, room_number, is_available FROM hotel.available_rooms_by_hotel_date WHERE hotel_id = ? AND date >= ? AND date <= ?;",
			[]string{"SELECT amenity_name FROM hotel.amenities_by_room WHERE hotel_id = ? AND room_number = ?; for each row; hotel_id = pavailablerooms.hotel_id; room_number = pavailablerooms.room_number"},
			"73,001 partitions, at most 1,533,000 rows, 192 MB; worst 292,001 partitions, at most 14,892,000 rows, 1.9 GB", 0},
		{"a lookup table", change(addGiven("q9", "reservationconfirm"), remove("q9givenguestid"), removeArrows("q9")), "q9", proof.Partitions, []string{"reservations_by_confirmation", "guests"},
			"SELECT guest_id FROM reservation.reservations_by_confirmation WHERE confirm_number = ?;",
			[]string{"SELECT title, first_name, last_name, emails, phone_numbers, addresses FROM reservation.guests WHERE guest_id = ?; for each row; guest_id = preservationsbyconfirmation.guest_id"},
			"2 partitions, at most 2 rows, 414 B", 0},
		{"no table has the key", change(addFind("q1", "guestlast")), "q1", proof.Partition, []string{"hotels_by_poi"},
			"SELECT hotel_id, name, phone, address FROM hotel.hotels_by_poi WHERE poi_name = ?;", nil, "1 partition, 20 rows, 2.7 kB; worst 300 rows, 40.5 kB", 1},
	} {
		t.Run(test.name, func(t *testing.T) {
			m := test.change(loadExample(t, "hotel"))
			result := proof.Of(m, test.query)
			best, _ := result.Best()
			var tables []string
			for _, id := range result.Tables() {
				tables = append(tables, m.Title(id))
			}
			if result.Verdict() != test.verdict || !slices.Equal(tables, test.tables) || len(best.Lacking()) != test.lacks {
				t.Errorf("%s by %q, lacks %v; want %s by %q", result.Verdict(), tables, best.Lacking(), test.verdict, test.tables)
			}
			if got := print.SelectLine(best.Access, best.Select); got != test.statement {
				t.Errorf("first:\n%s\nwant\n%s", got, test.statement)
			}
			if got := lookupsOf(best); !slices.Equal(got, test.lookups) {
				t.Errorf("then:\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(test.lookups, "\n"))
			}
			if got := best.Total().Text(); got != test.reads {
				t.Errorf("reads %s, want %s", got, test.reads)
			}
		})
	}
}
