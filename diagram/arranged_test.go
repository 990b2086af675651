package diagram

import (
	"testing"

	"widerow/diagram/figure"
	"widerow/model"
)

// A text edit that changes no size reuses the cached layout.
func TestTextAloneIsNotArrangedAgain(t *testing.T) {
	before := arrangedBefore
	arrangedBefore = newArranged(arrangedKept)
	defer func() { arrangedBefore = before }()
	m := notationModel()
	first := drawnSVG(t, m)
	for id, e := range m.Concepts.Entities {
		e.Note = "another note of " + string(id)
	}
	if drawnSVG(t, m) == first {
		t.Error("the notes are not in the picture")
	}
	if arrangedBefore.Len() != 1 {
		t.Errorf("%d layouts were made, want 1", arrangedBefore.Len())
	}
	for _, e := range m.Concepts.Entities {
		for _, a := range e.Attributes {
			a.Name += " wider"
		}
	}
	if drawnSVG(t, m); arrangedBefore.Len() != 2 {
		t.Errorf("%d layouts were made for two sizes, want 2", arrangedBefore.Len())
	}
}

func drawnSVG(t *testing.T, m *model.Model) string {
	t.Helper()
	svg, err := Render(t.Context(), rows{}, m, KindER, Display{}, figure.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return string(svg)
}
