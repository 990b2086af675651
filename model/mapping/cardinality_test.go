package mapping

import (
	"testing"

	"widerow/model"
	"widerow/model/sizing"
)

// Without numbers, cardinalities alone tell the rows of a partition where they are 1;
// any other number is assumed.
func TestRowsFollowFromCardinalities(t *testing.T) {
	b := build(t)
	b.entity("Order", "id key", "total")
	b.entity("Invoice", "number key", "due")
	b.entity("Item", "id key")
	b.relationship("bills", "Order 1", "Invoice 1")
	b.relationship("has", "Order 1", "Item n")
	b.query("Q1", "find Invoice.number Invoice.due given Order.id")
	b.query("Q2", "find Item.id given Order.id")
	b.derive(nil)
	// By hand: the number of the invoice also orders its rows.
	for _, column := range b.m.Physical.Relations[b.find("invoices_by_order")].Columns {
		if column.Role == model.Regular && column.Name == "number" {
			column.Role = model.Clustering
		}
	}
	sizes := Sizes(b.m, sizing.Disk)
	for _, test := range []struct {
		table   string
		rows    float64
		derived bool
	}{{"invoices_by_order", 1, true}, {"items_by_order", 1000, false}} {
		id := b.find(test.table)
		if id == "" {
			t.Fatalf("no table %s", test.table)
		}
		if size := sizes[id]; size.Typical.Rows != test.rows || size.Derived != test.derived {
			t.Errorf("%s: %v rows, derived %t; want %v, %t", test.table, size.Typical.Rows, size.Derived, test.rows, test.derived)
		}
	}
}
