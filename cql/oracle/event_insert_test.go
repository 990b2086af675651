package oracle

import (
	"slices"

	"widerow/model"
)

// comesWith reports whether a new instance of an entity type is related at once by a relationship
// type in which it has one partner, as docs/updates.md says.
func (e *event) comesWith(id, own model.ID, named []model.ID) bool {
	relationship := e.after.m.Concepts.Relationships[id]
	for end, participant := range relationship.Participants {
		if end == own {
			continue
		}
		if participant.Cardinality != "1" {
			return false
		}
		for _, given := range e.update.Given {
			isOwn := given.Participant == "" && rootOf(e.after.m, participant.Entity) == rootOf(e.after.m, relationship.Participants[own].Entity)
			if e.isKeyOf(given.Attribute, participant.Entity) && !isOwn {
				return true
			}
		}
	}
	if slices.Contains(named, id) || relationship.Participants[own].Total || relationship.Identifying {
		return true
	}
	for _, update := range e.after.m.Workflow.Updates {
		for _, write := range update.Writes {
			if write.Element == id && update.Kind == model.Insert {
				return false
			}
		}
	}
	return true
}

// insertInstance inserts an instance of an entity type, or gives one a subtype.
func (e *event) insertInstance(entity model.ID, named []model.ID) bool {
	w := e.after
	types := append([]model.ID{entity}, w.m.Supertypes(entity)...)
	root := rootOf(w.m, entity)
	gains := root != entity && slices.ContainsFunc(model.Sorted(e.update.Given), func(item model.Item[*model.Given]) bool { return e.isKeyOf(item.Value.Attribute, root) })
	var made *instance
	switch {
	case gains:
		made = e.gain(entity, types)
	case len(w.ownerships(root)) > 0 && !w.hasOwners(root):
		return false
	default:
		made = e.newInstance(root, types)
	}
	if made == nil {
		return false
	}
	e.about = made
	for _, of := range types {
		for _, attribute := range model.Sorted(w.m.Concepts.Entities[of].Attributes) {
			if attribute.Value.Key == model.NoKey && !e.isGiven(of) || !gains {
				e.know(reference{attribute.ID, ""}, made.values[attribute.ID], true)
			}
		}
	}
	e.knowIdentity(made, "", true)
	return e.relateNew(made, types, gains, named)
}

// relateNew relates an instance by what it comes with, and knows its owners. It is false if there is no partner that the
// update names.
func (e *event) relateNew(made *instance, types []model.ID, gains bool, named []model.ID) bool {
	w := e.after
	for _, item := range model.Sorted(w.m.Concepts.Relationships) {
		must := slices.Contains(named, item.ID) && !item.Value.Identifying
		for _, own := range model.Sorted(item.Value.Participants) {
			if !slices.Contains(types, own.Value.Entity) || gains && e.isGiven(own.Value.Entity) {
				continue
			}
			if item.Value.Identifying && ownsIn(w, item.ID, own.ID, made.root) {
				for _, f := range w.facts[item.ID] {
					if f.ends[own.ID] == made {
						e.knowFact(f)
					}
				}
				continue
			}
			if item.Value.Identifying || !e.comesWith(item.ID, own.ID, named) {
				continue
			}
			if e.relate(item.ID, own.ID, made, slices.Contains(named, item.ID)) {
				must = false // at one end, if it takes part at several
			}
		}
		if must {
			return false
		}
	}
	return true
}

func ownsIn(w *world, relationship, end, root model.ID) bool {
	return slices.ContainsFunc(w.ownerships(root), func(o ownership) bool { return o.relationship == relationship && o.owned == end })
}

// newInstance adds an instance of a type with its supertypes only.
func (e *event) newInstance(root model.ID, types []model.ID) *instance {
	w := e.after
	for range 20 {
		before := len(w.instances[root])
		if !w.addInstance(root) {
			continue
		}
		made := w.instances[root][before]
		for of := range made.members {
			if !slices.Contains(types, of) {
				for id := range w.m.Concepts.Entities[of].Attributes {
					delete(made.values, id)
				}
				delete(made.members, of)
			}
		}
		for _, of := range types {
			if !made.members[of] {
				made.members[of] = true
				w.fill(made.values, w.m.Concepts.Entities[of].Attributes)
			}
		}
		return made
	}
	return nil
}

// gain gives an instance of the supertype a subtype, with the types between them.
func (e *event) gain(entity model.ID, types []model.ID) *instance {
	w := e.after
	var candidates []*instance
	for _, one := range w.instances[rootOf(w.m, entity)] {
		isIn := !one.members[entity]
		for _, super := range types[1:] {
			isIn = isIn && one.members[super] == e.isGiven(super)
		}
		for _, hierarchy := range w.m.Concepts.Hierarchies {
			for _, sub := range hierarchy.Subtypes {
				isIn = isIn && (!hierarchy.Disjoint || hierarchy.Supertype != types[1] || !one.members[sub.Entity])
			}
		}
		if isIn {
			candidates = append(candidates, one)
		}
	}
	if len(candidates) == 0 {
		return nil
	}
	one := candidates[w.random.IntN(len(candidates))]
	for _, of := range types {
		if !one.members[of] {
			one.members[of] = true
			w.fill(one.values, w.m.Concepts.Entities[of].Attributes)
		}
	}
	return one
}

// isGiven reports whether the update gives the key of a type, or of a supertype of it that has one: then the instance
// is of that type already.
func (e *event) isGiven(of model.ID) bool {
	m := e.after.m
	return slices.ContainsFunc(model.Sorted(e.update.Given), func(item model.Item[*model.Given]) bool {
		return m.Concepts.Entities[of].Attributes[item.Value.Attribute] != nil
	}) || rootOf(m, of) == of
}

// relate relates a new instance with one partner, or with none where it need not have one. It reports whether there is a partner.
func (e *event) relate(id, own model.ID, made *instance, must bool) bool {
	w := e.after
	if must || w.m.Concepts.Relationships[id].Participants[own].Total || w.random.IntN(3) > 0 {
		for range 20 {
			if f := w.addFact(id, map[model.ID]*instance{own: made}); f != nil {
				e.knowFactOf(f, own)
				return true
			}
		}
	}
	for end, participant := range w.m.Concepts.Relationships[id].Participants {
		if end != own {
			for _, r := range identityOf(w.m, participant.Entity) {
				e.know(reference{r.of, end}, null, true)
			}
		}
	}
	for attribute := range w.m.Concepts.Relationships[id].Attributes {
		e.know(reference{attribute, ""}, null, true)
	}
	return false
}

// insertFact relates instances that exist. What the cardinalities exclude is replaced; a relationship with a key of its own
// has a new one.
func (e *event) insertFact(id model.ID) bool {
	w := e.after
	if w.m.Concepts.Relationships[id].Identifying {
		return false
	}
	for range 20 {
		f := w.randomFact(id, nil)
		if f == nil {
			continue
		}
		rivals := w.rivals(f)
		if len(rivals) > 0 && w.hasKey(id) {
			continue
		}
		w.facts[id] = append(slices.DeleteFunc(w.facts[id], func(other *fact) bool { return slices.Contains(rivals, other) }), f)
		e.knowFact(f)
		return true
	}
	return false
}

// hasKey reports whether a relationship type has a key of its own.
func (w *world) hasKey(relationship model.ID) bool {
	for _, attribute := range w.m.Concepts.Relationships[relationship].Attributes {
		if attribute.Key != model.NoKey {
			return true
		}
	}
	return false
}
