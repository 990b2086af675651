package er

import (
	"maps"
	"slices"

	"widerow/model"
)

// common is the owner that the participants of a relationship type have in common, which
// says so by Within: the tenant of a customer and of the tickets that the customer opens.
type common struct {
	relationship, owner model.ID
	weak                int // the instance that the relationship type identifies, or -1
	ways                map[model.ID][]model.OwnerStep
	// members are the instances that have this owner, each with its way there.
	members map[int][]model.OwnerStep
	node    int // -1 until a way has led to the owner
}

// WithinOf returns the ways of a relationship type's participants to the owner that they
// have in common, nil if it is within none.
func (c *Concepts) WithinOf(relationship model.ID) map[model.ID][]model.OwnerStep {
	within := c.Model.Concepts.Relationships[relationship].Within
	if within == "" {
		return nil
	}
	ways, known := c.withins[relationship]
	if !known {
		var problem string
		if ways, problem = c.waysUp().Within(c.Model, relationship, within); problem != "" {
			ways = nil // model/validation says it
		}
		c.withins[relationship] = ways
	}
	return ways
}

// findCommons finds the owners that instances on the path have in common, before their own
// owners are looked for.
func (in *Identity) findCommons(t Tree) {
	for _, at := range t.Nodes {
		relationship := in.graph.Model.Concepts.Relationships[in.graph.Node(at).Of]
		if relationship == nil || in.graph.WithinOf(in.graph.Node(at).Of) == nil {
			continue
		}
		c := in.addCommon(in.graph.Node(at).Of)
		in.Ends[at] = in.findEnds(at, relationship, t)
		for _, end := range in.Ends[at] {
			if way := c.ways[end.ID]; way != nil {
				in.join(c, end.Node, way, t)
			}
			if entity := in.graph.Model.Concepts.Entities[end.Participant.Entity]; relationship.Identifying && entity.Weak {
				c.weak = end.Node
			}
		}
	}
}

func (in *Identity) addCommon(relationship model.ID) *common {
	c := &common{relationship, in.graph.Model.Concepts.Relationships[relationship].Within, -1, in.graph.WithinOf(relationship), map[int][]model.OwnerStep{}, -1}
	in.Commons = append(in.Commons, c)
	return c
}

// commonOf returns the owner that a weak instance and the owners by an identifying
// relationship type have in common, nil if it has none.
func (in *Identity) commonOf(weak int, o Owner, t Tree) *common {
	if in.graph.WithinOf(o.Relationship) == nil {
		return nil
	}
	for _, c := range in.Commons {
		if c.relationship == o.Relationship && c.weak == weak {
			return c
		}
	}
	c := in.addCommon(o.Relationship)
	c.weak = weak
	for _, end := range in.graph.Participants[o.Relationship] {
		if way := c.ways[end.ID]; way != nil && end.Value.Entity == in.graph.Node(weak).Of {
			in.join(c, weak, way, t)
		}
	}
	return c
}

// join makes an instance one of those with a common owner, and follows its way there as far
// as it is known.
func (in *Identity) join(c *common, at int, way []model.OwnerStep, t Tree) {
	if len(way) == 0 {
		in.meet(c, at)
		return
	}
	c.members[at] = way
	if next, found := in.stepTo(at, way[0], t); found {
		in.join(c, next, way[1:], t)
	}
}

func (in *Identity) meet(c *common, owner int) {
	if c.node < 0 {
		c.node = owner
	} else if c.node != owner {
		in.same(c.node, owner)
	}
}

// stepTo returns the node to which a step leads from another one, if it is known.
func (in *Identity) stepTo(at int, step model.OwnerStep, t Tree) (int, bool) {
	if next, found := in.ownerAt[ownership{at, Owner{step.Entity, step.Relationship, step.By}}]; found {
		return next, true
	}
	if step.Relationship == "" {
		for _, near := range t.Neighbours(at) {
			if in.graph.Node(near).Of == step.Entity {
				return near, true
			}
		}
		return 0, false
	}
	for _, relationship := range t.Nodes {
		ends := t.Ends[relationship]
		if of, found := ends[step.Of]; found && of == at && in.graph.Node(relationship).Of == step.Relationship {
			next, known := ends[step.By]
			return next, known
		}
	}
	return 0, false
}

