package sample

import (
	"math"
	"slices"

	"widerow/model"
)

// membersOf returns the instances of a subtype: those of its supertypes that their hierarchies choose.
func (w *world) membersOf(subtype model.ID) *members {
	if found := w.members[subtype]; found != nil {
		return found
	}
	made := &members{is: make([]bool, w.instances(w.roots[subtype]))}
	w.members[subtype] = made // a hierarchy in a circle has nobody
	first := true
	for _, hierarchy := range w.er.Hierarchies {
		subtypes := model.Sorted(hierarchy.Value.Subtypes)
		place := slices.IndexFunc(subtypes, func(s model.Item[*model.Subtype]) bool { return s.Value.Entity == subtype })
		if place < 0 || w.m.Concepts.Entities[hierarchy.Value.Supertype] == nil || w.roots[hierarchy.Value.Supertype] != w.roots[subtype] {
			continue
		}
		chosen := make([]bool, len(made.is))
		for i, instance := range w.instancesOf(hierarchy.Value.Supertype) {
			chosen[instance] = w.chooses(hierarchy, place, len(subtypes), i) && (first || made.is[instance])
		}
		made.is, first = chosen, false
	}
	for i, is := range made.is {
		if is {
			made.all = append(made.all, int32(i))
		}
	}
	return made
}

// instancesOf lists the instances of an entity type.
func (w *world) instancesOf(entity model.ID) []int32 {
	if w.roots[entity] != entity {
		return w.membersOf(entity).all
	}
	all := make([]int32, w.instances(entity))
	for i := range all {
		all[i] = int32(i)
	}
	return all
}

// isMember reports whether an instance belongs to an entity type of its hierarchy.
func (w *world) isMember(instance int32, entity model.ID) bool {
	return w.roots[entity] == entity || w.membersOf(entity).is[instance]
}

// often is the share of the instances, one of so many, that also belong to another subtype where they may.
const often = 4

// chooses reports whether the i-th instance of a supertype is one of a subtype. The instances go round the
// subtypes, and those of none if there may be such; where several are allowed, some belong to another one, too.
func (w *world) chooses(hierarchy model.Item[*model.Hierarchy], place, subtypes, i int) bool {
	choices := choicesOf(hierarchy.Value, subtypes)
	first := (i + below(w.number(hierarchy.ID), choices)) % choices
	if first == place {
		return true
	}
	return !hierarchy.Value.Disjoint && first < subtypes && below(w.hash(w.number(hierarchy.ID), uint64(i), uint64(place)), often) == 0
}

func choicesOf(hierarchy *model.Hierarchy, subtypes int) int {
	if hierarchy.Total {
		return max(1, subtypes)
	}
	return subtypes + 1
}

// fraction returns about which part of the instances without supertypes belong to an entity type.
func (w *world) fraction(entity model.ID) float64 {
	part := 1.0
	const depth = 8
	for range depth {
		if w.roots[entity] == entity {
			return part
		}
		for _, hierarchy := range w.er.Hierarchies {
			subtypes := len(hierarchy.Value.Subtypes)
			isOne := slices.ContainsFunc(model.Sorted(hierarchy.Value.Subtypes), func(s model.Item[*model.Subtype]) bool { return s.Value.Entity == entity })
			if !isOne || w.roots[hierarchy.Value.Supertype] != w.roots[entity] {
				continue
			}
			one := 1 / float64(choicesOf(hierarchy.Value, subtypes))
			if !hierarchy.Value.Disjoint {
				one += one * float64(subtypes-1) / often
			}
			part, entity = part*min(1, one), hierarchy.Value.Supertype
			break
		}
	}
	return part
}

// leaves returns how many groups of instances the subtypes of an entity type make, so that each has some.
func (w *world) leaves(entity model.ID) float64 {
	least := 1.0
	for id := range w.m.Concepts.Entities {
		if w.roots[id] == entity && id != entity {
			least = min(least, w.fraction(id))
		}
	}
	return math.Ceil(1 / least)
}
