package mapping

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"widerow/model"
	"widerow/model/mapping/er"
)

// sensorNetwork is the sensor network of KDM's example projects.
func sensorNetwork(t *testing.T) *builder {
	b := build(t)
	b.entity("Network", "name key", "description", "region")
	b.entity("Sensor", "id key", "latitude", "longitude", "characteristics multi")
	b.entity("weak Temperature", "timestamp partial", "date", "hour", "value")
	b.relationship("contains", "Network 1", "Sensor n")
	b.relationship("identifying measures", "Sensor 1", "Temperature n")
	return b
}

// TestAlternativesOfTheSensorNetwork has the numbers of KDM's project files: 1,
// 2, 1 and 4 legal tables, of which 1, 1, 1 and 3 differ for Cassandra.
func TestAlternativesOfTheSensorNetwork(t *testing.T) {
	b := sensorNetwork(t)
	b.query("Q1", "find Network.name Network.description Network.region sort Network.name")
	b.query("Q2", "find Sensor.id Temperature.value given Network.name sort Temperature.date:desc Temperature.hour:desc")
	b.query("Q3", "find Sensor.id Sensor.latitude Sensor.longitude Sensor.characteristics given Network.name")
	b.query("Q4", "find Temperature.timestamp Temperature.value given Sensor.id Temperature.date sort Temperature.timestamp:desc")
	for _, test := range []struct {
		query model.ID
		legal float64
		want  []string
	}{
		{"q1", 1, []string{"bucket K, name C↑, description, region"}},
		{"q2", 2, []string{"network_name K, date C↓, hour C↓, sensor_id C↑, timestamp C↑, value"}},
		{"q3", 1, []string{"network_name K, id C↑, latitude, longitude, {characteristics}"}},
		{"q4", 4, []string{"sensor_id K, date K, timestamp C↓, value", "sensor_id K, date C↑, timestamp C↓, value", "date K, sensor_id C↑, timestamp C↓, value"}},
	} {
		plan := Explore(b.m, test.query)
		var got []string
		for _, a := range plan.Alternatives {
			got = append(got, columnsInWords(a.Columns))
		}
		if diff := cmp.Diff(test.want, got); diff != "" || plan.Legal != test.legal {
			t.Errorf("%s: %v legal tables, want %v; alternatives (-want +got):\n%s", test.query, plan.Legal, test.legal, diff)
		}
	}
}

