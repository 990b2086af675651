package mapping

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

// withinOf returns the ways of a relationship type's participants to the owner that they
// have in common, nil if it is within none.
func (c *concepts) withinOf(relationship model.ID) map[model.ID][]model.OwnerStep {
	within := c.model.Concepts.Relationships[relationship].Within
	if within == "" {
		return nil
	}
	ways, known := c.withins[relationship]
	if !known {
		var problem string
		if ways, problem = c.waysUp().Within(c.model, relationship, within); problem != "" {
			ways = nil // model/validation says it
		}
		c.withins[relationship] = ways
	}
	return ways
}

// findCommons finds the owners that instances on the path have in common, before their own
// owners are looked for.
func (in *identity) findCommons(t tree) {
	for _, at := range t.nodes {
		relationship := in.graph.model.Concepts.Relationships[in.graph.node(at).of]
		if relationship == nil || in.graph.withinOf(in.graph.node(at).of) == nil {
			continue
		}
		c := in.addCommon(in.graph.node(at).of)
		in.ends[at] = in.findEnds(at, relationship, t)
		for _, end := range in.ends[at] {
			if way := c.ways[end.id]; way != nil {
				in.join(c, end.node, way, t)
			}
			if entity := in.graph.model.Concepts.Entities[end.participant.Entity]; relationship.Identifying && entity.Weak {
				c.weak = end.node
			}
		}
	}
}

func (in *identity) addCommon(relationship model.ID) *common {
	c := &common{relationship, in.graph.model.Concepts.Relationships[relationship].Within, -1, in.graph.withinOf(relationship), map[int][]model.OwnerStep{}, -1}
	in.commons = append(in.commons, c)
	return c
}

// commonOf returns the owner that a weak instance and the owners by an identifying
// relationship type have in common, nil if it has none.
func (in *identity) commonOf(weak int, o owner, t tree) *common {
	if in.graph.withinOf(o.relationship) == nil {
		return nil
	}
	for _, c := range in.commons {
		if c.relationship == o.relationship && c.weak == weak {
			return c
		}
	}
	c := in.addCommon(o.relationship)
	c.weak = weak
	for _, end := range in.graph.participants[o.relationship] {
		if way := c.ways[end.ID]; way != nil && end.Value.Entity == in.graph.node(weak).of {
			in.join(c, weak, way, t)
		}
	}
	return c
}

// join makes an instance one of those with a common owner, and follows its way there as far
// as it is known.
func (in *identity) join(c *common, at int, way []model.OwnerStep, t tree) {
	if len(way) == 0 {
		in.meet(c, at)
		return
	}
	c.members[at] = way
	if next, found := in.stepTo(at, way[0], t); found {
		in.join(c, next, way[1:], t)
	}
}

func (in *identity) meet(c *common, owner int) {
	if c.node < 0 {
		c.node = owner
	} else if c.node != owner {
		in.same(c.node, owner)
	}
}

// stepTo returns the node to which a step leads from another one, if it is known.
func (in *identity) stepTo(at int, step model.OwnerStep, t tree) (int, bool) {
	if next, found := in.ownerAt[ownership{at, owner{step.Entity, step.Relationship, step.By}}]; found {
		return next, true
	}
	if step.Relationship == "" {
		for _, near := range t.neighbours(at) {
			if in.graph.node(near).of == step.Entity {
				return near, true
			}
		}
		return 0, false
	}
	for _, relationship := range t.nodes {
		ends := t.ends[relationship]
		if of, found := ends[step.Of]; found && of == at && in.graph.node(relationship).of == step.Relationship {
			next, known := ends[step.By]
			return next, known
		}
	}
	return 0, false
}

// stepped follows the ways that lead from one node to another.
func (in *identity) stepped(from int, step model.OwnerStep, to int, t tree) {
	for _, c := range in.commons {
		if way := c.members[from]; len(way) > 0 && way[0].Relationship == step.Relationship && way[0].By == step.By && way[0].Entity == step.Entity {
			in.join(c, to, way[1:], t)
		}
	}
}

// sharedOwner returns the node of an owner that others have in common with an instance, if
// the step from that leads to it. One that is not known yet has no role: it is the same for
// whatever role.
func (in *identity) sharedOwner(from int, step model.OwnerStep) (int, bool) {
	in.linkCommons()
	for _, c := range in.commons {
		way := c.members[from]
		if len(way) != 1 || way[0].Relationship != step.Relationship || way[0].By != step.By {
			continue
		}
		if c.node >= 0 {
			return c.node, true
		}
		if at := in.graph.place(node{of: c.owner}); in.isFree(at) {
			return at, true
		}
	}
	return 0, false
}

// linkCommons passes the node of an owner on to all who have it in common: an instance that
// has an owner in common with some has the same one in common with others.
func (in *identity) linkCommons() {
	for changed := true; changed; {
		changed = false
		for _, c := range in.commons {
			if c.node < 0 {
				c.node = in.linkedOwner(c)
				changed = changed || c.node >= 0
			}
		}
	}
}

// linkedOwner returns the node of the owner that a member has in common with others, too, -1
// if it is not known.
func (in *identity) linkedOwner(c *common) int {
	for _, other := range in.commons {
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

// shareOwners says that whoever knows one of the members knows the owner.
func (in *identity) shareOwners() {
	for _, c := range in.commons {
		for _, at := range in.nodes {
			if c.members[at] != nil && c.node >= 0 {
				in.depends(c.node, nil, at)
			}
		}
	}
}

// distinct leaves out the patterns that mean the same as one before, since owners are in
// common: the tenant of the customer is that of the ticket.
func (q *question) distinct(patterns []tree) []tree {
	if len(patterns) < 2 || len(q.graph.tenants()) == 0 {
		return patterns
	}
	var kept []tree
	for _, t := range patterns {
		if !slices.ContainsFunc(kept, func(k tree) bool { return q.implies(k, t) && q.implies(t, k) }) {
			kept = append(kept, t)
		}
	}
	return kept
}

// implies reports whether the instances of a pattern are related as those of another one.
func (q *question) implies(t, other tree) bool {
	in := newIdentity(q.graph, t)
	return all(other.nodes, func(at int) bool {
		return !q.graph.isRelationship(at) || maps.Equal(t.ends[at], other.ends[at]) || in.relates(q.graph.node(at).of, other.ends[at])
	})
}

// relates reports whether an owner among instances is related to the instance that it owns
// by a relationship type, although no pattern says so.
func (in *identity) relates(relationship model.ID, ends map[model.ID]int) bool {
	for _, item := range in.graph.participants[relationship] {
		by, found := ends[item.ID]
		for of, at := range ends {
			if !found || of == item.ID {
				continue
			}
			step := model.OwnerStep{Relationship: relationship, By: item.ID, Entity: item.Value.Entity}
			if owner, known := in.ownerAt[ownership{at, owner{step.Entity, relationship, item.ID}}]; known && owner == by {
				return true
			}
			if owner, shared := in.sharedOwner(at, step); shared && owner == by {
				return true
			}
		}
	}
	return false
}
