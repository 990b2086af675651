package diagram

import (
	"slices"
	"strings"
	"testing"

	"widerow/diagram/chen"
	"widerow/model"
	"widerow/model/example"
)

// Each box of a diagram is in a piece, and only an entity type is in several.
func TestPieces(t *testing.T) {
	for _, entry := range example.All() {
		m, err := example.Load(entry.Slug)
		if err != nil {
			t.Fatal(err)
		}
		for _, kind := range kinds {
			d := Build(m, kind, Display{})
			counts := map[model.ID]int{}
			for _, piece := range d.Pieces() {
				for _, box := range piece {
					counts[box]++
				}
			}
			for _, box := range d.graph.Boxes {
				id := model.ID(box.ID)
				if _, entity := d.figures[box.ID].(*chen.Entity); counts[id] == 0 || counts[id] > 1 && !entity {
					t.Errorf("%s %s: %s is in %d pieces", entry.Slug, kind, m.Title(id), counts[id])
				}
				delete(counts, id)
			}
			if len(counts) > 0 {
				t.Errorf("%s %s: pieces of nothing: %v", entry.Slug, kind, counts)
			}
		}
	}
}

// The pieces follow the arrows, and a type follows the table that uses it.
func TestOrderOfPieces(t *testing.T) {
	m, err := example.Load("hotel")
	if err != nil {
		t.Fatal(err)
	}
	for kind, want := range map[Kind]string{
		KindPhysical: "hotels_by_poi, address, hotels, pois_by_hotel, available_rooms_by_hotel_date, amenities_by_room",
		KindER:       "Hotel + Point of interest + is near",
	} {
		var titles []string
		for _, piece := range Build(m, kind, Display{}).Pieces() {
			var parts []string
			for _, id := range piece {
				parts = append(parts, m.Title(id))
			}
			slices.Sort(parts)
			titles = append(titles, strings.Join(parts, " + "))
		}
		if got := strings.Join(titles, ", "); !strings.HasPrefix(got, want) {
			t.Errorf("%s: %s, want it to begin with %s", kind, got, want)
		}
	}
}

// A picture of some boxes shows them and the arrows between them. An arrow from another
// box begins outside.
func TestOnly(t *testing.T) {
	m, err := example.Load("hotel")
	if err != nil {
		t.Fatal(err)
	}
	whole := Build(m, KindLogical, Display{})
	only := whole.Pieces()[1]
	part := Build(m, KindLogical, Display{Only: only})
	if len(part.graph.Boxes) != 1 || part.graph.Boxes[0].ID != string(only[0]) {
		t.Fatalf("%d boxes are drawn, want the second table", len(part.graph.Boxes))
	}
	if len(part.graph.Edges) == 0 || part.graph.Edges[0].From != "" {
		t.Errorf("%+v: want an arrow from outside", part.graph.Edges)
	}
	if shown, all := part.Shown(); shown != 1 || all < 2 || part.Plain() {
		t.Errorf("%d of %d tables are shown, plain %t", shown, all, part.Plain())
	}
}
