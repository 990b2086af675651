package er

import (
	"slices"

	"widerow/model"
)

// Concepts are the ER model of a document, as the questions of all its queries share it:
// its graph without roles, and what is looked up for each of them. They are computed once;
// a question adds what it names in a role (graph.go).
type Concepts struct {
	Model *model.Model
	// all are the nodes that a query may name: each entity and relationship type, and
	// each participant in its role, with its supertypes. places are their indexes.
	all    []Node
	places map[Node]int
	// plain are the links between types that are named without a role.
	plain         [][]link
	relationships []model.Item[*model.Relationship]
	Participants  map[model.ID][]model.Item[*model.Participant] // by relationship type
	joins         map[model.ID][]model.ID                       // the relationship types of each entity type
	Direct        map[model.ID][]model.ID                       // the supertypes of each entity type
	subtypes      map[model.ID][]model.ID                       // and its subtypes
	Hierarchies   []model.Item[*model.Hierarchy]
	Roles         Roles
	parents       map[model.ID]model.ID // of attributes and participants
	attributesOf  map[model.ID][]model.Item[*model.Attribute]
	ownersOf      map[model.ID][]Owner
	withins       map[model.ID]map[model.ID][]model.OwnerStep // by relationship type and participant
	up            *model.Owners
	tenantsOf     map[model.ID]int
	supertypesOf  map[model.ID][]model.ID
	typeOf        map[model.ID]model.Type
	counted       *Volume
	ways          ways
	cyclic        []bool                // see IsInCycle
	patternsOf    map[string][]Tree     // by the key of what they connect
	identities    map[string]identified // by the key of the path
	Stopped       func() bool
}

func NewConcepts(m *model.Model) *Concepts {
	c := &Concepts{
		Model: m, places: map[Node]int{}, Participants: map[model.ID][]model.Item[*model.Participant]{},
		joins: map[model.ID][]model.ID{}, Direct: map[model.ID][]model.ID{}, subtypes: map[model.ID][]model.ID{},
		parents: map[model.ID]model.ID{}, attributesOf: map[model.ID][]model.Item[*model.Attribute]{},
		ownersOf: map[model.ID][]Owner{}, withins: map[model.ID]map[model.ID][]model.OwnerStep{},
		supertypesOf: map[model.ID][]model.ID{}, typeOf: map[model.ID]model.Type{},
		patternsOf: map[string][]Tree{}, identities: map[string]identified{}, Stopped: func() bool { return false },
	}
	c.relationships, c.Hierarchies = model.Sorted(m.Concepts.Relationships), model.Sorted(m.Concepts.Hierarchies)
	c.Roles = NewRoles(m)
	c.addHierarchies()
	for _, entity := range model.Sorted(m.Concepts.Entities) {
		c.addType(entity.ID, entity.Value.Attributes)
	}
	for _, relationship := range c.relationships {
		c.addType(relationship.ID, relationship.Value.Attributes)
		c.addParticipants(relationship)
	}
	c.connect()
	return c
}

// Volume are the numbers of the concepts, which most questions about meaning do not need.
func (c *Concepts) Volume() *Volume {
	if c.counted == nil {
		c.counted = newVolume(c)
	}
	return c.counted
}

// waysUp are the ways from entity types to their owners.
func (c *Concepts) waysUp() *model.Owners {
	if c.up == nil {
		c.up = model.NewOwners(c.Model)
	}
	return c.up
}

// Tenants are model.Owners.Tenants.
func (c *Concepts) Tenants() map[model.ID]int {
	if c.tenantsOf == nil {
		c.tenantsOf = c.waysUp().Tenants(c.Model)
	}
	return c.tenantsOf
}

func (c *Concepts) addType(id model.ID, attributes map[model.ID]*model.Attribute) {
	c.add(Node{Of: id})
	for attribute := range attributes {
		c.parents[attribute] = id
	}
}

func (c *Concepts) add(n Node) {
	if _, found := c.places[n]; !found {
		c.places[n] = len(c.all)
		c.all = append(c.all, n)
	}
}

func (c *Concepts) addParticipants(relationship model.Item[*model.Relationship]) {
	ends := model.Sorted(relationship.Value.Participants)
	c.Participants[relationship.ID] = ends
	for _, end := range ends {
		entity := end.Value.Entity
		c.parents[end.ID] = relationship.ID
		if joined := c.joins[entity]; len(joined) == 0 || joined[len(joined)-1] != relationship.ID {
			c.joins[entity] = append(joined, relationship.ID)
		}
		if c.Model.Concepts.Entities[entity] == nil {
			continue
		}
		c.add(Node{Of: entity, Participant: end.ID})
		for _, super := range c.Supertypes(entity) {
			c.add(Node{Of: super, Participant: end.ID}) // the person that the manager is
		}
	}
}

