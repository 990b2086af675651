package example

import (
	"testing"

	"widerow/model"
)

// hotel returns the model of the data modelling chapter of the Cassandra
// documentation, with its nine queries numbered as there.
func hotel(t *testing.T) *model.Model {
	b := build(t, "Hotel", "Guests look for a hotel near a point of interest and book a room; the staff looks after the reservations.")
	hotelConcepts(b)
	hotelWorkflow(b)
	hotelQuantities(b)
	hotelNumbers(b)
	hotelKeyspaces(b)
	hotelTables(b)
	reservationTables(b)
	reservationView(b)
	hotelSizes(b)
	return b.described()
}

func hotelConcepts(b *builder) {
	b.entity("poi", "Point of interest", false, "name name key", "description description")
	b.entity("hotel", "Hotel", false, "id hotel_id key", "name name", "phone phone", "address address",
		"street street <address", "city city <address", "state state_or_province <address",
		"postalcode postal_code <address", "country country <address")
	b.entity("room", "Room", true, "number room_number partial", "type type")
	b.entity("night", "Room night", true, "date date partial", "available is_available")
	b.entity("amenity", "Amenity", false, "name name key", "description description")
	b.entity("reservation", "Reservation", false, "confirm confirm_number key", "start start_date", "end end_date", "nights nights derived")
	b.entity("guest", "Guest", false, "id guest_id key", "name name", "title title <name", "first first_name <name", "last last_name <name",
		"emails emails multi", "phones phone_numbers multi", "addresses addresses multi")
	b.relationship("near", "is near", false, "hotel m", "poi n")
	b.relationship("has", "has", true, "hotel 1", "room n total")
	b.relationship("open", "is open on", true, "room 1", "night n total")
	b.relationship("offers", "offers", false, "room m", "amenity n")
	b.relationship("reserved", "is reserved in", false, "room 1", "reservation n total")
	b.relationship("makes", "makes", false, "guest 1", "reservation n total")
}

func hotelWorkflow(b *builder) {
	b.add(model.ActorKind, "", "visitor", "name", "Guest")
	b.add(model.ActorKind, "", "staff", "name", "Hotel staff")
	b.query("q1", "Find hotels near a point of interest", "poiname", "hotelid hotelname hotelphone hoteladdress", "", "200")
	b.query("q2", "Find information about a hotel", "hotelid", "hotelname hotelphone hoteladdress poiname", "", "400")
	b.query("q3", "Find points of interest near a hotel", "hotelid", "poiname poidescription", "", "100")
	b.query("q4", "Find the rooms that are free in a range of dates", "hotelid nightdate:range!", "nightdate roomnumber nightavailable", "nightdate", "300")
	b.query("q5", "Find the amenities of a room", "hotelid roomnumber", "amenityname amenitydescription", "", "150")
	b.query("q6", "Find a reservation by its confirmation number", "reservationconfirm", "hotelid roomnumber reservationstart reservationend guestid", "", "20")
	b.query("q7", "Find the reservations of a hotel on a date", "hotelid reservationstart", "roomnumber reservationend reservationconfirm guestid", "", "10")
	b.query("q8", "Find the reservations of a guest by last name", "guestlast!", "guestid reservationconfirm hotelid roomnumber reservationstart reservationend", "", "10")
	b.query("q9", "Find the details of a guest", "guestid", "guesttitle guestfirst guestlast guestemails guestphones guestaddresses", "", "30")
	b.add(model.UpdateElement, "", "u1", "name", "Book a room", "kind", "insert", "rate", "5")
	for _, written := range []string{"reservation", "guest", "nightavailable"} {
		b.add(model.WriteKind, "u1", "u1"+model.ID(written), "element", written)
	}
	steps := [][3]string{
		{"hotelsnearpoi", "View hotels near a point of interest", "visitor"}, {"onehotel", "View one hotel", "visitor"},
		{"poisnearhotel", "View points of interest near the hotel", "visitor"}, {"freerooms", "View rooms free on given dates", "visitor"},
		{"roomamenities", "View the amenities of a room", "visitor"}, {"book", "Book a room", "visitor"},
		{"byconfirmation", "View the reservation by its confirmation", "visitor"}, {"byhoteldate", "View reservations by hotel and date", "staff"},
		{"byguest", "View reservations by guest", "staff"}, {"oneguest", "View a guest", "staff"},
	}
	for _, step := range steps {
		b.add(model.StepKind, "", model.ID(step[0]), "name", step[1], "actor", step[2])
	}
	b.transitions("start q1 hotelsnearpoi", "hotelsnearpoi q2 onehotel", "onehotel q3 poisnearhotel", "onehotel q4 freerooms",
		"freerooms q5 roomamenities", "roomamenities u1 book", "book q6 byconfirmation",
		"start q7 byhoteldate", "start q8 byguest", "byguest q9 oneguest")
}

