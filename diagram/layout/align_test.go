package layout

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"widerow/diagram/geom"
	"widerow/diagram/graph"
)

func TestGroupsLineUp(t *testing.T) {
	one := func(widths ...float64) []geom.Rect { // one below the other
		var column []geom.Rect
		for i, width := range widths {
			column = append(column, geom.NewRect(100, 400*float64(i), width, 300))
		}
		return column
	}
	tests := []struct {
		name          string
		groups, loose []geom.Rect
		want          []geom.Rect
	}{
		{"nearly equal", one(921, 986), nil, one(986, 986)},
		{"far from equal", one(600, 986), nil, one(600, 986)},
		{"three", one(850, 1000, 500), nil, one(1000, 1000, 500)},
		{"a box in the way", one(921, 986), []geom.Rect{geom.NewRect(1040, 100, 200, 100)}, one(921, 986)},
		{"a group in the way", append(one(921, 986), geom.NewRect(1080, 0, 700, 300)), nil, append(one(921, 986), geom.NewRect(1080, 0, 700, 300))},
		{"side by side", []geom.Rect{geom.NewRect(0, 0, 300, 500), geom.NewRect(400, 0, 300, 450), geom.NewRect(800, 0, 300, 200)}, nil, []geom.Rect{geom.NewRect(0, 0, 300, 500), geom.NewRect(400, 0, 300, 500), geom.NewRect(800, 0, 300, 200)}},
		{"side by side, one lower", []geom.Rect{geom.NewRect(0, 0, 300, 880), geom.NewRect(400, 0, 300, 720)}, nil, []geom.Rect{geom.NewRect(0, 0, 300, 880), geom.NewRect(400, 0, 300, 720)}},
		{"the last of a row", []geom.Rect{geom.NewRect(0, 0, 800, 300), geom.NewRect(0, 400, 300, 300), geom.NewRect(400, 400, 380, 300)}, nil, []geom.Rect{geom.NewRect(0, 0, 800, 300), geom.NewRect(0, 400, 300, 300), geom.NewRect(400, 400, 400, 300)}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			g := &graph.Graph{Kind: graph.KindPhysical}
			for range test.groups {
				g.Groups = append(g.Groups, graph.Group{ID: string(rune('a' + len(g.Groups)))})
			}
			for range test.loose {
				g.Boxes = append(g.Boxes, graph.Box{ID: string(rune('a' + len(g.Boxes))), Width: 1, Height: 1})
			}
			v, err := NewView(g)
			if err != nil {
				t.Fatal(err)
			}
			var places []graph.Place
			for i, rect := range test.groups {
				places = append(places, graph.Place{Index: i, Rect: rect})
			}
			v.alignGroups(test.loose, places, false)
			if diff := cmp.Diff(test.want, rects(places, len(places))); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}
