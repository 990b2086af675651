package edit

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"widerow/model"
)

// company has a recursive relationship type: a person manages persons.
func company(t *testing.T) *model.Model {
	return must(t, model.New("Company"),
		Add{Kind: model.EntityKind, ID: "person", Values: map[string]string{"name": "Person"}},
		Add{Kind: model.AttributeKind, Parent: "person", ID: "pid", Values: map[string]string{"name": "id", "key": "key"}},
		Add{Kind: model.RelationshipKind, ID: "manages", Values: map[string]string{"name": "manages"}},
		Add{Kind: model.ParticipantKind, Parent: "manages", ID: "boss", Values: map[string]string{"entity": "person", "cardinality": "1", "role": "manager"}},
		Add{Kind: model.ParticipantKind, Parent: "manages", ID: "report", Values: map[string]string{"entity": "person", "cardinality": "n", "role": "report"}},
		Add{Kind: model.QueryKind, ID: "q1", Values: map[string]string{"name": "Find the reports of a manager"}},
		Add{Kind: model.FindKind, Parent: "q1", ID: "whole", Values: map[string]string{"attribute": "person", "participant": "report"}},
		Add{Kind: model.GivenKind, Parent: "q1", ID: "byboss", Values: map[string]string{"attribute": "pid", "participant": "boss"}},
		Add{Kind: model.UpdateElement, ID: "u1", Values: map[string]string{"name": "Fire", "kind": "delete", "conditional": "true"}},
		Add{Kind: model.GivenKind, Parent: "u1", ID: "fired", Values: map[string]string{"attribute": "pid", "operator": "in", "count": "5"}},
		Set{"q1", "path", "", "manages"})
}

func TestQueryNamesRolesAndPath(t *testing.T) {
	m := company(t)
	if problems := Problems(m); len(problems) > 0 {
		t.Errorf("problems %v", problems)
	}
	field, _ := FieldOf(model.GivenKind, "participant")
	element, _ := m.Element("byboss")
	want := []Choice{{"", "none"}, {"boss", "manages – manager"}, {"report", "manages – report"}}
	if diff := cmp.Diff(want, field.Choices(m, element)); diff != "" || !field.Applies(m, element) {
		t.Errorf("roles of a person (-want +got):\n%s", diff)
	}
	decoded, err := model.Decode(m.Encode())
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(m.Workflow, decoded.Workflow); diff != "" {
		t.Errorf("the workflow changes when saved (-want +got):\n%s", diff)
	}
	m = must(t, m, Remove{"manages"})
	if got := m.Workflow.Queries["q1"]; len(got.Path) > 0 || got.Find["whole"].Participant != "" || got.Given["byboss"].Participant != "" {
		t.Errorf("the query still refers to the removed relationship type: %+v", got)
	}
	m = must(t, m, Remove{"person"})
	if given := m.Workflow.Updates["u1"].Given["fired"]; given.Attribute != "" || given.Name != "id" {
		t.Errorf("the condition is %+v, want the name of the removed attribute", given)
	}
}

func TestBoundsOfARange(t *testing.T) {
	for bounds, want := range map[model.Bounds][]string{"": {">=", "<="}, model.ExclusiveUpper: {">=", "<"}, model.LessThan: {"<"}} {
		if got := bounds.Operators(); !slices.Equal(got, want) {
			t.Errorf("operators of %q are %q, want %q", bounds, got, want)
		}
	}
}

func TestSubQueryMustNotContainItself(t *testing.T) {
	m := must(t, company(t), Add{Kind: model.QueryKind, ID: "q2", Values: map[string]string{"label": "Q1.1", "name": "Count them", "parent": "q1"}})
	if _, err := Apply(m, model.RandomIDs(), Set{"q1", "parent", "", "q2"}); err == nil {
		t.Error("Q1 became a part of its own sub-query")
	}
	m.Workflow.Queries["q1"].Parent = "q2"
	problems := Problems(m)
	if len(problems) != 1 || problems[0].Code != "model/cycle" {
		t.Errorf("problems %v, want one cycle", problems)
	}
}
