package oracle

import (
	"slices"

	"widerow/model"
)

// deleteInstances deletes what the conditions select with all that exists only with it; an
// instance of a subtype stays without it.
func (e *event) deleteInstances(entity model.ID, before *world) bool {
	instances, _, ok := e.selected(entity)
	if !ok {
		return false
	}
	if e.update.Cascade == model.Restricts && slices.ContainsFunc(instances, func(one *instance) bool { return e.after.hasDependents(one, entity) }) {
		e.after, e.isRefused = before, true
		return true
	}
	for _, one := range instances {
		if one.root == entity {
			e.after.remove(one)
		} else {
			e.after.lose(one, entity)
		}
	}
	return true
}

// hasDependents reports whether something exists only with an instance of a type: what it owns, and
// relationships of which it can have several.
func (w *world) hasDependents(one *instance, entity model.ID) bool {
	for id, relationship := range w.m.Concepts.Relationships {
		for _, f := range w.facts[id] {
			for end, participant := range relationship.Participants {
				isOf := participant.Entity == entity || slices.Contains(w.m.Supertypes(participant.Entity), entity)
				if f.ends[end] == one && isOf && !w.hasOne(id, end) {
					return true
				}
			}
		}
	}
	return false
}

// hasOne reports whether what takes part by an end has one partner at most.
func (w *world) hasOne(relationship, end model.ID) bool {
	participants := w.m.Concepts.Relationships[relationship].Participants
	for other, participant := range participants {
		if other != end && len(participants) == 2 {
			return participant.Cardinality == "1"
		}
	}
	return false
}

func (w *world) remove(gone *instance) {
	w.instances[gone.root] = slices.DeleteFunc(w.instances[gone.root], func(other *instance) bool { return other == gone })
	w.removeFacts(gone, func(model.ID) bool { return true })
}

// removeFacts removes the facts in which an instance takes part as one of some types, with
// the weak instances that it owns by them.
func (w *world) removeFacts(gone *instance, as func(entity model.ID) bool) {
	var owned []*instance
	for id, relationship := range w.m.Concepts.Relationships {
		w.facts[id] = slices.DeleteFunc(w.facts[id], func(f *fact) bool {
			removed := false
			for end, one := range f.ends {
				removed = removed || one == gone && as(relationship.Participants[end].Entity)
			}
			for end, one := range f.ends {
				if removed && relationship.Identifying && one != gone && ownsIn(w, id, end, one.root) {
					owned = append(owned, one)
				}
			}
			return removed
		})
	}
	for _, one := range owned {
		w.remove(one)
	}
}

// lose takes a subtype from an instance, with the subtypes of that.
func (w *world) lose(one *instance, entity model.ID) {
	isLost := func(of model.ID) bool { return of == entity || slices.Contains(w.m.Supertypes(of), entity) }
	for of := range w.m.Concepts.Entities {
		if isLost(of) {
			delete(one.members, of)
			for id := range w.m.Concepts.Entities[of].Attributes {
				delete(one.values, id)
			}
		}
	}
	w.removeFacts(one, isLost)
}

func (e *event) deleteFacts(relationship model.ID) bool {
	_, facts, ok := e.selected(relationship)
	if !ok || e.after.m.Concepts.Relationships[relationship].Identifying {
		return false
	}
	e.after.facts[relationship] = slices.DeleteFunc(e.after.facts[relationship], func(f *fact) bool { return slices.Contains(facts, f) })
	return true
}
