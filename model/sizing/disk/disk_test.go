package disk

import (
	"fmt"
	"math"
	"strconv"
	"testing"
)

func number(name string) Column { return Column{Name: name, Share: 1, Value: Fixed(4)} }

func text(name string, length float64) Column {
	return Column{Name: name, Share: 1, Value: Of(length)}
}

func absent(column Column) Column { column.Share = 0; return column }

func numbers(from, to int, present func(int) bool) []Column {
	var columns []Column
	for i := from; i <= to; i++ {
		column := number(fmt.Sprintf("rc%d", i))
		if !present(i) {
			column = absent(column)
		}
		columns = append(columns, column)
	}
	return columns
}

func key(lengths ...float64) []Amount {
	var amounts []Amount
	for _, length := range lengths {
		amounts = append(amounts, Exactly(length))
	}
	return amounts
}

// inserted is a row of one INSERT in a file whose only write it is.
func inserted(clustering []Value, columns ...Column) Row {
	return Row{Marker: true, Clustering: clustering, Columns: columns}
}

func updated(clustering []Value, columns ...Column) Row {
	return Row{Clustering: clustering, Columns: columns}
}

func one(row Row) []Rows { return []Rows{{1, row}} }

// now is a deletion in the second of the oldest write.
var now = &Removal{}

func set(name string, count, length float64, replaced *Removal) Column {
	return Column{Name: name, Share: 1, Elements: &Elements{Count: Exactly(count), Path: Of(length), NoValue: true, Replaced: replaced}}
}

