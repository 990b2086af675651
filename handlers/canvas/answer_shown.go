package canvas

import (
	"cmp"
	"slices"
	"strings"

	"widerow/handlers/canvas/submission"
	"widerow/handlers/feature"
	"widerow/model"
	"widerow/model/diff"
	webcanvas "widerow/web/canvas"
)

// canvasProblem explains on the canvas why its form was rejected. The details do
// not repeat it.
func canvasProblem(b *feature.Context) string {
	answer := b.Answer
	if !answer.OnCanvas() || !answer.Refused() {
		return ""
	}
	var texts []string
	for _, problem := range answer.Problems {
		texts = append(texts, answer.Show(problem))
	}
	switch {
	case answer.Gone != nil:
		texts = append(texts, b.Author(feature.OfRemoval(answer.Gone.Element))+" removed this meanwhile.")
	case answer.Failure != nil:
		texts = append(texts, answer.Failure.Title+". "+answer.Failure.Advice)
	}
	return strings.Join(texts, " ")
}

// goneForm keeps the text that was typed into the form of an element that
// someone else removed, to copy it from the page.
func goneForm(b *feature.Context) *webcanvas.Gone {
	gone := &webcanvas.Gone{Who: b.Author(feature.OfRemoval(b.Answer.Gone.Element))}
	for name := range b.Answer.Values {
		rest, found := strings.CutPrefix(name, "was.")
		if !found {
			continue
		}
		element, field, _ := strings.Cut(rest, ".")
		if _, exists := b.Model.Element(model.ID(element)); exists {
			continue
		}
		if value, _ := b.Answer.Typed(model.ID(element), field); value != "" {
			gone.Typed = append(gone.Typed, webcanvas.Typed{Name: field, Value: value})
		}
	}
	slices.SortFunc(gone.Typed, func(x, y webcanvas.Typed) int {
		return cmp.Or(cmp.Compare(x.Name, y.Name), cmp.Compare(x.Value, y.Value))
	})
	return gone
}

// ofInput matches changes of what an input shows: a field, or all of a query as text.
func ofInput(element model.ID, field string) func(diff.Operation) bool {
	if field != submission.TextField {
		return feature.OfField(element, field)
	}
	return func(o diff.Operation) bool { return slices.Contains(o.Path, string(element)) }
}
