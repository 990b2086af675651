package sizing

import (
	"fmt"
	"math"
	"testing"

	"widerow/model"
)

// G16: with 100 rooms, 100,000 cells are 1,000 days, and 100 MB are 6,666,666 rows by
// the book. On disk a row has 20 bytes less that of early times.
func TestLimits(t *testing.T) {
	m := table(t, "@q * @d", availableRooms...)
	m.Quantities = map[model.ID]*model.Quantity{"q": {Name: "rooms", Typical: "100", Worst: "400"}, "d": {Name: "days", Typical: "730"}}
	cells, megabytes := Limits[1], Limits[2]
	for _, test := range []struct {
		formula Formula
		limit   Limit
		want    float64
	}{
		{Book, cells, 100_000}, {Disk, cells, 100_000}, {Book, megabytes, 6_666_666}, {Book, Limits[3], 66_666_666}, {Legacy, megabytes, 6_666_666},
	} {
		size := Of(m, "r", test.formula)
		if got := size.RowsWithin(test.limit, false); got != test.want {
			t.Errorf("rows within %s by %s: %v, want %v", test.limit.Words, test.formula, got, test.want)
		}
	}
	onDisk := Of(m, "r", Disk)
	rows := onDisk.RowsWithin(megabytes, false)
	if onDisk.At(rows, false).Bytes > AdvisedBytes || onDisk.At(rows+1, false).Bytes <= AdvisedBytes || math.Abs(rows-5_010_000) > 10_000 {
		t.Errorf("rows within 100 MB on disk: %v", rows)
	}
	of := func(m *model.Model) Size { return Of(m, "r", Book) }
	for quantity, want := range map[model.ID]float64{"d": 1000, "q": 136} {
		if got := QuantityWithin(m, quantity, cells, of); got != want {
			t.Errorf("%s within 100,000 cells: %v, want %v", quantity, got, want)
		}
	}
	if m.Quantities["d"].Typical != "730" {
		t.Error("the document has changed")
	}
	m.Quantities["x"] = &model.Quantity{Name: "other", Typical: "1"}
	if got := QuantityWithin(m, "x", cells, of); !math.IsInf(got, 1) {
		t.Errorf("a quantity that does not matter: %v", got)
	}
	if got := QuantitiesOf(m, m.Physical.Relations["r"]); len(got) != 2 || got[0] != "q" || got[1] != "d" {
		t.Errorf("QuantitiesOf = %v", got)
	}
	one := Of(table(t, "", "id; uuid; K", "name; text; ; length=20"), "r", Disk)
	if got := one.RowsWithin(cells, true); got != 100_000 {
		t.Errorf("rows of a table without clustering columns: %v", got)
	}
}

// G14: a row of 100 bytes a second without a bucket: 3.15 GB in the first year, 15.8 in
// five. 100,000 cells are over on the second day, 100 MB on the twelfth.
func TestGrowth(t *testing.T) {
	m := table(t, "86400", "source; int; K", "at; timestamp; C", "payload; blob; ; length=84")
	size := Of(m, "r", Book)
	grown := size.Grow(model.Value{Typical: 86400, Worst: 864000}, 0, 5*365)
	last := grown.Points[len(grown.Points)-1]
	if last.Day != 1825 || math.Abs(last.Typical-15.768e9) > 1e3 || math.Abs(last.Worst-157.68e9) > 1e3 {
		t.Errorf("in five years: %+v", last)
	}
	if grown.Points[0] != (Point{0, 4, 4}) {
		t.Errorf("at first: %+v", grown.Points[0])
	}
	days := func(g Growth) (all []float64) {
		for _, c := range g.Crossings {
			all = append(all, math.Floor(c.Typical*10)/10, math.Floor(c.Worst*10)/10)
		}
		return all
	}
	if got, want := fmt.Sprint(days(grown)), "[1.1 0.1 1.1 0.1 11.5 1.1 115.7 11.5]"; got != want {
		t.Errorf("crossings %s, want %s", got, want)
	}
	// With a TTL of 5 days and 5 of gc_grace, the partition grows for 10 days.
	bounded := size.Grow(model.Value{Typical: 86400, Worst: 86400}, 10, 365)
	if got, want := fmt.Sprint(days(bounded)), "[1.1 1.1 1.1 1.1 +Inf +Inf +Inf +Inf]"; got != want {
		t.Errorf("crossings with a TTL %s, want %s", got, want)
	}
	if last := bounded.Points[len(bounded.Points)-1]; last.Typical != 4+864000*100 {
		t.Errorf("with a TTL: %+v", last)
	}
	if none := size.Grow(model.Value{}, 0, 365); !math.IsInf(none.Crossings[0].Typical, 1) {
		t.Errorf("without new rows: %+v", none.Crossings)
	}
}

func TestParseLimit(t *testing.T) {
	for text, want := range map[string]Limit{
		"50 MB": {"50.0 MB", 0, 50e6}, "2GiB": {"2.1 GB", 0, 2 << 30}, "20,000": {"20,000 cells", 20000, 0}, "1_000 cells": {"1,000 cells", 1000, 0},
	} {
		if got, err := ParseLimit(text); err != nil || got != want {
			t.Errorf("%q: %+v %v, want %+v", text, got, err, want)
		}
	}
	for _, text := range []string{"", "0", "-5", "NaN", "1e30", "50 mb", "many", "0 MB"} {
		if got, err := ParseLimit(text); err == nil {
			t.Errorf("%q was read as %+v", text, got)
		}
	}
}
