package layout

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"widerow/diagram/geom"
	"widerow/diagram/graph"
)

// unlikeShapes returns groups of 1 to 24 tables, each in several numbers of
// columns.
func unlikeShapes(groups int) *shelver {
	lists := make([][]*block, 6)
	for columns := range lists {
		for i := range groups {
			tables := []int{1, 7, 2, 24, 3, 1, 12, 5}[i%8]
			wide := min(columns+1, tables)
			lists[columns] = append(lists[columns], &block{width: 250 * float64(wide), height: 60 + 200*math.Ceil(float64(tables)/float64(wide)),
				boxes: []graph.Place{{Index: i, Rect: geom.Rect{}}}})
		}
	}
	return newShelver(lists, 48)
}

// Groups of different sizes fill a screen in order, shelf by shelf, without
// overlaps.
func TestShelvesFillTheScreen(t *testing.T) {
	for _, groups := range []int{2, 3, 5, 8, 13, 30, mostShelved} {
		t.Run(fmt.Sprint(groups), func(t *testing.T) {
			s := unlikeShapes(groups)
			picture := s.best(screen.Width / screen.Height)
			if picture == nil || len(picture.boxes) != groups || len(picture.taken) != groups {
				t.Fatalf("the picture is %+v", picture)
			}
			filled := 0.0
			for i, a := range picture.taken {
				filled += (a.Width + s.gap) * (a.Height + s.gap)
				if picture.boxes[i].Index != i {
					t.Errorf("group %d is the %d", picture.boxes[i].Index, i)
				}
				grown := geom.NewRect(a.X-s.gap, a.Y-s.gap, a.Width+2*s.gap, a.Height+2*s.gap)
				if slices.ContainsFunc(picture.taken[i+1:], grown.Overlaps) {
					t.Errorf("group %d is too near to another", i)
				}
			}
			share := filled / ((picture.width + s.gap) * (picture.height + s.gap))
			t.Logf("%g × %g, aspect %.2f, %.2f filled", picture.width, picture.height, picture.width/picture.height, share)
			if aspect := picture.width / picture.height; groups > 3 && (share < 0.75 || aspect < 1.2 || aspect > 2.1) {
				t.Errorf("aspect %.2f, %.2f of it filled", aspect, share)
			}
		})
	}
}

// BenchmarkShelves places the largest number of groups that use shelves.
func BenchmarkShelves(b *testing.B) {
	for b.Loop() {
		unlikeShapes(mostShelved).best(screen.Width / screen.Height)
	}
}
