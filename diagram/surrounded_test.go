package diagram

import (
	"testing"

	"widerow/model"
)

// A change of a text that changes no size plans nothing anew.
func TestTextAlonePlansNothing(t *testing.T) {
	before := plans
	plans = newPlans(plansKept)
	defer func() { plans = before }()
	m := notationModel()
	first := drawnSVG(t, m)
	for id, e := range m.Concepts.Entities {
		e.Note = "another note of " + string(id)
	}
	if drawnSVG(t, m) == first {
		t.Error("the notes are not in the picture")
	}
	if plans.Len() != 1 {
		t.Errorf("%d plans were made, want 1", plans.Len())
	}
	for _, e := range m.Concepts.Entities {
		for _, a := range e.Attributes {
			a.Name += " wider"
		}
	}
	if drawnSVG(t, m); plans.Len() != 2 {
		t.Errorf("%d plans were made for two sizes, want 2", plans.Len())
	}
}

func drawnSVG(t *testing.T, m *model.Model) string {
	t.Helper()
	svg, err := Render(t.Context(), rows{}, m, KindER, Display{}, Options{})
	if err != nil {
		t.Fatal(err)
	}
	return string(svg)
}