// TestFiles compares with files that Cassandra wrote, in bytes of Data.db.
//
// Most are test data of ScyllaDB (test/resource/sstables/3.x/uncompressed, format mc, with the same
// bytes as nb), some of Apache Cassandra (test/data/legacy-sstables, format nb and oa).
func TestFiles(t *testing.T) {
	differentTypes := []Column{
		text("asciival", 5), {Name: "bigintval", Share: 1, Value: Fixed(8)}, text("blobval", 5), {Name: "boolval", Share: 1, Value: Fixed(1)}, text("dateval", 4),
		text("decimalval", 6), {Name: "doubleval", Share: 1, Value: Fixed(8)}, {Name: "floatval", Share: 1, Value: Fixed(4)}, text("inetval", 4), number("intval"),
		text("smallintval", 2), text("timeval", 8), {Name: "tsval", Share: 1, Value: Fixed(8)}, {Name: "timeuuidval", Share: 1, Value: Fixed(16)},
		text("tinyintval", 1), {Name: "uuidval", Share: 1, Value: Fixed(16)}, text("varcharval", 12), text("varintval", 1), text("durationval", 9),
	}
	var largeKey []Value
	for i := 1; i <= 35; i++ {
		length := 0.0
		if i%2 == 1 {
			length = float64(len(strconv.Itoa(i)))
		}
		largeKey = append(largeKey, Of(length))
	}
	bound := Row{Bound: true, Clustering: []Value{Of(3)}, Removed: now}
	value := func(i int) func(int) bool { return func(n int) bool { return n == i } }
	// The values of the rows that Cassandra wrote one after the other.
	later := func(row Row, microseconds float64) Row { row.Written = At(microseconds); return row }
	simple := inserted(nil, text("val", 11))
	counter := updated(nil, Column{Name: "val", Share: 1, Value: Of(36)})
	for _, test := range []struct {
		file       string
		want       float64
		partitions []Partition
	}{
		{"write_static_row", 37, []Partition{{Key: key(4), Static: &Row{Static: true, Columns: []Column{number("st1"), text("st2", 5)}}}}},
		{"write_composite_partition_key", 60, []Partition{{Key: key(4, 5, 1), Rows: one(inserted([]Value{Fixed(4), Of(4)}, number("f"), text("g", 5)))}}},
		{"write_composite_clustering_key", 51, []Partition{{Key: key(4), Rows: one(inserted([]Value{Of(5), Fixed(4), Of(4)}, number("e"), text("f", 5)))}}},
		{"write_ttled_row", 35, []Partition{{Key: key(4), Rows: one(Row{Marker: true, Expires: &Expiry{}, Clustering: []Value{Fixed(4)}, Columns: []Column{number("rc")}})}}},
		{"write_ttled_column", 29, []Partition{{Key: key(3), Rows: one(Row{Expires: &Expiry{}, Columns: []Column{number("rc")}})}}},
		{"write_deleted_column", 25, []Partition{{Key: key(4), Rows: one(updated(nil, Column{Name: "rc", Share: 1, Removed: now}))}}},
		{"write_deleted_row", 29, []Partition{{Key: key(4), Rows: one(Row{Clustering: []Value{Fixed(4)}, Removed: now})}}},
		{"write_collection_wide_update", 38, []Partition{{Key: key(4), Rows: one(later(inserted(nil, set("col", 2, 4, now)), 1))}}},
		{"write_collection_incremental_update", 30, []Partition{{Key: key(4), Rows: one(updated(nil, set("col", 1, 4, nil)))}}},
		{"write_multiple_partitions", 87, []Partition{
			{Key: key(4), Rows: one(inserted(nil, numbers(1, 3, value(1))...))},
			{Key: key(4), Rows: one(inserted(nil, numbers(1, 3, value(2))...))},
			{Key: key(4), Rows: one(inserted(nil, numbers(1, 3, value(3))...))}}},
		{"write_multiple_rows", 64, []Partition{{Key: key(4), Rows: []Rows{
			{1, inserted([]Value{Fixed(4)}, numbers(1, 3, value(1))...)},
			{1, inserted([]Value{Fixed(4)}, numbers(1, 3, value(2))...)},
			{1, inserted([]Value{Fixed(4)}, numbers(1, 3, value(3))...)}}}}},
		{"write_missing_columns_large_set", 365, []Partition{{Key: key(4), Rows: []Rows{
			{1, inserted([]Value{Fixed(4)}, numbers(1, 64, func(n int) bool { return n <= 62 })...)},
			{1, inserted([]Value{Fixed(4)}, numbers(1, 64, func(n int) bool { return n > 62 })...)}}}}},
		{"write_different_types", 175, []Partition{{Key: key(3), Rows: one(inserted(nil, differentTypes...))}}},
		{"write_empty_clustering_values", 33, []Partition{{Key: key(4), Rows: one(inserted([]Value{Of(0), Fixed(4), Of(0)}, number("rc")))}}},
		{"write_large_clustering_key", 87, []Partition{{Key: key(4), Rows: one(inserted(largeKey, number("rc")))}}},
		// Fields 4 + 4, 4 + 1, 4 + 29 bytes of Cyrillic letters.
		{"write_user_defined_type_table", 71, []Partition{{Key: key(4), Rows: one(inserted(nil, text("rc", 46)))}}},
		{"write_simple_range_tombstone", 45, []Partition{{Key: key(4), Rows: []Rows{{2, bound}}}}},
		{"write_empty_static_row", 81, []Partition{
			{Key: key(4), Static: &Row{Static: true, Columns: []Column{absent(number("st"))}}, Rows: one(inserted([]Value{Fixed(4)}, number("rc")))},
			{Key: key(4), Static: &Row{Static: true, Columns: []Column{number("st")}}, Rows: one(inserted([]Value{Fixed(4)}, number("rc")))}}},
		{"write_interleaved_atomic_and_collection_columns", 54, []Partition{{Key: key(4), Rows: one(later(inserted([]Value{Fixed(4)},
			number("rc1"), absent(number("rc3")), number("rc5"), absent(set("rc2", 0, 4, nil)), set("rc4", 2, 4, now), absent(set("rc6", 0, 4, nil))), 1))}}},
		{"legacy_nb_simple", 173, []Partition{{Key: key(1), Rows: one(simple)}, {Key: key(1), Rows: one(later(simple, 50e3))},
			{Key: key(1), Rows: one(later(simple, 100e3))}, {Key: key(1), Rows: one(later(simple, 150e3))}, {Key: key(1), Rows: one(later(simple, 200e3))}}},
		{"legacy_oa_simple", 118, []Partition{{Format: OA, Key: key(1), Rows: one(simple)}, {Format: OA, Key: key(1), Rows: one(later(simple, 50e3))},
			{Format: OA, Key: key(1), Rows: one(later(simple, 100e3))}, {Format: OA, Key: key(1), Rows: one(later(simple, 150e3))}, {Format: OA, Key: key(1), Rows: one(later(simple, 200e3))}}},
		{"legacy_nb_simple_counter", 298, []Partition{{Key: key(1), Rows: one(counter)}, {Key: key(1), Rows: one(later(counter, 50e3))},
			{Key: key(1), Rows: one(later(counter, 100e3))}, {Key: key(1), Rows: one(later(counter, 150e3))}, {Key: key(1), Rows: one(later(counter, 200e3))}}},
	} {
		got := 0.0
		for i := range test.partitions {
			result := test.partitions[i].Size()
			checkLedger(t, test.file, &test.partitions[i], result)
			got += result.Bytes
		}
		if got != test.want {
			t.Errorf("%s: %v bytes, want %v", test.file, got, test.want)
		}
	}
}

