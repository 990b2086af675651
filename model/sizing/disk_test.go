package sizing

import (
	"fmt"
	"math"
	"testing"

	"widerow/model"
	"widerow/model/edit"
	"widerow/model/sizing/disk"
)

// TestOnDisk compares with sizes that an independent calculation yields, which
// reproduces the files of disk.TestFiles.
func TestOnDisk(t *testing.T) {
	sensor := []string{"sensor; uuid; K", "day; date; K", "ts; timestamp; C", "value; double; "}
	videos := []string{"user; uuid; K", "added; timestamp; C", "video; timeuuid; C", "title; text; ; length=30", "type; text; ; length=4", "tags; set<text>; ; length=8; elements=3"}
	orders := []string{"customer; uuid; K", "name; text; S; length=20", "email; text; S; length=25", "order; timeuuid; C", "total; decimal; ; length=6", "status; text; ; length=7"}
	hits := []string{"page; text; K; length=20", "day; date; C", "hits; counter; "}
	three := []string{"pk; uuid; K", "ck; int; C", "a; int; ", "b; int; ", "c; int; "}
	vector := []string{"id; uuid; K", "body; text; ; length=200", "embedding; vector<float, 1536>; "}
	// The vint of a time takes 1, 5 or 7 bytes.
	const b1, b5, b7 = 1, 1 << 30, 1 << 45
	for _, test := range []struct {
		name    string
		rows    model.Expression
		columns []string
		storage Storage
		time    float64
		want    float64
	}{
		{"E1", "1000", sensor, Storage{Format: disk.OA}, b1, 22_030},
		{"E1", "1000", sensor, Storage{Format: disk.NB}, b5, 26_041},
		{"E1", "1000", sensor, Storage{Format: disk.OA}, b5, 26_030},
		{"E1", "1000", sensor, Storage{Format: disk.DA}, b7, 28_030},
		{"E1 of a day", "86400", sensor, Storage{Format: disk.OA}, b1, 1_900_830},
		{"E1 of a day", "86400", sensor, Storage{}, b5, 2_246_441},
		{"E1 of a day", "86400", sensor, Storage{Format: disk.OA}, b7, 2_419_230},
		{"E1 with one row", "1", sensor, Storage{Format: disk.OA}, b5, 56},
		{"E1 with one row", "1", sensor, Storage{}, b5, 67},
		{"E2", "1000", videos, Storage{Format: disk.OA}, b1, 100_020},
		{"E2", "1000", videos, Storage{}, b5, 108_031},
		{"E2", "1000", videos, Storage{Format: disk.OA}, b7, 112_020},
		{"E3", "1000", orders, Storage{Format: disk.OA}, b1, 38_075},
		{"E3", "1000", orders, Storage{}, b5, 42_094},
		{"E3", "1000", orders, Storage{Format: disk.OA}, b7, 44_087},
		{"E4", "1000", hits, Storage{Format: disk.OA}, b1, 48_024},
		{"E4", "1000", hits, Storage{Format: disk.OA}, b5, 52_024},
		{"E4", "1000", hits, Storage{Format: disk.OA}, b7, 54_024},
		{"E5", "1000", sensor, Storage{Format: disk.OA, Expiring: true}, b1, 25_030},
		{"E5", "1000", sensor, Storage{Expiring: true}, b5, 29_041},
		{"E5", "1000", sensor, Storage{Format: disk.OA, Expiring: true}, b7, 31_030},
		{"E6 by UPDATE", "1000", three, Storage{Format: disk.OA, Written: Update}, b1, 26_020},
		{"E6 by UPDATE", "1000", three, Storage{Format: disk.OA, Written: Update}, b5, 38_020},
		{"E6 by UPDATE", "1000", three, Storage{Format: disk.OA, Written: Update}, b7, 44_020},
		{"E6 by INSERT", "1000", three, Storage{Format: disk.OA}, b1, 24_020},
		{"E6 by INSERT", "1000", three, Storage{Format: disk.OA}, b5, 28_020},
		{"E6 by INSERT", "1000", three, Storage{Format: disk.OA}, b7, 30_020},
		{"E7", "", vector, Storage{Format: disk.OA}, b1, 6_373},
		{"E7", "", vector, Storage{}, b5, 6_388},
		{"E7", "", vector, Storage{Format: disk.OA}, b7, 6_379},
	} {
		size := Options{Formula: Disk, Storage: &test.storage}.Of(table(t, test.rows, test.columns...), "r")
		if size.Err != nil || size.Assumed != nil {
			t.Fatalf("%s: %+v, assumed %v", test.name, size.Err, size.Assumed)
		}
		p := size.layout.partition(size.Typical.Rows, typicalOf)
		setTime(p, test.time)
		if got := p.Size().Bytes; got != test.want {
			t.Errorf("%s, %+v, times of %v µs: %v bytes, want %v", test.name, test.storage, test.time, got, test.want)
		}
	}
}

