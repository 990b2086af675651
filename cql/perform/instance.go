package perform

import (
	"slices"

	"widerow/model"
)

// identity holds what identifies the instance that an update writes: a new ticket has a tenant, and its agent may have another.
type identity struct {
	model      *model.Model
	attributes model.IDSet
	// owners are the ends of relationship types at which the owners of the instance are.
	owners model.IDSet
}

// identityOf returns what identifies the instance of the entity type that an update writes, or of the one whose attribute it
// writes. It is empty for a relationship type: its participants are told apart by their ends.
func identityOf(m *model.Model, update *model.Update) identity {
	found := identity{m, model.IDSet{}, model.IDSet{}}
	if update == nil {
		return found
	}
	var types []model.ID
	for _, item := range model.Sorted(update.Writes) {
		of := item.Value.Element
		if m.Concepts.Entities[of] == nil {
			of = m.OwnerOfAttribute(of)
		}
		if m.Concepts.Entities[of] != nil && !slices.Contains(types, of) {
			types = append(types, of)
		}
	}
	for at := 0; at < len(types); at++ {
		for _, next := range append(m.Supertypes(types[at]), found.add(types[at])...) {
			if !slices.Contains(types, next) {
				types = append(types, next)
			}
		}
	}
	return found
}

// add adds the key of an entity type, and returns the owners of its instances.
func (i *identity) add(of model.ID) (owners []model.ID) {
	entity := i.model.Concepts.Entities[of]
	if entity == nil {
		return nil
	}
	for id, attribute := range entity.Attributes {
		if attribute.Key != model.NoKey {
			i.attributes[id] = true
		}
	}
	for _, relationship := range i.model.Concepts.Relationships {
		if !entity.Weak || !relationship.Identifying || !takesPart(relationship, of) {
			continue
		}
		for end, participant := range relationship.Participants {
			if participant.Entity != of {
				i.owners[end] = true
				owners = append(owners, participant.Entity)
			}
		}
	}
	return owners
}

func takesPart(relationship *model.Relationship, entity model.ID) bool {
	for _, participant := range relationship.Participants {
		if participant.Entity == entity {
			return true
		}
	}
	return false
}

// isOther reports whether the instance at an end of a relationship type may have another value of an attribute than the
// instance that the update writes. Within an owner, both have the same one.
func (i *identity) isOther(attribute, end model.ID) bool {
	if !i.attributes[attribute] || i.owners[end] {
		return false
	}
	element, _ := i.model.Element(end)
	relationship := i.model.Concepts.Relationships[element.Parent]
	if relationship == nil || relationship.Within == "" {
		return true
	}
	shared := identity{i.model, model.IDSet{}, model.IDSet{}}
	for of := []model.ID{relationship.Within}; len(of) > 0; of = of[1:] {
		of = append(of, shared.add(of[0])...)
	}
	return !shared.attributes[attribute]
}
