package write

import (
	"slices"

	"widerow/model"
)

// isOfNew reports whether conditions identify what is inserted: no table has rows of
// it yet. A link is identified by its ends.
func (w *planning) isOfNew(given []*model.Given) bool {
	gives := func(id model.ID) bool {
		return slices.ContainsFunc(given, func(g *model.Given) bool { return g.Attribute == id })
	}
	return w.kind == model.Insert && slices.ContainsFunc(w.types, func(of model.ID) bool {
		if ends := w.facts.ends(of); len(ends) > 0 {
			return !slices.ContainsFunc(ends, func(end model.ID) bool { return !slices.ContainsFunc(w.facts.identity(end), gives) })
		}
		return slices.ContainsFunc(w.facts.ownKey(of), gives)
	})
}

// offers returns sets of conditions by which a value may be looked up, the most
// specific first: all conditions of the update, what is known of the table's own
// key, and the identity of each type, with that of the types it determines.
func (w *planning) offers(t *target) [][]*model.Given {
	var given []*model.Given
	for _, item := range model.Sorted(w.update.Given) {
		given = append(given, item.Value)
	}
	if w.assumed {
		for _, parameter := range w.parameters {
			given = append(given, equal(parameter.reference))
		}
	}
	offers := [][]*model.Given{given, t.knownOf(t.table.key())}
	if len(t.unknown(t.table.partition)) == 0 {
		offers = append(offers, t.knownOf(t.table.partition))
	}
	types := w.knownTypes(w.knownAttributes(t))
	for _, of := range types {
		identity := w.facts.identity(of)
		wider := slices.Clone(identity)
		for _, other := range types {
			if w.facts.determines(of)[other] {
				wider = appendNew(wider, w.facts.identity(other)...)
			}
		}
		offers = append(offers, equalAll(identity))
		if len(wider) > len(identity) {
			offers = append(offers, equalAll(wider))
		}
	}
	return filter(offers, func(given []*model.Given) bool { return len(given) > 0 })
}

// knownOf returns the known ones of the columns as conditions, without buckets.
func (t *target) knownOf(columns []*column) []*model.Given {
	var given []*model.Given
	for _, c := range columns {
		if t.known[c] && !c.Added {
			given = append(given, equalTo(c)...)
		}
	}
	return given
}

func equal(r reference) *model.Given {
	return &model.Given{Attribute: r.attribute, Name: r.name, Participant: r.participant, Operator: model.Equal}
}

func equalAll(attributes []model.ID) []*model.Given {
	var given []*model.Given
	for _, id := range attributes {
		given = append(given, equal(reference{attribute: id}))
	}
	return given
}

func equalTo(c *column) []*model.Given {
	if len(c.Stores) == 0 {
		return []*model.Given{equal(reference{name: c.Name})}
	}
	return equalAll(c.Stores)
}

// knownAttributes returns the attributes whose values identify what is written:
// parameters, and what was looked up for the same table.
func (w *planning) knownAttributes(t *target) []model.ID {
	var known []model.ID
	for _, parameter := range w.parameters {
		if parameter.attribute != "" {
			known = appendNew(known, parameter.attribute)
		}
	}
	for _, c := range t.table.columns {
		if t.known[c] {
			known = appendNew(known, c.Stores...)
		}
	}
	return known
}

// knownTypes returns the types whose whole identity is among the attributes: first
// those that the update is about.
func (w *planning) knownTypes(attributes []model.ID) []model.ID {
	types := w.about(w.subject)
	for _, attribute := range attributes {
		types = appendNew(types, w.facts.owner[attribute])
	}
	return filter(types, func(of model.ID) bool {
		identity := w.facts.identity(of)
		return len(identity) > 0 && !slices.ContainsFunc(identity, func(id model.ID) bool { return !slices.Contains(attributes, id) })
	})
}
