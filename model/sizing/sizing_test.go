package sizing

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"widerow/model"
)

// column parses "name type role", optionally followed by "length", "elements" and
// "key_length".
func column(t testing.TB, m *model.Model, text string) *model.Column {
	t.Helper()
	words := strings.Split(text, "; ")
	parsed, err := model.ParseType(words[1], func(name string) (model.ID, bool) {
		for id, userType := range m.Physical.Types {
			if userType.Name == name {
				return id, true
			}
		}
		return "", false
	})
	if err != nil {
		t.Fatalf("column %q: %v", text, err)
	}
	result := &model.Column{Name: words[0], Type: parsed, Role: map[string]model.Role{"K": model.Partition, "C": model.Clustering, "S": model.Static, "": model.Regular}[words[2]]}
	for _, word := range words[3:] {
		name, value, _ := strings.Cut(word, "=")
		switch e := model.Expression(value); name {
		case "length":
			result.Length = e
		case "key_length":
			result.KeyLength = e
		case "elements":
			result.Elements = e
		default:
			t.Fatalf("column %q: no %q", text, name)
		}
	}
	return result
}

// table returns a document with one relation "r" with these columns.
func table(t testing.TB, rows model.Expression, columns ...string) *model.Model {
	t.Helper()
	m := model.New("test")
	addColumns(t, m, rows, columns...)
	return m
}

func addColumns(t testing.TB, m *model.Model, rows model.Expression, columns ...string) {
	t.Helper()
	r := &model.Relation{Name: "t", Kind: model.Table, Rows: rows, Columns: map[model.ID]*model.Column{}}
	for i, text := range columns {
		c := column(t, m, text)
		c.Order = model.Last(r.Columns)
		r.Columns[model.ID(fmt.Sprintf("c%d", i))] = c
	}
	m.Physical.Relations = map[model.ID]*model.Relation{"r": r}
}

var availableRooms = []string{"hotel_id; text; K; length=5", "date; date; C", "room_number; smallint; C", "is_available; boolean; "}

