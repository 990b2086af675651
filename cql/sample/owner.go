package sample

import (
	"widerow/model"
	"widerow/model/stored"
)

// common is the owner that all ends of a fact have in common, which the relationship type demands by Within.
type common struct {
	ways map[model.ID][]model.OwnerStep
	// owned lists the instances of an end by their owner.
	owned []map[int32][]int32
}

func (w *world) commonOwner(relationship model.ID) *common {
	ways := w.er.WithinOf(relationship)
	if owner := w.assumed[relationship]; ways == nil && owner != "" {
		ways, _ = model.NewOwners(w.m).Within(w.m, relationship, owner)
	}
	if ways == nil {
		return nil
	}
	return &common{ways: ways, owned: make([]map[int32][]int32, len(w.er.Participants[relationship]))}
}

// assumeOwners finds relationship types whose ends share an owner, although the model does not say so: a table stores
// the number of an address and the key of the customer who ordered, but not the key of the customer who owns the
// address. The two customers are then taken to be one.
func (w *world) assumeOwners(m *stored.Meaning) {
	isStored := map[stored.Value]bool{}
	for _, value := range m.Columns {
		isStored[stored.Value{Node: value.Node, Attribute: value.Attribute}] = true
	}
	stores := func(node int, kind model.KeyKind) bool {
		for id, attribute := range w.m.AttributesOf(m.Nodes[node].Of) {
			if attribute.Key == kind && isStored[stored.Value{Node: node, Attribute: id}] {
				return true
			}
		}
		return false
	}
	for weak := range m.Nodes {
		owner := w.ownerNode(m, weak)
		if owner < 0 || !stores(weak, model.PartialKey) || stores(owner, model.Key) {
			continue
		}
		isOther := func(node int) bool {
			return node != owner && m.Nodes[node].Of == m.Nodes[owner].Of && stores(node, model.Key)
		}
		for other := range m.Nodes {
			if isOther(other) {
				w.assumeWithin(m, weak, m.Nodes[owner].Of)
			}
		}
	}
}

// ownerNode returns the owner of a weak instance in a meaning, -1 if it has none there.
func (w *world) ownerNode(m *stored.Meaning, weak int) int {
	for _, owner := range w.ownersOf(m.Nodes[weak].Of) {
		for _, l := range m.Links {
			if l.To != weak || m.Nodes[l.From].Of != owner.Relationship {
				continue
			}
			for _, other := range m.Links {
				if other.From == l.From && other.Participant == owner.Participant {
					return other.To
				}
			}
		}
	}
	return -1
}

func (w *world) assumeWithin(m *stored.Meaning, weak int, owner model.ID) {
	for _, l := range m.Links {
		relationship := w.m.Concepts.Relationships[m.Nodes[l.From].Of]
		if l.To != weak || relationship == nil || relationship.Identifying {
			continue
		}
		if _, problem := model.NewOwners(w.m).Within(w.m, m.Nodes[l.From].Of, owner); problem == "" {
			w.assumed[m.Nodes[l.From].Of] = owner
		}
	}
}

// candidates returns the instances of an end that have the owner of those that are chosen already; nil if any may
// take part.
func (c *common) candidates(b *factsBuilder, end int) []int32 {
	if c == nil || c.ways[b.ends[end].ID] == nil {
		return nil
	}
	owner, found := int32(-1), false
	for other := range b.ends {
		if way := c.ways[b.ends[other].ID]; other != end && way != nil && b.chosen[other] >= 0 {
			owner, found = b.follow(way, b.chosen[other])
			break
		}
	}
	if !found {
		return nil
	}
	if c.owned[end] == nil {
		c.owned[end] = map[int32][]int32{}
		for i := range b.among[end].count {
			one := b.among[end].at(i)
			if by, has := b.follow(c.ways[b.ends[end].ID], one); has {
				c.owned[end][by] = append(c.owned[end][by], one)
			}
		}
	}
	if found := c.owned[end][owner]; found != nil {
		return found
	}
	return []int32{}
}

// follow returns the instance to which steps to an owner lead.
func (w *world) follow(way []model.OwnerStep, instance int32) (int32, bool) {
	for _, step := range way {
		if step.Relationship == "" {
			continue // the supertype: the same instance
		}
		f := w.factsOf(step.Relationship)
		if f.total == 0 {
			return 0, false
		}
		of := f.index(step.Of, w.instances(w.roots[w.er.Model.Concepts.Relationships[step.Relationship].Participants[step.Of].Entity])).of(instance)
		if len(of) == 0 {
			return 0, false
		}
		instance = f.ends[step.By][of[0]]
	}
	return instance, true
}
