package validation_test

import (
	"testing"

	"widerow/model"
	"widerow/model/edit"
	"widerow/model/example"
	"widerow/model/validation"
)

// Everything that can be copied of an example is valid in an empty document, and
// once more beside it.
func TestPastedExamplesAreValid(t *testing.T) {
	for _, e := range example.All() {
		from, err := example.Load(e.Slug)
		if err != nil {
			t.Fatal(err)
		}
		m := model.New("Other")
		for _, kinds := range [][]model.Kind{{model.EntityKind}, {model.TableKind}, {model.RelationElement}, {model.EntityKind}, {model.RelationElement}} {
			var elements []model.ID
			for element := range from.ElementsOf(kinds...) {
				elements = append(elements, element.ID)
			}
			ids := model.RandomIDs()
			pasted, err := edit.Apply(m, ids, edit.Paste{From: from, Elements: elements, First: ids.New()})
			if err != nil {
				t.Fatalf("%s, %s: %v", e.Slug, kinds, err)
			}
			m = pasted
		}
		for _, problem := range validation.Problems(m) {
			t.Errorf("%s: %s %s: %s", e.Slug, m.Title(problem.Element), problem.Code, problem.Message)
		}
		if got, want := len(m.Concepts.Relationships), 2*len(from.Concepts.Relationships); got != want {
			t.Errorf("%s: %d relationship types, want %d", e.Slug, got, want)
		}
	}
}
