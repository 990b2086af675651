package mapping

import (
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"widerow/model"
	"widerow/model/edit"
	"widerow/model/mapping/er"
)

// numbers sets fields: "hotel instances 5000".
func (b *builder) numbers(lines ...string) {
	b.t.Helper()
	for _, line := range lines {
		words := strings.SplitN(line, " ", 3)
		element, found := b.m.Element(model.ID(words[0]))
		if !found {
			b.t.Fatalf("there is no element %s", words[0])
		}
		field, _ := edit.FieldOf(element.Kind, words[1])
		b.do(edit.Set{Element: element.ID, Field: words[1], Was: field.Text(b.m, element), Value: words[2]})
	}
}

// bookedHotels is the hotel of the book with the numbers of the documentation of
// Apache Cassandra: 5,000 hotels of 100 rooms, and two years of nights.
func bookedHotels(t *testing.T) *builder {
	b := build(t)
	b.entity("Hotel", "id key", "name", "city")
	b.entity("weak Room", "number partial", "type")
	b.entity("weak Night", "date partial", "available")
	b.entity("POI", "name key")
	b.relationship("identifying has", "Hotel 1", "Room n")
	b.relationship("identifying opens", "Room 1", "Night n")
	b.relationship("near", "Hotel m", "POI n")
	b.numbers("hotel instances 5000", "hotel worst_instances 8000", "haspb count 100", "haspb worst_count 500", "openspb count 730",
		"hotelid type text", "hotelid length 5", "hotelname length 20", "hotelcity length 10", "roomnumber type smallint", "nightdate type date", "nightavailable type boolean",
		"roomtype length 4", "poiname length 12")
	return b
}

// numbersOf lists the alternatives of a query with their numbers.
func numbersOf(m *model.Model, query model.ID) []string {
	var lines []string
	for _, a := range Explore(m, query).Alternatives {
		line := a.Signature() + ": " + a.numbers()
		for _, need := range a.Estimate.Needs {
			line += "; needs " + er.NewConcepts(m).Volume().Named(need).What
		}
		lines = append(lines, line)
	}
	return lines
}

