package edit

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"widerow/model"
)

// shopWithActors has a query that leads to two steps of two actors.
func shopWithActors() *model.Model {
	return &model.Model{Workflow: model.Workflow{
		Actors:      map[model.ID]*model.Actor{"clerk": {Name: "Clerk", Order: "2"}, "buyer": {Name: "Buyer", Order: "4"}},
		Steps:       map[model.ID]*model.Step{"list": {Name: "List orders", Actor: "clerk"}, "view": {Name: "View an order", Actor: "buyer"}, "idle": {Name: "Wait"}},
		Queries:     map[model.ID]*model.Query{"q1": {Label: "Q1", Name: "Find orders"}, "q2": {Label: "Q2", Name: "Wait"}},
		Transitions: map[model.ID]*model.Transition{"t1": {To: "list", Access: "q1", Order: "2"}, "t2": {To: "view", Access: "q1", Order: "4"}, "t3": {To: "idle", Access: "q2"}, "t4": {To: "gone", Access: "q2"}},
	}}
}

func TestActorIsSetByName(t *testing.T) {
	long := strings.Repeat("x", model.MaxNameLength+1)
	for _, test := range []struct {
		value, want, words string
		actors             int
	}{
		{"Buyer", "Buyer", "set actor of Q1 to Buyer", 2},
		{" buyer ", "Buyer", "set actor of Q1 to Buyer", 2},
		{"buyer", "Buyer", "set actor of Q1 to Buyer", 2},
		{"Night job", "Night job", "set actor of Q1 to Night job", 3},
		{"", "", "", 2},
	} {
		before := shopWithActors()
		command := Set{Element: "q1", Field: "actor", Value: test.value}
		after, err := Apply(before, model.SeededIDs([]byte("actor")), command)
		if err != nil {
			t.Fatal(err)
		}
		element, _ := after.Element("q1")
		field, _ := FieldOf(model.QueryKind, "actor")
		if got := field.Text(after, element); got != test.want || len(after.Workflow.Actors) != test.actors {
			t.Errorf("%q: actor %q of %d, want %q of %d", test.value, got, len(after.Workflow.Actors), test.want, test.actors)
		}
		if got := command.words(before, after); got != test.words {
			t.Errorf("%q: %q, want %q", test.value, got, test.words)
		}
	}
	for value, want := range map[string]string{long: "Actor has 256 characters; the limit is 255", "a\x01b": "Actor contains the control character U+0001 at character 2; remove it"} {
		_, err := Apply(shopWithActors(), model.SeededIDs([]byte("actor")), Set{Element: "q1", Field: "actor", Value: value})
		invalid, is := err.(*InvalidError)
		if !is || len(invalid.Problems) != 1 || invalid.Problems[0].Message != want || invalid.Problems[0].Element != "q1" || invalid.Problems[0].Field != "actor" {
			t.Errorf("%.20q: %v, want %q at the field", value, err, want)
		}
	}
}

func TestActorOfANewStep(t *testing.T) {
	m, err := Apply(shopWithActors(), model.SeededIDs([]byte("actor")), Add{Kind: model.StepKind, ID: "pack", Values: map[string]string{"name": "Pack", "actor": "Packer"}})
	if err != nil || m.Title(m.Workflow.Steps["pack"].Actor) != "Packer" {
		t.Errorf("the step has the actor %q, %v", m.Workflow.Steps["pack"].Actor, err)
	}
}

// A document may refer to an actor that it does not have. The field shows the
// reference, so that it can be changed.
func TestActorThatIsGone(t *testing.T) {
	m := shopWithActors()
	m.Workflow.Queries["q1"].Actor = "x9"
	m, err := Apply(m, model.SeededIDs([]byte("actor")), Set{Element: "q1", Field: "actor", Was: "x9", Value: ""})
	if err != nil || m.Workflow.Queries["q1"].Actor != "" {
		t.Errorf("the actor is %q, %v", m.Workflow.Queries["q1"].Actor, err)
	}
}

func TestActorsOf(t *testing.T) {
	for _, test := range []struct {
		query, actor model.ID
		want         []model.ID
		mismatch     string
	}{
		{"q1", "", []model.ID{"clerk", "buyer"}, ""},
		{"q1", "buyer", []model.ID{"buyer"}, ""},
		{"q1", "gone", []model.ID{"clerk", "buyer"}, ""},
		{"q1", "guest", []model.ID{"guest"}, "Guest runs Q1, but Clerk performs the step List orders, Buyer performs the step View an order"},
		{"q2", "", nil, ""},
		{"q2", "guest", []model.ID{"guest"}, ""},
		{"gone", "", nil, ""},
	} {
		m := shopWithActors()
		m.Workflow.Actors["guest"] = &model.Actor{Name: "Guest"}
		if query := m.Workflow.Queries[test.query]; query != nil {
			query.Actor = test.actor
		}
		if diff := cmp.Diff(test.want, m.ActorsOf(test.query)); diff != "" {
			t.Errorf("%s of %q: %s", test.query, test.actor, diff)
		}
		if got := m.ActorMismatch(test.query); got != test.mismatch {
			t.Errorf("%s of %q: %q, want %q", test.query, test.actor, got, test.mismatch)
		}
	}
}
