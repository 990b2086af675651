package diagram

import (
	"context"
	"testing"
)

// Two groups with a pin each make room for each other with what is not pinned,
// as little of it as possible; where their pins stand among each other, nothing
// gives way.
func TestPinnedGroupsPart(t *testing.T) {
	at := func(id, group string, x, y float64, pinned bool) Box {
		box := sampleTable(id, group, 200, 3)
		box.At, box.Pinned = &Point{x, y}, pinned
		return box
	}
	for name, test := range map[string]struct {
		boxes []Box
		moved string
	}{
		"a box beyond the other's pin": {[]Box{at("a1", "a", 0, 0, true), at("a2", "a", 800, 0, false), at("b1", "b", 400, 0, true), at("b2", "b", 400, 300, false)}, "a2"},
		"above each other":             {[]Box{at("a1", "a", 0, 0, true), at("a2", "a", 0, 700, false), at("b1", "b", 0, 400, true), at("b2", "b", 300, 400, false)}, "a2"},
		"pins among each other":        {[]Box{at("a1", "a", 0, 0, true), at("a2", "a", 800, 0, true), at("b1", "b", 400, 0, true), at("b2", "b", 400, 300, false)}, ""},
		"apart already":                {[]Box{at("a1", "a", 0, 0, true), at("a2", "a", 0, 300, false), at("b1", "b", 400, 0, true), at("b2", "b", 400, 300, false)}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			g := &Graph{Kind: KindPhysical, Boxes: test.boxes, Groups: []Group{{ID: "a", Header: 40, Padding: 28}, {ID: "b", Header: 40, Padding: 28}}}
			layout, err := newEngine(&fakeDot{}, nil).Layout(context.Background(), g)
			if err != nil {
				t.Fatal(err)
			}
			checkPlaces(t, g, layout, leastBoxGap)
			for _, box := range g.Boxes {
				rect := inDocument(layout, box.ID)
				if moved := (Point{rect.X, rect.Y}) != *box.At; moved != (box.ID == test.moved) {
					t.Errorf("%s is at %g,%g, was at %v; want only %q to move", box.ID, rect.X, rect.Y, *box.At, test.moved)
				}
			}
		})
	}
}