// TestRules has a case for each rule and each kind of relationship, the golden
// examples of the paper and of courses among them.
func TestRules(t *testing.T) {
	hotel := func(b *builder) {
		b.entity("Hotel", "id key", "name", "phone")
		b.entity("POI", "name key", "description")
		b.entity("weak Room", "number partial", "type")
		b.entity("weak Night", "date partial", "free")
		b.relationship("near", "Hotel m", "POI n")
		b.attributes("near", "distance")
		b.relationship("identifying has", "Hotel 1", "Room n")
		b.relationship("identifying opens", "Room 1", "Night n")
	}
	video := func(b *builder) {
		b.entity("User", "id key", "name")
		b.entity("Video", "id key", "title", "uploaded", "tags multi", "length")
		b.relationship("uploads", "User 1", "Video n")
		b.relationship("likes", "User m", "Video n")
		b.attributes("likes", "at", "stars")
	}
	for _, test := range []struct {
		name  string
		model func(*builder)
		query string
		table string
		want  string
	}{
		{"MR5, m:n from one side", hotel, "find Hotel.id Hotel.name given POI.name", "hotels_by_poi", "poi_name K, id C↑, name"},
		{"MR5, m:n by another attribute of the far end", hotel, "find Hotel.name given POI.description", "hotels_by_description", "poi_description K, poi_name C↑, id C↑, name"},
		{"an attribute of an m:n relationship", hotel, "find near.distance given Hotel.id", "pois_by_hotel", "hotel_id K, name C↑, distance"},
		{"MR3, a range, and a weak entity type whose owner's owner is given", hotel, "find Room.number Night.free given Hotel.id Night.date:range", "nights_by_hotel_date", "hotel_id K, date C↑, room_number C↑, free"},
		{"a weak entity type by something else than its key", hotel, "find Room.number Night.date given Night.free", "nights_by_free", "free K, hotel_id C↑, room_number C↑, date C↑"},
		{"static", hotel, "find Hotel.name Room.number Room.type given Hotel.id", "rooms_by_hotel", "hotel_id K, number C↑, hotel_name S, type"},
		{"one row a partition", hotel, "find Hotel.name given Hotel.id sort Hotel.phone", "hotels", "id K, phone C↑, name"},
		{"IN in the clustering columns", hotel, "find Night.free given Hotel.id Room.number Night.date:in=7", "nights_by_hotel_room_date", "hotel_id K, room_number K, date C↑, free"},
		{"only IN", hotel, "find Hotel.name given Hotel.id:in=3", "hotels", "id K, name"},
		{"DS220: uploads of a user, newest first", video, "find Video.title given User.id Video.uploaded:range sort Video.uploaded:desc", "videos_by_user_uploaded", "user_id K, uploaded C↓, id C↑, title"},
		{"the key alone", video, "find Video given Video.id", "videos", "id K, title, uploaded, {tags}, length"},
		{"a multi-valued attribute is given", video, "find Video.title given Video.tags", "videos_by_tag", "tag K, id C↑, title"},
		{"nothing given", video, "find Video.title sort Video.uploaded:desc", "videos", "bucket K, uploaded C↓, id C↑, title"},
		{"only a range", video, "find Video.title given Video.length:range", "videos_by_length", "bucket K, length C↑, id C↑, title"},
		{"a range and another order", video, "find Video.title given User.id Video.length:range sort Video.title", "videos_by_user_length", "user_id K, length C↑, title C↑, id C↑"},
		{"a count of a group", video, "find Video:count given User.id", "videos_by_user", "user_id K, id C↑"},
		{"free names", func(*builder) {}, "find value given location parameter at:range sort at:desc", "values_by_location_parameter_at", "location K, parameter K, at C↓, value"},
	} {
		t.Run(test.name, func(t *testing.T) {
			b := build(t)
			test.model(b)
			b.query("Q1", test.query)
			plan := Explore(b.m, "q1")
			if plan.Fatal() {
				t.Fatalf("no table: %v", plan.Problems)
			}
			name := naming{plan.designer}.tableName(&plan.Alternatives[0].shape)
			if got := columnsInWords(plan.Alternatives[0].Columns); got != test.want || name != test.table {
				t.Errorf("%s (%s)\nwant %s (%s)", name, got, test.table, test.want)
			}
		})
	}
}

// TestRecursiveRelationship: a person manages persons, asked from either side.
func TestRecursiveRelationship(t *testing.T) {
	b := build(t)
	b.entity("Person", "id key", "name")
	b.relationship("manages", "Person 1 as manager", "Person n as report")
	b.query("Q1", "find Person.id/managespb Person.name/managespb given Person.id/managespa")
	b.query("Q2", "find Person.name/managespa given Person.id/managespb")
	for query, want := range map[model.ID]string{
		"q1": "manager_id K, report_id C↑, report_name",
		"q2": "report_id K, manager_name",
	} {
		plan := Explore(b.m, query)
		if plan.Fatal() {
			t.Fatalf("%s has no table: %v", query, plan.Problems)
		}
		if got := columnsInWords(plan.Alternatives[0].Columns); got != want {
			t.Errorf("%s: %s, want %s", query, got, want)
		}
	}
}

