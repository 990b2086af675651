package moves

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"widerow/cql"
	"widerow/model"
	"widerow/model/example"
	"widerow/model/proof"
)

// TestTables has the moves that change tables of the examples.
func TestTables(t *testing.T) {
	for _, test := range []moved{
		{example: "supermarket", table: "orders_by_customer", move: SplitTable, parameters: "columns=products remarks",
			tables:  []string{"orders_by_customer: customer_id K, submission_time C↓, order_id C↑, status, delivery_address_key, currency, item_subtotal, postage_packing_fee, vat, promotional_discount = 24816/1400 620016/35000", "orders_by_customer_details: customer_id K, submission_time C↓, order_id C↑, products, remarks = 116016/400 20400016/10000"},
			queries: []string{"Q5 reads Product.product_id from orders_by_customer_details, a second read"}},
		{example: "hotel", table: "guests", move: SplitTable,
			tables:  []string{"guests: guest_id K, first_name, last_name, title, phone_numbers = 97/4 97/4", "guests_details: guest_id K, emails, addresses = 174/2 174/2"},
			queries: []string{"Q9 reads Guest.emails and Guest.addresses from guests_details, a second read"}},
		{example: "hotel", table: "available_rooms_by_hotel_date", move: LatestFirst,
			tables: []string{"available_rooms_by_hotel_date: hotel_id K, date C↓, room_number C↑, is_available = 1095005/73000 4380005/292000"}},
		{example: "supermarket", table: "orders_by_customer", move: LookupTable,
			tables: []string{"orders_by_order_id: order_id K, customer_id, submission_time = 56/2 56/2"}},
		{example: "hotel", table: "hotels_by_poi", move: LookupTable,
			tables: []string{"hotels_by_hotel_id: hotel_id K, poi_name C↑ = 265/10 265/10"}},
		{example: "supermarket", table: "orders_by_customer", move: UseTimeuuid,
			tables: []string{"orders_by_customer: customer_id K, order_id C↓, products, status, delivery_address_key, currency, item_subtotal, postage_packing_fee, vat, promotional_discount, remarks = 134416/1800 20860016/45000", "orders_by_delivery_date: delivery_date K, delivery_team_id K, start_time C↑, order_id C↑, customer_id, delivery_address_key, status, products, remarks = 15260/120 198500/240"}},
		{example: "sensors", table: "networks", move: CountersOut,
			tables:  []string{"networks: bucket K, name C↑, description, region = 12303/200 123003/2000", "networks_counters: bucket K, name C↑, number_of_sensors = 3103/100 31003/1000"},
			queries: []string{"Q1 reads Network.number_of_sensors from networks_counters, a second read"}},
		{example: "hotel", table: "reservations_by_confirmation", move: ViewToTable,
			tables: []string{"reservations_by_confirmation: confirm_number K, hotel_id C↑, start_date C↑, room_number C↑, end_date, guest_id = 55/2 55/2"}},
		{example: "sensors", table: "sensors_by_network", move: ColumnsToType,
			tables: []string{"sensors_by_network: network K, sensor C↑, characteristics, location = 12215/200 61015/1000"}},
		{example: "hotel", table: "hotels", move: TypeToColumns,
			tables: []string{"hotels: hotel_id K, name, phone, pois, street, city, state_or_province, postal_code, country = 341/8 1241/8"}},
		{example: "hotel", table: "hotels", move: CollectionToRows,
			tables:  []string{"hotels: hotel_id K, name, phone, address = 121/3 121/3", "hotels_pois: hotel_id K, pois C↑ = 265/10 1565/60"},
			queries: []string{"Q2 reads Point of interest.name from hotels_pois, a second read"}},
		{example: "supermarket", table: "basket_by_customer", move: CollectionToRows,
			tables:  []string{"basket_by_customer: customer_id K, product C↑, quantity = 716/25 5616/200"},
			queries: []string{"Q3 reads 25 rows instead of 1"}},
		{example: "hotel", table: "pois_by_hotel", move: RowsToCollection,
			tables: []string{"pois_by_hotel: hotel_id K, poi_name = 3193/1 19093/1"}},
		{example: "hotel", table: "pois_by_hotel", move: TableToStatic,
			tables:  []string{"pois_by_hotel: hotel_id K, poi_name C↑, name S, phone S, address S, pois S, description = 3569/14 20769/64", "hotels = none"},
			queries: []string{"Q2 reads 10 rows instead of 1"}},
	} {
		t.Run(test.table+"/"+string(test.move), func(t *testing.T) { test.test(t, load(t, test.example)) })
	}
}

