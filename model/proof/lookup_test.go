package proof_test

import (
	"testing"

	"widerow/model"
	"widerow/model/edit"
	"widerow/model/proof"
)

// A query of an example asks for one attribute more, which its table does not store.
// want is the table of the lookup and how it runs, or empty if no table has just the
// rows that are asked for.
func TestLookupsFollowThePath(t *testing.T) {
	for _, test := range []struct {
		name, example, query string
		attribute            model.ID
		want                 string
	}{
		{"amenities of each free room", "hotel", "q4", "amenityname", "amenities_by_room for each row, with its room_number and the hotel_id of the query"},
		{"the elements are not asked for", "hotel", "q4", "amenitydescription", "amenities_by_room for each row, with its room_number and the hotel_id of the query"},
		{"amenities of a reservation's room", "hotel", "q6", "amenityname", "amenities_by_room for each row, with its hotel_id and room_number"},
		{"nights of each hotel", "hotel", "q1", "nightdate", "available_rooms_by_hotel_date for each row, with its hotel_id"},
		{"the rooms of a hotel are in no table, only their nights", "hotel", "q1", "roomnumber", ""},
		{"hotels of a guest's reservations", "hotel", "q9", "hotelid", "reservations_by_guest for each row, with its guest_last_name = last_name and the guest_id of the query"},
		{"hosts of each application", "logs", "q1", "hostname", "hosts_by_application for each row, with its application_name"},
		{"a count of entries is no entry", "logs", "q6", "entrytrace", ""},
		{"a set in each row", "sensors", "q1", "sensorcharacteristics", "sensors_by_network for each row, with its network = name"},
		{"orders of each slot", "supermarket", "q4", "orderstatus", "orders_by_delivery_date for each row, with its delivery_team_id and start_time and the delivery_date of the query"},
		{"products of orders, not of the basket", "supermarket", "q4", "productid", "orders_by_delivery_date for each row, with its delivery_team_id and start_time and the delivery_date of the query"},
		{"videos of a user", "videos", "q1", "videotitle", "videos_by_user once, with the user_id of the query"},
		{"comments on each video of a user, not those that the user wrote", "videos", "q2", "commenttext", "comments_by_video for each row, with its video_id"},
	} {
		m := edited(t, load(t, test.example), add(model.FindKind, model.ID(test.query), "more", map[string]string{"attribute": string(test.attribute)}))
		judgement, got := best(t, m, model.ID(test.query)), ""
		for i := range judgement.Lookups {
			got += m.Title(judgement.Lookups[i].Table) + " " + judgement.Lookups[i].Text()
		}
		if got != test.want || (len(judgement.Lacking()) > 0) != (test.want == "") {
			t.Errorf("%s: %q, lacks %v; want %q", test.name, got, judgement.Lacking(), test.want)
		}
	}
}

// The path that is kept with a query decides which table has the rest.
func TestLookupsFollowTheChosenPath(t *testing.T) {
	for path, want := range map[string]string{"": "comments_by_video", "writes uploads": "comments_by_user", "about uploads": "comments_by_video"} {
		m := edited(t, load(t, "videos"), add(model.FindKind, "q2", "more", map[string]string{"attribute": "commenttext"}))
		if path != "" {
			m = edited(t, m, set("q2", "path", path))
		}
		judgement, got := best(t, m, "q2"), ""
		for i := range judgement.Lookups {
			got += m.Title(judgement.Lookups[i].Table)
		}
		if got != want {
			t.Errorf("path %q: %q, want %q", path, got, want)
		}
	}
}

// A table that has only the subjects of events is not joined with one of the events of the same trial:
// that would be each event with each subject.
func TestLookupsAreNoProduct(t *testing.T) {
	m := written(t, "Trial: trial_id, title\nweak Subject: *subject_no, sex\nEvent: event_id, reported_at, term\nTrial 1 recruits n Subject\nSubject 1 suffers n Event",
		"SELECT Subject.subject_no, Subject.sex WHERE Trial.trial_id = ? VIA recruits",
		"SELECT Event.event_id, Event.term, Subject.subject_no, Event.reported_at WHERE Trial.trial_id = ? ORDER BY Event.reported_at VIA recruits, suffers",
		"SELECT Event.event_id, Event.term, Subject.subject_no WHERE Trial.trial_id = ? VIA recruits, suffers")
	for _, item := range model.Sorted(m.Logical.Arrows) {
		if item.Value.Access == "q3" {
			m = applied(t, m, edit.Remove{Element: item.ID})
		}
	}
	m = applied(t, m, edit.Add{Kind: model.ArrowKind, ID: "arrow", Values: map[string]string{"access": "q3", "to": string(m.TablesOf("q1")[0])}})
	result := proof.Of(m, "q3")
	if judgement, _ := result.Best(); len(judgement.Lookups) > 0 {
		t.Errorf("%s is looked up in %s %s", judgement.Lookups[0].Finds[0].Name, m.Title(judgement.Lookups[0].Table), judgement.Lookups[0].Text())
	}
}

