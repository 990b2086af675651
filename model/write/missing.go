package write

import (
	"slices"

	"widerow/model"
)

// isSupplied reports whether earlier queries of the workflow return the value of a
// column, of which what the update is about has only one.
func (w *planning) isSupplied(c *column) bool {
	if len(c.Stores) == 0 || !w.isSingle(equalAll(w.knownOnly()), []*column{c}) {
		return false
	}
	var supplied []Supplied
	for _, id := range c.Stores {
		from := w.prover.Supplied(w.id, id)
		if len(from) == 0 {
			return false
		}
		if !slices.ContainsFunc(w.plan.Supplied, func(s Supplied) bool { return s.Attribute == id }) {
			supplied = append(supplied, Supplied{id, w.prover.Name(id), from})
		}
	}
	w.plan.Supplied = append(w.plan.Supplied, supplied...)
	return true
}

// addMissing records that no table finds a part of a primary key.
func (w *planning) addMissing(t *target) {
	l := Lookup{Table: t.table.ID}
	for _, c := range t.missing {
		l.Names = append(l.Names, c.Name)
		l.Needed = append(l.Needed, c.Stores...)
	}
	l.From = w.identifying(l.Needed)
	for _, id := range l.From {
		l.Known = append(l.Known, w.prover.Name(id))
	}
	if len(l.From) == 0 {
		for _, parameter := range w.parameters {
			l.Known = appendNew(l.Known, parameter.name)
		}
	}
	w.plan.Lookups = append(w.plan.Lookups, l)
}

// identifying returns the attributes by which the lookup table that is missing
// would be asked: the conditions of the update, or the identity of what it
// inserts. The type that determines the needed values is preferred.
func (w *planning) identifying(needed []model.ID) []model.ID {
	var attributes []model.ID
	for _, parameter := range w.parameters {
		if parameter.given != nil && parameter.attribute != "" || w.assumed {
			attributes = appendNew(attributes, parameter.attribute)
		}
	}
	if len(attributes) > 0 {
		return attributes
	}
	best := []model.ID(nil)
	for _, of := range w.knownTypes(w.knownOnly()) {
		if slices.ContainsFunc(needed, func(id model.ID) bool { return !w.facts.determines(of)[w.facts.owner[id]] }) {
			continue
		}
		if identity := w.facts.identity(of); best == nil || len(identity) < len(best) {
			best = identity
		}
	}
	return best
}

func (w *planning) knownOnly() []model.ID {
	var known []model.ID
	for _, parameter := range w.parameters {
		known = appendNew(known, parameter.attribute)
	}
	return known
}
