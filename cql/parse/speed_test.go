package parse_test

import (
	"testing"

	"widerow/cql/parse"
)

// ordersTable has 480 characters.
const ordersTable = `CREATE TABLE IF NOT EXISTS shop.orders_by_customer (customer_id uuid, order_day date, ordered_at timestamp, order_number timeuuid, note text STATIC, items map<text, int>, tags set<text>, total decimal, status text, paid boolean, PRIMARY KEY ((customer_id, order_day), ordered_at, order_number)) WITH CLUSTERING ORDER BY (ordered_at DESC, order_number ASC) AND comment = 'orders of a day, the newest first, with totals' AND gc_grace_seconds = 86400 AND default_time_to_live = 3600;`

// TestParseAllocations: parsing a table allocates for its parts, and not for its
// tokens.
func TestParseAllocations(t *testing.T) {
	if got := testing.AllocsPerRun(10, func() { parse.Parse(ordersTable) }); got > 20 {
		t.Errorf("Parse allocates %v times for a table of %d characters", got, len(ordersTable))
	}
}

func BenchmarkParseTable(b *testing.B) {
	b.SetBytes(int64(len(ordersTable)))
	b.ReportAllocs()
	for b.Loop() {
		parse.Parse(ordersTable)
	}
}