func TestSubtypesShareTheirKey(t *testing.T) {
	b := build(t)
	b.entity("Performer", "name key", "country")
	b.entity("Musician", "born")
	b.entity("Album", "title key", "year")
	b.relationship("records", "Performer 1", "Album n")
	b.add(model.HierarchyKind, "", "isa", "supertype", "performer")
	b.add(model.SubtypeKind, "isa", "ismusician", "entity", "musician")
	b.query("Q1", "find Musician.born Performer.country given Performer.name")
	b.query("Q2", "find Musician.born given Album.title")
	b.query("Q3", "find Musician given Performer.country")
	for query, want := range map[model.ID]string{"q1": "performer_name K, born, performer_country", "q2": "album_title K, born",
		"q3": "country K, name C↑, born"} {
		plan := Explore(b.m, query)
		if plan.Fatal() {
			t.Fatalf("%s has no table: %v", query, plan.Problems)
		}
		if got := columnsInWords(plan.Alternatives[0].Columns); got != want {
			t.Errorf("%s: %s, want %s", query, got, want)
		}
	}
}

// TestAggregates: the average of a group at read, computed when written, and a
// count by a counter.
func TestAggregates(t *testing.T) {
	b := sensorNetwork(t)
	b.query("Q1", "find Temperature.value:avg given Network.name group Temperature.date Sensor.id")
	b.query("Q2", "find Temperature:count given Sensor.id group Temperature.date")
	for query, want := range map[model.ID][]string{
		"q1": {"network_name K, date C↑, sensor_id C↑, timestamp C↑, value", "network_name K, date C↑, sensor_id C↑, avg_value"},
		"q2": {"sensor_id K, date C↑, timestamp C↑", "sensor_id K, date C↑, number_of_temperatures", "sensor_id K, date C↑, number_of_temperatures ++"},
	} {
		var got []string
		for _, a := range Explore(b.m, query).Alternatives {
			got = append(got, columnsInWords(a.Columns))
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s: alternatives (-want +got):\n%s", query, diff)
		}
	}
}

// TestCollections: what repeats becomes a set rather than a copy of the order in
// each row, and two independent lists never a row for each pair.
func TestCollections(t *testing.T) {
	b := build(t)
	b.entity("Customer", "id key", "name")
	b.entity("Order", "id key", "total")
	b.entity("Product", "id key")
	b.entity("Coupon", "code key")
	b.relationship("places", "Customer 1", "Order n")
	b.relationship("lists", "Order m", "Product n")
	b.relationship("redeems", "Order 1", "Coupon n")
	b.query("Q1", "find Order.id Order.total Product.id given Customer.id")
	b.query("Q2", "find Order.id Order.total Product.id Coupon.code given Customer.id")
	q1, q2 := Explore(b.m, "q1"), Explore(b.m, "q2")
	if got := columnsInWords(q1.Alternatives[0].Columns); got != "customer_id K, id C↑, total, {products}" {
		t.Errorf("Q1: %s", got)
	}
	if got := columnsInWords(q2.Alternatives[0].Columns); got != "customer_id K, id C↑, total, {products}, {coupons}" {
		t.Errorf("Q2: %s", got)
	}
	last := q2.Alternatives[len(q2.Alternatives)-1]
	if got := columnsInWords(last.Columns); got != "customer_id K, product_id C↑, code C↑, order_id, order_total" || !strings.Contains(last.Reasons[0], "a row for each pair") {
		t.Errorf("the last alternative of Q2 is %s: %s", got, last.Reasons)
	}
}

