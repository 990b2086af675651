package sizing

import (
	"testing"

	"widerow/model"
)

func TestText(t *testing.T) {
	figures := func(cells, bytes float64) Figures { return Figures{Rows: 1, Cells: cells, Bytes: bytes} }
	for _, test := range []struct {
		size Size
		want string
	}{
		{Size{Terms: Terms{Formula: Disk}, Typical: figures(12, 340), Worst: figures(12, 340)}, "340 B on disk, 12 cells"},
		{Size{Terms: Terms{Formula: Book}, Typical: figures(12.5, 340), Worst: figures(73000, 4.1e6)}, "340 B by the book's formula, ~12.5 cells; worst 4.1 MB, 73,000 cells"},
		{Size{Terms: Terms{Formula: Legacy}, Typical: figures(12, 340), Worst: figures(12, 340)}, "340 B by the formula for 2.2, 12 cells"},
		{Size{Terms: Terms{Formula: Disk}, Typical: figures(12, 340), Worst: figures(12, 340), Assumed: []Assumption{{What: "rows of orders", Value: 1000}}},
			"~340 B on disk, 12 cells; assumed: rows of orders, 1,000"},
		{Size{Terms: Terms{Formula: Disk}, Typical: figures(12, 340), Worst: figures(12, 340), Assumed: []Assumption{{What: "rows of orders", Value: 1000}, {What: "length of orders.note", Value: 30}}},
			"~340 B on disk, 12 cells; assumed: rows of orders, 1,000, and 1 more"},
		{Size{Err: &model.Problem{Message: "it divides by zero"}}, "size cannot be computed: it divides by zero"},
	} {
		if got := test.size.Text(); got != test.want {
			t.Errorf("got %q, want %q", got, test.want)
		}
	}
}

func TestFormatBytes(t *testing.T) {
	for bytes, want := range map[float64]string{
		0: "0 B", 999: "999 B", 999.4: "999 B", 999.6: "1.0 kB", 99_940: "99.9 kB", 99_960: "100 kB", 1e8: "100 MB", 2.54e9: "2.5 GB", 5e21: "5000 EB",
	} {
		if got := FormatBytes(bytes); got != want {
			t.Errorf("FormatBytes(%g) = %q, want %q", bytes, got, want)
		}
	}
}

func TestFormatNumber(t *testing.T) {
	for number, want := range map[float64]string{
		0: "0", 999: "999", 1000: "1,000", 1234567: "1,234,567", 0.126: "0.13", 12.5: "12.50", 1234.5: "1,234", -73000: "-73,000", -730: "-730",
	} {
		if got := FormatNumber(number); got != want {
			t.Errorf("FormatNumber(%g) = %q, want %q", number, got, want)
		}
	}
}

func TestFormatMean(t *testing.T) {
	for number, want := range map[float64]string{152.88: "~153", 203.84: "~204", 1.254: "~1.25", 0.25: "~0.25", 204: "204", 73000: "73,000", 73000.4: "~73,000"} {
		if got := FormatMean(number); got != want {
			t.Errorf("FormatMean(%g) = %q, want %q", number, got, want)
		}
	}
}
