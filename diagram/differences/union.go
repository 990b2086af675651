package differences

import (
	"slices"

	"widerow/diagram/figure"
	"widerow/model"
)

// united returns the model after together with everything that was removed from the
// model before, at its old place among its siblings. It is only drawn, never
// stored.
func united(before, after *model.Model) *model.Model {
	both := after.Clone()
	unite(&both.Concepts.Entities, before.Concepts.Entities, func(is, was *model.Entity) { unite(&is.Attributes, was.Attributes, nil) })
	unite(&both.Concepts.Relationships, before.Concepts.Relationships, func(is, was *model.Relationship) {
		unite(&is.Attributes, was.Attributes, nil)
		unite(&is.Participants, was.Participants, nil)
	})
	unite(&both.Concepts.Hierarchies, before.Concepts.Hierarchies, func(is, was *model.Hierarchy) { unite(&is.Subtypes, was.Subtypes, nil) })
	unite(&both.Workflow.Actors, before.Workflow.Actors, nil)
	unite(&both.Workflow.Steps, before.Workflow.Steps, nil)
	unite(&both.Workflow.Transitions, before.Workflow.Transitions, nil)
	unite(&both.Workflow.Queries, before.Workflow.Queries, nil)
	unite(&both.Workflow.Updates, before.Workflow.Updates, nil)
	unite(&both.Logical.Tables, before.Logical.Tables, func(is, was *model.LogicalTable) { unite(&is.Columns, was.Columns, nil) })
	unite(&both.Logical.Arrows, before.Logical.Arrows, nil)
	unite(&both.Physical.Keyspaces, before.Physical.Keyspaces, nil)
	unite(&both.Physical.Types, before.Physical.Types, func(is, was *model.UserType) { unite(&is.Fields, was.Fields, nil) })
	unite(&both.Physical.Relations, before.Physical.Relations, func(is, was *model.Relation) { unite(&is.Columns, was.Columns, nil) })
	unite(&both.Notes, before.Notes, nil)
	unite(&both.Areas, before.Areas, nil)
	return both
}

// unite adds the elements that only the state before has. parts unites the parts of
// an element that both have.
func unite[T any](into *map[model.ID]T, from map[model.ID]T, parts func(is, was T)) {
	if *into == nil && len(from) > 0 {
		*into = map[model.ID]T{}
	}
	for id, was := range from {
		if is, found := (*into)[id]; !found {
			(*into)[id] = was
		} else if parts != nil {
			parts(is, was)
		}
	}
}

// partKinds are drawn within their parents. A parent differs if one of its parts
// does.
var partKinds = []model.Kind{
	model.AttributeKind, model.ParticipantKind, model.SubtypeKind, model.ColumnKind, model.RelationColumnKind, model.TypeFieldKind, model.IndexKind,
	model.FindKind, model.GivenKind, model.SortKind, model.WriteKind,
}

// differencesOf returns the differences by element. An index counts at its column,
// and the parent of a part that differs has changed.
func differencesOf(before, after *model.Model, listed map[model.ID]figure.Difference) map[model.ID]figure.Difference {
	is, was := elementsByID(after), elementsByID(before)
	found := map[model.ID]figure.Difference{}
	for _, p := range model.Pairs(slices.Collect(before.Elements()), slices.Collect(after.Elements()), func(e model.Element) model.ID { return e.ID }) {
		difference, changed := listed[p.ID]
		switch {
		case p.In == model.OnlyAfter:
			difference.Sign = figure.SignAdded
		case p.In == model.OnlyBefore:
			difference.Sign = figure.SignRemoved
		case !changed:
			continue
		case difference.Sign != figure.SignMoved:
			difference.Sign = figure.SignChanged
		}
		found[p.ID] = difference
	}
	for id, difference := range found {
		if index, ok := value[*model.Index](is, was, id); ok {
			note(found, index.Column, difference.Number)
		}
	}
	for _, elements := range []map[model.ID]model.Element{was, is} {
		for id, element := range elements {
			for difference, ok := found[id]; ok && slices.Contains(partKinds, element.Kind); element = elements[element.Parent] {
				note(found, element.Parent, difference.Number)
			}
		}
	}
	return found
}

func elementsByID(m *model.Model) map[model.ID]model.Element {
	found := map[model.ID]model.Element{}
	for element := range m.Elements() {
		found[element.ID] = element
	}
	return found
}

// value returns the element of one of the states, if it has a type.
func value[T any](is, was map[model.ID]model.Element, id model.ID) (T, bool) {
	if element, found := is[id]; found {
		v, ok := element.Value.(T)
		return v, ok
	}
	v, ok := was[id].Value.(T)
	return v, ok
}

// note marks an element as changed if it has no sign yet, and keeps the lowest
// number.
func note(found map[model.ID]figure.Difference, id model.ID, number int) {
	difference := found[id]
	if difference.Sign == "" {
		difference.Sign = figure.SignChanged
	}
	if difference.Number == 0 || number > 0 && number < difference.Number {
		difference.Number = number
	}
	found[id] = difference
}
