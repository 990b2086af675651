package diagram

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// What touches a rectangle is found, inside the area of the index and outside.
func TestNearIndexFindsAllThatTouch(t *testing.T) {
	random := rand.New(rand.NewPCG(2, 5))
	anyRect := func() Rect {
		return Rect{random.Float64()*6000 - 500, random.Float64()*4000 - 500, random.Float64() * 900, random.Float64() * 700}
	}
	index := newNearIndex(Rect{0, 0, 5000, 3000})
	var rects []Rect
	for range 300 {
		rects = append(rects, anyRect())
		index.add(rects[len(rects)-1])
	}
	seen := 0
	for range 200 {
		place := anyRect()
		near := index.near(place)
		seen += len(near)
		for i, rect := range rects {
			if rect.overlaps(place) && !slices.Contains(near, int32(i)) {
				t.Errorf("%+v overlaps %+v and was not found", rect, place)
			}
		}
		sorted := slices.Sorted(slices.Values(near))
		if len(slices.Compact(sorted)) != len(near) {
			t.Errorf("near %+v something was found twice", place)
		}
	}
	if seen > 200*300/4 {
		t.Errorf("%d of %d were looked at", seen, 200*300)
	}
}

func TestNearIndexOfNothing(t *testing.T) {
	if near := newNearIndex(Rect{}).near(Rect{Width: 10, Height: 10}); len(near) != 0 {
		t.Errorf("found %v in an empty index", near)
	}
}
