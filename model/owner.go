package model

import (
	"cmp"
	"fmt"
	"slices"
)

// OwnerStep leads from an entity type to one that an instance has exactly one of: the owner
// of a weak entity type, the end of "1" of a binary relationship type, or the supertype, for
// which Relationship is empty. Of and By are the participants.
type OwnerStep struct {
	Relationship, Of, By ID
	Entity               ID // at the end of the step
}

// The costs of a step: an owner that identifies is nearer than another one.
const (
	ownerCost = 10
	oneCost   = 11
	superCost = 1
)

// Owners finds for entity types the way to their owners. It reads the relationship types
// once.
type Owners struct {
	steps map[ID][]ownerStep
}

type ownerStep struct {
	OwnerStep
	cost int
}

// NewOwners returns the owners of a model's entity types.
func NewOwners(m *Model) *Owners {
	o := &Owners{map[ID][]ownerStep{}}
	for _, item := range Sorted(m.Concepts.Relationships) {
		ends := Sorted(item.Value.Participants)
		for _, of := range ends {
			for _, by := range ends {
				if cost := stepCost(m, item.Value, of, by); cost > 0 {
					o.add(of.Value.Entity, OwnerStep{item.ID, of.ID, by.ID, by.Value.Entity}, cost)
				}
			}
		}
	}
	for _, hierarchy := range Sorted(m.Concepts.Hierarchies) {
		for _, subtype := range Sorted(hierarchy.Value.Subtypes) {
			o.add(subtype.Value.Entity, OwnerStep{Entity: hierarchy.Value.Supertype}, superCost)
		}
	}
	return o
}

func (o *Owners) add(from ID, step OwnerStep, cost int) {
	o.steps[from] = append(o.steps[from], ownerStep{step, cost})
}

// stepCost is 0 if one end of a relationship type does not own the other.
func stepCost(m *Model, relationship *Relationship, of, by Item[*Participant]) int {
	entity := m.Concepts.Entities[of.Value.Entity]
	switch {
	case of.ID == by.ID || of.Value.Entity == by.Value.Entity || entity == nil || m.Concepts.Entities[by.Value.Entity] == nil || by.Value.Cardinality != "1":
		return 0
	case relationship.Identifying && entity.Weak && of.Value.Cardinality != "1":
		return ownerCost
	case len(relationship.Participants) == 2:
		return oneCost
	}
	return 0
}

// Way returns the shortest way from an entity type to one that owns it, at any distance,
// without a relationship type; nil if that does not own it. other reports that another way
// is as short.
func (o *Owners) Way(from, owner, without ID) (way []OwnerStep, other bool) {
	type place struct {
		cost  int
		ways  int
		last  OwnerStep
		by    ID
		final bool
	}
	places := map[ID]*place{from: {ways: 1}}
	for {
		var at ID
		for id, p := range places {
			if !p.final && (at == "" || cmp.Or(p.cost-places[at].cost, cmp.Compare(id, at)) < 0) {
				at = id
			}
		}
		if at == "" || at == owner {
			break
		}
		here := places[at]
		here.final = true
		for _, step := range o.steps[at] {
			if step.Relationship != "" && step.Relationship == without {
				continue
			}
			cost, known := here.cost+step.cost, places[step.Entity]
			switch {
			case known == nil || cost < known.cost:
				places[step.Entity] = &place{cost: cost, ways: here.ways, last: step.OwnerStep, by: at}
			case cost == known.cost:
				known.ways += here.ways
			}
		}
	}
	found := places[owner]
	if found == nil || owner == from {
		return nil, false
	}
	for at := owner; at != from; at = places[at].by {
		way = append(way, places[at].last)
	}
	slices.Reverse(way)
	return way, found.ways > 1
}

// Within returns the way of each participant of a relationship type to the owner that they
// have in common, or what keeps it from being within that. A participant that the
// relationship type itself identifies has no way of its own: it has the owner of the others.
func (o *Owners) Within(m *Model, relationship, owner ID) (ways map[ID][]OwnerStep, problem string) {
	r := m.Concepts.Relationships[relationship]
	if r == nil || m.Concepts.Entities[owner] == nil {
		return nil, "it does not exist"
	}
	ways = map[ID][]OwnerStep{}
	for _, end := range Sorted(r.Participants) {
		entity := m.Concepts.Entities[end.Value.Entity]
		if entity == nil {
			return nil, "a participant has not been chosen yet"
		}
		way, other := o.Way(end.Value.Entity, owner, relationship)
		switch {
		case end.Value.Entity == owner:
			return nil, fmt.Sprintf("%s takes part itself: name an entity type that owns all participants", m.NameOf(owner))
		case other:
			return nil, fmt.Sprintf("%s owns %s in two ways; name an entity type between them, or make one way identifying", m.NameOf(owner), entity.Name)
		case way != nil:
			ways[end.ID] = way
		case !r.Identifying || !entity.Weak:
			return nil,
				fmt.Sprintf(
					"%s does not own %s: make %s weak and owned by it, or add a relationship type with 1 at %s",
					m.NameOf(owner), entity.Name, entity.Name, m.NameOf(owner))
		}
	}
	if len(ways) < 2 {
		return nil, fmt.Sprintf("only one participant has a %s of its own, so it says nothing", m.NameOf(owner))
	}
	return ways, ""
}

// Common returns the nearest entity type that owns all participants of a relationship type
// and without which none of them can be, "" for none: the relationship type may be within it.
func (o *Owners) Common(m *Model, relationship ID) ID {
	best, least := ID(""), 0
	for _, entity := range Sorted(m.Concepts.Entities) {
		ways, problem := o.Within(m, relationship, entity.ID)
		steps := 0
		for _, way := range ways {
			steps += len(way)
			if slices.ContainsFunc(way, func(s OwnerStep) bool { return !m.needsOwner(s) }) {
				problem = "an instance can be without it"
			}
		}
		if problem == "" && (best == "" || steps < least) {
			best, least = entity.ID, steps
		}
	}
	return best
}

// needsOwner reports whether there is no instance without the owner of a step.
func (m *Model) needsOwner(s OwnerStep) bool {
	r := m.Concepts.Relationships[s.Relationship]
	return r == nil || r.Identifying || r.Participants[s.Of].Total
}

// Tenants returns the entity types that scope a rule of the model (Within, UniqueWithin), and those
// that identify them. Whatever a tenant owns belongs to one of its instances. The value is the
// number of tenants that own the entity type: 0 for the topmost.
func (o *Owners) Tenants(m *Model) map[ID]int {
	tenants := map[ID]int{}
	for _, relationship := range m.Concepts.Relationships {
		o.addTenant(m, tenants, relationship.Within)
	}
	for _, attributes := range m.Attributes() {
		for _, attribute := range attributes {
			o.addTenant(m, tenants, attribute.UniqueWithin)
		}
	}
	for id := range tenants {
		for other := range tenants {
			if way, _ := o.Way(id, other, ""); way != nil {
				tenants[id]++
			}
		}
	}
	return tenants
}

func (o *Owners) addTenant(m *Model, tenants map[ID]int, id ID) {
	if _, known := tenants[id]; known || m.Concepts.Entities[id] == nil {
		return
	}
	tenants[id] = 0
	for _, step := range o.steps[id] {
		if step.cost == ownerCost {
			o.addTenant(m, tenants, step.Entity)
		}
	}
}