// TestGoldenNumbers checks numbers that the formulas' sources published.
func TestGoldenNumbers(t *testing.T) {
	video := []string{"video_id; int; K", "email; text; C; length=150", "name; text; S; length=250", "status; tinyint; ", "uploaded_at; timestamp; "}
	calculator := []string{"a; text; K; length=30", "b; text; C; length=30", "c; text; S; length=30", "d; boolean; ", "e; timestamp; "}
	dateInKey := []string{"hotel_id; text; K; length=5", "date; date; K", "room_number; smallint; C", "is_available; boolean; "}
	monthInKey := []string{"hotel_id; text; K; length=5", "month; int; K", "date; date; C", "room_number; smallint; C", "is_available; boolean; "}
	roomInKey := []string{"hotel_id; text; K; length=5", "room_number; smallint; K", "date; date; C", "is_available; boolean; "}
	readings := []string{"sensor; uuid; K", "year; int; K", "week; int; K", "timestamp; timestamp; C", "a; float; ", "b; float; ", "c; float; "}
	orders := []string{"customer; uuid; K", "order_id; timeuuid; C"}
	for i := range 10 {
		orders = append(orders, fmt.Sprintf("c%d; int; ", i))
	}
	ordersAsWritten := append([]string{"submitted; timestamp; C"}, orders[:len(orders)-1]...)
	hundredBytes := []string{"source; int; K", "at; timestamp; C", "payload; blob; ; length=84"} // 84 + 8 bytes, and 8 per cell: 100 bytes per row
	for _, test := range []struct {
		name    string
		formula Formula
		rows    model.Expression
		columns []string
		want    Figures
	}{
		// Apache Cassandra documentation, data modeling, refining; bytes with hotel_id of 5.
		{"G1, G2 available rooms", Book, "100 * 730", availableRooms, Figures{73_000, 73_000, 1_095_005}},
		{"G4 with the month in the key", Book, "31 * 100", monthInKey, Figures{3_100, 3_100, 46_509}},
		{"G5 with the date in the key", Book, "100", dateInKey, Figures{100, 100, 1_109}},
		{"G6 with the room in the key", Book, "730", roomInKey, Figures{730, 730, 9_497}},
		// cql-calculator: README and example.yaml.
		{"G7 videos", Legacy, "10000", video, Figures{10_000, 20_001, 3_250_262}},
		{"G7 videos by the book", Book, "10000", video, Figures{10_000, 20_001, 1_750_262}},
		{"G8 example", Legacy, "1000", calculator, Figures{1_000, 2_001, 85_068}},
		{"G8 example by the book", Book, "1000", calculator, Figures{1_000, 2_001, 55_068}},
		// Sensor lab: 100 sensors, one reading an hour; 168 hours, 365 days.
		{"G9 a week of sensors", Book, "100 * 24 * 7", readings, Figures{16_800, 50_400, 24 + 16_800*(12+8) + 8*50_400}},
		{"G9 a year of sensors", Book, "100 * 24 * 365", readings, Figures{876_000, 2_628_000, 24 + 876_000*(12+8) + 8*2_628_000}},
		// Online supermarket: 12 columns, 2 in the key; its script has 3 there.
		{"G12 orders of 200 months", Book, "1e6 * 200", orders, Figures{200e6, 2e9, 16 + 200e6*(40+16) + 8*2e9}},
		{"G12 as the script has it", Book, "1e6", ordersAsWritten, Figures{1e6, 9e6, 16 + 1e6*(36+24) + 8*9e6}},
		// Time series without a bucket: 1 row of 100 bytes a second.
		{"G14 a year", Book, "365 * 86400", hundredBytes, Figures{31_536_000, 31_536_000, 3_153_600_004}},
		{"G14 five years", Book, "5 * 365 * 86400", hundredBytes, Figures{157_680_000, 157_680_000, 15_768_000_004}},
		{"G15 keys only", Book, "50", []string{"a; int; K", "b; int; C"}, Figures{50, 50, 4 + 50*4 + 8*50}},
		{"G15 keys only, legacy", Legacy, "50", []string{"a; int; K", "b; int; C"}, Figures{50, 50, 4 + 50*4 + 8*50}},
		{"keys and a static column", Book, "50", []string{"a; int; K", "b; int; C", "s; bigint; S"}, Figures{50, 51, 4 + 8 + 50*4 + 8*51}},
		{"one row without clustering columns", Book, "", []string{"id; uuid; K", "name; text; ; length=20"}, Figures{1, 1, 16 + 20 + 8}},
	} {
		t.Run(test.name, func(t *testing.T) {
			size := Of(table(t, test.rows, test.columns...), "r", test.formula)
			if size.Err != nil || size.Assumed != nil {
				t.Fatalf("Of: %+v, assumed %v", size.Err, size.Assumed)
			}
			if size.Typical != test.want || size.Worst != test.want {
				t.Errorf("Of(%s, %q) = %+v, worst %+v; want %+v", test.formula, test.rows, size.Typical, size.Worst, test.want)
			}
		})
	}
}

