package cql_test

import (
	"slices"
	"strings"
	"testing"

	"widerow/cql/print"
	"widerow/model"
	"widerow/model/edit"
	"widerow/model/example"
	"widerow/model/proof"
)

// set changes a field of an element, whatever its value.
func set(m *model.Model, element model.ID, field, value string) edit.Command {
	found, _ := m.Element(element)
	known, _ := edit.FieldOf(found.Kind, field)
	return edit.Set{Element: element, Field: field, Was: known.Text(m, found), Value: value}
}

func loadExample(t testing.TB, slug string) *model.Model {
	t.Helper()
	m, err := example.Load(slug)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// edited returns a copy of a model after commands, one after another.
func edited(t testing.TB, m *model.Model, edits ...func(*model.Model) edit.Command) *model.Model {
	t.Helper()
	ids := model.SeededIDs([]byte("proof"))
	for _, command := range edits {
		after, err := edit.Apply(m, ids, command(m))
		if err != nil {
			t.Fatal(err)
		}
		m = after
	}
	return m
}

// to returns an edit that sets a field.
func to(element model.ID, field, value string) func(*model.Model) edit.Command {
	return func(m *model.Model) edit.Command { return set(m, element, field, value) }
}

func remove(element model.ID) func(*model.Model) edit.Command {
	return func(*model.Model) edit.Command { return edit.Remove{Element: element} }
}

func oneLineOf(text string) string { return strings.Join(strings.Fields(text), " ") }

const filteringMessage = "Cannot execute this query as it might involve data filtering and thus may have unpredictable performance. If you " +
	"want to execute this query despite the performance unpredictability, use ALLOW FILTERING"

func TestProofs(t *testing.T) {
	type edits = []func(*model.Model) edit.Command
	for _, test := range []struct {
		name, example     string
		edits             edits
		query             model.ID
		verdict           proof.Verdict
		statement, server string
	}{
		{"one partition", "hotel", nil, "q1", proof.Partition, "SELECT hotel_id, name, phone, address FROM hotel.hotels_by_poi WHERE poi_name = ?;", ""},
		{"range", "hotel", nil, "q4", proof.Partition,
			"SELECT date, room_number, is_available FROM hotel.available_rooms_by_hotel_date WHERE hotel_id = ? AND date >= ? AND date <= ?;", ""},
		{"bounds", "hotel", edits{to("q4givennightdate", "bounds", "> <")}, "q4", proof.Partition,
			"SELECT date, room_number, is_available FROM hotel.available_rooms_by_hotel_date WHERE hotel_id = ? AND date > ? AND date < ?;", ""},
		{"one bucket", "sensors", nil, "q1", proof.Partition,
			"SELECT name, description, region, number_of_sensors FROM sensor_data.networks WHERE bucket = ?;", ""},
		{"a range over buckets", "sensors", nil, "q2", proof.Partitions,
			"SELECT date_hour, sensor, latitude, longitude, avg_temperature FROM sensor_data.temperatures_by_network " +
				"WHERE network = ? AND week = ? AND date_hour >= ? AND date_hour <= ?;", ""},
		{"reversed", "magazine", edits{to("q2id", "descending", "")}, "q2", proof.Partition,
			"SELECT id, name, publication_frequency FROM magazine.magazines_by_publisher WHERE publisher = ? ORDER BY id DESC;", ""},

		{"constants", "magazine", edits{to("q2givenpublishername", "operator", "in"), to("q2givenpublishername", "source", "constant"),
			to("q2givenpublishername", "constant", "('O''Reilly, Inc.', 'x')"), remove("q2sortmagazineid")}, "q2", proof.Partitions,
			"SELECT id, name, publication_frequency FROM magazine.magazines_by_publisher WHERE publisher IN ('O''Reilly, Inc.', 'x');", ""},
		{"a constant of another type", "magazine", edits{to("q1givenmagazineid", "source", "constant"), to("q1givenmagazineid", "constant", "'a'")}, "q1", proof.None,
			"SELECT name, publication_frequency FROM magazine.magazines WHERE id = 'a';", "Invalid STRING constant (a) for \"id\" of type int"},
		{"a part of a merged clustering column", "sensors", edits{to("q2giventemperaturedate", "operator", "=")}, "q2", proof.Partitions,
			"SELECT date_hour, sensor, latitude, longitude, avg_temperature FROM sensor_data.temperatures_by_network " +
				"WHERE network = ? AND week = ? AND date_hour >= ? AND date_hour < ?;", ""},
		{"a part of a merged partition key", "sensors", edits{to("q2giventemperaturedate", "operator", "="), to("pq2date", "role", "partition"), to("networkweek", "role", "regular")}, "q2",
			proof.Partitions, "SELECT date_hour, sensor, latitude, longitude, avg_temperature FROM sensor_data.temperatures_by_network " +
				"WHERE network = ? AND date_hour = ?;", ""},

		{"another partition key", "hotel", edits{to("q1hotelid", "role", "partition"), to("q1poiname", "role", "regular")}, "q1", proof.Scan,
			"SELECT hotel_id, name, phone, address FROM hotel.hotels_by_poi WHERE poi_name = ? ALLOW FILTERING;", filteringMessage},
		{"no partition key", "hotel", edits{to("q1poiname", "role", "regular")}, "q1", proof.None,
			"SELECT hotel_id, name, phone, address FROM hotel.hotels_by_poi WHERE poi_name = ?;",
			"No PRIMARY KEY specifed for table 'hotel.hotels_by_poi' (exactly one required)"},
		{"column of the condition removed", "magazine", edits{remove("q1id"), to("q1name", "role", "partition")}, "q1", proof.None,
			"SELECT name, publication_frequency FROM magazine.magazines WHERE id = ?;", "Undefined column name id in table magazine.magazines"},
		{"part of the partition key", "hotel", edits{remove("q5givenroomnumber")}, "q5", proof.Scan,
			"SELECT amenity_name, description FROM hotel.amenities_by_room WHERE hotel_id = ? ALLOW FILTERING;", filteringMessage},
		{"clustering order", "supermarket", edits{to("q5submissiontime", "role", "regular"), to("q5submissiontime", "role", "clustering")}, "q5", proof.None,
			"SELECT submission_time, order_id, status, products, item_subtotal, postage_packing_fee, vat, promotional_discount " +
				"FROM order_delivery.orders_by_customer WHERE customer_id = ? ORDER BY submission_time DESC;",
			"Order by currently only supports the ordering of columns following their declared order in the PRIMARY KEY"},
		{"filtering in a partition", "magazine", edits{func(*model.Model) edit.Command {
			return edit.Add{Kind: model.GivenKind, Parent: "q2", Values: map[string]string{"attribute": "magazinename", "operator": "="}}
		}}, "q2", proof.Filtering,
			"SELECT id, name, publication_frequency FROM magazine.magazines_by_publisher WHERE publisher = ? AND name = ? ALLOW FILTERING;", filteringMessage},
		{"index", "magazine", edits{remove("q2givenpublishername"), func(*model.Model) edit.Command {
			return edit.Add{Kind: model.GivenKind, Parent: "q2", Values: map[string]string{"attribute": "magazinename", "operator": "="}}
		}, func(m *model.Model) edit.Command {
			return edit.Add{Kind: model.IndexKind, Parent: "pmagazinesbypublisher", Values: map[string]string{"column": "pq2name", "class": "sai"}}
		}, func(m *model.Model) edit.Command {
			for id := range m.Workflow.Queries["q2"].SortBy {
				return edit.Remove{Element: id}
			}
			return nil
		}}, "q2", proof.Index, "SELECT id, name, publication_frequency FROM magazine.magazines_by_publisher WHERE name = ?;", ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			m := edited(t, loadExample(t, test.example), test.edits...)
			result := proof.Of(m, test.query)
			best, found := result.Best()
			if !found {
				t.Fatal("no table")
			}
			statement := oneLineOf(print.ProofStatement(best))
			if result.Verdict() != test.verdict || statement != test.statement {
				t.Errorf("got %s\n%s\nwant %s\n%s", result.Verdict(), statement, test.verdict, test.statement)
			}
			if message := print.ProofMessage(best); message != test.server {
				t.Errorf("got message %q\nwant %q", message, test.server)
			}
		})
	}
}

