package measured_test

import (
	"math"
	"strings"
	"testing"

	"widerow/model"
	"widerow/model/edit"
	"widerow/model/example"
	"widerow/model/mapping"
	"widerow/model/measured"
	"widerow/model/sizing"
)

func hotel(t *testing.T) *model.Model {
	t.Helper()
	m, err := example.Load("hotel")
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// kept returns the hotel with what the tools told of it.
func kept(t *testing.T, m *model.Model, node string, files ...string) *model.Model {
	t.Helper()
	for _, file := range files {
		output := measured.Parse(read(t, file))
		matched, _ := measured.Match(m, output.Readings)
		after, err := edit.Apply(m, model.SeededIDs([]byte(file+node)), measured.Keep(m, matched, node, "2026-11-02")...)
		if err != nil {
			t.Fatal(err)
		}
		m = after
	}
	return m
}

func table(m *model.Model, name string) model.ID {
	for id, relation := range m.Physical.Relations {
		if relation.Name == name {
			return id
		}
	}
	return ""
}

func TestKeep(t *testing.T) {
	m := kept(t, hotel(t), "10.0.0.1", "tablestats.txt", "tablehistograms.txt", "tablestats.json")
	rooms := m.Physical.Relations[table(m, "available_rooms_by_hotel_date")]
	if len(rooms.Measured) != 2 {
		t.Errorf("%d measurements of rooms, want one by each tool", len(rooms.Measured))
	}
	if got := rooms.Measured[rooms.MeasurementOf("tablestats", "10.0.0.1")].Figures[model.Compression]; got != 0.47409382937113875 {
		t.Errorf("compression %v is not that of the newer output", got)
	}
	m = kept(t, m, "10.0.0.2", "tablestats.txt")
	rooms = m.Physical.Relations[table(m, "available_rooms_by_hotel_date")]
	if figures, newest := rooms.Combined(); len(rooms.Measured) != 3 || newest != "2026-11-02" || math.Abs(figures.Mean()-65898.88) > 0.01 {
		t.Errorf("%d measurements, mean %v, newest %s", len(rooms.Measured), figures.Mean(), newest)
	}
	again, err := model.Decode(m.Encode())
	if err != nil || string(again.Encode()) != string(m.Encode()) {
		t.Errorf("measurements do not survive the saved form: %v", err)
	}
	if matched, unknown := measured.Match(m, measured.Parse(read(t, "tablestats.txt")).Readings); len(matched) != 4 || len(unknown) != 0 {
		t.Errorf("matched %d tables, unknown %v", len(matched), unknown)
	}
	_, unknown := measured.Match(m, []measured.Reading{{Keyspace: "system_schema", Table: "views"}, {Keyspace: "shop", Table: "orders"}, {Keyspace: "shop", Table: "orders"}})
	if strings.Join(unknown, " ") != "shop.orders" {
		t.Errorf("unknown tables %v", unknown)
	}
}

// calibrated applies the calibration of a table.
func calibrated(t *testing.T, m *model.Model, name string) (*model.Model, measured.Calibration) {
	t.Helper()
	c := measured.Calibrate(m, table(m, name), model.SeededIDs([]byte("c")))
	after, err := edit.Apply(m, model.SeededIDs([]byte("a")), c.Commands...)
	if err != nil {
		t.Fatal(err)
	}
	return after, c
}

func typicalBytes(m *model.Model, name string) float64 {
	return mapping.SizeOf(m, table(m, name), sizing.Disk).Typical.Bytes
}

// The files of testdata have 29,710 rows in 8 partitions: 3,713.75 on average.
func TestCalibrateRows(t *testing.T) {
	const rooms = "available_rooms_by_hotel_date"
	for _, test := range []struct {
		file           string
		typical, worst float64
		within         float64
	}{
		{"sstablepartitions-t.txt", 3714, 3890, 0.001}, // counted
		{"sstablepartitions.txt", 3713, 3890, 0.03},    // in the bucket from 3,312 to 3,973
		{"tablehistograms.txt", 3973, 3973, 0.001},     // between 3,035 and 3,973
		{"tablestats.txt", 3300, 3380, 0.03},           // from the bytes: rows of 20 bytes are assumed, and 17.7 were written
	} {
		m, c := calibrated(t, kept(t, hotel(t), "10.0.0.1", test.file), rooms)
		relation := m.Physical.Relations[table(m, rooms)]
		value, _, err := m.Evaluate(relation.Rows)
		if err != nil || math.Abs(value.Typical/test.typical-1) > test.within || math.Abs(value.Worst/test.worst-1) > test.within {
			t.Errorf("%s: rows %v, want %v / %v (%v)", test.file, value, test.typical, test.worst, err)
		}
		if got := m.ExpressionText(relation.Rows); got != "available_rooms_by_hotel_date_rows" {
			t.Errorf("%s: the table has the rows %q", test.file, got)
		}
		if !strings.HasPrefix(c.Changes[0], "rows in a partition: rooms_per_hotel * days_of_inventory → available_rooms_by_hotel_date_rows = ") {
			t.Errorf("%s: changes %q", test.file, c.Changes)
		}
		for _, quantity := range m.Quantities {
			if quantity.Name == "available_rooms_by_hotel_date_rows" && quantity.Source != "measured 2026-11-02 on 10.0.0.1" {
				t.Errorf("the quantity has the source %q", quantity.Source)
			}
		}
	}
	m := kept(t, hotel(t), "", "tablestats.txt")
	after, _ := calibrated(t, m, rooms)
	if got := typicalBytes(after, rooms); math.Abs(got/65898.88-1) > 0.001 {
		t.Errorf("the estimate is %v bytes after calibration, want those measured, 65,898.88", got)
	}
	again, _ := calibrated(t, after, rooms)
	if len(again.Quantities) != len(after.Quantities) {
		t.Error("a second calibration adds another quantity")
	}
}

// Lengths that are assumed stay if there are several: the table gets a scale.
func TestCalibrateLengths(t *testing.T) {
	m := hotel(t)
	id := table(m, "hotels")
	for _, column := range m.Physical.Relations[id].Columns {
		column.Length = ""
	}
	m.Physical.Relations[id].Measured = map[model.ID]*model.Measurement{"m1": {Tool: "tablestats", Date: "2026-11-02", Figures: model.Figures{model.MeanBytes: 800}}}
	after, c := calibrated(t, m, "hotels")
	if got := typicalBytes(after, "hotels"); math.Abs(got/800-1) > 0.01 {
		t.Errorf("the estimate is %v bytes, want 800 as measured; changes %q, notes %q", got, c.Changes, c.Notes)
	}
	// Several lengths are assumed: the bytes do not tell which of them is longer.
	if got := strings.Join(c.Changes, "; "); !strings.HasPrefix(got, "measured ÷ computed: not entered → ") || strings.Contains(got, "length") {
		t.Errorf("changes %q", c.Changes)
	}
	// All lengths are entered: nothing can be made to fit.
	if c := measured.Calibrate(kept(t, hotel(t), "", "tablestats.txt"), id, model.SeededIDs([]byte("c"))); len(c.Notes) == 0 {
		t.Errorf("nothing is said of an estimate that cannot be calibrated: %q", c.Changes)
	}
	if c := measured.Calibrate(hotel(t), id, model.SeededIDs([]byte("c"))); len(c.Commands) > 0 {
		t.Error("a table that was not measured is calibrated")
	}
}
