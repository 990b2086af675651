package diagram_test

import (
	"strings"
	"testing"

	"widerow/diagram"
	"widerow/diagram/figure"
	"widerow/diagram/layout/layouttest"
	"widerow/diagram/scene/svg"
	"widerow/model"
	"widerow/model/example"
)

// TestPicks draws the clauses of a query at its attributes, and the path between
// them.
func TestPicks(t *testing.T) {
	m, err := example.Load("hotel")
	if err != nil {
		t.Fatal(err)
	}
	drawing := diagram.Build(m, diagram.KindER, diagram.Display{})
	laidOut, err := layouttest.Grid{}.Layout(t.Context(), drawing.Graph())
	if err != nil {
		t.Fatal(err)
	}
	plain := string(svg.Encode(drawing.Scene(laidOut, figure.Options{})))
	picture := string(svg.Encode(drawing.Scene(laidOut, figure.Options{Picks: figure.Picks{
		Clauses: map[model.ID][]string{"nightdate": {"SELECT", "ORDER BY"}, "room": {"SELECT"}, "hoteladdress": {"WHERE"}},
		Path:    map[model.ID]bool{"room": true, "has": true, "hashotel": true},
	}})))
	for text, count := range map[string]int{
		">SELECT</text>": 2, ">ORDER BY</text>": 1, ">WHERE</text>": 1, `class="entity onpath picked"`: 1, `class="relationship onpath"`: 1, `class="edge onpath"`: 1, `class="attribute picked"`: 2,
		"date · attribute · partial key · SELECT · ORDER BY": 1,
	} {
		if got := strings.Count(picture, text); got != count {
			t.Errorf("%d times %s, want %d", got, text, count)
		}
		if strings.Contains(plain, text) {
			t.Errorf("a diagram without picks has %s", text)
		}
	}
}
