package layout

import (
	"regexp"
	"strings"
	"testing"

	"widerow/diagram/graph"
)

// The DOT text contains no user text, however hostile the IDs.
func TestDotHasNoUserText(t *testing.T) {
	hostile := `x"];t9[image="/etc/passwd"` + "\x00<script>"
	v, err := NewView(&graph.Graph{Kind: graph.KindPhysical,
		Boxes: []graph.Box{{ID: hostile, Width: 10, Height: 10, Rows: []graph.Row{{ID: hostile}}}, {ID: hostile + "2", Width: 10, Height: 10}},
		Edges: []graph.Edge{{ID: hostile, From: hostile, To: hostile + "2", FromRow: hostile}}})
	if err != nil {
		t.Fatal(err)
	}
	text := strings.Replace(v.components()[0].dot(v).Text(), `"\N"`, "", 1) // the same label for all nodes
	if !regexp.MustCompile(`^[a-zA-Z0-9{}\[\]=.,\n>"-]*$`).MatchString(text) || len(text) > 400 {
		t.Errorf("DOT holds more than numbers and constants:\n%s", text)
	}
}
