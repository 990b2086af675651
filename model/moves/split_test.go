package moves

import (
	"testing"

	"widerow/model"
	"widerow/model/edit"
)

// TestSplits has the published numbers for the table of available rooms: see G4,
// G5 and G6 in model/sizing.
func TestSplits(t *testing.T) {
	for _, test := range []moved{
		{example: "hotel", table: "available_rooms_by_hotel_date", move: SplitByTime, parameters: "bucket=month; count=1",
			tables:  []string{"available_rooms_by_hotel_date: hotel_id K, month K, date C↑, room_number C↑, is_available = 46509/3100 186009/12400"},
			queries: []string{"Q4 reads several partitions"}},
		{example: "hotel", table: "available_rooms_by_hotel_date", move: SplitByTime,
			tables:  []string{"available_rooms_by_hotel_date: hotel_id K, bucket_3_months K, date C↑, room_number C↑, is_available = 139509/9300 558009/37200"},
			queries: []string{"Q4 reads several partitions"}},
		{example: "hotel", table: "reservations_by_guest", move: SplitByTime,
			tables:  []string{"reservations_by_guest: guest_last_name K, bucket_3_months K, guest_id C↑, start_date C↓, confirm_number C↑, end_date, hotel_id, room_number = 1617/76 963135/45863"},
			queries: []string{"Q8 reads 4 partitions"}},
		{example: "sensors", table: "temperatures_by_network", move: SplitByTime,
			tables: []string{"temperatures_by_network: network K, day K, date_hour C↓, sensor C↑, avg_temperature, latitude, longitude = 148819/7200 744019/36000"}},
		{example: "supermarket", table: "orders_by_customer", move: SplitByTime,
			tables:  []string{"orders_by_customer: customer_id K, month K, submission_time C↓, order_id C↑, products, status, delivery_address_key, currency, item_subtotal, postage_packing_fee, vat, promotional_discount, remarks = 11571/153 1775088/3822"},
			queries: []string{"Q5 reads 12 partitions"}},
		{example: "hotel", table: "available_rooms_by_hotel_date", move: SplitByHash, parameters: "buckets=8",
			tables:  []string{"available_rooms_by_hotel_date: hotel_id K, bucket K, date C↑, room_number C↑, is_available = 136884/9125 547509/36500"},
			queries: []string{"Q4 reads 8 partitions, gets rows that the application must sort"}},
		{example: "sensors", table: "temperatures_by_sensor", move: SplitByHash,
			tables:  []string{"temperatures_by_sensor: sensor K, date K, bucket K, timestamp C↓, value = 7218/360 432018/21600"},
			queries: []string{"Q4 reads 4 partitions, gets rows that the application must sort"}},
		{example: "hotel", table: "available_rooms_by_hotel_date", move: SplitByAttribute, parameters: "column=date; values=days_of_inventory",
			tables:  []string{"available_rooms_by_hotel_date: hotel_id K, date K, room_number C↑, is_available = 1109/100 4409/400"},
			queries: []string{"Q4 is not served any more"}},
		{example: "hotel", table: "available_rooms_by_hotel_date", move: SplitByAttribute, parameters: "column=room_number; values=rooms_per_hotel",
			tables:  []string{"available_rooms_by_hotel_date: hotel_id K, room_number K, date C↑, is_available = 9497/730 9497/730"},
			queries: []string{"Q4 is not served any more"}},
		{example: "supermarket", table: "delivery_timeslots", move: SplitByAttribute,
			tables:  []string{"delivery_timeslots: delivery_date K, start_time K, delivery_team_id C↑, confirmed, customer_id, reservation_expiry = 37452/1728 187212/8640"},
			queries: []string{"Q4 is not served any more"}},
		{example: "hotel", table: "reservations_by_hotel_date", move: SplitByHash,
			tables:  []string{"reservations_by_hotel_date: hotel_id K, start_date K, bucket K, room_number C↑, confirm_number C↑, end_date, guest_id = 358/15 4613/200", "reservations_by_confirmation: confirm_number K, hotel_id C↑, start_date C↑, room_number C↑, bucket C↑, end_date, guest_id = 59/2 59/2"},
			queries: []string{"Q7 reads 4 partitions"}},
		{example: "hotel", table: "reservations_by_hotel_date", move: MergePartitions,
			tables: []string{"reservations_by_hotel_date: hotel_id K, start_date C↑, room_number C↑, confirm_number C↑, end_date, guest_id = 1095005/43800 14600005/584000"}},
		{example: "hotel", table: "hotels", move: MergePartitions,
			tables: []string{"hotels: bucket K, hotel_id C↑, name, phone, address, pois = 1545003/20000 9672003/32000"}},
	} {
		t.Run(test.table+"/"+string(test.move), func(t *testing.T) { test.test(t, load(t, test.example)) })
	}
}

