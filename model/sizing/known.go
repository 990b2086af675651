package sizing

import "widerow/model"

// Known are the sizes of all relations of a model, with what they were computed from.
type Known struct {
	Sizes   map[model.ID]Size
	model   *model.Model
	formula Formula
	derived Derived
}

// AllAfter is [AllWith] of a model that shares with the one before what is equal. It takes
// the sizes of relations from before that depend on nothing else.
func AllAfter(before Known, m *model.Model, formula Formula, derived Derived) Known {
	s := newSizer(m, Options{Formula: formula, Derived: derived})
	known := Known{make(map[model.ID]Size, len(m.Physical.Relations)), m, formula, derived}
	shares := before.model != nil && before.formula == formula &&
		model.Same(before.model.Quantities, m.Quantities) && model.Same(before.model.Physical.Types, m.Physical.Types)
	for id, relation := range m.Physical.Relations {
		if shares && relation == before.model.Physical.Relations[id] && derived.same(before.derived, id, relation) {
			known.Sizes[id] = before.Sizes[id]
		} else {
			known.Sizes[id] = s.size(id)
		}
	}
	return known
}

// same reports whether two have the same numbers for a relation.
func (d Derived) same(other Derived, id model.ID, relation *model.Relation) bool {
	if !sameValue(d.Rows, other.Rows, id) {
		return false
	}
	for column := range relation.Columns {
		if !sameValue(d.Elements, other.Elements, column) {
			return false
		}
	}
	return true
}

func sameValue(a, b map[model.ID]model.Value, id model.ID) bool {
	one, found := a[id]
	other, also := b[id]
	return found == also && one == other
}