// The next page begins after the last row: by its clustering columns within a
// partition, and by token after the last row of a partition.
func TestNextPages(t *testing.T) {
	type edits = []func(*model.Model) edit.Command
	addSort := func(attribute model.ID, descending string) func(*model.Model) edit.Command {
		return func(*model.Model) edit.Command {
			return edit.Add{Kind: model.SortKind, Parent: "q4", Values: map[string]string{"attribute": string(attribute), "descending": descending}}
		}
	}
	addFind := func(attribute model.ID) func(*model.Model) edit.Command {
		return func(*model.Model) edit.Command {
			return edit.Add{Kind: model.FindKind, Parent: "q1", Values: map[string]string{"attribute": string(attribute)}}
		}
	}
	const rooms = "SELECT date, room_number, is_available FROM hotel.available_rooms_by_hotel_date WHERE "
	for _, test := range []struct {
		name, example string
		edits         edits
		query         model.ID
		want          []string
	}{
		{"one clustering column", "hotel", nil, "q1", []string{"SELECT hotel_id, name, phone, address FROM hotel.hotels_by_poi WHERE poi_name = ? AND hotel_id > ? LIMIT ?;"}},
		{"one row", "hotel", nil, "q2", nil},
		{"a range, ascending", "hotel", nil, "q4", []string{rooms + "hotel_id = ? AND (date) <= (?) AND (date, room_number) > (?, ?) LIMIT ?;"}},
		{"a range, read backwards", "hotel", edits{remove("q4sortnightdate"), addSort("nightdate", "true")}, "q4",
			[]string{rooms + "hotel_id = ? AND (date) >= (?) AND (date, room_number) < (?, ?) ORDER BY date DESC LIMIT ?;"}},
		{"directions differ", "hotel", edits{to("q4date", "descending", "true"), remove("q4sortnightdate")}, "q4",
			[]string{rooms + "hotel_id = ? AND date = ? AND room_number > ? LIMIT ?;", rooms + "hotel_id = ? AND date >= ? AND date < ? LIMIT ?;"}},
		{"descending, with a page size", "magazine", edits{to("q2", "page_size", "50")}, "q2",
			[]string{"SELECT id, name, publication_frequency FROM magazine.magazines_by_publisher WHERE publisher = ? AND id < ? LIMIT 50;"}},
		{"all partitions", "hotel", edits{remove("q1givenpoiname"), addFind("poiname")}, "q1", []string{
			"SELECT hotel_id, name, phone, address, poi_name FROM hotel.hotels_by_poi WHERE poi_name = ? AND hotel_id > ? LIMIT ?;",
			"SELECT hotel_id, name, phone, address, poi_name FROM hotel.hotels_by_poi WHERE token(poi_name) > token(?) LIMIT ?;"}},
		{"one bucket of several", "sensors", nil, "q2", []string{"SELECT date_hour, sensor, latitude, longitude, avg_temperature FROM sensor_data.temperatures_by_network " +
			"WHERE network = ? AND week = ? AND date_hour = ? AND sensor > ? LIMIT ?;",
			"SELECT date_hour, sensor, latitude, longitude, avg_temperature FROM sensor_data.temperatures_by_network " +
				"WHERE network = ? AND week = ? AND date_hour >= ? AND date_hour < ? LIMIT ?;"}},
	} {
		m := edited(t, loadExample(t, test.example), test.edits...)
		result := proof.Of(m, test.query)
		best, _ := result.Best()
		var got []string
		for _, page := range best.NextPages() {
			got = append(got, print.SelectLine(best.Access, page.Select))
		}
		if !slices.Equal(got, test.want) {
			t.Errorf("%s: got\n%s\nwant\n%s", test.name, strings.Join(got, "\n"), strings.Join(test.want, "\n"))
		}
	}
}
