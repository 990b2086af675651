package overlay_test

import (
	"testing"

	"widerow/diagram"
	"widerow/handlers/overlay"
	"widerow/model"
	"widerow/model/advice"
	"widerow/model/example"
)

// Advice about a column is on the column, advice about a query on its transitions and arrows; notes are on neither.
func TestAdvised(t *testing.T) {
	m, err := example.Load("hotel")
	if err != nil {
		t.Fatal(err)
	}
	var column, logical model.ID
	for _, relation := range m.Physical.Relations {
		for id, c := range relation.Columns {
			for from := range c.From {
				column, logical = id, from
			}
		}
	}
	findings := []advice.Finding{{Level: advice.Warning, Element: column, Message: "one"}, {Level: advice.Error, Element: column, Message: "two"},
		{Level: advice.Info, Element: "q1", Message: "a note"}, {Level: advice.Warning, Element: "q2", Message: "of a query"}}
	physical, workflow := overlay.Advised(m, diagram.KindPhysical, findings), overlay.Advised(m, diagram.KindWorkflow, findings)
	if physical[column] != "one; two" || physical[logical] != "one; two" {
		t.Errorf("the column has %q, its logical column %q", physical[column], physical[logical])
	}
	for id, transition := range m.Workflow.Transitions {
		if want := map[bool]string{true: "of a query"}[transition.Access == "q2"]; workflow[id] != want {
			t.Errorf("transition %s of %s has %q, want %q", id, transition.Access, workflow[id], want)
		}
	}
	for id, arrow := range m.Logical.Arrows {
		if want := map[bool]string{true: "of a query"}[arrow.Access == "q2"]; physical[id] != want {
			t.Errorf("arrow %s of %s has %q, want %q", id, arrow.Access, physical[id], want)
		}
	}
}
