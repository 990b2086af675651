package handlers

import (
	"fmt"
	"slices"
	"strings"

	"widerow/model"
	"widerow/web"
)

// removalQuestion stops a removal that changes queries, tables or other parts of
// the model, until the visitor has seen what.
type removalQuestion struct {
	elements []model.ID
	effect   model.Removal
}

func (q *removalQuestion) Error() string {
	return fmt.Sprintf("the removal of %s changes other elements", q.elements)
}

// place returns the element whose form shows the question: the selected one if it
// is, or contains, the one to remove, or if there are several.
func (q *removalQuestion) place(m *model.Model, selected model.ID) model.ID {
	element, _ := m.Element(q.elements[0])
	if len(q.elements) > 1 || selected != "" && element.Parent == selected {
		return selected
	}
	return q.elements[0]
}

// question returns the question in words. m is the document before.
func (q *removalQuestion) question(m *model.Model) *web.Removal {
	texts := make([]string, len(q.elements))
	for i, id := range q.elements {
		texts[i] = string(id)
	}
	title := m.Title(q.elements[0])
	if len(q.elements) > 1 {
		title = fmt.Sprintf("%d elements", len(q.elements))
	}
	return &web.Removal{Title: title, Effects: q.effect.Sentences(m), Do: "remove-anyway:" + strings.Join(texts, ":")}
}

// asksBefore returns a *removalQuestion if the form removes elements that others
// use, and does not say that the visitor knows.
func (f *editForm) asksBefore(head *model.Model) error {
	effect, known := head.EffectOfRemoving(f.removes...)
	if !known || effect.IsLocal() {
		return nil
	}
	return &removalQuestion{f.removes, effect}
}

// askRemoval puts the question where the button was pressed: on the canvas, in the
// row of the part or, for the selected element, above the buttons of the form.
func (b *workbench) askRemoval(inspector *web.Inspector) {
	if b.answer == nil || b.answer.removal == nil || b.answer.onCanvas() {
		return
	}
	asked := b.answer.removal
	ask := asked.question(b.model)
	ask.Cancel = web.SafeHref(b.link(b.view.Select))
	for _, list := range inspector.Parts {
		for i := range list.Rows {
			if slices.Contains(asked.elements, list.Rows[i].Element) {
				list.Rows[i].Removal = ask
				return
			}
		}
	}
	inspector.Removal = ask
}