func hotelQuantities(b *builder) {
	b.quantity("hotels", "hotels", "5_000", "8_000", "Hotels in the system.")
	b.quantity("pois", "pois", "2_500", "6_000", "Points of interest.")
	b.quantity("hotelsperpoi", "hotels_per_poi", "20", "300", "")
	b.quantity("poisperhotel", "pois_per_hotel", "10", "60", "")
	b.quantity("roomsperhotel", "rooms_per_hotel", "100", "400", "")
	b.quantity("inventorydays", "days_of_inventory", "730", "", "Two years are kept.")
	b.quantity("amenitiesperroom", "amenities_per_room", "20", "50", "")
	b.quantity("arrivalsperday", "arrivals_per_day", "rooms_per_hotel * 0.3", "rooms_per_hotel", "Reservations of a hotel that start on one day.")
	b.quantity("reservations", "reservations", "hotels * days_of_inventory * arrivals_per_day", "200_000_000", "In these two years.")
	b.quantity("guests", "guests", "20_000_000", "40_000_000", "")
	b.quantity("lastnames", "last_names", "1_095_000", "1_500_000", "")
	b.quantity("reservationsperlastname", "reservations_per_last_name", "reservations / last_names", "60_000", "A very common name in the worst case.")
}

// hotelNumbers gives the concepts the numbers that the tables use. A room is the
// first night of a reservation on three days of ten.
func hotelNumbers(b *builder) {
	b.instances("poi", "pois", "")
	b.instances("hotel", "hotels", "")
	b.instances("amenity", "200", "400")
	b.instances("reservation", "reservations", "")
	b.instances("guest", "guests", "")
	b.count("nearhotel", "hotels_per_poi", "")
	b.count("nearpoi", "pois_per_hotel", "")
	b.count("hasroom", "rooms_per_hotel", "")
	b.count("opennight", "days_of_inventory", "")
	b.count("offersamenity", "amenities_per_room", "")
	b.count("reservedreservation", "arrivals_per_day / rooms_per_hotel * days_of_inventory", "days_of_inventory")
	b.distinct("nightdate", "days_of_inventory", "")
	b.distinct("reservationstart", "days_of_inventory", "")
	b.distinct("guestlast", "last_names", "0.0003")
	b.set("guestemails", "elements", "2")
	b.set("guestphones", "elements", "2", "stored_as", "list")
	b.set("guestaddresses", "elements", "1.5", "length", "61")
	for part, length := range map[model.ID]string{"street": "25", "city": "12", "state": "10", "postalcode": "8", "country": "2"} {
		b.set("hotel"+part, "length", length)
	}
}

var addressFields = []string{"street text 25", "city text 12", "state_or_province text 10", "postal_code text 8", "country text 2"}

func hotelKeyspaces(b *builder) {
	b.add(model.KeyspaceKind, "", "hotelks", "name", "hotel")
	b.add(model.KeyspaceKind, "", "reservationks", "name", "reservation")
	b.address("hotelks", "hoteladdresstype", "address", addressFields...)
	b.address("reservationks", "reservationaddresstype", "address", addressFields...)
}

func hotelTables(b *builder) {
	for _, each := range []struct {
		id, query, from model.ID
		name            string
		columns         []column
	}{
		{"hotelsbypoi", "q1", "", "hotels_by_poi", []column{{"poi_name", "K", "text", "18", "poiname"}, {"hotel_id", "C+", "text", "5", "hotelid"},
			{"name", "", "text", "20", "hotelname"}, {"phone", "", "text", "15", "hotelphone"}, {"address", "", "frozen<address>", "", "hoteladdress"}}},
		{"hotelsbyid", "q2", "hotelsbypoi", "hotels", []column{{"hotel_id", "K", "text", "5", "hotelid"}, {"name", "", "text", "20", "hotelname"},
			{"phone", "", "text", "15", "hotelphone"}, {"address", "", "frozen<address>", "", "hoteladdress"}, {"pois", "", "set<text>", "18", "poiname"}}},
		{"poisbyhotel", "q3", "hotelsbyid", "pois_by_hotel", []column{{"hotel_id", "K", "text", "5", "hotelid"},
			{"poi_name", "C+", "text", "18", "poiname"}, {"description", "", "text", "300", "poidescription"}}},
		{"availablerooms", "q4", "hotelsbyid", "available_rooms_by_hotel_date", []column{{"hotel_id", "K", "text", "5", "hotelid"},
			{"date", "C+", "date", "", "nightdate"}, {"room_number", "C+", "smallint", "", "roomnumber"}, {"is_available", "", "boolean", "", "nightavailable"}}},
		{"amenitiesbyroom", "q5", "availablerooms", "amenities_by_room", []column{{"hotel_id", "K", "text", "5", "hotelid"},
			{"room_number", "K", "smallint", "", "roomnumber"}, {"amenity_name", "C+", "text", "15", "amenityname"}, {"description", "", "text", "100", "amenitydescription"}}},
	} {
		b.table(each.id, each.query, each.from, each.name, each.columns...)
		b.types(each.query, each.columns...)
	}
}