// TestNumbers has G1 to G6 of the documentation of Apache Cassandra, data modeling,
// "Evaluating and refining": bytes with a hotel_id of 5 bytes.
func TestNumbers(t *testing.T) {
	for _, test := range []struct {
		name, query string
		numbers     []string
		want        []string
	}{
		{"all nights of a hotel", "find Room.number Night.available given Hotel.id sort Night.date", nil,
			[]string{"((hotel_id), date, room_number): partition of 73,000 rows, 1.5 MB (at worst 365,000 rows, 7.3 MB: over the limit of 100,000 cells); reads 1 of 5,000 partitions"}},
		{"a date is given", "find Room.number Night.available given Hotel.id Night.date", []string{"nightdate distinct 730"},
			[]string{
				"((hotel_id, date), room_number): partition of 100 rows, 1.5 kB (at worst 500 rows, 7.5 kB); reads 1 of 3,650,000 partitions",
				"((hotel_id), date, room_number): partition of 73,000 rows, 1.5 MB (at worst 365,000 rows, 7.3 MB: over the limit of 100,000 cells); reads 1 of 5,000 partitions",
				"((date), hotel_id, room_number): partition of 500,000 rows, 10.5 MB: over the limit of 100,000 cells (at worst 4,000,000 rows, 83.8 MB); reads 1 of 730 partitions",
			}},
		{"a room is given", "find Night.available given Hotel.id Room.number sort Night.date", []string{"roomnumber distinct 900"},
			[]string{
				"((hotel_id, room_number), date): partition of 730 rows, 12.4 kB; reads 1 of 500,000 partitions",
				"((hotel_id), room_number, date): partition of 73,000 rows, 1.5 MB (at worst 365,000 rows, 7.3 MB: over the limit of 100,000 cells); reads 1 of 5,000 partitions",
				"((room_number), hotel_id, date): partition of 405,556 rows, 9.3 MB: over the limit of 100,000 cells (at worst 3,244,444 rows, 74.5 MB); reads 1 of 900 partitions",
			}},
		{"a share of all rooms", "find Hotel.name Room.number given Room.type", []string{"roomtype distinct 4", "roomtype largest_share 0.5"},
			[]string{"((type), hotel_id, number): partition of 125,000 rows, 5.1 MB: over the limit of 100,000 cells (at worst 2,000,000 rows, 81.9 MB); reads 1 of 4 partitions"}},
		{"rooms of a city", "find Hotel.name Room.number given Hotel.city", []string{"hotelcity distinct 500"},
			[]string{"((hotel_city), hotel_id, number): partition of 1,000 rows, 41.0 kB (at worst 8,000 rows, 328 kB); reads 1 of 500 partitions"}},
		{"nothing given", "find Hotel.name sort Hotel.name", nil,
			[]string{"((bucket), name, id): partition of 5,000 rows, 185 kB (at worst 8,000 rows, 296 kB); reads 1 partition"}},
		{"the key alone", "find Hotel.name given Hotel.id", nil, []string{"((id)): partition of 1 row, 51 B; reads 1 of 5,000 partitions"}},
		{"several partitions", "find Hotel.name given Hotel.id:in=7", nil, []string{"((id)): partition of 1 row, 51 B; reads 7 of 5,000 partitions"}},
		{"m:n from one side, the other number follows", "find Hotel.name given POI.name", []string{"nearpb count 10", "poi instances 1000"},
			[]string{"((poi_name), id): partition of 50 rows, 1.9 kB (at worst 80 rows, 3.1 kB); reads 1 of 1,000 partitions"}},
		{"a number is missing", "find Hotel.name given POI.name", nil, []string{"((poi_name), id): ; needs hotels per poi"}},
		{"distinct values are missing", "find Hotel.name given Hotel.city", nil, []string{"((city), id): ; needs distinct values of Hotel.city"}},
		{"no more rooms than there are, whatever one hotel may have", "find Room.type given Hotel.id", []string{"haspb worst_count 9000000", "room instances 500000"},
			[]string{"((hotel_id), number): partition of 100 rows, 1.9 kB (at worst 500,000 rows, 9.5 MB: over the limit of 100,000 cells); reads 1 of 5,000 partitions"}},
		{"groups that are instances", "find Room.number Night:count group Room.number given Hotel.id", nil,
			[]string{"((hotel_id), number) computed: partition of 100 rows, 2.2 kB (at worst 500 rows, 11.0 kB); reads 1 of 5,000 partitions",
				"((hotel_id), number) counter: partition of 100 rows, 5.1 kB (at worst 500 rows, 25.5 kB); reads 1 of 5,000 partitions",
				"((hotel_id), room_number, date): partition of 73,000 rows, 1.3 MB (at worst 365,000 rows, 6.6 MB: over the limit of 100,000 cells); reads 1 of 5,000 partitions, 73,000 rows for 100"}},
		{"only a length is missing", "find Hotel.name given Hotel.id sort Hotel.city", []string{"hotelname length "}, []string{"((id), city): partition of 1 row, ~73 B; reads 1 of 5,000 partitions; needs length of Hotel.name"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			b := bookedHotels(t)
			b.numbers(test.numbers...)
			b.query("Q1", test.query)
			if diff := cmp.Diff(test.want, numbersOf(b.m, "q1")); diff != "" {
				t.Errorf("alternatives (-want +got):\n%s", diff)
			}
		})
	}
}

// TestDifferentValues: a table of the different values is better than one of all rows if
// there are many for each.
func TestDifferentValues(t *testing.T) {
	for cities, want := range map[string]string{"300": "((bucket), city) computed", "49999": "((bucket), city, id)"} {
		b := bookedHotels(t)
		b.numbers("hotel instances 50000", "hotel worst_instances 50000", "hotelcity distinct "+cities)
		b.query("Q1", "find Hotel.city")
		b.numbers("q1 distinct true")
		if got := Explore(b.m, "q1").Alternatives[0].Signature(); got != want {
			t.Errorf("of %s cities: %s, want %s", cities, got, want)
		}
	}
}

// TestGoldenBytes: 73,000 rows of the documentation are 1,095,005 bytes by the book
// (package sizing). On disk they are 20 + 73,000 × 20 bytes: flags 1, clustering 1 + 5
// + 3, sizes 2, time 6, value 2. Of the times, those of the first 9.5 hours of ten days
// have 5 bytes.
func TestGoldenBytes(t *testing.T) {
	b := bookedHotels(t)
	b.query("Q1", "find Room.number Night.available given Hotel.id sort Night.date")
	e := Explore(b.m, "q1").Alternatives[0].Estimate
	if e.Rows.Typical != 73_000 || e.Cells.Typical != 73_000 || math.Abs(e.Bytes.Typical-(20+73_000*(20-9.54/240))) > 50 || e.Partitions.Typical != 5_000 || e.Partitions.Worst != 8_000 {
		t.Errorf("estimate %+v", e)
	}
}

