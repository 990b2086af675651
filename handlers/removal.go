package handlers

import (
	"widerow/model"
	"widerow/web"
)

// removalQuestion stops a removal that changes queries, tables or other parts of
// the model, until the visitor has seen what.
type removalQuestion struct {
	element model.ID
	effect  model.Removal
}

func (q *removalQuestion) Error() string {
	return "the removal of " + string(q.element) + " changes other elements"
}

// place returns the element whose form shows the question: the selected one if it
// is, or contains, the one to remove.
func (q *removalQuestion) place(m *model.Model, selected model.ID) model.ID {
	if element, _ := m.Element(q.element); selected != "" && element.Parent == selected {
		return selected
	}
	return q.element
}

// asksBefore returns a *removalQuestion if the form removes an element that others
// use, and does not say that the visitor knows.
func (f *editForm) asksBefore(head *model.Model) error {
	if f.removes == "" {
		return nil
	}
	effect, known := head.EffectOfRemoving(f.removes)
	if !known || effect.IsLocal() {
		return nil
	}
	return &removalQuestion{f.removes, effect}
}

// askRemoval puts the question beside the button that was pressed: in the row of
// the part or, for the selected element, above the buttons of the form.
func (b *workbench) askRemoval(inspector *web.Inspector) {
	if b.answer == nil || b.answer.removal == nil {
		return
	}
	question := b.answer.removal
	ask := &web.Removal{
		Title: b.model.Title(question.element), Effects: question.effect.Sentences(b.model),
		Do: "remove-anyway:" + string(question.element), Cancel: web.SafeHref(b.link(b.view.Select)),
	}
	for _, list := range inspector.Parts {
		for i := range list.Rows {
			if list.Rows[i].Element == question.element {
				list.Rows[i].Removal = ask
				return
			}
		}
	}
	inspector.Removal = ask
}
