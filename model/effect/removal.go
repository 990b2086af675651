// Package effect predicts what else changes when elements of the ER model are removed or
// renamed: it makes the change in a copy, and compares.
package effect

import (
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"

	"widerow/model"
	"widerow/model/edit"
)

// Removal is the effect of removing an element on the rest of the model. Attributes counts the
// attributes that are removed with the element, without itself. Relationships lose a participant.
// Queries and Updates keep the names of removed elements, or lose a part of their path. Columns of
// Tables stay, without a source.
type Removal struct {
	Attributes                                           int
	Relationships, Hierarchies, Queries, Updates, Tables []model.ID
}

// OfRemoving returns what the removal of parts of the ER model changes. It
// removes the elements from a copy and compares. ok is false if none of them is such
// a part, and for elements that cannot be removed.
func OfRemoving(m *model.Model, ids ...model.ID) (effect Removal, ok bool) {
	kinds := map[model.Kind]int{}
	for _, id := range ids {
		if element, found := m.Element(id); found {
			kinds[element.Kind]++
		}
	}
	if kinds[model.EntityKind]+kinds[model.AttributeKind]+kinds[model.RelationshipKind]+kinds[model.ParticipantKind] == 0 {
		return Removal{}, false
	}
	after, err := edit.Apply(m, model.SeededIDs([]byte(ids[0])), edit.RemoveAll{Elements: ids})
	if err != nil {
		return Removal{}, false
	}
	effect.Attributes = len(slices.Collect(m.ElementsOf(model.AttributeKind))) - len(
		slices.Collect(after.ElementsOf(model.AttributeKind))) - kinds[model.AttributeKind]
	if kinds[model.EntityKind] > 0 {
		effect.Relationships = changedItems(m.Concepts.Relationships, after.Concepts.Relationships, func(was, is *model.Relationship) bool {
			return len(was.Participants) == len(is.Participants)
		})
	}
	for _, hierarchy := range model.Sorted(m.Concepts.Hierarchies) {
		is := after.Concepts.Hierarchies[hierarchy.ID]
		if !slices.Contains(ids, hierarchy.ID) && (is == nil || len(is.Subtypes) < len(hierarchy.Value.Subtypes)) {
			effect.Hierarchies = append(effect.Hierarchies, hierarchy.ID)
		}
	}
	effect.Queries = changedItems(m.Workflow.Queries, after.Workflow.Queries, func(was, is *model.Query) bool { return reflect.DeepEqual(was, is) })
	effect.Updates = changedItems(m.Workflow.Updates, after.Workflow.Updates, func(was, is *model.Update) bool { return reflect.DeepEqual(was, is) })
	effect.Tables = changedItems(m.Logical.Tables, after.Logical.Tables, func(was, is *model.LogicalTable) bool {
		return maps.EqualFunc(was.Columns, is.Columns, func(a, b *model.LogicalColumn) bool { return a.Attribute == b.Attribute })
	})
	return effect, true
}

// changedItems returns the elements of both maps that differ, in order.
func changedItems[T model.Ordered](before, after map[model.ID]T, same func(was, is T) bool) []model.ID {
	var changed []model.ID
	for _, item := range model.Sorted(before) {
		if is, found := after[item.ID]; found && !same(item.Value, is) {
			changed = append(changed, item.ID)
		}
	}
	return changed
}

// IsLocal reports whether the removal changes nothing but the element and its
// parts.
func (r Removal) IsLocal() bool {
	return len(r.Relationships)+len(r.Hierarchies)+len(r.Queries)+len(r.Updates)+len(r.Tables) == 0
}

// Sentences describe the effect for a user who has yet to decide. m is the document
// before.
func (r Removal) Sentences(m *model.Model) []string {
	var sentences []string
	add := func(ids []model.ID, format string) {
		if len(ids) > 0 {
			sentences = append(sentences, fmt.Sprintf(format, list(m, ids)))
		}
	}
	switch {
	case r.Attributes == 1:
		sentences = append(sentences, "Removes 1 attribute.")
	case r.Attributes > 1:
		sentences = append(sentences, fmt.Sprintf("Removes %d attributes.", r.Attributes))
	}
	add(r.Relationships, "Removes a participant of %s.")
	add(r.Hierarchies, "Removes or shrinks %s.")
	add(slices.Concat(r.Queries, r.Updates), "Changes %s: what refers to it there keeps its name only, and no table is derived from a name.")
	add(r.Tables, "Columns of %s stay, but lose their attribute.")
	return sentences
}

// maxListed bounds the elements that a sentence lists.
const maxListed = 8

func list(m *model.Model, ids []model.ID) string {
	var titles []string
	for _, id := range ids[:min(len(ids), maxListed)] {
		titles = append(titles, m.ShortTitle(id))
	}
	text := strings.Join(titles, ", ")
	if more := len(ids) - len(titles); more > 0 {
		text += fmt.Sprintf(" and %d more", more)
	}
	return text
}