// shop is a schema without concepts and queries.
const shop = `
CREATE KEYSPACE shop WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 3};
CREATE TABLE shop.visits (shop int, day date, hour smallint, visitor uuid, PRIMARY KEY (shop, day, hour, visitor)) WITH CLUSTERING ORDER BY (day DESC, hour DESC, visitor ASC);
CREATE TABLE shop.sales (shop int, day date, at time, amount bigint, owner uuid STATIC, opened date STATIC, PRIMARY KEY (shop, day, at));
CREATE TABLE shop.items (id int PRIMARY KEY, brand int, price bigint, stock int);
CREATE TABLE shop.items_by_brand (brand int, id int, price bigint, PRIMARY KEY (brand, id));
CREATE TABLE shop.items_by_price (brand int, price bigint, id int, stock int, PRIMARY KEY ((brand, price), id));
CREATE TABLE shop.levels (shop int, floor int, at timestamp, people int, name text STATIC, PRIMARY KEY ((shop, floor), at));
CREATE TABLE shop.readers (article int, reader uuid, unread_count int, since date, tags list<int>, PRIMARY KEY (article, reader));
`

// imported returns the schema with 100 rows in each of 1,000 partitions.
func imported(t *testing.T, text string) *model.Model {
	t.Helper()
	m, _ := cql.Import(text, "shop")
	for _, relation := range m.Physical.Relations {
		relation.Rows, relation.Partitions = "100", "1000"
		for _, column := range relation.Columns {
			if isCollection(model.Item[*model.Column]{Value: column}) {
				column.Elements = "5"
			}
			if relation.Name == "items" {
				relation.Rows = ""
			}
		}
	}
	return m
}

// TestImportedTables: moves need neither concepts nor queries nor logical tables.
func TestImportedTables(t *testing.T) {
	m := imported(t, shop)
	for _, test := range []moved{
		{table: "visits", move: MergeColumns,
			tables: []string{"visits: shop K, day_hour C↓, visitor C↑ = 3204/100 3204/100"}},
		{table: "sales", move: MergeColumns,
			tables: []string{"sales: shop K, day_at C↑, owner S, opened S, amount = 2440/102 2440/102"}},
		{table: "sales", move: StaticToTable,
			tables: []string{"sales: shop K, day C↑, at C↑, amount = 2804/100 2804/100", "sales_static: shop K, owner, opened = 40/2 40/2"}},
		{table: "sales", move: SplitByTime,
			tables: []string{"sales: shop K, month K, day C↑, at C↑, owner S, opened S, amount = 282/10 282/10"}},
		{table: "items_by_brand", move: TableToView,
			tables: []string{"items_by_brand: brand K, id C↑, price = 2004/100 2004/100"}},
		{table: "readers", move: CountersOut,
			tables: []string{"readers: article K, reader C↑, since, tags = 5604/200 5604/200", "readers_counters: article K, reader C↑, unread_count = 3204/100 3204/100"}},
		{table: "readers", move: CollectionToRows,
			tables: []string{"readers: article K, reader C↑, unread_count, since = 4004/200 4004/200", "readers_tags: article K, reader C↑, position C↑, tag = 16004/500 16004/500"}},
		{table: "readers", move: LookupTable, parameters: "rows=1",
			tables: []string{"readers_by_reader: reader K, article = 28/1 28/1"}},
	} {
		t.Run(test.table+"/"+string(test.move), func(t *testing.T) { test.test(t, m) })
	}
	for _, test := range []struct {
		table string
		move  Name
	}{
		{"items_by_price", TableToView}, // two columns more in its key than in that of items
		{"levels", MergePartitions},     // each floor has a name
		{"items", TableToView}, {"items", SplitByTime}, {"items", LookupTable},
		{"visits", CountersOut}, {"sales", RowsToCollection}, {"items", TableToStatic},
	} {
		id, _ := relationNamed(t, m, test.table)
		if _, found := Offer(m, id, test.move); found {
			t.Errorf("%s is offered %s", test.table, test.move)
		}
	}
	for id := range m.Physical.Relations {
		for _, move := range Offers(m, id) {
			t.Run(m.Title(id)+"/"+string(move.Name)+"/valid", func(t *testing.T) { checkOffer(t, m, move) })
		}
	}
}

