package measured_test

import (
	"math"
	"strings"
	"testing"

	"widerow/cql"
	"widerow/model"
	"widerow/model/measured"
)

// measuredAs returns a schema whose tables have measurements.
func measuredAs(t *testing.T, script string, tool string, figures map[string]model.Figures) *model.Model {
	t.Helper()
	m, report := cql.Import("CREATE KEYSPACE s WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}; USE s;\n"+script, "s")
	if len(report.Refused) > 0 {
		t.Fatal(report.Refused)
	}
	for name, of := range figures {
		m.Physical.Relations[table(m, name)].Measured = map[model.ID]*model.Measurement{"m1": {Tool: tool, Date: "2026-11-02", Figures: of}}
	}
	return m
}

// TestLengthsOfTypesStay: all tables with a type share the lengths of its fields, so measurements
// of one table do not change them.
func TestLengthsOfTypesStay(t *testing.T) {
	m := measuredAs(t, "CREATE TYPE money (amount decimal, currency text); CREATE TABLE a (k int PRIMARY KEY, price frozen<money>, note text); CREATE TABLE b (k int PRIMARY KEY, price frozen<money>);",
		model.SSTablePartitions, map[string]model.Figures{"a": {model.MeanBytes: 400, model.MaxBytes: 500, model.MeanRows: 1, model.MaxRows: 1}})
	before := typicalBytes(m, "b")
	after, c := calibrated(t, m, "a")
	if got := typicalBytes(after, "b"); got != before {
		t.Errorf("a table that nobody measured has %v bytes instead of %v: %q", got, before, c.Changes)
	}
	if got := typicalBytes(after, "a"); math.Abs(got/400-1) > 0.01 {
		t.Errorf("the measured table has %v bytes, want 400: %q", got, c.Changes)
	}
	if got := strings.Join(c.Changes, "; "); got != "measured ÷ computed: not entered → 3.71/4.63" {
		t.Errorf("changes %q", got)
	}
}

// An address has at most 16 bytes.
func TestLengthsFitTheirTypes(t *testing.T) {
	m := measuredAs(t, "CREATE TABLE a (k int PRIMARY KEY, address inet);", model.SSTablePartitions,
		map[string]model.Figures{"a": {model.MeanBytes: 120, model.MaxBytes: 120, model.MeanRows: 1, model.MaxRows: 1}})
	if _, c := calibrated(t, m, "a"); len(c.Changes) != 1 || !strings.HasPrefix(c.Changes[0], "measured ÷ computed") || len(c.Notes) == 0 {
		t.Errorf("changes %q, notes %q", c.Changes, c.Notes)
	}
}

// Half of the partitions have 10 rows, and few have many: the average is in the bytes.
func TestMediansAreNoMeans(t *testing.T) {
	m := measuredAs(t, "CREATE TABLE a (k int, c int, v int, PRIMARY KEY (k, c));", model.SSTablePartitions,
		map[string]model.Figures{"a": {model.MeanBytes: 2040, model.P50Bytes: 258, model.MaxBytes: 20_040, model.P50Rows: 10, model.MaxRows: 1000}})
	after, _ := calibrated(t, m, "a")
	value, _, err := after.Evaluate(after.Physical.Relations[table(after, "a")].Rows)
	if err != nil || math.Abs(value.Typical/100-1) > 0.05 || value.Worst != 1000 {
		t.Errorf("rows %+v, want 100 / 1,000 (%v)", value, err)
	}
}

// Percentiles alone give a range for the average, and a note. The cells of several columns do not
// reveal the rows: a counter that was never set has none.
func TestWhatCannotBeToldIsSaid(t *testing.T) {
	percentiles := model.Figures{model.P50Cells: 10, model.P95Cells: 1000, model.P99Cells: 2000, model.MaxCells: 4000}
	m := measuredAs(t, "CREATE TABLE a (k int, c int, v int, PRIMARY KEY (k, c)); CREATE TABLE b (k int, c int, x counter, y counter, PRIMARY KEY (k, c));",
		measured.TableHistograms, map[string]model.Figures{"a": percentiles, "b": percentiles})
	_, a := calibrated(t, m, "a")
	if notes := strings.Join(a.Notes, " "); !strings.Contains(notes, "The mean is between 53.75 and 575 rows") {
		t.Errorf("changes %q, notes %q", a.Changes, a.Notes)
	}
	_, b := calibrated(t, m, "b")
	if notes := strings.Join(b.Notes, " "); !strings.Contains(notes, "half of the partitions have at most 10 cells, of up to 2 in a row") || !strings.Contains(notes, "between 26.88 and 575 rows") {
		t.Errorf("changes %q, notes %q", b.Changes, b.Notes)
	}
}

// What is used already changes nothing, and a quantity that has the name is not touched.
func TestUsingTwiceChangesNothing(t *testing.T) {
	const rows = "CREATE TABLE a (k int, c int, v text, PRIMARY KEY (k, c));"
	m := measuredAs(t, rows+" CREATE TABLE b (k int, c int, PRIMARY KEY (k, c));", model.SSTablePartitions,
		map[string]model.Figures{"a": {model.MeanBytes: 4000, model.MaxBytes: 9000, model.MeanRows: 80, model.MaxRows: 180}})
	m.Quantities = map[model.ID]*model.Quantity{"q1": {Name: "a_rows", Typical: "7", Worst: "7"}}
	other := m.Physical.Relations[table(m, "b")]
	other.Rows = "q1"
	if text := m.ExpressionText(other.Rows); text != "a_rows" {
		other.Rows = model.Expression("@q1")
	}
	before := typicalBytes(m, "b")
	after, c := calibrated(t, m, "a")
	if got := typicalBytes(after, "b"); got != before || after.Quantities["q1"].Typical != "7" {
		t.Errorf("another table has %v bytes instead of %v: %q", got, before, c.Changes)
	}
	if again := measured.Calibrate(after, table(after, "a"), model.SeededIDs([]byte("again"))); len(again.Commands) > 0 {
		t.Errorf("used again: %q", again.Changes)
	}
}