func TestWidths(t *testing.T) {
	m := model.New("test")
	m.Physical.Types = map[model.ID]*model.UserType{
		"u1": {Name: "address", Fields: map[model.ID]*model.TypeField{
			"f1": {Order: "1", Name: "street", Type: model.Native("text"), Length: "20"},
			"f2": {Order: "2", Name: "zip", Type: model.Native("int")},
			"f3": {Order: "3", Name: "phones", Type: model.Type{Kind: model.SetType, Arguments: []model.Type{model.Native("text")}}, Length: "12", Elements: "2"},
		}},
		"u2": {Name: "person", Fields: map[model.ID]*model.TypeField{
			"f4": {Name: "home", Type: model.Frozen(model.Type{Kind: model.UserTypeRef, UserType: "u1"})},
		}},
	}
	m.Quantities = map[model.ID]*model.Quantity{"q": {Name: "rooms", Typical: "10", Worst: "40"}}
	for _, test := range []struct {
		column         string
		typical, worst float64
		from           string
	}{
		{"a; boolean; ", 1, 1, "1"},
		{"a; tinyint; ", 1, 1, "1"},
		{"a; smallint; ", 2, 2, "2"},
		{"a; int; ; length=9", 4, 4, "4"},
		{"a; float; ", 4, 4, "4"},
		{"a; date; ", 4, 4, "4"},
		{"a; time; ", 8, 8, "8"},
		{"a; timestamp; ", 8, 8, "8"},
		{"a; bigint; ", 8, 8, "8"},
		{"a; double; ", 8, 8, "8"},
		{"a; counter; ", 8, 8, "8"},
		{"a; uuid; ", 16, 16, "16"},
		{"a; timeuuid; ", 16, 16, "16"},
		{"a; inet; ", 4, 4, "4"},
		{"a; inet; ; length=16", 16, 16, "16"},
		{"a; varint; ; length=3", 3, 3, "3"},
		{"a; 'org.example.Money'; ; length=12", 12, 12, "12"},
		{"a; text; ; length=@q * 2", 20, 80, "(rooms * 2)"},
		{"a; list<int>; ; elements=3", 12, 12, "3 × 4"},
		{"a; set<text>; ; elements=@q; length=7", 70, 280, "rooms × 7"},
		{"a; map<text, int>; ; elements=5; key_length=6", 50, 50, "5 × (6 + 4)"},
		{"a; frozen<map<int, text>>; ; elements=5; length=6", 50, 50, "5 × (4 + 6)"},
		{"a; tuple<int, text, uuid>; ; length=10", 30, 30, "(4 + 10 + 16)"},
		{"a; vector<float, 768>; ", 3072, 3072, "768 × 4"},
		{"a; frozen<address>; ", 48, 48, "(20 + 4 + 2 × 12)"},
		{"a; list<frozen<person>>; ; elements=2", 96, 96, "2 × (20 + 4 + 2 × 12)"},
	} {
		addColumns(t, m, "1", "k; int; K", test.column)
		size := Of(m, "r", Book)
		got := size.Widths[1]
		if size.Err != nil || size.Assumed != nil || got.Bytes != (model.Value{Typical: test.typical, Worst: test.worst}) || got.From != test.from {
			t.Errorf("width of %q = %v from %q, %v, %v; want %v / %v from %q", test.column, got.Bytes, got.From, size.Err, size.Assumed, test.typical, test.worst, test.from)
		}
		// By the book, a collection is one cell.
		if size.Typical.Cells != 1 {
			t.Errorf("cells with %q = %v, want 1", test.column, size.Typical.Cells)
		}
	}
}

// What the document does not say is assumed and listed, so that each table has a size
// at once.
func TestAssumptions(t *testing.T) {
	m := model.New("test")
	m.Quantities = map[model.ID]*model.Quantity{"q": {Name: "rooms"}}
	m.Physical.Types = map[model.ID]*model.UserType{"u1": {Name: "address", Fields: map[model.ID]*model.TypeField{"f1": {Name: "street", Type: model.Native("text")}}}}
	addColumns(t, m, "@q * guests", "k; text; K", "c; int; C", "m; map<text, blob>; ", "a; address; ", "b; frozen<address>; ", "n; ; ")
	got := Of(m, "r", Book)
	want := []Assumption{
		{What: "rows of t", Element: "r", Field: "rows", Value: 1000, Needs: "rooms", Quantity: "q"},
		{What: "length of t.k", Element: "c0", Field: "length", Value: 30},
		{What: "elements of t.m", Element: "c2", Field: "elements", Value: 5},
		{What: "length of the keys in t.m", Element: "c2", Field: "key_length", Value: 30},
		{What: "length of t.m", Element: "c2", Field: "length", Value: 1000},
		{What: "length of address.street", Element: "f1", Field: "length", Value: 30},
		{What: "type of t.n", Element: "c5", Field: "type", Value: 30},
	}
	if diff := cmp.Diff(want, got.Assumed); diff != "" {
		t.Errorf("Assumed (-want +got):\n%s", diff)
	}
	// 30 + 1000 × (4 + 5 × 1030 + 30 + 30 + 30) + 8 × 1000 × 4.
	if want := 30 + 1000*5244.0 + 32_000; got.Level != OK || got.Typical.Bytes != want {
		t.Errorf("size = %v, %v; want %v", got.Level, got.Typical, want)
	}
	addColumns(t, m, "", "k; int; K", "c; int; C")
	if diff := cmp.Diff([]Assumption{{What: "rows of t", Element: "r", Field: "rows", Value: 1000}}, Of(m, "r", Disk).Assumed); diff != "" {
		t.Errorf("Assumed without rows (-want +got):\n%s", diff)
	}
	instead := Options{Formula: Disk, Instead: map[Input]float64{{"r", "", "rows"}: 7}}.Of(m, "r")
	if instead.Typical.Rows != 7 || instead.Assumed[0].Value != 7 {
		t.Errorf("with 7 rows instead: %v", instead.Typical)
	}
	m.Physical.Relations["r"].Columns["c1"].Type = model.Type{Kind: model.UserTypeRef, UserType: "gone"}
	m.Physical.Relations["r"].Rows = "1"
	if diff := cmp.Diff([]Assumption{{What: "type of t.c", Element: "c1", Field: "type", Value: 30}}, Of(m, "r", Book).Assumed); diff != "" {
		t.Errorf("Assumed with a type that is gone (-want +got):\n%s", diff)
	}
	for name, want := range map[string]float64{"text": 30, "ascii": 30, "blob": 1000, "varint": 8, "decimal": 8, "duration": 6} {
		addColumns(t, m, "1", "k; int; K", "v; "+name+"; ")
		if got := Of(m, "r", Disk).Assumed; len(got) != 1 || got[0].Value != want {
			t.Errorf("assumed for %s: %v, want %v", name, got, want)
		}
	}
}