// TestCountersBesideOtherColumns: Cassandra rejects the table until its counters
// are moved out.
func TestCountersBesideOtherColumns(t *testing.T) {
	m := imported(t, shop)
	id, items := relationNamed(t, m, "items")
	for _, column := range items.Columns {
		if column.Name == "stock" {
			column.Type = model.Native("counter")
		}
	}
	if len(errorsOf(m)) == 0 {
		t.Fatal("a counter beside other columns is accepted")
	}
	want := moved{table: "items", move: CountersOut,
		tables: []string{"items: id K, brand, price = 32/2 32/2", "items_counters: id K, stock = 20/1 20/1"}}
	want.test(t, m)
	move, _ := Offer(m, id, CountersOut)
	checkOffer(t, m, move)
}

// TestMovesInSequence makes random moves one after the other.
func TestMovesInSequence(t *testing.T) {
	for seed := range uint64(40) {
		random := rand.New(rand.NewPCG(seed, 3))
		e := example.All()[random.IntN(len(example.All()))]
		m := load(t, e.Slug)
		var done []string
		for range 4 {
			ids := slices.Sorted(maps.Keys(m.Physical.Relations))
			offers := Offers(m, ids[random.IntN(len(ids))])
			if len(offers) == 0 {
				continue
			}
			move := offers[random.IntN(len(offers))]
			done = append(done, fmt.Sprintf("%s of %s", move.Name, m.Title(move.Table)))
			t.Run(fmt.Sprintf("%d %s", seed, strings.Join(done, ", ")), func(t *testing.T) { checkOffer(t, m, move) })
			p, err := move.Sizes(model.SeededIDs([]byte(fmt.Sprint("sequence", seed, len(done)))))
			if err != nil {
				t.Fatal(err)
			}
			m = p.After
		}
	}
}

// TestTimeuuidKeepsItsBucket: the month of a time becomes the month of the
// timeuuid that replaces it.
func TestTimeuuidKeepsItsBucket(t *testing.T) {
	m := load(t, "supermarket")
	id, _ := relationNamed(t, m, "orders_by_customer")
	for _, name := range []Name{SplitByTime, UseTimeuuid} {
		move, found := Offer(m, id, name)
		if !found {
			t.Fatalf("%s is not offered", name)
		}
		p, err := move.Preview(model.SeededIDs([]byte(name)))
		if err != nil {
			t.Fatal(err)
		}
		m = p.After
	}
	result := proof.Of(m, "q5")
	if best, _ := result.Best(); best.Verdict != proof.Partitions || !best.Ordered || best.Reads.Partitions.Typical != 12 {
		t.Errorf("Q5 is served by %s, reads %v partitions, in order: %v", best.Verdict, best.Reads.Partitions.Typical, best.Ordered)
	}
}
