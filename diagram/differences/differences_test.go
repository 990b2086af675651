package differences

import (
	"testing"

	"widerow/diagram"
	"widerow/diagram/engine"
	"widerow/diagram/engine/enginetest"
	"widerow/diagram/geom"
	"widerow/diagram/graph"
	"widerow/model"
	"widerow/model/example"
)

// The picture of a comparison has its tables in columns of one width, as each of the
// two pictures has, and tables that are as before where they were.
func TestComparisonKeepsPlacesAndWidths(t *testing.T) {
	engine := engine.New(enginetest.Pool(t, nil), nil)
	m, err := example.Load("hotel")
	if err != nil {
		t.Fatal(err)
	}
	after := m.Clone()
	var changed model.ID
	for _, item := range model.Sorted(after.Physical.Relations) {
		if item.Value.Name == "amenities_by_room" {
			changed = item.ID
			item.Value.Columns["added"] = &model.Column{Name: "price", Order: "z", Type: model.Native("decimal")}
		}
	}
	c := Compare(m, after, diagram.KindPhysical, diagram.Display{}, nil)
	if err := c.Place(t.Context(), engine); err != nil {
		t.Fatal(err)
	}
	layoutOf := func(d *diagram.Drawing) *graph.Layout {
		layout, err := d.Layout(t.Context(), engine)
		if err != nil {
			t.Fatal(err)
		}
		return layout
	}
	now, both := layoutOf(c.Drawing(ViewAfter)), layoutOf(c.Drawing(ViewChanges))
	widened := 0
	for _, box := range c.Drawing(ViewAfter).Graph().Boxes {
		if model.ID(box.ID) == changed {
			continue
		}
		is, want := placeOf(both, box.ID), placeOf(now, box.ID)
		if is != want {
			t.Errorf("%s is at %v, want %v", m.Title(model.ID(box.ID)), is, want)
		}
		if want.Width > box.Width {
			widened++
		}
	}
	if widened == 0 {
		t.Error("no table of the model after is widened: the test shows nothing")
	}
}

// placeOf returns the rectangle of a box in the coordinates of the document.
func placeOf(l *graph.Layout, id string) geom.Rect {
	at := l.Boxes[id]
	return geom.NewRect(at.X+l.Origin.X, at.Y+l.Origin.Y, at.Width, at.Height)
}

func TestMain(m *testing.M) { enginetest.Main(m) }
