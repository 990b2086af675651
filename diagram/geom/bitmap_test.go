package geom

import (
	"math/rand/v2"
	"testing"
)

// setCell is the position of a cell in a bitmap.
type setCell struct{ column, row int }

// cells returns the cells that are set, found by testing each one.
func (b *Bitmap) cells() map[setCell]bool {
	cells := map[setCell]bool{}
	for row := range b.rows {
		for column := range b.columns {
			if b.Any(CellSpan{column, row, column, row}) {
				cells[setCell{column, row}] = true
			}
		}
	}
	return cells
}

// Spans of any width, also across word boundaries, can be set, found and
// cleared.
func TestBitmapSpans(t *testing.T) {
	random := rand.New(rand.NewPCG(4, 1))
	for range 300 {
		b := NewBitmap(Rect{-40, -40, 1700, 200})
		one := Rect{random.Float64() * 1600, random.Float64() * 100, random.Float64() * 600, random.Float64() * 60}
		b.Set(b.Touching(one))
		for at := range b.cells() {
			square := Rect{-40 + bitmapCell*float64(at.column), -40 + bitmapCell*float64(at.row), bitmapCell, bitmapCell}
			if !one.Within(square, 1e-9) {
				t.Fatalf("cell %v is set but lies outside %+v", at, one)
			}
		}
		if other := (Rect{random.Float64() * 1600, random.Float64() * 100, 70, 30}); one.Within(other, 0) && !b.Any(b.Touching(other)) {
			t.Fatalf("%+v overlaps %+v but was not found", other, one)
		}
		b.Unset(b.Touching(one))
		if left := b.cells(); len(left) > 0 {
			t.Fatalf("cells %v are still set after clearing %+v", left, one)
		}
	}
}

// Filling returns only cells entirely within the rectangle, and none for a
// small one.
func TestBitmapFilling(t *testing.T) {
	b := NewBitmap(Rect{0, 0, 400, 400})
	for _, test := range []struct {
		in   Rect
		want CellSpan
	}{
		{Rect{8, 8, 16, 8}, CellSpan{1, 1, 2, 1}},
		{Rect{7, 7, 18, 10}, CellSpan{1, 1, 2, 1}},
		{Rect{9, 9, 15, 15}, CellSpan{2, 2, 2, 2}},
		{Rect{-100, -100, 120, 120}, CellSpan{0, 0, 1, 1}},
	} {
		if got := b.Filling(test.in); got != test.want {
			t.Errorf("Filling(%+v) = %+v, want %+v", test.in, got, test.want)
		}
	}
	if b.Set(b.Filling(Rect{9, 9, 13, 60})); len(b.cells()) > 0 {
		t.Error("cells are set for a rectangle narrower than two cells")
	}
}

// Trace sets each cell that the line passes through, and few others.
func TestBitmapTrace(t *testing.T) {
	random := rand.New(rand.NewPCG(4, 2))
	for range 200 {
		from, to := Point{random.Float64() * 900, random.Float64() * 500}, Point{random.Float64() * 900, random.Float64() * 500}
		b := NewBitmap(Rect{0, 0, 900, 500})
		b.Trace(from, to)
		for k := range 1001 {
			share := float64(k) / 1000
			at := Rect{from.X + share*(to.X-from.X), from.Y + share*(to.Y-from.Y), 0, 0}
			if !b.Any(b.Touching(at)) {
				t.Fatalf("the line from %v to %v passes through %+v, which is not set", from, to, at)
			}
		}
		if length := Distance(from, to); float64(len(b.cells())) > length/bitmapCell*2+2 {
			t.Fatalf("%d cells are set for a line of %.0f px", len(b.cells()), length)
		}
	}
}
