package mapping

import (
	"maps"
	"slices"

	"widerow/model"
	"widerow/model/mapping/er"
)

// Clone returns a copy of a world that can be changed.
func (w *World) Clone() *World {
	copied := *w
	copied.things, copied.facts = map[model.ID][]*thing{}, map[model.ID][]*fact{}
	for of, things := range w.things {
		for _, t := range things {
			copied.things[of] = append(copied.things[of], &thing{maps.Clone(t.values), maps.Clone(t.owners), maps.Clone(t.member)})
		}
	}
	for of, facts := range w.facts {
		for _, f := range facts {
			copied.facts[of] = append(copied.facts[of], &fact{maps.Clone(f.values), maps.Clone(f.ends)})
		}
	}
	return &copied
}

// newValue is a value that nothing in a world has.
const newValue = 77

// Insert adds an instance of an entity type, which is one of its supertypes, too, and
// the facts that come with it: its owners, and the one instance at the other end of a
// relationship type. It reports whether there are instances for these.
func (w *World) Insert(entity model.ID) bool {
	types := append([]model.ID{entity}, w.model.Supertypes(entity)...)
	made := &thing{map[model.ID][]int{}, map[model.ID]int{}, map[model.ID]bool{}}
	number := len(w.things[w.root[entity]])
	w.things[w.root[entity]] = append(w.things[w.root[entity]], made)
	for id := range w.model.Concepts.Entities {
		if w.root[id] == w.root[entity] {
			made.member[id] = slices.Contains(types, id)
		}
	}
	for _, of := range types {
		for _, item := range model.Sorted(w.model.Concepts.Entities[of].Attributes) {
			made.values[item.ID] = []int{newValue}
		}
		for _, item := range model.Sorted(w.model.Concepts.Relationships) {
			if !w.link(item.ID, item.Value, of, number) {
				return false
			}
		}
	}
	return true
}

// link relates a new instance as its insertion does.
func (w *World) link(id model.ID, relationship *model.Relationship, of model.ID, number int) bool {
	ends := model.Sorted(relationship.Participants)
	for at, own := range ends {
		if own.Value.Entity != of {
			continue
		}
		others := slices.Delete(slices.Clone(ends), at, at+1)
		if !er.All(others, func(end model.Item[*model.Participant]) bool { return end.Value.Cardinality == "1" }) || len(others) == 0 {
			continue
		}
		if !w.linkOnce(id, relationship, own, others, number) {
			return false
		}
	}
	return true
}

func (w *World) linkOnce(id model.ID, relationship *model.Relationship, own model.Item[*model.Participant], others []model.Item[*model.Participant], number int) bool {
	made := &fact{map[model.ID][]int{}, map[model.ID]int{own.ID: number}}
	for _, end := range others {
		root := w.root[end.Value.Entity]
		var possible []int
		for other := range w.things[root] {
			taken := own.Value.Cardinality == "1" && len(others) == 1 && slices.ContainsFunc(w.facts[id], func(f *fact) bool { return f.ends[end.ID] == other })
			if w.isMember(end.Value.Entity, other) && !taken && (root != w.root[own.Value.Entity] || other != number) {
				possible = append(possible, other)
			}
		}
		if len(possible) == 0 {
			return false
		}
		made.ends[end.ID] = possible[w.random.IntN(len(possible))]
		if relationship.Identifying {
			w.things[w.root[own.Value.Entity]][number].owners[id] = made.ends[end.ID]
		}
	}
	for attribute := range relationship.Attributes {
		made.values[attribute] = []int{newValue}
	}
	if !slices.ContainsFunc(w.facts[id], func(f *fact) bool { return maps.Equal(f.ends, made.ends) }) {
		w.facts[id] = append(w.facts[id], made)
	}
	return true
}

// Members are the numbers of the instances of an entity type.
func (w *World) Members(entity model.ID) []int {
	var found []int
	for number := range w.things[w.root[entity]] {
		if w.isMember(entity, number) {
			found = append(found, number)
		}
	}
	return found
}

// Facts is the number of facts of a relationship type.
func (w *World) Facts(relationship model.ID) int { return len(w.facts[relationship]) }

// Change gives an attribute of an instance, or of a fact, a new value.
func (w *World) Change(attribute model.ID, number int) {
	element, _ := w.model.Element(attribute)
	if w.model.Concepts.Relationships[element.Parent] != nil {
		w.facts[element.Parent][number].values[attribute] = []int{newValue}
		return
	}
	w.things[w.root[element.Parent]][number].values[attribute] = []int{newValue}
}

// Delete removes an instance with its facts and the weak instances that it owns. One of a
// subtype stays one of its supertypes.
func (w *World) Delete(entity model.ID, number int) {
	gone := w.things[w.root[entity]][number]
	for id := range gone.member {
		if id == entity || slices.Contains(w.model.Supertypes(id), entity) {
			gone.member[id] = false
		}
	}
	for _, item := range model.Sorted(w.model.Concepts.Relationships) {
		for end, participant := range item.Value.Participants {
			if w.root[participant.Entity] != w.root[entity] || w.isMember(participant.Entity, number) {
				continue
			}
			for _, f := range w.facts[item.ID] {
				owned := item.Value.Identifying && participant.Cardinality == "1" && f.ends[end] == number
				for other, weak := range item.Value.Participants {
					if owned && other != end && w.isMember(weak.Entity, f.ends[other]) {
						defer w.Delete(weak.Entity, f.ends[other])
					}
				}
			}
			w.facts[item.ID] = slices.DeleteFunc(w.facts[item.ID], func(f *fact) bool { return f.ends[end] == number })
		}
	}
}

// InsertFact adds a fact of a relationship type between random instances, if one is
// possible.
func (w *World) InsertFact(id model.ID) bool {
	before := len(w.facts[id])
	w.addFacts(id, w.model.Concepts.Relationships[id])
	if len(w.facts[id]) == before {
		return false
	}
	w.facts[id] = w.facts[id][:before+1]
	for attribute := range w.facts[id][before].values {
		w.facts[id][before].values[attribute] = []int{newValue}
	}
	return true
}

// DeleteFact removes a fact.
func (w *World) DeleteFact(relationship model.ID, number int) {
	w.facts[relationship] = slices.Delete(w.facts[relationship], number, number+1)
}