// TestLookupsOfOtherRows: a column that is dropped from a table is looked up in another one only if its rows are those that
// the query means, and for each value that the query gives. Found by random damages.
func TestLookupsOfOtherRows(t *testing.T) {
	const fleet = `Vehicle: vin, brand
Van: load
Van isa Vehicle
Driver: driver_id
Trip: trip_id, distance
Driver 1 makes n Trip
Vehicle 1 used n Trip
Driver n allowed m Van: until`
	const accounts = "Account: account_id, login, plan, {tags}"
	for _, test := range []struct {
		concepts, query, other, column, want string
	}{
		{fleet, "SELECT Trip.distance, allowed.until, Trip.trip_id WHERE Trip.trip_id = ? VIA makes, allowed",
			"SELECT Vehicle.brand, allowed.until WHERE Trip.trip_id = ? VIA used, allowed", "until", "allowed.until"},
		{fleet, "SELECT Trip.distance, allowed.until, Trip.trip_id WHERE Trip.trip_id = ? VIA makes, allowed",
			"SELECT Van.load, allowed.until WHERE Driver.driver_id = ? VIA allowed", "until", "allowed.until"}, // driver_id is not known
		{accounts, "SELECT Account.login, Account.tags WHERE Account.tags CONTAINS ?", "SELECT Account.plan WHERE Account.plan = ?", "tags", "Account.tags"},
		{accounts, "SELECT Account.login, Account.tags WHERE Account.tags CONTAINS ?", "SELECT Account.tags WHERE Account.account_id = ?", "tags", ""},
	} {
		m := written(t, test.concepts, test.query, test.other)
		for id, relation := range m.Physical.Relations {
			if len(relation.Realizes) == 1 && relation.Realizes[m.TablesOf("q1")[0]] {
				m = without(t, m, id, test.column)
			}
		}
		result := proof.Of(m, "q1")
		j, _ := result.Best()
		lacking := ""
		for _, missing := range j.Lacking() {
			lacking = missing.Name
		}
		if lacking != test.want {
			t.Errorf("%s: lacks %q, not %q; %d lookups", test.query, lacking, test.want, len(j.Lookups))
		}
	}
}

// without removes a column outside of the key, if there is one, with the logical one that it comes from.
func without(t *testing.T, m *model.Model, relation model.ID, name string) *model.Model {
	t.Helper()
	for _, column := range m.Physical.Relations[relation].Columns {
		if column.Name == name && !column.Role.InKey() {
			for from := range column.From {
				m = applied(t, m, edit.Remove{Element: from})
			}
		}
	}
	return m
}

// TestLookupsOfSeveralValues: a lookup by a value that the query has several of runs for each row, not once.
func TestLookupsOfSeveralValues(t *testing.T) {
	m := written(t, "Trial: trial_id, title\nSubject: subject_id, status, name\nTrial 1 recruits n Subject",
		"SELECT Subject.status, Subject.name, Trial.title WHERE Subject.subject_id IN ? AND Subject.status = ? ORDER BY Trial.title VIA recruits",
		"SELECT Subject.status, Subject.name WHERE Subject.subject_id = ?")
	id := m.TablesOf("q1")[0]
	for relation, value := range m.Physical.Relations {
		if value.Realizes[id] {
			m = without(t, m, relation, "name")
		}
	}
	result := proof.Of(m, "q1")
	j, _ := result.Best()
	if len(j.Lacking()) > 0 || len(j.Lookups) != 1 || !j.Lookups[0].Each {
		t.Errorf("lacks %v, %d lookups", j.Lacking(), len(j.Lookups))
	}
}
