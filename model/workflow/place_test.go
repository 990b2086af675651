package workflow_test

import (
	"slices"
	"testing"

	"widerow/model"
	"widerow/model/edit"
	"widerow/model/example"
	"widerow/model/workflow"
)

// TestStepBefore compares with the transitions of the hotel: the step after which
// each query runs when it is the only one that is not in the workflow.
func TestStepBefore(t *testing.T) {
	m, err := example.Load("hotel")
	if err != nil {
		t.Fatal(err)
	}
	for label, want := range map[string]string{
		"Q2": "View hotels near a point of interest", "Q3": "View hotels near a point of interest", "Q4": "View hotels near a point of interest",
	} {
		for id, query := range m.Workflow.Queries {
			if query.Label != label {
				continue
			}
			var to model.ID
			for _, transition := range m.Workflow.Transitions {
				if transition.Access == id {
					to = transition.To
				}
			}
			if got := m.Title(workflow.StepBefore(m, id, to)); got != want {
				t.Errorf("%s runs after %q, want %q", label, got, want)
			}
		}
	}
}

// TestStepBeforeOfTwoSources: a query that needs values of two steps in a row runs
// after the second one.
func TestStepBeforeOfTwoSources(t *testing.T) {
	add := func(kind model.Kind, parent, id model.ID, pairs ...string) edit.Command {
		values := map[string]string{}
		for i := 0; i < len(pairs); i += 2 {
			values[pairs[i]] = pairs[i+1]
		}
		return edit.Add{Kind: kind, Parent: parent, ID: id, Values: values}
	}
	commands := []edit.Command{add(model.EntityKind, "", "parcel", "name", "Parcel"), add(model.AttributeKind, "parcel", "city", "name", "city"),
		add(model.AttributeKind, "parcel", "status", "name", "status")}
	for _, name := range []string{"both", "cities", "statuses"} {
		commands = append(commands, add(model.QueryKind, "", model.ID(name), "name", name), add(model.StepKind, "", model.ID("show"+name), "name", name))
	}
	commands = append(commands,
		add(model.FindKind, "cities", "f1", "attribute", "city"), add(model.FindKind, "statuses", "f2", "attribute", "status"),
		add(model.GivenKind, "both", "g1", "attribute", "city"), add(model.GivenKind, "both", "g2", "attribute", "status"),
		add(model.TransitionKind, "", "t1", "to", "showcities", "access", "cities"),
		add(model.TransitionKind, "", "t2", "from", "showcities", "to", "showstatuses", "access", "statuses"))
	m, err := edit.Apply(model.New("parcels"), model.RandomIDs(), commands...)
	if err != nil {
		t.Fatal(err)
	}
	if got := workflow.StepBefore(m, "both", "showboth"); got != "showstatuses" {
		t.Errorf("the query runs after %q, want after the statuses", got)
	}
}

// classes is a model with a step that shows one attribute of classes, and the query
// "between" with the given conditions, which no step runs.
func classes(t *testing.T, shown string, conditions ...edit.Command) *model.Model {
	t.Helper()
	m, err := edit.Apply(model.New("classes"), model.RandomIDs(), append([]edit.Command{
		edit.Add{Kind: model.EntityKind, ID: "class", Values: map[string]string{"name": "Class"}},
		edit.Add{Kind: model.AttributeKind, Parent: "class", ID: "trainer", Values: map[string]string{"name": "trainer"}},
		edit.Add{Kind: model.AttributeKind, Parent: "class", ID: "starts", Values: map[string]string{"name": "starts_at"}},
		edit.Add{Kind: model.QueryKind, ID: "shown", Values: map[string]string{"name": "shown"}},
		edit.Add{Kind: model.FindKind, Parent: "shown", ID: "f1", Values: map[string]string{"attribute": shown}},
		edit.Add{Kind: model.StepKind, ID: "show", Values: map[string]string{"name": "Show"}},
		edit.Add{Kind: model.TransitionKind, ID: "t1", Values: map[string]string{"to": "show", "access": "shown"}},
		edit.Add{Kind: model.QueryKind, ID: "between", Values: map[string]string{"name": "between"}},
	}, conditions...)...)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// TestStepBeforeOfARange: a query for a trainer's classes between two dates does not
// follow a step that shows dates, but one that shows the trainer.
func TestStepBeforeOfARange(t *testing.T) {
	m := classes(t, "starts",
		edit.Add{Kind: model.GivenKind, Parent: "between", ID: "g1", Values: map[string]string{"attribute": "starts", "operator": "range"}})
	if got := workflow.StepBefore(m, "between", ""); got != "show" {
		t.Errorf("with dates only, the query runs after %q, want the step that shows them", got)
	}
	m, err := edit.Apply(m, model.RandomIDs(), edit.Add{Kind: model.GivenKind, Parent: "between", ID: "g2", Values: map[string]string{"attribute": "trainer"}})
	if err != nil {
		t.Fatal(err)
	}
	if got := workflow.StepBefore(m, "between", ""); got != "" {
		t.Errorf("with a trainer that no step shows, the query runs after %q, want an entry point", got)
	}
}

// TestChosenRanges: a person chooses the bounds of a range unless a step before shows them.
func TestChosenRanges(t *testing.T) {
	m := classes(t, "trainer",
		edit.Add{Kind: model.GivenKind, Parent: "between", ID: "exact", Values: map[string]string{"attribute": "trainer"}},
		edit.Add{Kind: model.GivenKind, Parent: "between", ID: "range", Values: map[string]string{"attribute": "starts", "operator": "range"}})
	if got := workflow.ChosenRanges(m, "between", "show"); !slices.Equal(got, []model.ID{"range"}) {
		t.Errorf("a person chooses %q, want the range", got)
	}
	m, err := edit.Apply(m, model.RandomIDs(), edit.Add{Kind: model.FindKind, Parent: "shown", ID: "f2", Values: map[string]string{"attribute": "starts"}})
	if err != nil {
		t.Fatal(err)
	}
	if got := workflow.ChosenRanges(m, "between", "show"); len(got) > 0 {
		t.Errorf("a person chooses %q, although the step shows it", got)
	}
}

// TestFirstStep checks that a query that needs nothing is an entry point.
func TestFirstStep(t *testing.T) {
	m, err := example.Load("hotel")
	if err != nil {
		t.Fatal(err)
	}
	for id, query := range m.Workflow.Queries {
		for _, given := range query.Given {
			given.Source = model.UserInput
		}
		if got := workflow.StepBefore(m, id, ""); got != "" {
			t.Errorf("%s runs after %s, want an entry point", query.Label, m.Title(got))
		}
	}
}

func TestUnplaced(t *testing.T) {
	m, err := example.Load("hotel")
	if err != nil {
		t.Fatal(err)
	}
	var q4 model.ID
	for id, transition := range m.Workflow.Transitions {
		if query := m.Workflow.Queries[transition.Access]; query != nil && query.Label == "Q4" {
			q4 = transition.Access
			delete(m.Workflow.Transitions, id)
		}
	}
	m, err = edit.Apply(m, model.RandomIDs(),
		edit.Add{Kind: model.QueryKind, ID: "part", Values: map[string]string{"name": "a part", "parent": string(q4)}},
		edit.Add{Kind: model.UpdateElement, ID: "write", Values: map[string]string{"name": "a write"}})
	if err != nil {
		t.Fatal(err)
	}
	var got []model.ID
	for _, element := range workflow.Unplaced(m) {
		got = append(got, element.ID)
	}
	if want := []model.ID{q4, "write"}; !slices.Equal(got, want) {
		t.Errorf("Unplaced = %v, want %v", got, want)
	}
}