// TestRanks: of the same query, which alternative is first, and why the others
// are not.
func TestRanks(t *testing.T) {
	b := build(t)
	b.entity("Ticket", "id key", "status", "team", "opened", "title")
	b.query("Q1", "find Ticket.title given Ticket.status Ticket.team Ticket.opened:range sort Ticket.title")
	b.query("Q2", "find Ticket.title given Ticket.team:in=4 Ticket.status:in")
	q1 := Explore(b.m, "q1")
	var got []string
	for _, a := range q1.Alternatives {
		got = append(got, a.Signature()+": "+strings.Join(a.Reasons, "; "))
	}
	want := []string{
		"((status, team), opened, title, id): returns rows by Ticket.opened; the application sorts them by Ticket.title",
		"((team), status, opened, title, id): returns rows by Ticket.opened; the application sorts them by Ticket.title; larger partitions, since all values of Ticket.status share one; serves queries that give only Ticket.team too",
		"((status), team, opened, title, id): returns rows by Ticket.opened; the application sorts them by Ticket.title; few values of Ticket.status take all reads and writes: hot partitions; larger partitions, since all values of Ticket.team share one; serves queries that give only Ticket.status too",
	}
	if len(got) != 6 {
		t.Fatalf("%d alternatives of Q1, want 6: %s", len(got), got)
	}
	if diff := cmp.Diff(want, got[:3]); diff != "" {
		t.Errorf("alternatives of Q1 (-want +got):\n%s", diff)
	}
	if !strings.HasPrefix(got[3], "((status, team), title, id): reads rows outside the range of Ticket.opened and drops them") {
		t.Errorf("the first that filters is %s", got[3])
	}
	q2 := Explore(b.m, "q2")
	first := q2.Alternatives[0]
	if first.Signature() != "((team), status, id)" || first.Partitions != 4 || !slices.Contains(first.Reasons, "reads 4 partitions, one for each value of IN") {
		t.Errorf("the first alternative of Q2 is %s with %v partitions: %s", first.Signature(), first.Partitions, first.Reasons)
	}
}

// TestBadInput: each has a finding at its place, and nothing hangs.
func TestBadInput(t *testing.T) {
	for _, test := range []struct {
		name    string
		model   func(*builder)
		query   string
		element model.ID
		code    string
	}{
		{"an empty query", func(*builder) {}, "", "q1", "empty"},
		{"no path", func(b *builder) { b.entity("A", "id key"); b.entity("B", "id key") }, "find A.id given B.id", "q1", "no-path"},
		{"no key", func(b *builder) { b.entity("A", "name") }, "find A.name", "a", "no-key"},
		{"no owner", func(b *builder) { b.entity("weak A", "at partial") }, "find A.at", "a", "no-owner"},
		{"neither owner nor key", func(b *builder) { b.entity("weak A", "name") }, "find A.name", "a", "no-owner"},
		{"two paths", func(b *builder) {
			b.entity("A", "id key")
			b.entity("B", "id key")
			b.relationship("one", "A 1", "B n")
			b.relationship("two", "A m", "B n")
		}, "find A.id given B.id", "q1", "ambiguous"},
		{"an IsA loop", func(b *builder) {
			b.entity("A", "name")
			b.entity("B", "size")
			b.add(model.HierarchyKind, "", "ab", "supertype", "a")
			b.add(model.SubtypeKind, "ab", "abb", "entity", "b")
			b.add(model.HierarchyKind, "", "ba", "supertype", "b")
			b.add(model.SubtypeKind, "ba", "baa", "entity", "a")
		}, "find A.name B.size", "q1", "no-key"},
	} {
		t.Run(test.name, func(t *testing.T) {
			b := build(t)
			test.model(b)
			b.query("Q1", test.query)
			plan := Explore(b.m, "q1")
			found := slices.ContainsFunc(plan.Problems, func(p er.Problem) bool { return p.Element == test.element && p.Code == test.code })
			if !found {
				t.Errorf("problems are %+v, want %s at %s", plan.Problems, test.code, test.element)
			}
		})
	}
}

