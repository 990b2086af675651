package mapping

import (
	"testing"

	"widerow/model"
	"widerow/model/edit"
	"widerow/model/sizing"
)

// TestSizesFollowTheConcepts: derived tables have a size at once, and a new one
// when physical design splits their partitions or sets their rows.
func TestSizesFollowTheConcepts(t *testing.T) {
	b := bookedHotels(t)
	b.numbers("nearpb count 10", "poi instances 1000")
	b.query("Q1", "find Room.number Night.available given Hotel.id sort Night.date")
	b.query("Q2", "find Hotel.name given POI.name")
	b.query("Q3", "find Hotel.name sort Hotel.name")
	b.query("Q4", "find Hotel.name Hotel.city given Hotel.id")
	b.derive(nil)
	rows := func(name string) (model.Value, bool) {
		t.Helper()
		size := Sizes(b.m, sizing.Book)[b.find(name)]
		one := SizeOf(b.m, b.find(name), sizing.Book)
		if one.Typical != size.Typical || one.Derived != size.Derived {
			t.Errorf("%s: SizeOf is %+v, Sizes %+v", name, one.Typical, size.Typical)
		}
		return size.Terms.Rows, size.Derived
	}
	for name, want := range map[string]model.Value{
		"nights_by_hotel": {Typical: 73_000, Worst: 365_000}, "hotels_by_poi": {Typical: 50, Worst: 80}, "hotels_by_name": {Typical: 5_000, Worst: 8_000},
	} {
		if got, derived := rows(name); got != want || !derived {
			t.Errorf("%s: %+v, derived %v, want %+v", name, got, derived, want)
		}
	}
	if size := Sizes(b.m, sizing.Book)[b.find("nights_by_hotel")]; size.Typical.Bytes != 1_095_005 {
		t.Errorf("nights_by_hotel has %v bytes, want 1,095,005", size.Typical.Bytes)
	}
	nights := b.find("nights_by_hotel")
	b.add(model.RelationColumnKind, nights, "chunk", "name", "chunk", "type", "int", "role", "partition")
	if _, derived := rows("nights_by_hotel"); derived {
		t.Error("a bucket of unknown number has derived rows")
	}
	b.do(edit.Set{Element: "chunk", Field: "buckets", Value: "10"})
	if got, _ := rows("nights_by_hotel"); got.Typical != 7_300 {
		t.Errorf("in 10 buckets nights_by_hotel has %v rows, want 7,300", got)
	}
	b.do(edit.Set{Element: nights, Field: "rows", Value: "12"})
	if got, derived := rows("nights_by_hotel"); got.Typical != 12 || derived {
		t.Errorf("with rows of its own nights_by_hotel has %v, derived %v", got, derived)
	}
}

// TestSizesOfCollectionsAndGroups: a set has as many elements as there are
// instances, and a table of groups a row for each group.
func TestSizesOfCollectionsAndGroups(t *testing.T) {
	b := build(t)
	b.entity("Customer", "id key")
	b.entity("Order", "id key", "total", "day")
	b.entity("Product", "id key")
	b.relationship("places", "Customer 1", "Order n")
	b.relationship("lists", "Order m", "Product n")
	b.numbers("customer instances 1000", "placespb count 50", "listspb count 20", "listspa count 100", "customerid type uuid", "orderid type uuid", "productid type uuid",
		"ordertotal type int", "orderday type date", "orderday distinct 7")
	b.query("Q1", "find Order.id Order.total Product.id given Customer.id")
	b.query("Q2", "find Order:count group Order.day given Customer.id")
	b.derive(map[model.ID]Choice{"q2": {Key: precomputed(t, b.m, "q2")}})
	sizes := Sizes(b.m, sizing.Book)
	// 16 for the key, 50 rows of a uuid, an int and 20 uuids, 8 for each of 2 cells a row.
	if got := sizes[b.find("orders_by_customer")]; got.Typical.Bytes != 16+50*(16+4+20*16)+8*100 {
		t.Errorf("orders_by_customer has %+v, assumed %+v", got.Typical, got.Assumed)
	}
	if got := sizes[b.find("order_counts_by_customer_day")]; got.Typical.Rows != 7 || !got.Derived {
		t.Errorf("order_counts_by_customer_day has %+v, want 7 rows: one a day", got.Typical)
	}
}