// stepped follows the ways that lead from one node to another.
func (in *Identity) stepped(from int, step model.OwnerStep, to int, t Tree) {
	for _, c := range in.Commons {
		if way := c.members[from]; len(way) > 0 && way[0].Relationship == step.Relationship && way[0].By == step.By && way[0].Entity == step.Entity {
			in.join(c, to, way[1:], t)
		}
	}
}

// sharedOwner returns the node of an owner that others have in common with an instance, if
// the step from that leads to it. One that is not known yet has no role: it is the same for
// whatever role.
func (in *Identity) sharedOwner(from int, step model.OwnerStep) (int, bool) {
	in.linkCommons()
	for _, c := range in.Commons {
		way := c.members[from]
		if len(way) != 1 || way[0].Relationship != step.Relationship || way[0].By != step.By {
			continue
		}
		if c.node >= 0 {
			return c.node, true
		}
		if at := in.graph.place(Node{Of: c.owner}); in.isFree(at) {
			return at, true
		}
	}
	return 0, false
}

// linkCommons passes the node of an owner on to all who have it in common: an instance that
// has an owner in common with some has the same one in common with others.
func (in *Identity) linkCommons() {
	for changed := true; changed; {
		changed = false
		for _, c := range in.Commons {
			if c.node < 0 {
				c.node = in.linkedOwner(c)
				changed = changed || c.node >= 0
			}
		}
	}
}

// linkedOwner returns the node of the owner that a member has in common with others, too, -1
// if it is not known.
func (in *Identity) linkedOwner(c *common) int {
	for _, other := range in.Commons {
		if other.node < 0 || other.owner != c.owner {
			continue
		}
		for at, way := range c.members {
			if slices.Equal(other.members[at], way) {
				return other.node
			}
		}
	}
	return -1
}

// shareOwners adds that each of the members determines the owner.
func (in *Identity) shareOwners() {
	for _, c := range in.Commons {
		for _, at := range in.Nodes {
			if c.members[at] != nil && c.node >= 0 {
				in.depends(c.node, nil, at)
			}
		}
	}
}

// distinct leaves out patterns with the meaning of an earlier one, where instances share an owner:
// the tenant of the customer is also the tenant of the ticket.
func (q *Question) distinct(patterns []Tree) []Tree {
	if len(patterns) < 2 || len(q.Graph.Tenants()) == 0 {
		return patterns
	}
	var kept []Tree
	for _, t := range patterns {
		if !slices.ContainsFunc(kept, func(k Tree) bool { return q.implies(k, t) && q.implies(t, k) }) {
			kept = append(kept, t)
		}
	}
	return kept
}

// implies reports whether the instances of a pattern are related as those of another one.
func (q *Question) implies(t, other Tree) bool {
	in := NewIdentity(q.Graph, t)
	return All(other.Nodes, func(at int) bool {
		return !q.Graph.IsRelationship(at) || maps.Equal(t.Ends[at], other.Ends[at]) || in.Relates(q.Graph.Node(at).Of, other.Ends[at])
	})
}

// Relates reports whether an owner among instances is related to the instance that it owns
// by a relationship type, although no pattern says so.
func (in *Identity) Relates(relationship model.ID, ends map[model.ID]int) bool {
	for _, item := range in.graph.Participants[relationship] {
		by, found := ends[item.ID]
		for of, at := range ends {
			if !found || of == item.ID {
				continue
			}
			step := model.OwnerStep{Relationship: relationship, By: item.ID, Entity: item.Value.Entity}
			if owner, known := in.ownerAt[ownership{at, Owner{step.Entity, relationship, item.ID}}]; known && owner == by {
				return true
			}
			if owner, shared := in.sharedOwner(at, step); shared && owner == by {
				return true
			}
		}
	}
	return false
}