// TestNumbersDecide: two keys are equal by structure; the numbers of their values
// decide which is better, and why.
func TestNumbersDecide(t *testing.T) {
	for _, test := range []struct {
		numbers []string
		second  string
	}{
		{nil, "((team), queue, id): larger partitions, since all values of Ticket.queue share one; serves queries that give only Ticket.team too"},
		{[]string{"ticketteam distinct 10", "ticketqueue distinct 4000"},
			"((queue), team, id): partition of 500 rows, 40.5 kB; reads 1 of 4,000 partitions; serves queries that give only Ticket.queue too"},
		{[]string{"ticketteam distinct 4000", "ticketqueue distinct 4"},
			"((team), queue, id): partition of 500 rows, 40.5 kB; reads 1 of 4,000 partitions; serves queries that give only Ticket.team too"},
		{[]string{"ticketteam distinct 4000", "ticketqueue distinct 2000", "ticketqueue largest_share 0.3"},
			"((team), queue, id): partition of 500 rows, 40.5 kB; reads 1 of 4,000 partitions; serves queries that give only Ticket.team too"},
	} {
		b := build(t)
		b.entity("Ticket", "id key", "team", "queue", "title")
		b.query("Q1", "find Ticket.title given Ticket.team Ticket.queue")
		if test.numbers != nil {
			b.numbers("ticket instances 2000000", "ticketid type uuid", "ticketteam length 10", "ticketqueue length 10", "tickettitle length 42")
			b.numbers(test.numbers...)
		}
		second := Explore(b.m, "q1").Alternatives[1]
		if got := second.Signature() + ": " + strings.Join(second.Reasons, "; "); got != test.second {
			t.Errorf("%v: the second is\n%s, want\n%s", test.numbers, got, test.second)
		}
	}
}

// TestHotPartitions: a large share of all rows in one partition is reported.
func TestHotPartitions(t *testing.T) {
	b := build(t)
	b.entity("Order", "id key", "country")
	b.query("Q1", "find Order.id given Order.country")
	b.numbers("order instances 10000", "ordercountry distinct 100", "ordercountry largest_share 0.4")
	want := []string{"partition of 100 rows, ~2.6 kB (at worst 4,000 rows, ~104 kB); reads 1 of 100 partitions", "the largest partition has 40 % of all rows: a hot partition"}
	if diff := cmp.Diff(want, Explore(b.m, "q1").Alternatives[0].Reasons); diff != "" {
		t.Errorf("reasons (-want +got):\n%s", diff)
	}
}

// TestCopies: the name of a hotel is stored in every row of its rooms by type, and
// once a partition by hotel.
func TestCopies(t *testing.T) {
	b := bookedHotels(t)
	b.numbers("roomtype distinct 4")
	b.query("Q1", "find Hotel.name Room.number given Room.type")
	b.query("Q2", "find Hotel.name Room.number given Hotel.id")
	for query, want := range map[model.ID]float64{"q1": (500_000 - 5_000) * 20, "q2": 0} {
		if got := Explore(b.m, query).Alternatives[0].Estimate.Copies; !got.Known || got.Typical != want {
			t.Errorf("%s: copies of %+v bytes, want %v", query, got, want)
		}
	}
}

// TestLargeCollections: a set of thousands of elements ranks behind rows.
func TestLargeCollections(t *testing.T) {
	b := build(t)
	b.entity("Customer", "id key")
	b.entity("Order", "id key", "total")
	b.entity("Product", "id key")
	b.relationship("places", "Customer 1", "Order n")
	b.relationship("lists", "Order m", "Product n")
	b.query("Q1", "find Order.id Order.total Product.id given Customer.id")
	first := func() Alternative { return Explore(b.m, "q1").Alternatives[0] }
	b.numbers("placespb count 50", "listspb count 20", "customer instances 1000", "listspa count 100")
	if a := first(); a.Form != Collected || !slices.Contains(a.Reasons, "stores 20 elements of Product.id as a collection in one row") {
		t.Errorf("with 20 products an order, %s is first: %s", a.Signature(), a.Reasons)
	}
	b.numbers("listspb count 2000")
	if a := first(); a.Form != Rows {
		t.Errorf("with 2,000 products an order, %s is first: %s", a.Signature(), a.Reasons)
	}
}

// TestAggregatesOfManyRows: a group of millions of rows is better computed when it
// is written, one of hundreds when it is read.
func TestAggregatesOfManyRows(t *testing.T) {
	for count, want := range map[string]Form{"300": Rows, "2000000": Precomputed} {
		b := build(t)
		b.entity("Video", "id key")
		b.entity("Comment", "id key")
		b.relationship("gets", "Video 1", "Comment n")
		b.query("Q1", "find Comment:count given Video.id")
		b.numbers("video instances 1000", "getspb count "+count)
		if first := Explore(b.m, "q1").Alternatives[0]; first.Form != want {
			t.Errorf("with %s comments %s is first: %s", count, first.Signature(), first.Reasons)
		}
	}
}
