package write

import (
	"slices"

	"widerow/model"
)

// facts holds the attributes and types of the ER model. A type is an entity or a relationship type.
type facts struct {
	model *model.Model
	known map[model.ID]*model.Attribute
	owner map[model.ID]model.ID // by attribute
	// parts are the attributes of a type or of a composite attribute, in order.
	parts map[model.ID][]model.ID
	// links are the relationship types in which an entity type takes part.
	links map[model.ID][]model.ID
}

func newFacts(m *model.Model) *facts {
	f := &facts{m, map[model.ID]*model.Attribute{}, map[model.ID]model.ID{}, map[model.ID][]model.ID{}, map[model.ID][]model.ID{}}
	for _, item := range model.Sorted(m.Concepts.Entities) {
		f.add(item.ID, item.Value.Attributes)
	}
	for _, item := range model.Sorted(m.Concepts.Relationships) {
		f.add(item.ID, item.Value.Attributes)
		for _, participant := range model.Sorted(item.Value.Participants) {
			f.links[participant.Value.Entity] = appendNew(f.links[participant.Value.Entity], item.ID)
		}
	}
	return f
}

func (f *facts) add(owner model.ID, attributes map[model.ID]*model.Attribute) {
	for _, item := range model.Sorted(attributes) {
		f.known[item.ID], f.owner[item.ID] = item.Value, owner
		f.parts[owner] = append(f.parts[owner], item.ID)
		if attributes[item.Value.Parent] != nil {
			f.parts[item.Value.Parent] = append(f.parts[item.Value.Parent], item.ID)
		}
	}
}

func appendNew[T comparable](list []T, elements ...T) []T {
	for _, element := range elements {
		if !slices.Contains(list, element) {
			list = append(list, element)
		}
	}
	return list
}

func (f *facts) isType(id model.ID) bool {
	return f.model.Concepts.Entities[id] != nil || f.model.Concepts.Relationships[id] != nil
}

// whole returns an attribute with its parts, at any depth.
func (f *facts) whole(attribute model.ID) []model.ID {
	all := []model.ID{attribute}
	for i := 0; i < len(all); i++ {
		all = appendNew(all, f.parts[all[i]]...)
	}
	return all
}

// ownKey returns the attributes of a type that are its key or partial key.
func (f *facts) ownKey(of model.ID) []model.ID {
	var keys []model.ID
	for _, id := range f.parts[of] {
		if f.known[id].Key != model.NoKey {
			keys = append(keys, id)
		}
	}
	return keys
}

// supers and subtypes are the direct ones of an entity type.
func (f *facts) supers(of model.ID) []model.ID {
	return f.inHierarchies(func(h *model.Hierarchy, subtype model.ID) (model.ID, bool) { return h.Supertype, subtype == of })
}

func (f *facts) subtypes(of model.ID) []model.ID {
	return f.inHierarchies(func(h *model.Hierarchy, subtype model.ID) (model.ID, bool) { return subtype, h.Supertype == of })
}

func (f *facts) inHierarchies(pick func(*model.Hierarchy, model.ID) (model.ID, bool)) []model.ID {
	var found []model.ID
	for _, item := range model.Sorted(f.model.Concepts.Hierarchies) {
		for _, subtype := range model.Sorted(item.Value.Subtypes) {
			if id, is := pick(item.Value, subtype.Value.Entity); is && f.model.Concepts.Entities[id] != nil {
				found = appendNew(found, id)
			}
		}
	}
	return found
}
