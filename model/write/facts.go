package write

import (
	"slices"

	"widerow/model"
)

// facts are what the ER model says about attributes and types. A type is an
// entity or a relationship type.
type facts struct {
	model *model.Model
	known map[model.ID]*model.Attribute
	owner map[model.ID]model.ID // by attribute
	// parts are the attributes of a type or of a composite attribute, in order.
	parts map[model.ID][]model.ID
	// links are the relationship types in which an entity type takes part.
	links map[model.ID][]model.ID
	// reached remembers what determines returns.
	reached map[model.ID]model.IDSet
	// ways remembers what routes returns, by the two types.
	ways map[[2]model.ID][]route
}

func newFacts(m *model.Model) *facts {
	f := &facts{m, map[model.ID]*model.Attribute{}, map[model.ID]model.ID{}, map[model.ID][]model.ID{}, map[model.ID][]model.ID{}, map[model.ID]model.IDSet{}, map[[2]model.ID][]route{}}
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

// identity returns the attributes that identify an instance of a type: its key,
// with those of the owners of a weak entity type; the key of the supertype; the
// keys of the participants of a relationship type.
func (f *facts) identity(of model.ID) []model.ID {
	var attributes []model.ID
	types := []model.ID{of}
	for i := 0; i < len(types); i++ {
		own := f.ownKey(types[i])
		attributes = appendNew(attributes, own...)
		types = appendNew(types, f.identifiers(types[i], len(own) > 0)...)
	}
	return attributes
}

// identifiers returns the types whose keys are a part of a type's identity.
func (f *facts) identifiers(of model.ID, hasKey bool) []model.ID {
	if relationship := f.model.Concepts.Relationships[of]; relationship != nil {
		return f.participants(of, func(p *model.Participant) bool { return p.Cardinality != "1" || len(relationship.Participants) == 1 })
	}
	var found []model.ID
	if entity := f.model.Concepts.Entities[of]; entity != nil && entity.Weak {
		found = f.owners(of)
	}
	if !hasKey {
		for _, item := range model.Sorted(f.model.Concepts.Hierarchies) {
			for _, subtype := range item.Value.Subtypes {
				if subtype.Entity == of {
					found = appendNew(found, item.Value.Supertype)
				}
			}
		}
	}
	return found
}

// owners returns the entity types that identify a weak one.
func (f *facts) owners(weak model.ID) []model.ID {
	var found []model.ID
	for _, link := range f.links[weak] {
		if f.model.Concepts.Relationships[link].Identifying {
			for _, other := range f.others(link, weak) {
				if f.isOne(link, other) {
					found = appendNew(found, other)
				}
			}
		}
	}
	return found
}

func (f *facts) participants(relationship model.ID, is func(*model.Participant) bool) []model.ID {
	of := f.model.Concepts.Relationships[relationship]
	if of == nil {
		return nil
	}
	var found []model.ID
	for _, item := range model.Sorted(of.Participants) {
		if is(item.Value) {
			found = appendNew(found, item.Value.Entity)
		}
	}
	return found
}

// ends returns the entity types of a relationship type, none for other types.
func (f *facts) ends(relationship model.ID) []model.ID {
	return f.participants(relationship, func(*model.Participant) bool { return true })
}

// others returns the participants of a relationship type but one.
func (f *facts) others(relationship, but model.ID) []model.ID {
	return f.participants(relationship, func(p *model.Participant) bool { return p.Entity != but })
}

// isOne reports whether an entity type takes part with the cardinality 1.
func (f *facts) isOne(relationship, entity model.ID) bool {
	return len(f.participants(relationship, func(p *model.Participant) bool { return p.Entity == entity && p.Cardinality != "1" })) == 0
}

// determines returns the types of which an instance of a type has at most one, at
// any distance, with the type itself: an order has one customer.
func (f *facts) determines(from model.ID) model.IDSet {
	if found := f.reached[from]; found != nil {
		return found
	}
	types := []model.ID{from}
	for i := 0; i < len(types); i++ {
		types = appendNew(types, f.next(types[i])...)
	}
	found := model.SetOfIDs(types...)
	f.reached[from] = found
	return found
}

// next returns the types that an instance has at most one of, by one link.
func (f *facts) next(from model.ID) []model.ID {
	var found []model.ID
	found = append(found, f.ends(from)...)
	for _, link := range f.links[from] {
		others := f.others(link, from)
		if !slices.ContainsFunc(others, func(other model.ID) bool { return !f.isOne(link, other) }) && len(others) > 0 {
			found = appendNew(append(found, link), others...)
		}
	}
	for _, hierarchy := range f.model.Concepts.Hierarchies {
		for _, subtype := range hierarchy.Subtypes {
			if subtype.Entity == from {
				found = appendNew(found, hierarchy.Supertype)
			}
		}
	}
	return found
}

// depends reports whether instances of a type exist only with one of another
// type: a weak entity type with its owner, a relationship type with its
// participants, a subtype with its supertype.
func (f *facts) depends(on, of model.ID) bool {
	types := []model.ID{of}
	for i := 0; i < len(types); i++ {
		if types[i] == on {
			return true
		}
		types = appendNew(types, f.ends(types[i])...)
		if f.model.Concepts.Entities[types[i]] != nil {
			types = appendNew(types, f.identifiers(types[i], false)...)
		}
	}
	return false
}

// linked returns the relationship type by which instances of two entity types
// have several of each other, "" for none.
func (f *facts) linked(a, b model.ID) model.ID {
	for _, link := range f.links[a] {
		if slices.Contains(f.links[b], link) && a != b {
			return link
		}
	}
	return ""
}

// isRelated reports whether an entity type is an end of a relationship type with
// one of the types, or of one of them.
func (f *facts) isRelated(of model.ID, types []model.ID) bool {
	return slices.ContainsFunc(types, func(id model.ID) bool { return f.linked(of, id) != "" || slices.Contains(f.ends(id), of) })
}