// setTime gives all rows the same time; the calculation that is compared with
// has expiries of two bytes.
func setTime(p *disk.Partition, time float64) {
	rows := []*disk.Row{&p.Rows[0].Row}
	if p.Static != nil {
		rows = append(rows, p.Static)
	}
	for _, row := range rows {
		row.Written = disk.At(time)
		if row.Expires != nil {
			row.Expires.At = disk.At(1000)
		}
		for i := range row.Columns {
			if e := row.Columns[i].Elements; e != nil {
				e.Replaced.Written = disk.At(time)
				e.Replaced.At = disk.At(0)
			}
		}
	}
}

func TestLedgerAddsUp(t *testing.T) {
	m := table(t, "@q * 2", "k; text; K; length=9.5", "c; timeuuid; C", "s; map<text, int>; S; elements=2; key_length=7", "v; list<text>; ; elements=2.5; length=40", "w; date; ")
	m.Quantities = map[model.ID]*model.Quantity{"q": {Name: "rows", Typical: "10", Worst: "400"}}
	size := Of(m, "r", Disk)
	for worst, figures := range map[bool]Figures{false: size.Typical, true: size.Worst} {
		ledger := size.Ledger(worst)
		if sum := ledger.Partition.Bytes(); math.Abs(sum-figures.Bytes) > 1e-6 || sum == 0 {
			t.Errorf("worst %v: the ledger of the partition has %v bytes, want %v", worst, sum, figures.Bytes)
		}
		rows := 0.0
		for _, line := range ledger.Partition {
			if line.Part == disk.AllRows {
				rows = line.Bytes
			}
		}
		// The first row differs by a byte at most.
		if got := ledger.Row.Bytes() * figures.Rows; math.Abs(got-rows) > 1.01 {
			t.Errorf("worst %v: %v rows of the ledger have %v bytes, want %v", worst, figures.Rows, got, rows)
		}
	}
	if book := Of(m, "r", Book); book.Ledger(false).Partition != nil {
		t.Error("the book's formula has a ledger")
	}
}

// A TTL of the table, as an option, counts without a switch.
func TestTimeToLiveOfTheTable(t *testing.T) {
	m := table(t, "100", "k; int; K", "c; int; C", "v; int; ")
	without := Of(m, "r", Disk).Typical.Bytes
	m.Physical.Relations["r"].Options = model.Options{"default_time_to_live": " 86400"}
	with := Of(m, "r", Disk).Typical.Bytes
	// 1 byte of TTL, and of an expiry in ten days 3, seldom less.
	if each := (with - without) / 100; each < 3.9 || each > 4 {
		t.Errorf("a TTL takes %v bytes a row, want almost 4", each)
	}
}

func TestGivenParts(t *testing.T) {
	m := model.New("test")
	m.Physical.Types = map[model.ID]*model.UserType{"u": {Name: "address", Fields: map[model.ID]*model.TypeField{
		"f1": {Order: "1", Name: "street", Type: model.Native("text")}, "f2": {Order: "2", Name: "zip", Type: model.Native("int")}}}}
	addColumns(t, m, "", "k; int; K", "a; map<text, frozen<address>>; ", "b; frozen<tuple<int, text>>; ", "c; address; ")
	inputs, err := Inputs(m)
	want := []Input{{"c0", "", "length"}, {"c1", "", "elements"}, {"c1", "{}", "length"}, {"c1", "[].street", "length"}, {"c1", "[].zip", "length"}, {"c1", "", "filled"},
		{"c2", ".0", "length"}, {"c2", ".1", "length"}, {"c2", "", "filled"}, {"c3", ".street", "length"}, {"c3", ".zip", "length"}, {"c3", "", "filled"}}
	if fmt.Sprint(inputs[1:]) != fmt.Sprint(want) || err != nil {
		t.Errorf("Inputs = %v, %v; want %v", inputs, err, want)
	}
	given := map[Input]model.Value{}
	for i, input := range []Input{{"c1", "", "elements"}, {"c1", "{}", "length"}, {"c1", "[].street", "length"}, {"c2", ".1", "length"}, {"c3", ".street", "length"}} {
		if assumed := (Options{Formula: Disk, Given: given}).Of(m, "r").Assumed; len(assumed) != 5-i || assumed[0].Input() != input {
			t.Errorf("Assumed = %v, want first %v", assumed, input)
		}
		given[input] = model.Value{Typical: float64(i + 2), Worst: float64(i + 2)}
	}
	size := Options{Formula: Disk, Given: given, Storage: &Storage{}}.Of(m, "r")
	// Header 2 + 4 + 12. Row 1 + 1 + 1 + marker 1; b 1 + 1 + 4 + 4 + 4 + 5;
	// a 2 + 1 + 2 × (1 + 1 + 3 + 1 + 4 + 4 + 4 + 4); c 2 + 1 + 2 × (1 + 3 + 1) + 6 + 4.
	// End 1.
	if want := 18.0 + 4 + 19 + 47 + 23 + 1; size.Typical.Bytes != want {
		t.Errorf("bytes = %v, want %v: %v", size.Typical.Bytes, want, size.Ledger(false))
	}
}