func (c *Concepts) addHierarchies() {
	for _, hierarchy := range c.Hierarchies {
		super := hierarchy.Value.Supertype
		for _, subtype := range model.Sorted(hierarchy.Value.Subtypes) {
			entity := subtype.Value.Entity
			c.subtypes[super] = append(c.subtypes[super], entity)
			if c.Model.Concepts.Entities[super] != nil && !slices.Contains(c.Direct[entity], super) {
				c.Direct[entity] = append(c.Direct[entity], super)
			}
		}
	}
}

// connect links the types that are named without a role.
func (c *Concepts) connect() {
	c.plain = make([][]link, len(c.all))
	link := func(a, b, cost int) {
		c.plain[a], c.plain[b] = append(c.plain[a], link{b, cost}), append(c.plain[b], link{a, cost})
	}
	for _, relationship := range c.relationships {
		var ends []int
		for _, participant := range c.Participants[relationship.ID] {
			if at, found := c.places[Node{Of: participant.Value.Entity}]; found {
				ends = append(ends, at)
			}
		}
		slices.Sort(ends)
		for _, at := range slices.Compact(ends) {
			link(c.places[Node{Of: relationship.ID}], at, linkCost(relationship.Value))
		}
	}
	for super, subtypes := range c.subtypes {
		at, found := c.places[Node{Of: super}]
		for _, subtype := range subtypes {
			if sub, known := c.places[Node{Of: subtype}]; found && known && sub != at {
				link(at, sub, subtypeCost)
			}
		}
	}
}

// linkCost is the cost of a link from a relationship type to a participant.
func linkCost(relationship *model.Relationship) int {
	if relationship.Identifying {
		return participantCost - identifyingGain
	}
	return participantCost
}

// Parent returns the type of an attribute or a participant, "" for any other element.
func (c *Concepts) Parent(id model.ID) model.ID { return c.parents[id] }

// IsInHierarchy reports whether an entity type has supertypes or subtypes.
func (c *Concepts) IsInHierarchy(entity model.ID) bool {
	return len(c.Direct[entity])+len(c.subtypes[entity]) > 0
}

// Supertypes is model.Supertypes.
func (c *Concepts) Supertypes(entity model.ID) []model.ID {
	known, is := c.supertypesOf[entity]
	if is {
		return known
	}
	found := []model.ID{entity}
	for i := 0; i < len(found); i++ {
		for _, super := range c.Direct[found[i]] {
			if !slices.Contains(found, super) {
				found = append(found, super)
			}
		}
	}
	c.supertypesOf[entity] = found[1:]
	return found[1:]
}

// Element is model.Element, which looks through all tables for an attribute.
func (c *Concepts) Element(id model.ID) (model.Element, bool) {
	parent, found := c.parents[id]
	if !found {
		return c.Model.Element(id)
	}
	if entity := c.Model.Concepts.Entities[parent]; entity != nil {
		return model.Element{ID: id, Kind: model.AttributeKind, Parent: parent, Value: entity.Attributes[id]}, true
	}
	relationship := c.Model.Concepts.Relationships[parent]
	if attribute := relationship.Attributes[id]; attribute != nil {
		return model.Element{ID: id, Kind: model.AttributeKind, Parent: parent, Value: attribute}, true
	}
	return model.Element{ID: id, Kind: model.ParticipantKind, Parent: parent, Value: relationship.Participants[id]}, true
}

// Attributes returns the attributes of an entity or relationship type in their order.
func (c *Concepts) Attributes(id model.ID) []model.Item[*model.Attribute] {
	found, known := c.attributesOf[id]
	if !known {
		found = model.Sorted(c.Model.AttributesOf(id))
		c.attributesOf[id] = found
	}
	return found
}

// AttributeType is the type of model.AttributeType.
func (c *Concepts) AttributeType(id model.ID) model.Type {
	found, known := c.typeOf[id]
	if !known {
		found, _ = c.Model.AttributeType(id)
		c.typeOf[id] = found
	}
	return found
}

// ownerOf returns the type of an attribute, or the type itself.
func (c *Concepts) ownerOf(id model.ID) model.ID {
	if parent := c.parents[id]; parent != "" && c.Roles[id].Participant == nil {
		return parent
	}
	return c.Model.OwnerOfAttribute(id)
}
