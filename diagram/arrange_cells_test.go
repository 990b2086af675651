package diagram

import (
	"testing"

	"widerow/diagram/graph"
	"widerow/model"
	"widerow/model/example"
)

// A large Chen diagram has about the shape of a screen and few crossings. With a
// direction it is wider or taller.
func TestLargeConceptsFitAScreen(t *testing.T) {
	concepts := randomConcepts(3, 40)
	wantShape(t, concepts, graph.DirectionAuto, 1, 2.2)
	wantShape(t, concepts, graph.LeftRight, 1.4, 3)
	wantShape(t, concepts, graph.TopDown, 0.5, 1)
	for _, name := range []string{"hotel", "sensors", "supermarket"} {
		m, err := example.Load(name)
		if err != nil {
			t.Fatal(err)
		}
		wantShape(t, m, graph.LeftRight, 1.35, 4)
		wantShape(t, m, graph.TopDown, 0.15, 0.9)
	}
}

// wantShape lays out concepts in a direction and checks that the aspect ratio is
// between narrow and broad.
func wantShape(t *testing.T, concepts *model.Model, direction graph.Direction, narrow, broad float64) {
	t.Helper()
	d := Build(concepts, graph.KindER, Display{Direction: direction})
	layout, err := (inProcess{}).Layout(t.Context(), d.Graph())
	if err != nil || layout.Notice != "" {
		t.Fatal(err, layout.Notice)
	}
	if aspect := layout.Width / layout.Height; aspect < narrow || aspect > broad {
		t.Errorf("%s, direction %q: the picture is %g × %g px", concepts.Name, direction, layout.Width, layout.Height)
	}
	if crossings := sketchOf(t, d, layout).quality().crossings; crossings > 70 {
		t.Errorf("%s, direction %q: %d lines cross", concepts.Name, direction, crossings)
	}
}
