package write

import (
	"encoding/json"
	"fmt"
	"testing"

	"widerow/model"
	"widerow/model/example"
)

// TestPlansSideBySide plans many updates with several planners at once. Each plan equals the plan of
// the update alone.
func TestPlansSideBySide(t *testing.T) {
	m, err := example.Load("hotel")
	if err != nil {
		t.Fatal(err)
	}
	m = m.Clone()
	for _, item := range model.Sorted(m.Workflow.Updates) {
		for copied := range 1 + 3*manyUpdates/len(m.Workflow.Updates) {
			m.Workflow.Updates[model.ID(fmt.Sprintf("%sx%d", item.ID, copied))] = item.Value
		}
	}
	plans := All(m)
	if len(plans) < 3*manyUpdates {
		t.Fatalf("%d plans", len(plans))
	}
	for i, item := range model.Sorted(m.Workflow.Updates) {
		if got, want := exported(t, plans[i]), exported(t, Of(m, item.ID)); plans[i].Update != item.ID || got != want {
			t.Errorf("the plan of %s is\n%.1000s\nwant\n%.1000s", item.ID, got, want)
		}
	}
}

func exported(t *testing.T, plan Plan) string {
	t.Helper()
	text, err := json.Marshal(plan)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// TestPanicBeside: the caller panics with what another goroutine panics with, after all have ended.
func TestPanicBeside(t *testing.T) {
	ended := make([]bool, 3)
	defer func() {
		if got := recover(); got != "second" || !ended[0] || !ended[2] {
			t.Errorf("recovered %v, ended %v", got, ended)
		}
	}()
	sideBySide(len(ended), func(i int) {
		if i == 1 {
			panic("second")
		}
		ended[i] = true
	})
	t.Error("no panic")
}