// A partition of less than one row is a finding: 1000 / 5000 was meant as a typical
// and a worst case.
func TestTooFewRows(t *testing.T) {
	for rows, want := range map[model.Expression]string{
		"1000/5000":   "",
		"1":           "",
		"1000 / 5000": "a partition of t has less than one row: 0.2. A typical and a worst case are written without spaces: 1000/5000.",
		"0":           "a partition of t has less than one row: 0. A typical and a worst case are written without spaces: 1000/5000.",
		"0/10":        "a partition of t has less than one row: 0. A typical and a worst case are written without spaces: 1000/5000.",
	} {
		size := Of(table(t, rows, "k; int; K", "c; int; C"), "r", Disk)
		got := ""
		if size.Problem != nil {
			got = size.Problem.Message
		}
		if got != want || size.Err != nil {
			t.Errorf("%s rows: %q, %v; want %q", rows, got, size.Err, want)
		}
	}
	pair := Of(table(t, "1000/5000", "k; int; K", "c; int; C"), "r", Book)
	if pair.Typical.Rows != 1000 || pair.Worst.Rows != 5000 {
		t.Errorf("1000/5000 is %v / %v rows", pair.Typical.Rows, pair.Worst.Rows)
	}
}

func TestErrors(t *testing.T) {
	userType := func(name string, fields ...model.ID) *model.UserType {
		u := &model.UserType{Name: name, Fields: map[model.ID]*model.TypeField{}}
		for i, id := range fields {
			u.Fields[model.ID(fmt.Sprintf("f%d", i))] = &model.TypeField{Name: string(id), Type: model.Frozen(model.Type{Kind: model.UserTypeRef, UserType: id})}
		}
		return u
	}
	types := map[model.ID]*model.UserType{"u1": userType("one", "u2"), "u2": userType("two", "u1")}
	for _, test := range []struct {
		rows   model.Expression
		column string
		want   model.Problem
	}{
		{"1 / 0", "a; int; ", model.Problem{Code: "sizing/expression", Message: "rows of t: division by zero at character 3", Element: "r", Field: "rows"}},
		{"2 - 3", "a; int; ", model.Problem{Code: "sizing/expression", Message: "rows of t: the value is negative: -1", Element: "r", Field: "rows"}},
		{"1", "a; text; ; length=(", model.Problem{Code: "sizing/expression", Message: "length of t.a: wanted a number or a quantity, got the end at character 2", Element: "c1", Field: "length"}},
		{"1e300", "a; text; ; length=1e300", model.Problem{Code: "sizing/overflow", Message: "the size is too large to compute", Element: "r", Field: "rows"}},
		{"0", "a; list<text>; ; length=1e300; elements=1e300", model.Problem{Code: "sizing/overflow", Message: "the size is too large to compute", Element: "r", Field: "rows"}},
		{"1", "a; one; ", model.Problem{Code: "sizing/cycle", Message: "type of two.u1: the type one contains itself", Element: "f0", Field: "type"}},
	} {
		m := model.New("test")
		m.Physical.Types = types
		addColumns(t, m, test.rows, "k; int; K", test.column)
		got := Of(m, "r", Book)
		if diff := cmp.Diff(&test.want, got.Err); diff != "" || got.Level != Unknown {
			t.Errorf("rows %q, column %q: level %q, error (-want +got):\n%s", test.rows, test.column, got.Level, diff)
		}
	}
}

