package canvas

import (
	"fmt"
	"slices"
	"strings"

	"widerow/handlers/canvas/submission"
	"widerow/handlers/feature"
	"widerow/model"
	"widerow/web"
	webcanvas "widerow/web/canvas"
)

// removalQuestion returns the question in words. m is the document before.
func removalQuestion(m *model.Model, q *submission.Removal) *webcanvas.Removal {
	texts := make([]string, len(q.Elements))
	for i, id := range q.Elements {
		texts[i] = string(id)
	}
	title := m.Title(q.Elements[0])
	if len(q.Elements) > 1 {
		title = fmt.Sprintf("%d elements", len(q.Elements))
	}
	return &webcanvas.Removal{Title: title, Effects: q.Effect.Sentences(m), Do: "remove-anyway:" + strings.Join(texts, ":")}
}

// askRemoval puts the question where the button was pressed: on the canvas, in the
// row of the part or, for the selected element, above the buttons of the form.
func askRemoval(b *feature.Context, inspector *webcanvas.Inspector) {
	if b.Answer == nil || b.Answer.Removal == nil || b.Answer.OnCanvas() {
		return
	}
	asked := b.Answer.Removal
	ask := removalQuestion(b.Model, asked)
	ask.Cancel = web.SafeHref(b.Link(b.View.Select))
	for _, list := range inspector.Parts {
		for i := range list.Rows {
			if slices.Contains(asked.Elements, list.Rows[i].Element) {
				list.Rows[i].Removal = ask
				return
			}
		}
	}
	inspector.Removal = ask
}
