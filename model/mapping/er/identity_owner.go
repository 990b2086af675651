package er

import (
	"maps"
	"slices"

	"widerow/model"
)

// ownership is an owner of a node of a weak entity type.
type ownership struct {
	weak int
	Owner
}

// Owner is an entity type that identifies a weak one, by its participant in an
// identifying relationship type.
type Owner struct{ Entity, Relationship, Participant model.ID }

// Owners returns the owners of a weak entity type: the other participants of its
// identifying relationship types on the side of "1".
func (c *Concepts) Owners(weak model.ID) []Owner {
	owners, known := c.ownersOf[weak]
	if known {
		return owners
	}
	for _, id := range c.joins[weak] {
		relationship := c.Model.Concepts.Relationships[id]
		if !relationship.Identifying || c.ownsThrough(weak, relationship) {
			continue
		}
		for _, participant := range c.Participants[id] {
			entity := participant.Value.Entity
			if c.Model.Concepts.Entities[entity] != nil && entity != weak {
				owners = append(owners, Owner{entity, id, participant.ID})
			}
		}
	}
	c.ownersOf[weak] = owners
	return owners
}

// ownsThrough reports whether an entity type is the owner in an identifying
// relationship type, not the weak one: the others are "n" or are weak while its
// own end is "1".
func (c *Concepts) ownsThrough(entity model.ID, relationship *model.Relationship) bool {
	one, other := false, false
	for _, participant := range relationship.Participants {
		switch weak := c.Model.Concepts.Entities[participant.Entity]; {
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
func (in *Identity) ownerNode(o Owner, at int, t Tree) int {
	if in.whole != nil {
		if known, found := in.whole.ownerAt[ownership{at, o}]; found {
			return known
		}
	}
	for _, relationship := range t.Nodes {
		if in.graph.Node(relationship).Of != o.Relationship {
			continue
		}
		if owner, leads := in.ownerBy(relationship, at, o.Participant, t); leads {
			return owner
		}
	}
	if shared, found := in.sharedOwner(at, model.OwnerStep{Relationship: o.Relationship, By: o.Participant, Entity: o.Entity}); found {
		return shared
	}
	if in.graph.isOwned(o.Entity, in.graph.Node(at).Of) {
		return in.graph.place(Node{Of: o.Entity}) // they own each other: there is no end
	}
	return in.further(o.Entity, o.Participant, at)
}

// ownerBy returns the owner of a weak instance by an identifying relationship type of the path, if
// the instance takes part in it. An instance outside of the path takes part if the relationship
// type requires it.
func (in *Identity) ownerBy(relationship, at int, owner model.ID, t Tree) (int, bool) {
	ends := map[model.ID]int{}
	maps.Copy(ends, t.Ends[relationship])
	for _, e := range in.Ends[relationship] {
		ends[e.ID] = e.Node
	}
	place, known := ends[owner]
	for id, instance := range ends {
		if id != owner && instance == at && known && slices.Contains(in.Nodes, place) {
			return place, true
		}
	}
	return 0, false
}

// isOwned reports whether an entity type has another one among its owners, at any
// distance.
func (g *Graph) isOwned(weak, by model.ID) bool {
	seen := map[model.ID]bool{weak: true}
	for queue := []model.ID{weak}; len(queue) > 0; queue = queue[1:] {
		if entity := g.Model.Concepts.Entities[queue[0]]; entity == nil || !entity.Weak {
			continue
		}
		for _, o := range g.Owners(queue[0]) {
			if o.Entity == by {
				return true
			}
			if !seen[o.Entity] {
				seen[o.Entity] = true
				queue = append(queue, o.Entity)
			}
		}
	}
	return false
}

// OwnerOf returns the node of one owner of a weak node.
func (in *Identity) OwnerOf(weak int, by Owner) int { return in.ownerAt[ownership{weak, by}] }
