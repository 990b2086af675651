package geom

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// Rectangles that overlap the place are found, inside and outside the index's
// area.
func TestNearIndexFindsAllThatTouch(t *testing.T) {
	random := rand.New(rand.NewPCG(2, 5))
	anyRect := func() Rect {
		return Rect{random.Float64()*6000 - 500, random.Float64()*4000 - 500, random.Float64() * 900, random.Float64() * 700}
	}
	index := NewNearIndex(Rect{0, 0, 5000, 3000})
	var rects []Rect
	for range 300 {
		rects = append(rects, anyRect())
		index.Add(rects[len(rects)-1])
	}
	seen := 0
	for range 200 {
		place := anyRect()
		near := index.Near(place)
		seen += len(near)
		for i, rect := range rects {
			if rect.Overlaps(place) && !slices.Contains(near, int32(i)) {
				t.Errorf("%+v overlaps %+v but was not found", rect, place)
			}
		}
		sorted := slices.Sorted(slices.Values(near))
		if len(slices.Compact(sorted)) != len(near) {
			t.Errorf("Near(%+v) has duplicates", place)
		}
	}
	if seen > 200*300/4 {
		t.Errorf("Near returned %d of %d candidates, want at most a quarter", seen, 200*300)
	}
}

// A line is found from every place that it passes through, and from few others.
func TestNearIndexFindsLines(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 5))
	anyPoint := func() Point { return Point{random.Float64()*6000 - 500, random.Float64()*4000 - 500} }
	index := NewFineIndex(Rect{0, 0, 5000, 3000}, 128)
	var lines [][2]Point
	for range 300 {
		from, to := anyPoint(), anyPoint()
		switch random.IntN(4) {
		case 0:
			to.X = from.X
		case 1:
			to.Y = from.Y
		}
		lines = append(lines, [2]Point{from, to})
		index.AddLine(from, to)
	}
	seen := 0
	for range 400 {
		at := anyPoint()
		place := Rect{at.X, at.Y, 200, 80}
		near := index.Near(place)
		seen += len(near)
		for i, line := range lines {
			if SegmentMeets(line[0], line[1], place) && !slices.Contains(near, int32(i)) {
				t.Errorf("%v passes through %+v but was not found", line, place)
			}
		}
	}
	if seen > 400*300/4 {
		t.Errorf("Near returned %d of %d candidates, want at most a quarter", seen, 400*300)
	}
}

func TestNearIndexForgetsTheLast(t *testing.T) {
	index := NewNearIndex(Rect{0, 0, 1000, 1000})
	index.Add(Rect{10, 10, 300, 300})
	index.Add(Rect{100, 100, 600, 100})
	index.Drop(Rect{100, 100, 600, 100})
	if near := index.Near(Rect{90, 90, 500, 500}); !slices.Equal(near, []int32{0}) {
		t.Errorf("found %v, want the first rectangle only", near)
	}
	index.Add(Rect{500, 500, 100, 100})
	if near := index.Near(Rect{0, 0, 1000, 1000}); len(near) != 2 {
		t.Errorf("found %v, want the first rectangle and the new one", near)
	}
}

func TestNearIndexHides(t *testing.T) {
	index := NewNearIndex(Rect{0, 0, 1000, 1000})
	everywhere := Rect{0, 0, 1000, 1000}
	for range 3 {
		index.Add(Rect{100, 100, 600, 100})
	}
	index.Hide(0, Rect{100, 100, 600, 100})
	if near := slices.Sorted(slices.Values(index.Near(everywhere))); !slices.Equal(near, []int32{1, 2}) {
		t.Errorf("found %v, want all but the first", near)
	}
	index.Show(0, Rect{800, 800, 10, 10})
	if near := index.Near(Rect{790, 790, 30, 30}); !slices.Equal(near, []int32{0}) {
		t.Errorf("found %v, want the first at its new place", near)
	}
	index.Drop(Rect{100, 100, 600, 100})
	if near := slices.Sorted(slices.Values(index.Near(everywhere))); !slices.Equal(near, []int32{0, 1}) {
		t.Errorf("found %v, want all but the last", near)
	}
}

func TestNearIndexOfNothing(t *testing.T) {
	if near := NewNearIndex(Rect{}).Near(Rect{Width: 10, Height: 10}); len(near) != 0 {
		t.Errorf("found %v in an empty index", near)
	}
}
