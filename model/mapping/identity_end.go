package mapping

import (
	"slices"

	"widerow/model"
)

// relationship adds the dependencies of a relationship type: it determines its
// participants, and a participant of cardinality 1 is determined by all others. The
// participants determine one, with its partial key; but not if it has a key, for which
// there may be several of the same participants.
func (in *identity) relationship(at int, t tree) {
	relationship := in.graph.model.Concepts.Relationships[in.graph.node(at).of]
	ends, known := in.ends[at]
	if !known {
		ends = in.findEnds(at, relationship, t)
		in.ends[at] = ends
	}
	in.stepAlong(at, ends, t)
	participants := make([]int, 0, len(ends))
	for _, end := range ends {
		in.depends(end.node, nil, at)
		participants = append(participants, end.node)
	}
	partial := in.keysOf(at, true)
	in.own[at] = partial
	keys := in.keysOf(at, false)
	if len(keys) > 0 {
		in.own[at] = append(keys, partial...)
		in.depends(at, keys)
	}
	if len(keys) == 0 || len(partial) > 0 {
		in.depends(at, partial, participants...)
	}
	for i, end := range ends {
		if end.one && len(ends) > 1 && len(partial) == 0 {
			others := slices.Delete(slices.Clone(participants), i, i+1)
			in.depends(at, nil, others...)
		}
	}
}

// end is a participant with its node. one: of cardinality 1.
type end struct {
	node        int
	one         bool
	id          model.ID
	participant *model.Participant
}

// findEnds finds the node of each participant: those in the tree first, then one of
// its own for each that is left.
func (in *identity) findEnds(at int, relationship *model.Relationship, t tree) []end {
	var ends []end
	taken := map[int]bool{}
	for _, item := range in.graph.participants[in.graph.node(at).of] {
		entity := item.Value.Entity
		if in.graph.model.Concepts.Entities[entity] == nil {
			continue
		}
		place := in.endNode(at, item.ID, entity, t, taken)
		taken[place] = true
		in.need(place, at)
		ends = append(ends, end{place, item.Value.Cardinality == "1", item.ID, item.Value})
	}
	return ends
}

func (in *identity) endNode(at int, participant, entity model.ID, t tree, taken map[int]bool) int {
	if in.whole != nil {
		for _, known := range in.whole.ends[at] {
			if known.id == participant {
				return known.node
			}
		}
	}
	if place, assigned := t.ends[at][participant]; assigned && slices.Contains(t.nodes, place) {
		return place
	}
	if in.namesOtherEnd(at, participant) {
		return in.graph.place(node{of: entity, participant: participant})
	}
	for _, of := range t.neighbours(at) {
		if shared, found := in.sharedOwner(of, model.OwnerStep{Relationship: in.graph.node(at).of, By: participant}); found {
			return shared
		}
	}
	return in.further(entity, participant, at)
}

// stepAlong follows the ways to common owners that lead over a relationship type.
func (in *identity) stepAlong(at int, ends []end, t tree) {
	for _, of := range ends {
		for _, by := range ends {
			if of.id != by.id {
				in.stepped(of.node, model.OwnerStep{Relationship: in.graph.node(at).of, By: by.id, Entity: by.participant.Entity}, by.node, t)
			}
		}
	}
}

// namesOtherEnd reports whether the query names another participant of the same
// relationship and entity type by its role.
func (in *identity) namesOtherEnd(relationship int, participant model.ID) bool {
	ends := in.graph.model.Concepts.Relationships[in.graph.node(relationship).of].Participants
	for id, end := range ends {
		if _, named := in.graph.find(node{of: end.Entity, participant: id}); named && id != participant && end.Entity == ends[participant].Entity {
			return true
		}
	}
	return false
}
