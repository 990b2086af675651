package sample

import (
	"math"
	"slices"

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
