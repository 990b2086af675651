package submission

import (
	"fmt"

	"widerow/model"
	"widerow/model/effect"
)

// Removal stops a removal that changes queries, tables or other parts of
// the model, until the visitor has seen what.
type Removal struct {
	Elements []model.ID
	Effect   effect.Removal
}

func (q *Removal) Error() string {
	return fmt.Sprintf("the removal of %s changes other elements", q.Elements)
}

// Place returns the element whose form shows the question: the selected one if it
// is, or contains, the one to remove, or if there are several.
func (q *Removal) Place(m *model.Model, selected model.ID) model.ID {
	element, _ := m.Element(q.Elements[0])
	if len(q.Elements) > 1 || selected != "" && element.Parent == selected {
		return selected
	}
	return q.Elements[0]
}

// AsksBefore returns a *Removal if the form removes elements that others use, unless the visitor
// has confirmed it.
func (f *Form) AsksBefore(head *model.Model) error {
	removal, known := effect.OfRemoving(head, f.removes...)
	if !known || removal.IsLocal() {
		return nil
	}
	return &Removal{f.removes, removal}
}