// Each type contains the previous one twice: 2^40 fields, unless each type is
// summed only once.
func TestTypesThatShareTypes(t *testing.T) {
	m := model.New("test")
	m.Physical.Types = map[model.ID]*model.UserType{"u0": {Name: "u0", Fields: map[model.ID]*model.TypeField{"f0": {Type: model.Native("int")}}}}
	for i := 1; i <= 40; i++ {
		below := model.Type{Kind: model.UserTypeRef, UserType: model.ID(fmt.Sprintf("u%d", i-1))}
		m.Physical.Types[model.ID(fmt.Sprintf("u%d", i))] = &model.UserType{Name: fmt.Sprintf("u%d", i), Fields: map[model.ID]*model.TypeField{
			model.ID(fmt.Sprintf("a%d", i)): {Type: below}, model.ID(fmt.Sprintf("b%d", i)): {Type: below}}}
	}
	addColumns(t, m, "1", "k; u40; K")
	size := Of(m, "r", Book)
	if want := 4 * math.Pow(2, 40); size.Err != nil || size.Widths[0].Bytes.Typical != want || len(size.Widths[0].From) > maxFrom {
		t.Errorf("width = %v, %v; want %v and a short text, got %q", size.Widths[0].Bytes, size.Err, want, size.Widths[0].From)
	}
}

func TestLevels(t *testing.T) {
	// One row has one cell of 992 bytes and 8 for the cell: 1,000 bytes, and 4 in the key.
	columns := []string{"k; int; K", "c; int; C", "v; blob; ; length=988"}
	for _, test := range []struct {
		typical, worst model.Expression
		want           Level
		worstOnly      bool
	}{
		{"99_999", "", OK, false},
		{"100_000", "", Warn, false}, // just over 100 MB, 100,000 cells
		{"99_999", "100_000", Warn, true},
		{"999_999", "", Warn, false},
		{"1_000_000", "", Bad, false}, // 1 GB and 4 bytes
		{"10", "1_000_000", Bad, true},
		{"200_000", "1_000_000", Bad, true},
		{"1_000_000", "2_000_000", Bad, false},
		{"200_000", "10", Warn, false}, // the larger value yields the smaller size
	} {
		m := table(t, "@q", columns...)
		m.Quantities = map[model.ID]*model.Quantity{"q": {Name: "rows", Typical: test.typical, Worst: test.worst}}
		size := Of(m, "r", Book)
		if size.Level != test.want || size.WorstOnly != test.worstOnly {
			t.Errorf("%s / %s rows: %v, %v; want %v, %v", test.typical, test.worst, size.Level, size.WorstOnly, test.want, test.worstOnly)
		}
	}
	for _, test := range []struct {
		figures Figures
		want    Level
	}{
		{Figures{Cells: 99_999, Bytes: 99_999_999}, OK},
		{Figures{Cells: 100_000}, Warn},
		{Figures{Bytes: 100e6}, Warn},
		{Figures{Cells: 2e9, Bytes: 1e9}, Warn},
		{Figures{Cells: 2e9 + 1}, Bad},
		{Figures{Bytes: 1e9 + 1}, Bad},
	} {
		if got := test.figures.Level(); got != test.want {
			t.Errorf("%+v.Level() = %v, want %v", test.figures, got, test.want)
		}
	}
}

