package oracle

import (
	"slices"

	"widerow/model"
)

// deleteInstances deletes what the conditions select with all that exists only with it; an
// instance of a subtype stays without it.
func (e *event) deleteInstances(entity model.ID) bool {
	instances, _, ok := e.selected(entity)
	if !ok {
		return false
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