// TestSplitCounts: the sizes count all rows, also those of the partitions that a
// split adds. G4 has 120,000 partitions in 24 months.
func TestSplitCounts(t *testing.T) {
	m := load(t, "hotel")
	id, _ := relationNamed(t, m, "available_rooms_by_hotel_date")
	for _, test := range []struct {
		move       Name
		partitions float64
		buckets    string
	}{
		{SplitByTime, 120_000, "ceil(days_of_inventory / 31)"}, // of a month: see G4
		{SplitByHash, 20_000, "4"},
		{SplitByAttribute, 5_000 * 730, ""},
	} {
		move, _ := Offer(m, id, test.move)
		p, err := move.With(map[string]string{"count": "1"}).Preview(model.SeededIDs([]byte("moves")))
		if err != nil {
			t.Fatal(err)
		}
		relation := p.After.Physical.Relations[id]
		count, _, err := p.After.Evaluate(relation.Partitions)
		if err != nil || count.Typical != test.partitions {
			t.Errorf("%s: %v partitions (%s), want %v; %v", test.move, count.Typical, relation.Partitions, test.partitions, err)
		}
		for _, column := range relation.Columns {
			if got := p.After.ExpressionText(column.Buckets); got != "" && got != test.buckets {
				t.Errorf("%s: %s has %s buckets, want %s", test.move, column.Name, got, test.buckets)
			}
		}
	}
}

// TestParametersThatDoNotFit: the mistake is reported at its parameter.
func TestParametersThatDoNotFit(t *testing.T) {
	m := load(t, "hotel")
	id, _ := relationNamed(t, m, "available_rooms_by_hotel_date")
	for _, test := range []struct {
		move             Name
		parameter, value string
	}{
		{SplitByTime, "bucket", "hour"}, {SplitByTime, "bucket", "century"}, {SplitByTime, "days", "7 *"}, {SplitByTime, "days", ""},
		{SplitByTime, "source", "nothing"}, {SplitByHash, "buckets", "1"}, {SplitByHash, "buckets", "0 - 4"}, {SplitByAttribute, "values", "1 / 0"},
	} {
		move, _ := Offer(m, id, test.move)
		_, err := move.With(map[string]string{test.parameter: test.value}).Commands(model.SeededIDs([]byte("moves")))
		if invalid, is := err.(*edit.InvalidError); !is || invalid.Problems[0].Field != test.parameter {
			t.Errorf("%s with %s = %q: error %v", test.move, test.parameter, test.value, err)
		}
	}
}

// TestDefaultsFollowTheChoice: what nobody has entered fits the chosen column.
func TestDefaultsFollowTheChoice(t *testing.T) {
	m := load(t, "hotel")
	for _, test := range []struct {
		table, parameters, parameter, want string
		move                               Name
	}{
		{"available_rooms_by_hotel_date", "column=room_number", "values", "rooms_per_hotel", SplitByAttribute},
		{"available_rooms_by_hotel_date", "column=room_number; values=days_of_inventory", "values", "rooms_per_hotel", SplitByAttribute},
		{"available_rooms_by_hotel_date", "column=room_number; values=7", "values", "7", SplitByAttribute},
		{"reservations_by_hotel_date", "column=hotel_id", "values", "hotels", MergePartitions},
		{"reservations_by_hotel_date", "column=guest_id; name=reservations_by_confirm_number", "name", "reservations_by_guest_id", LookupTable},
		{"guests", "column=phone_numbers", "name", "guests_phone_numbers", CollectionToRows},
	} {
		id, relation := relationNamed(t, m, test.table)
		move, _ := Offer(m, id, test.move)
		move = move.With(parametersOf(relation, test.parameters))
		if got := move.value(test.parameter); got != test.want {
			t.Errorf("%s with %s: %s is %q, want %q", test.move, test.parameters, test.parameter, got, test.want)
		}
	}
}
