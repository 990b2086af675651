package edit

import (
	"fmt"
	"slices"

	"widerow/model"
)

// RemoveAll removes several elements as Remove does. Elements that depend on each
// other can be removed together: a view with its base table, a type with the
// tables that use it.
type RemoveAll struct{ Elements []model.ID }

// Name returns "RemoveElements".
func (RemoveAll) Name(*model.Model) string { return "RemoveElements" }

func (r RemoveAll) apply(m *model.Model, _ model.IDs) error {
	for _, id := range r.Elements {
		if _, found := m.Element(id); !found {
			return &GoneError{id}
		}
	}
	for remaining := r.Elements; len(remaining) > 0; {
		needed, reason := newDraft(m).removeUnneeded(remaining)
		if len(needed) == len(remaining) {
			return invalid(needed[0], "", "%s", reason)
		}
		remaining = needed
	}
	return nil
}

// removeUnneeded removes the elements on which no other depends. It returns the
// others, and why the first of them cannot be removed. An element that went with
// another is in neither.
func (m draft) removeUnneeded(elements []model.ID) (needed []model.ID, reason string) {
	for _, id := range elements {
		element, found := m.Element(id)
		if !found {
			continue
		}
		why := m.reasonToKeep(element)
		if why == "" {
			m.Parts().Remove(element)
			continue
		}
		if needed = append(needed, id); len(needed) == 1 {
			reason = why
		}
	}
	return needed, reason
}

func (r RemoveAll) words(before, after *model.Model) string {
	var gone []model.ID
	for _, id := range r.Elements {
		if _, still := after.Element(id); !still && !slices.Contains(gone, id) {
			gone = append(gone, id)
		}
	}
	if len(gone) == 0 {
		return ""
	}
	text := "removed "
	for i, id := range gone[:min(len(gone), namedParts)] {
		element, _ := before.Element(id)
		if i > 0 {
			text += ", "
		}
		text += element.Kind.Words() + " " + before.ShortTitle(id)
	}
	if more := len(gone) - namedParts; more > 0 {
		text += fmt.Sprintf(" and %d more", more)
	}
	return text
}
