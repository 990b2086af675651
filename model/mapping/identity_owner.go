package mapping

import (
	"maps"
	"slices"

	"widerow/model"
)

// ownership is an owner of a node of a weak entity type.
type ownership struct {
	weak int
	owner
}

// owner is an entity type that identifies a weak one, by its participant in an
// identifying relationship type.
type owner struct{ entity, relationship, participant model.ID }

// owners returns the owners of a weak entity type: the other participants of its
// identifying relationship types on the side of "1".
func (c *concepts) owners(weak model.ID) []owner {
	owners, known := c.ownersOf[weak]
	if known {
		return owners
	}
	for _, id := range c.joins[weak] {
		relationship := c.model.Concepts.Relationships[id]
		if !relationship.Identifying || c.ownsThrough(weak, relationship) {
			continue
		}
		for _, participant := range c.participants[id] {
			entity := participant.Value.Entity
			if c.model.Concepts.Entities[entity] != nil && entity != weak {
				owners = append(owners, owner{entity, id, participant.ID})
			}
		}
	}
	c.ownersOf[weak] = owners
	return owners
}

// ownsThrough reports whether an entity type is the owner in an identifying
// relationship type, not the weak one: the others are "n" or are weak while its
// own end is "1".
func (c *concepts) ownsThrough(entity model.ID, relationship *model.Relationship) bool {
	one, other := false, false
	for _, participant := range relationship.Participants {
		switch weak := c.model.Concepts.Entities[participant.Entity]; {
		case participant.Entity == entity:
			one = one || participant.Cardinality == "1"
		case weak != nil && weak.Weak && participant.Cardinality != "1":
			other = true
		}
	}
	return one && other
}

// ownerNode returns the node of the instance that owns a weak one: that to which
// the path leads by the identifying relationship type, or one outside of the path.
func (in *identity) ownerNode(o owner, at int, t tree) int {
	if in.whole != nil {
		if known, found := in.whole.ownerAt[ownership{at, o}]; found {
			return known
		}
	}
	for _, relationship := range t.nodes {
		if in.graph.node(relationship).of != o.relationship {
			continue
		}
		if owner, leads := in.ownerBy(relationship, at, o.participant, t); leads {
			return owner
		}
	}
	if shared, found := in.sharedOwner(at, model.OwnerStep{Relationship: o.relationship, By: o.participant, Entity: o.entity}); found {
		return shared
	}
	if in.graph.isOwned(o.entity, in.graph.node(at).of) {
		return in.graph.place(node{of: o.entity}) // they own each other: there is no end
	}
	return in.further(o.entity, o.participant, at)
}

// ownerBy returns the owner of a weak instance by an identifying relationship type of the
// path, if the instance takes part in it. An instance outside of the path does so if it is
// what the relationship type needs.
func (in *identity) ownerBy(relationship, at int, owner model.ID, t tree) (int, bool) {
	ends := map[model.ID]int{}
	maps.Copy(ends, t.ends[relationship])
	for _, e := range in.ends[relationship] {
		ends[e.id] = e.node
	}
	place, known := ends[owner]
	for id, instance := range ends {
		if id != owner && instance == at && known && slices.Contains(in.nodes, place) {
			return place, true
		}
	}
	return 0, false
}

// isOwned reports whether an entity type has another one among its owners, at any
// distance.
func (g *graph) isOwned(weak, by model.ID) bool {
	seen := map[model.ID]bool{weak: true}
	for queue := []model.ID{weak}; len(queue) > 0; queue = queue[1:] {
		if entity := g.model.Concepts.Entities[queue[0]]; entity == nil || !entity.Weak {
			continue
		}
		for _, o := range g.owners(queue[0]) {
			if o.entity == by {
				return true
			}
			if !seen[o.entity] {
				seen[o.entity] = true
				queue = append(queue, o.entity)
			}
		}
	}
	return false
}
