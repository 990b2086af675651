package oracle

import (
	"slices"

	"widerow/model"
)

// ownership is an identifying relationship type with its ends.
type ownership struct{ relationship, owner, owned model.ID }

// ownerships are the identifying relationship types of a weak entity type.
func (w *world) ownerships(weak model.ID) []ownership { return ownershipsOf(w.m, weak) }

func ownershipsOf(m *model.Model, weak model.ID) []ownership {
	var found []ownership
	if m.Concepts.Entities[weak] == nil || !m.Concepts.Entities[weak].Weak {
		return nil
	}
	for _, item := range model.Sorted(m.Concepts.Relationships) {
		if !item.Value.Identifying {
			continue
		}
		o := ownership{relationship: item.ID}
		for _, end := range model.Sorted(item.Value.Participants) {
			if end.Value.Entity == weak && end.Value.Cardinality != "1" && o.owned == "" {
				o.owned = end.ID
			} else {
				o.owner = end.ID
			}
		}
		if o.owner != "" && o.owned != "" {
			found = append(found, o)
		}
	}
	return found
}

func (w *world) hasOwners(weak model.ID) bool {
	return !slices.ContainsFunc(w.ownerships(weak), func(o ownership) bool {
		return len(w.members(w.m.Concepts.Relationships[o.relationship].Participants[o.owner].Entity)) == 0
	})
}

func (w *world) addInstances(entity model.ID, count int) {
	for range count {
		for range 20 {
			if w.addInstance(entity) {
				break
			}
		}
	}
}

// addInstance adds a random instance with its owners, and reports whether its key was free.
func (w *world) addInstance(root model.ID) bool {
	made := &instance{root, model.SetOfIDs(root), map[model.ID]value{}}
	w.chooseSubtypes(made, root)
	for _, of := range model.Sorted(w.m.Concepts.Entities) {
		if made.members[of.ID] {
			w.fill(made.values, of.Value.Attributes)
		}
	}
	var owned []*fact
	for _, o := range w.ownerships(root) {
		relationship := w.m.Concepts.Relationships[o.relationship]
		owners := w.members(relationship.Participants[o.owner].Entity)
		f := &fact{o.relationship, map[model.ID]*instance{o.owner: owners[w.random.IntN(len(owners))], o.owned: made}, map[model.ID]value{}}
		w.fill(f.values, relationship.Attributes)
		owned = append(owned, f)
	}
	if !w.isFree(made, owned) {
		return false
	}
	w.instances[root] = append(w.instances[root], made)
	for _, f := range owned {
		w.facts[f.of] = append(w.facts[f.of], f)
	}
	for of := range made.members { // a value that is taken is left out
		for id, attribute := range w.m.Concepts.Entities[of].Attributes {
			if attribute.Unique && w.rivalFor(made, id, attribute) != nil {
				made.values[id] = null
			}
		}
	}
	return true
}

// isFree reports whether no instance has the key of a new one with the owners of some facts.
func (w *world) isFree(made *instance, owned []*fact) bool {
	return !slices.ContainsFunc(w.instances[made.root], func(other *instance) bool {
		for _, of := range model.Sorted(w.m.Concepts.Entities) {
			for id, attribute := range of.Value.Attributes {
				if made.members[of.ID] && attribute.Key != model.NoKey && other.values[id].text != made.values[id].text {
					return false
				}
			}
		}
		for i, o := range w.ownerships(made.root) {
			if w.ownerBy(other, o) != owned[i].ends[o.owner] {
				return false
			}
		}
		return true
	})
}

func (w *world) ownerBy(owned *instance, o ownership) *instance {
	for _, f := range w.facts[o.relationship] {
		if f.ends[o.owned] == owned {
			return f.ends[o.owner]
		}
	}
	return nil
}

// chooseSubtypes makes an instance a member of some subtypes of a type that it belongs to.
func (w *world) chooseSubtypes(made *instance, of model.ID) {
	for _, hierarchy := range model.Sorted(w.m.Concepts.Hierarchies) {
		subtypes := model.Sorted(hierarchy.Value.Subtypes)
		if hierarchy.Value.Supertype != of || len(subtypes) == 0 {
			continue
		}
		var chosen []model.ID
		for _, sub := range subtypes {
			if w.random.IntN(2) == 0 {
				chosen = append(chosen, sub.Value.Entity)
			}
		}
		if len(chosen) == 0 && hierarchy.Value.Total {
			chosen = append(chosen, subtypes[w.random.IntN(len(subtypes))].Value.Entity)
		}
		if len(chosen) > 1 && hierarchy.Value.Disjoint {
			chosen = chosen[:1]
		}
		for _, sub := range chosen {
			if !made.members[sub] {
				made.members[sub] = true
				w.chooseSubtypes(made, sub)
			}
		}
	}
}
