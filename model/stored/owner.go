package stored

import (
	"slices"

	"widerow/model"
)

// unique is an attribute whose values no two instances share: among all or, with an owner, among
// those of one owner.
type unique struct{ attribute, within model.ID }

// addOwners collects the ways to owners that relationship types have in common, and the
// unique attributes.
func (c *Concepts) addOwners() {
	c.owners = model.NewOwners(c.model)
	for id, relationship := range c.model.Concepts.Relationships {
		c.addUniques(id, relationship.Attributes)
		if relationship.Within == "" {
			continue
		}
		if ways, problem := c.owners.Within(c.model, id, relationship.Within); problem == "" {
			c.withins[id] = ways
		}
	}
	for id, entity := range c.model.Concepts.Entities {
		c.addUniques(id, entity.Attributes)
	}
}

func (c *Concepts) addUniques(of model.ID, attributes map[model.ID]*model.Attribute) {
	for _, item := range model.Sorted(attributes) {
		if item.Value.Unique {
			c.uniques[of] = append(c.uniques[of], unique{item.ID, item.Value.UniqueWithin})
		}
	}
}

// follow returns the nodes along a way from a node, as far as the links lead.
func follow(nodes []Node, links []Link, at int, way []model.OwnerStep) []int {
	reached := []int{at}
	for _, step := range way {
		next := stepFrom(nodes, links, at, step)
		if next < 0 {
			break
		}
		at, reached = next, append(reached, next)
	}
	return reached
}

// stepFrom returns the node to which a step leads from another one, -1 if no link does.
func stepFrom(nodes []Node, links []Link, at int, step model.OwnerStep) int {
	for _, l := range links {
		switch {
		case step.Relationship == "" && l.From == at && l.Participant == "" && nodes[l.To].Of == step.Entity:
			return l.To
		case step.Relationship != "" && l.To == at && l.Participant == step.Of && nodes[l.From].Of == step.Relationship:
			for _, by := range links {
				if by.From == l.From && by.Participant == step.By {
					return by.To
				}
			}
		}
	}
	return -1
}

// shareOwner makes the owners one that participants of a relationship type have in common.
// It reports whether it changed something.
func (g *completion) shareOwner(relationship int) bool {
	owner := -1
	for participant, way := range g.withins[g.nodes[relationship].Of] {
		end := g.endOf(relationship, participant)
		if end < 0 {
			continue
		}
		reached := follow(g.nodes, g.links, end, way)
		switch at := reached[len(reached)-1]; {
		case len(reached) <= len(way) || at == owner:
		case owner < 0:
			owner = at
		default:
			g.unite(min(owner, at), max(owner, at))
			return true
		}
	}
	return false
}

// addCommonOwner adds that who knows a participant of a relationship type, or what is on its
// way to the owner that all have in common, knows the owner.
func (c *Concepts) addCommonOwner(made *Closure, relationship int) {
	owner, members := c.commonOwners(made.meaning, relationship)
	for _, at := range members {
		if owner >= 0 {
			made.add(owner, nil, at)
		}
	}
}

// commonOwners returns the node of the owner that the participants of a relationship type have
// in common, -1 if no way leads to it, and the nodes on the ways to it.
func (c *Concepts) commonOwners(m *Meaning, relationship int) (owner int, members []int) {
	owner = -1
	for participant, way := range c.withins[m.Nodes[relationship].Of] {
		for _, l := range m.Links {
			if l.From != relationship || l.Participant != participant {
				continue
			}
			reached := follow(m.Nodes, m.Links, l.To, way)
			if len(reached) > len(way) {
				owner, reached = reached[len(way)], reached[:len(way)]
			}
			members = append(members, reached...)
		}
	}
	return owner, members
}

// addUnique adds that a unique value determines its instance: among all, or among those of one
// owner.
func (c *Concepts) addUnique(made *Closure, at int) {
	for _, u := range c.uniques[made.meaning.Nodes[at].Of] {
		value := []Value{{Node: at, Attribute: u.attribute}}
		if u.within == "" {
			made.add(at, value)
		} else if owner := c.ownerOf(made.meaning, at, u.within); owner >= 0 {
			made.add(at, value, owner)
		}
	}
}

// ownerOf returns the node of an instance's owner, at any distance, -1 if it is not known: of
// a relationship type, that of the first participant that has one.
func (c *Concepts) ownerOf(m *Meaning, at int, owner model.ID) int {
	of := m.Nodes[at].Of
	for _, item := range c.ends[of] {
		end := slices.IndexFunc(m.Links, func(l Link) bool { return l.From == at && l.Participant == item.ID })
		if end < 0 {
			continue
		}
		if item.Value.Entity == owner {
			return m.Links[end].To
		}
		if found := c.ownerOf(m, m.Links[end].To, owner); found >= 0 {
			return found
		}
	}
	if way, _ := c.owners.Way(of, owner, ""); way != nil {
		if reached := follow(m.Nodes, m.Links, at, way); len(reached) > len(way) {
			return reached[len(way)]
		}
	}
	for by, n := range m.Nodes {
		relationship := c.model.Concepts.Relationships[n.Of]
		if relationship == nil || relationship.Within != owner {
			continue
		}
		if found, members := c.commonOwners(m, by); found >= 0 && slices.Contains(members, at) {
			return found
		}
	}
	return -1
}