func TestThirtyEqualitiesAndSixEnds(t *testing.T) {
	b := build(t)
	attributes := []string{"id key"}
	words := "find Wide.id given"
	for i := range 30 {
		name := "a" + string(rune('a'+i%26)) + string(rune('a'+i/26))
		attributes = append(attributes, name)
		words += " Wide." + name
	}
	b.entity("Wide", attributes...)
	b.query("Q1", words)
	plan := Explore(b.m, "q1")
	if len(plan.Alternatives) != 50 || plan.More != 11 || len(plan.Alternatives[0].Key(model.Partition)) != 30 {
		t.Errorf("%d alternatives and %d more, the first with %d partition key columns", len(plan.Alternatives), plan.More, len(plan.Alternatives[0].Key(model.Partition)))
	}
	ends := []string{}
	for _, name := range []string{"U", "V", "W", "X", "Y", "Z"} {
		b.entity(name, "id key")
		ends = append(ends, name+" n")
	}
	b.relationship("meets", ends...)
	b.attributes("meets", "place")
	b.query("Q2", "find meets.place given U.id V.id")
	if got := columnsInWords(Explore(b.m, "q2").Alternatives[0].Columns); got != "u_id K, v_id K, id C↑, x_id C↑, y_id C↑, z_id C↑, place" {
		t.Errorf("six ends give %s", got)
	}
}

// TestAggregatesWithoutGroups: an aggregate beside single values has a value for each
// of them, so the rows are grouped by what identifies these, in front of the other
// keys. It is one value if what is given decides them.
func TestAggregatesWithoutGroups(t *testing.T) {
	for _, test := range []struct {
		name, query string
		want        []string
		implied     string
	}{
		{"values of each group", "find Temperature.date Sensor.id Sensor.latitude Temperature.value:avg given Network.name sort Temperature.date:desc",
			[]string{"network_name K, date C↓, sensor_id C↑, timestamp C↑, sensor_latitude, value", "network_name K, date C↓, sensor_id C↑, sensor_latitude, avg_value"}, "Temperature.date and Sensor.id"},
		{"a value that the key determines", "find Sensor.latitude Temperature.value:max given Network.name",
			[]string{"network_name K, sensor_id C↑, timestamp C↑, sensor_latitude, value", "network_name K, sensor_id C↑, sensor_latitude, max_value"}, "Sensor.id"},
		{"one group", "find Sensor.latitude Temperature.value:min given Sensor.id",
			[]string{"sensor_id K, timestamp C↑, sensor_latitude S, value", "sensor_id K, sensor_latitude, min_value"}, ""},
		{"one group, the value is given", "find Temperature.date Temperature.value:sum given Sensor.id Temperature.date",
			[]string{"sensor_id K, date K, timestamp C↑, value", "sensor_id K, date C↑, timestamp C↑, value", "date K, sensor_id C↑, timestamp C↑, value",
				"sensor_id K, date K, sum_value", "sensor_id K, date C↑, sum_value", "date K, sensor_id C↑, sum_value"}, ""},
		{"a range of the groups", "find Temperature.date Temperature.value:avg given Sensor.id Temperature.date:range",
			[]string{"sensor_id K, date C↑, timestamp C↑, value", "sensor_id K, date C↑, avg_value"}, "Temperature.date"},
		{"a range of the rows", "find Sensor.id Temperature.value:avg given Network.name Temperature.timestamp:range",
			[]string{"network_name K, sensor_id C↑, timestamp C↑, value"}, "Sensor.id"},
		{"the groups of a count", "find Sensor.id Temperature:count given Network.name",
			[]string{"network_name K, sensor_id C↑, timestamp C↑", "network_name K, id C↑, number_of_temperatures", "network_name K, id C↑, number_of_temperatures ++"}, "Sensor.id"},
	} {
		b := sensorNetwork(t)
		b.query("Q1", test.query)
		plan := Explore(b.m, "q1")
		var got []string
		for _, a := range plan.Alternatives {
			got = append(got, columnsInWords(a.Columns))
		}
		slices.Sort(got)
		slices.Sort(test.want)
		if diff := cmp.Diff(test.want, got); diff != "" {
			t.Errorf("%s: alternatives (-want +got):\n%s", test.name, diff)
		}
		noted := slices.ContainsFunc(plan.Problems, func(p er.Problem) bool {
			return p.Code == "implied-groups" && p.Note && strings.Contains(p.Message, "so each "+test.implied+" has")
		})
		if noted != (test.implied != "") {
			t.Errorf("%s: problems %+v", test.name, plan.Problems)
		}
	}
}
