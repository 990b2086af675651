package stored

import (
	"slices"

	"widerow/model"
)

// Concepts are the facts of an ER model that meanings are compared by. They are collected
// once for all tables of a model, and not changed afterwards.
type Concepts struct {
	model *model.Model
	// ends are the participants of each relationship type in their order, identifying the
	// ends by which each weak entity type is identified, supers the direct supertypes.
	ends        map[model.ID][]model.Item[*model.Participant]
	identifying map[model.ID][]end
	supers      map[model.ID][]model.ID
	// keys and partial are the key attributes of each entity and relationship type.
	keys, partial map[model.ID][]model.ID
	// owners are the ways to owners, withins those of the participants of each relationship
	// type to the owner that they have in common, uniques the unique attributes of each type.
	owners  *model.Owners
	withins map[model.ID]map[model.ID][]model.OwnerStep
	uniques map[model.ID][]unique
}

// end is the participation of an entity type in a relationship type.
type end struct{ relationship, participant model.ID }

// NewConcepts collects the facts of a model.
func NewConcepts(m *model.Model) *Concepts {
	c := &Concepts{model: m, ends: map[model.ID][]model.Item[*model.Participant]{}, identifying: map[model.ID][]end{}, supers: map[model.ID][]model.ID{},
		keys: map[model.ID][]model.ID{}, partial: map[model.ID][]model.ID{},
		withins: map[model.ID]map[model.ID][]model.OwnerStep{}, uniques: map[model.ID][]unique{}}
	for id, entity := range m.Concepts.Entities {
		c.addKeys(id, entity.Attributes)
	}
	for _, item := range model.Sorted(m.Concepts.Relationships) {
		c.addKeys(item.ID, item.Value.Attributes)
		c.ends[item.ID] = slices.DeleteFunc(model.Sorted(item.Value.Participants), func(p model.Item[*model.Participant]) bool {
			return m.Concepts.Entities[p.Value.Entity] == nil
		})
		if weak := c.weakEnd(item.ID); weak != nil {
			c.identifying[weak.Value.Entity] = append(c.identifying[weak.Value.Entity], end{item.ID, weak.ID})
		}
	}
	for _, hierarchy := range model.Sorted(m.Concepts.Hierarchies) {
		for _, subtype := range hierarchy.Value.Subtypes {
			if super := hierarchy.Value.Supertype; m.Concepts.Entities[super] != nil && super != subtype.Entity && !slices.Contains(c.supers[subtype.Entity], super) {
				c.supers[subtype.Entity] = append(c.supers[subtype.Entity], super)
			}
		}
	}
	c.addOwners()
	return c
}

func (c *Concepts) addKeys(of model.ID, attributes map[model.ID]*model.Attribute) {
	for id, attribute := range attributes {
		switch attribute.Key {
		case model.Key:
			c.keys[of] = append(c.keys[of], id)
		case model.PartialKey:
			c.partial[of] = append(c.partial[of], id)
		}
	}
}

// weakEnd returns the participant that an identifying relationship type identifies, nil for
// other relationship types: a weak one, of which an owner has several if both are weak.
func (c *Concepts) weakEnd(relationship model.ID) *model.Item[*model.Participant] {
	if !c.model.Concepts.Relationships[relationship].Identifying {
		return nil
	}
	var found *model.Item[*model.Participant]
	for i, end := range c.ends[relationship] {
		isWeak := c.model.Concepts.Entities[end.Value.Entity].Weak
		if isWeak && (found == nil || found.Value.Cardinality == "1" && end.Value.Cardinality != "1") {
			found = &c.ends[relationship][i]
		}
	}
	return found
}

// IsRelationship reports whether a type is a relationship type.
func (c *Concepts) IsRelationship(of model.ID) bool {
	return c.model.Concepts.Relationships[of] != nil
}

// IsWeak reports whether a type is a weak entity type.
func (c *Concepts) IsWeak(of model.ID) bool {
	entity := c.model.Concepts.Entities[of]
	return entity != nil && entity.Weak
}

// Participant returns a participant of a relationship type, nil if it has none with that ID.
func (c *Concepts) Participant(relationship, id model.ID) *model.Participant {
	for _, end := range c.ends[relationship] {
		if end.ID == id {
			return end.Value
		}
	}
	return nil
}

// IsIdentifying reports whether a relationship type identifies the entity type that takes
// part in it as a participant.
func (c *Concepts) IsIdentifying(relationship, participant model.ID) bool {
	p := c.Participant(relationship, participant)
	return p != nil && slices.Contains(c.identifying[p.Entity], end{relationship, participant})
}

// IsTotal reports whether each instance that can take part in a relationship type as a
// participant does.
func (c *Concepts) IsTotal(relationship, participant model.ID) bool {
	p := c.Participant(relationship, participant)
	return p != nil && (p.Total || c.IsIdentifying(relationship, participant))
}