func TestDiskSteps(t *testing.T) {
	m := table(t, "@q", "sensor; uuid; K", "day; date; K", "unit; text; S; length=5", "ts; timestamp; C", "value; double; ")
	m.Quantities = map[model.ID]*model.Quantity{"q": {Name: "rows", Typical: "1000", Worst: "86400"}}
	size := Options{Formula: Disk, Storage: &Storage{}}.Of(m, "r")
	// As E1 with times of a byte, and the static row: 2 + 1 + 1 + 1 + 1 + 6.
	want := []Step{
		{"header", "length of the key + key + deletion time", "2 + 26 + 12", "2 + 26 + 12", model.Value{Typical: 40, Worst: 40}},
		{"static", "flags + sizes + cells", "2 + 2 + 8", "2 + 2 + 8", model.Value{Typical: 12, Worst: 12}},
		{"row", "flags + sizes + clustering + row marker + cells", "1 + 2 + 9 + 1 + 9", "1 + 2 + 9 + 1 + 9", model.Value{Typical: 22, Worst: 22}},
		{"S_t", "header + static + N_r × mean row + 1", "40 + 12 + 1,000 × 22 + 1", "40 + 12 + 86,400 × 22 + 1", model.Value{Typical: 22_053, Worst: 1_900_853}},
		{"N_v", "N_r × (N_c − N_pk − N_s) + N_s", "1,000 × (5 − 3 − 1) + 1", "86,400 × (5 − 3 − 1) + 1", model.Value{Typical: 1001, Worst: 86401}},
	}
	if fmt.Sprint(size.Steps()) != fmt.Sprint(want) {
		t.Errorf("Steps = %v\nwant %v", size.Steps(), want)
	}
}

// TestDocumentSaysHowRowsAreWritten: the document sets how rows are written, as the flags of the
// command line do.
func TestDocumentSaysHowRowsAreWritten(t *testing.T) {
	m := model.New("shop")
	ids := model.SeededIDs([]byte("shop"))
	keyspace, table := ids.New(), ids.New()
	commands := []edit.Command{
		edit.Add{Kind: model.KeyspaceKind, ID: keyspace, Values: map[string]string{"name": "shop"}},
		edit.Add{Kind: model.RelationElement, Parent: keyspace, ID: table, Values: map[string]string{"name": "orders", "rows": "1000"}},
	}
	columns := map[string]model.ID{}
	for _, column := range [][3]string{{"customer", "uuid", "partition"}, {"placed", "timestamp", "clustering"}, {"total", "bigint", "regular"}, {"paid", "bigint", "regular"}} {
		columns[column[0]] = ids.New()
		commands = append(commands, edit.Add{Kind: model.RelationColumnKind, Parent: table, ID: columns[column[0]], Values: map[string]string{"name": column[0], "type": column[1], "role": column[2]}})
	}
	m, err := edit.Apply(m, ids, commands...)
	if err != nil {
		t.Fatal(err)
	}
	bytes := func(options Options, sets ...edit.Command) float64 {
		after, err := edit.Apply(m, ids, sets...)
		if err != nil {
			t.Fatal(err)
		}
		options.Formula = Disk
		size := options.Of(after, table)
		return size.Typical.Bytes
	}
	set := func(element model.ID, field, value string) edit.Command {
		return edit.Set{Element: element, Field: field, Value: value}
	}
	update, expiring := DefaultStorage, DefaultStorage
	update.Written, expiring.Expiring = Update, true
	for _, test := range []struct {
		name string
		flag Options
		sets []edit.Command
	}{
		{"UPDATE", Options{Storage: &update}, []edit.Command{set(table, "written", "update")}},
		{"a TTL", Options{Storage: &expiring}, []edit.Command{set(table, "expiring", "true")}},
		{"a share", Options{Filled: 0.4}, []edit.Command{set(columns["total"], "filled", "40 %"), set(columns["paid"], "filled", "0.4")}},
	} {
		plain, flagged, said := bytes(Options{}), bytes(test.flag), bytes(Options{}, test.sets...)
		if said != flagged || said == plain {
			t.Errorf("%s: the document gives %v bytes, the flag %v, nothing %v", test.name, said, flagged, plain)
		}
	}
	if _, err := edit.Apply(m, ids, set(columns["paid"], "filled", "40")); err == nil {
		t.Error("a share of 40 is accepted")
	}
}