func TestStepsShowTheNumbers(t *testing.T) {
	m := table(t, "@q * 730", availableRooms...)
	m.Quantities = map[model.ID]*model.Quantity{"q": {Name: "rooms", Typical: "100", Worst: "400"}}
	size := Of(m, "r", Book)
	want := []Step{
		{"Σc_k", "partition key columns", "5", "5", model.Value{Typical: 5, Worst: 5}},
		{"Σc_s", "no static columns", "0", "0", model.Value{}},
		{"Σc_c", "clustering columns", "4 + 2", "4 + 2", model.Value{Typical: 6, Worst: 6}},
		{"Σc_r", "other columns", "1", "1", model.Value{Typical: 1, Worst: 1}},
		{"N_v", "N_r × (N_c − N_pk − N_s) + N_s", "73,000 × (4 − 3 − 0) + 0", "292,000 × (4 − 3 − 0) + 0", model.Value{Typical: 73_000, Worst: 292_000}},
		{"S_t", "Σc_k + Σc_s + N_r × (Σc_r + Σc_c) + 8 × N_v",
			"5 + 0 + 73,000 × (1 + 6) + 8 × 73,000", "5 + 0 + 292,000 × (1 + 6) + 8 × 292,000", model.Value{Typical: 1_095_005, Worst: 4_380_005}},
	}
	if diff := cmp.Diff(want, size.Steps()); diff != "" {
		t.Errorf("Steps (-want +got):\n%s", diff)
	}
	legacy := Of(table(t, "50", "a; int; K", "b; int; C", "c; int; ", "d; int; "), "r", Legacy).Steps()
	if got, want := legacy[5].Typical, "4 + 0 + 50 × (8 + 2 × 4) + 8 × 100"; got != want {
		t.Errorf("S_t legacy = %s, want %s", got, want)
	}
	if got, want := Of(table(t, "50", "a; int; K", "b; int; C"), "r", Book).Steps()[4].Typical, "50 + 0"; got != want {
		t.Errorf("N_v of keys only = %s, want %s", got, want)
	}
}

func TestFormulaNumber(t *testing.T) {
	for number, want := range map[float64]string{0: "0", 5: "5", 999: "999", 1000: "1,000", 1095005: "1,095,005", 2.345: "2.35", 1234.5: "1,234.5", 1e15: "1.000e+15"} {
		if got := formulaNumber(number); got != want {
			t.Errorf("formulaNumber(%v) = %s, want %s", number, got, want)
		}
	}
}

func TestAllCoversTablesAndViews(t *testing.T) {
	m := table(t, "2", "a; int; K", "b; int; C", "c; int; ")
	view := *m.Physical.Relations["r"]
	view.Kind, view.Base, view.Rows = model.MaterializedView, "r", "3"
	m.Physical.Relations["v"] = &view
	sizes := All(m, Book)
	if len(sizes) != 2 || sizes["r"].Typical != (Figures{2, 2, 4 + 2*8 + 16}) || sizes["v"].Typical != (Figures{3, 3, 4 + 3*8 + 24}) {
		t.Errorf("All = %+v", sizes)
	}
	if gone := Of(m, "gone", Book); gone.Level != Unknown {
		t.Errorf("Of(gone).Level = %q, want %q", gone.Level, Unknown)
	}
}

func BenchmarkAll(b *testing.B) {
	m := model.New("bench")
	m.Quantities = map[model.ID]*model.Quantity{"q": {Name: "rooms", Typical: "100", Worst: "400"}}
	addColumns(b, m, "@q * 730", availableRooms...)
	for i := range 29 {
		m.Physical.Relations[model.ID(fmt.Sprintf("r%d", i))] = m.Physical.Relations["r"]
	}
	for b.Loop() {
		All(m, Book)
	}
}

// A size within the limits is not rated if its rows are assumed, whatever lengths were
// entered. A table without a partition key has no size.
func TestRating(t *testing.T) {
	for _, test := range []struct {
		rows    model.Expression
		columns []string
		want    Level
	}{
		{"", []string{"k; int; K", "c; int; C", "v; text; "}, Assumed},
		{"", []string{"k; int; K", "c; int; C", "v; text; ; length=40"}, Assumed},
		{"", []string{"k; int; K", "c; int; C", "v; blob; ; length=1000000"}, Bad},
		{"unknown_rows", []string{"k; int; K", "c; int; C"}, Assumed},
		{"", []string{"k; int; K", "v; text; "}, OK}, // one row, by its key
		{"1000", []string{"k; int; K", "c; int; C", "v; text; "}, OK},
		{"1e6", []string{"k; int; K", "c; int; C", "v; text; "}, Warn},
		{"1", []string{"v; int; "}, Unknown},
		{"", []string{"c; int; C", "v; int; "}, Unknown},
	} {
		size := Of(table(t, test.rows, test.columns...), "r", Disk)
		if got := size.Rating(); got != test.want {
			t.Errorf("rows %q, columns %q: %q, want %q", test.rows, test.columns, got, test.want)
		}
	}
	keyless := Of(table(t, "1", "v; int; "), "r", Disk)
	want := &model.Problem{Code: "sizing/key", Message: "t has no partition key", Element: "r", Field: "columns"}
	if diff := cmp.Diff(want, keyless.Err); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
