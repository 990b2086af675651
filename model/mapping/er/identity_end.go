package er

import (
	"slices"

	"widerow/model"
)

// relationship adds the dependencies of a relationship type: it determines its
// participants, and a participant of cardinality 1 is determined by all others. The
// participants determine one, with its partial key; but not if it has a key, for which
// there may be several of the same participants.
func (in *Identity) relationship(at int, t Tree) {
	relationship := in.graph.Model.Concepts.Relationships[in.graph.Node(at).Of]
	ends, known := in.Ends[at]
	if !known {
		ends = in.findEnds(at, relationship, t)
		in.Ends[at] = ends
	}
	in.stepAlong(at, ends, t)
	participants := make([]int, 0, len(ends))
	for _, end := range ends {
		in.depends(end.Node, nil, at)
		participants = append(participants, end.Node)
	}
	partial := in.keysOf(at, true)
	in.Own[at] = partial
	keys := in.keysOf(at, false)
	if len(keys) > 0 {
		in.Own[at] = append(keys, partial...)
		in.depends(at, keys)
	}
	if len(keys) == 0 || len(partial) > 0 {
		in.depends(at, partial, participants...)
	}
	for i, end := range ends {
		if end.One && len(ends) > 1 && len(partial) == 0 {
			others := slices.Delete(slices.Clone(participants), i, i+1)
			in.depends(at, nil, others...)
		}
	}
}

// End is a participant with its node. one: of cardinality 1.
type End struct {
	Node        int
	One         bool
	ID          model.ID
	Participant *model.Participant
}

// findEnds finds the node of each participant: those in the tree first, then one of
// its own for each that is left.
func (in *Identity) findEnds(at int, relationship *model.Relationship, t Tree) []End {
	var ends []End
	taken := map[int]bool{}
	for _, item := range in.graph.Participants[in.graph.Node(at).Of] {
		entity := item.Value.Entity
		if in.graph.Model.Concepts.Entities[entity] == nil {
			continue
		}
		place := in.endNode(at, item.ID, entity, t, taken)
		taken[place] = true
		in.need(place, at)
		ends = append(ends, End{place, item.Value.Cardinality == "1", item.ID, item.Value})
	}
	return ends
}

func (in *Identity) endNode(at int, participant, entity model.ID, t Tree, taken map[int]bool) int {
	if in.whole != nil {
		for _, known := range in.whole.Ends[at] {
			if known.ID == participant {
				return known.Node
			}
		}
	}
	if place, assigned := t.Ends[at][participant]; assigned && slices.Contains(t.Nodes, place) {
		return place
	}
	if in.namesOtherEnd(at, participant) {
		return in.graph.place(Node{Of: entity, Participant: participant})
	}
	for _, of := range t.Neighbours(at) {
		if shared, found := in.sharedOwner(of, model.OwnerStep{Relationship: in.graph.Node(at).Of, By: participant}); found {
			return shared
		}
	}
	return in.further(entity, participant, at)
}

// stepAlong follows the ways to common owners that lead over a relationship type.
func (in *Identity) stepAlong(at int, ends []End, t Tree) {
	for _, of := range ends {
		for _, by := range ends {
			if of.ID != by.ID {
				in.stepped(of.Node, model.OwnerStep{Relationship: in.graph.Node(at).Of, By: by.ID, Entity: by.Participant.Entity}, by.Node, t)
			}
		}
	}
}

// namesOtherEnd reports whether the query names another participant of the same
// relationship and entity type by its role.
func (in *Identity) namesOtherEnd(relationship int, participant model.ID) bool {
	ends := in.graph.Model.Concepts.Relationships[in.graph.Node(relationship).Of].Participants
	for id, end := range ends {
		if _, named := in.graph.Find(Node{Of: end.Entity, Participant: id}); named && id != participant && end.Entity == ends[participant].Entity {
			return true
		}
	}
	return false
}