// checkLedger checks that the ledgers add up.
func checkLedger(t *testing.T, name string, p *Partition, result Result) {
	t.Helper()
	if sum := result.Partition.Bytes(); math.Abs(sum-result.Bytes) > 1e-6*result.Bytes {
		t.Errorf("%s: the ledger has %v bytes, want %v", name, sum, result.Bytes)
	}
	if len(p.Rows) != 1 || p.Rows[0].Count != 1 {
		return
	}
	for _, line := range result.Partition {
		if line.Part == AllRows && math.Abs(result.Row.Bytes()-line.Bytes) > 1e-6*line.Bytes {
			t.Errorf("%s: the ledger of the row has %v bytes, want %v", name, result.Row.Bytes(), line.Bytes)
		}
	}
}

func TestVint(t *testing.T) {
	for n, want := range map[uint64]int{0: 1, 127: 1, 128: 2, 16383: 2, 16384: 3, 1<<21 - 1: 3, 1 << 21: 4, 1<<28 - 1: 4, 1 << 28: 5,
		1 << 35: 6, 1 << 42: 7, 1 << 49: 8, 1<<56 - 1: 8, 1 << 56: 9, math.MaxUint64: 9} {
		if got := Vint(n); got != want {
			t.Errorf("Vint(%d) = %d, want %d", n, got, want)
		}
		if got := Exactly(float64(n)).vint(); n < 1<<53 && got != float64(want) {
			t.Errorf("Exactly(%d).vint() = %v, want %d", n, got, want)
		}
		if got := At(float64(n)).vint(); n < 1<<53 && got != float64(want) {
			t.Errorf("At(%d).vint() = %v, want %d", n, got, want)
		}
	}
}

// The expected bytes of spread numbers, against a count of all of them.
func TestExpectedVint(t *testing.T) {
	const high = 40_000
	total, latest := 0.0, 0.0
	for n := range high {
		total += float64(Vint(uint64(n))) / high
		share := math.Pow(float64(n+1)/high, 5) - math.Pow(float64(n)/high, 5)
		latest += float64(Vint(uint64(n))) * share
	}
	if got := (Delta{High: high}).vint(); math.Abs(got-total) > 1e-6 {
		t.Errorf("vint of 0 to %d = %v, want %v", high, got, total)
	}
	if got := (Delta{High: high}).latest(5); math.Abs(got-latest) > 1e-6 {
		t.Errorf("vint of the latest of five = %v, want %v", got, latest)
	}
	// Of three writes, one is the oldest and one the newest.
	if got, want := (Delta{High: high, Writes: 3}).vint(), (1+3+total)/3; math.Abs(got-want) > 1e-6 {
		t.Errorf("vint of three writes = %v, want %v", got, want)
	}
	if got := (Delta{High: high, Writes: 1}).vint(); got != 1 {
		t.Errorf("vint of one write = %v, want 1", got)
	}
	if got := (Amount{128, 40}).vint(); math.Abs(got-1.505) > 0.001 {
		t.Errorf("vint of 128 ± 40 = %v, want 1.505", got)
	}
}

// More rows, longer values and larger shares never take fewer bytes.
func TestMoreIsNeverSmaller(t *testing.T) {
	size := func(rows, length, share, span float64) float64 {
		p := Partition{Key: key(16), Rows: []Rows{{rows, Row{Marker: true, Written: Delta{High: span}, Clustering: []Value{Of(length)},
			Columns: []Column{{Name: "a", Share: share, Value: Of(length * 3)}, number("b")}}}}}
		return p.Size().Bytes
	}
	for _, step := range []float64{0.1, 0.5, 1, 3, 11.5, 40, 100, 1000, 1e6} {
		if size(step, 10, 0.5, 1e6) > size(step*1.3, 10, 0.5, 1e6) || size(9, step, 0.5, 1e6) > size(9, step*1.3, 0.5, 1e6) ||
			size(9, 10, 0.5, step) > size(9, 10, 0.5, step*1.3) {
			t.Errorf("from %v to %v the size falls", step, step*1.3)
		}
	}
	for share := 0.0; share < 1; share += 0.1 {
		if size(9, 100, share, 1) > size(9, 100, share+0.1, 1) {
			t.Errorf("the size falls at a share of %v", share)
		}
	}
}