// reservationTables adds the confirmation number to the keys of the book's
// tables, so that no reservation overwrites another.
func reservationTables(b *builder) {
	for _, each := range []struct {
		id, query, from model.ID
		name            string
		columns         []column
	}{
		{"reservationsbyhoteldate", "q7", "", "reservations_by_hotel_date", []column{{"hotel_id", "K", "text", "5", "hotelid"},
			{"start_date", "K", "date", "", "reservationstart"}, {"room_number", "C+", "smallint", "", "roomnumber"},
			{"confirm_number", "C+", "text", "8", "reservationconfirm"}, {"end_date", "", "date", "", "reservationend"}, {"guest_id", "", "uuid", "", "guestid"}}},
		{"reservationsbyconfirmation", "q6", "", "reservations_by_confirmation", []column{{"confirm_number", "K", "text", "8", "reservationconfirm"},
			{"hotel_id", "", "text", "5", "hotelid"}, {"start_date", "", "date", "", "reservationstart"}, {"room_number", "", "smallint", "", "roomnumber"},
			{"end_date", "", "date", "", "reservationend"}, {"guest_id", "", "uuid", "", "guestid"}}},
		{"reservationsbyguest", "q8", "", "reservations_by_guest", []column{{"guest_last_name", "K", "text", "8", "guestlast"},
			{"guest_id", "C+", "uuid", "", "guestid"}, {"start_date", "C-", "date", "", "reservationstart"}, {"confirm_number", "C+", "text", "8", "reservationconfirm"},
			{"end_date", "", "date", "", "reservationend"}, {"hotel_id", "", "text", "5", "hotelid"}, {"room_number", "", "smallint", "", "roomnumber"}}},
		{"guestsbyid", "q9", "reservationsbyguest", "guests", []column{{"guest_id", "K", "uuid", "", "guestid"}, {"first_name", "", "text", "7", "guestfirst"},
			{"last_name", "", "text", "8", "guestlast"}, {"title", "", "text", "4", "guesttitle"}, {"emails", "", "set<text>", "25", "guestemails"},
			{"phone_numbers", "", "list<text>", "15", "guestphones"}, {"addresses", "", "map<text, frozen<address>>", "", "guestaddresses"}}},
	} {
		b.table(each.id, each.query, each.from, each.name, each.columns...)
		b.set("p"+each.id, "keyspace", "reservationks")
		b.types(each.query, each.columns...)
	}
	for _, to := range []model.ID{"availablerooms", "reservationsbyhoteldate", "reservationsbyguest", "guestsbyid"} {
		b.add(model.ArrowKind, "", "arrowu1"+to, "access", "u1", "to", string(to))
	}
}

// reservationView turns the table by confirmation into a materialized view, whose
// key must contain the whole key of its base table.
func reservationView(b *builder) {
	b.set("preservationsbyconfirmation", "kind", "view", "base", "preservationsbyhoteldate",
		"note", "A confirmation number belongs to one reservation, so the view has one row a partition.")
	for _, column := range []model.ID{"pq6hotelid", "pq6startdate", "pq6roomnumber"} {
		b.set(column, "role", "clustering")
	}
}

func hotelSizes(b *builder) {
	b.set("photelsbypoi", "rows", "hotels_per_poi", "partitions", "pois")
	b.set("photelsbyid", "rows", "1", "partitions", "hotels")
	b.set("pq2pois", "elements", "pois_per_hotel")
	b.set("ppoisbyhotel", "rows", "pois_per_hotel", "partitions", "hotels")
	b.set("pavailablerooms", "rows", "rooms_per_hotel * days_of_inventory", "partitions", "hotels")
	b.set("pamenitiesbyroom", "rows", "amenities_per_room", "partitions", "hotels * rooms_per_hotel")
	b.set("preservationsbyhoteldate", "rows", "arrivals_per_day", "partitions", "hotels * days_of_inventory")
	b.set("preservationsbyconfirmation", "rows", "1", "partitions", "reservations")
	b.set("preservationsbyguest", "rows", "reservations_per_last_name", "partitions", "last_names")
	b.set("pguestsbyid", "rows", "1", "partitions", "guests")
	b.set("pq9emails", "elements", "2")
	b.set("pq9phonenumbers", "elements", "2")
	b.set("pq9addresses", "elements", "1.5", "key_length", "4")
}
