package measured_test

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"widerow/cql"
	"widerow/model"
	"widerow/model/edit"
	"widerow/model/mapping"
	"widerow/model/measured"
	"widerow/model/sizing"
)

// counted is what the files of a table hold.
type counted struct {
	table                                                string
	partitions, meanBytes, mostBytes, meanRows, mostRows float64
}

func readCounted(t *testing.T) (tables []counted) {
	t.Helper()
	for line := range strings.Lines(read(t, "loads/counted.tsv")) {
		cells := strings.Fields(line)
		if len(cells) != 6 || strings.HasPrefix(line, "#") {
			continue
		}
		var numbers [5]float64
		for i := range numbers {
			var err error
			if numbers[i], err = strconv.ParseFloat(cells[i+1], 64); err != nil {
				t.Fatal(err)
			}
		}
		tables = append(tables, counted{cells[0], numbers[0], numbers[1], numbers[2], numbers[3], numbers[4]})
	}
	return tables
}

// loaded returns the schema of the loads with what tools say of it.
func loaded(t *testing.T, files ...string) *model.Model {
	t.Helper()
	m, report := cql.Import(read(t, "loads/schema.cql"), "loads")
	if len(report.Refused) > 0 {
		t.Fatal(report.Refused)
	}
	for i, file := range files {
		files[i] = "loads/" + file
	}
	return kept(t, m, "10.0.0.1", files...)
}

// used returns a model in which all that was measured is used.
func used(t *testing.T, m *model.Model) *model.Model {
	t.Helper()
	for _, relation := range model.Sorted(m.Physical.Relations) {
		c := measured.Calibrate(m, relation.ID, model.SeededIDs([]byte("c"+relation.ID)))
		after, err := edit.Apply(m, model.SeededIDs([]byte("a"+relation.ID)), c.Commands...)
		if err != nil {
			t.Fatalf("%s: %v", relation.Value.Name, err)
		}
		m = after
	}
	return m
}

// within reports whether a number is within a tenth of another.
func within(got, want float64) bool { return math.Max(got/want, want/got) <= 1.1 }

// Twenty tables were written to a server, whose tools measured them. Used as quantities,
// what the tools say gives the sizes that the files have.
func TestLoads(t *testing.T) {
	tables := readCounted(t)
	for _, tools := range [][]string{
		{"tablestats.txt"}, {"tablestats.txt", "tablehistograms.txt"}, {"sstablepartitions.txt"},
		{"tablestats.txt", "tablehistograms.txt", "sstablepartitions.txt"},
	} {
		m := used(t, loaded(t, slices.Clone(tools)...))
		means, worsts := 0, 0
		for _, known := range tables {
			size := mapping.SizeOf(m, table(m, known.table), sizing.Disk)
			if within(size.Typical.Bytes, known.meanBytes) {
				means++
			}
			if within(size.Worst.Bytes, known.mostBytes) {
				worsts++
			}
		}
		t.Logf("%v: %d means and %d worst cases of %d tables within 10 %%", tools, means, worsts, len(tables))
		if min(means, worsts) < 18 {
			t.Errorf("%v: %d means and %d worst cases of %d tables within 10 %%, want 18", tools, means, worsts, len(tables))
		}
	}
}

// Rows that a tool has counted are the rows.
func TestLoadsCountRows(t *testing.T) {
	m := loaded(t, "sstablepartitions.txt")
	for _, known := range readCounted(t) {
		for _, measurement := range m.Physical.Relations[table(m, known.table)].Measured {
			measurement.Figures[model.MeanRows] = known.meanRows
		}
	}
	m = used(t, m)
	for _, known := range readCounted(t) {
		size := mapping.SizeOf(m, table(m, known.table), sizing.Disk)
		if math.Abs(size.Typical.Rows/known.meanRows-1) > 0.01 || size.Worst.Rows != known.mostRows || !within(size.Typical.Bytes, known.meanBytes) {
			t.Errorf("%s: %v rows of %v bytes, at worst %v, want %v, %v and %v", known.table, size.Typical.Rows, size.Typical.Bytes, size.Worst.Rows, known.meanRows, known.meanBytes, known.mostRows)
		}
	}
}

// Histograms alone tell the largest partition, and of the mean only a span, which is said.
func TestLoadsOfHistograms(t *testing.T) {
	m := loaded(t, "tablehistograms.txt")
	said, worsts := 0, 0
	for _, known := range readCounted(t) {
		c := measured.Calibrate(m, table(m, known.table), model.SeededIDs([]byte("c")))
		if strings.Contains(strings.Join(c.Notes, " "), "percentiles do not tell more. tablestats and sstablepartitions do.") {
			said++
		}
	}
	m = used(t, m)
	for _, known := range readCounted(t) {
		size := mapping.SizeOf(m, table(m, known.table), sizing.Disk)
		if within(size.Worst.Bytes, known.mostBytes) {
			worsts++
		}
		if ratio := size.Typical.Bytes / known.meanBytes; math.Max(ratio, 1/ratio) > 1.5 {
			t.Errorf("%s has %.2f times the mean that it has", known.table, ratio)
		}
	}
	if worsts < 18 || said < 10 {
		t.Errorf("%d worst cases within 10 %%, %d spans said", worsts, said)
	}
}

// What was measured is used once: it changes nothing again, and no table that nobody
// measured.
func TestLoadsAreUsedOnce(t *testing.T) {
	for _, tools := range [][]string{{"tablestats.txt"}, {"tablehistograms.txt"}, {"tablestats.txt", "tablehistograms.txt"}, {"sstablepartitions.txt"}} {
		before := loaded(t, slices.Clone(tools)...)
		after := used(t, before)
		for _, relation := range model.Sorted(after.Physical.Relations) {
			if c := measured.Calibrate(after, relation.ID, model.SeededIDs([]byte("again"))); len(c.Commands) > 0 {
				t.Errorf("%v: used again, %s changes %q", tools, relation.Value.Name, c.Changes)
			}
		}
		for _, name := range []string{"offers", "messages"} {
			if was, is := typicalBytes(before, name), typicalBytes(after, name); was != is {
				t.Errorf("%v: %s was not measured and has %v bytes instead of %v", tools, name, is, was)
			}
		}
	}
}
