package validation

import (
	"fmt"
	"slices"

	"widerow/model"
)

func (v *validator) concepts() {
	c := v.model.Concepts
	v.owners = model.NewOwners(v.model)
	names := map[string]bool{}
	each("concepts.entities", c.Entities, func(at location, e *model.Entity) {
		v.name(at, "name", e.Name, names)
		v.expression(at, "instances", e.Instances)
		v.expression(at, "worst_instances", e.WorstInstances)
		v.attributes(at, e.Attributes, e.Weak)
	})
	each("concepts.relationships", c.Relationships, func(at location, r *model.Relationship) {
		v.name(at, "name", r.Name, nil)
		v.within(at, r)
		v.participants(at, r)
		v.attributes(at, r.Attributes, true)
	})
	each("concepts.hierarchies", c.Hierarchies, func(at location, h *model.Hierarchy) {
		v.reference(at, "supertype", h.Supertype, true, model.EntityKind)
		each(at.path()+".subtypes", h.Subtypes, func(at location, s *model.Subtype) {
			v.reference(at, "entity", s.Entity, true, model.EntityKind)
		})
	})
	v.hierarchyCircles()
}

func (v *validator) participants(at location, r *model.Relationship) {
	if len(r.Participants) < 2 {
		v.add(at, "participants", unfinishedCode, "A relationship type needs at least two participants; this one has %d", len(r.Participants))
	}
	each(at.path()+".participants", r.Participants, func(at location, p *model.Participant) {
		v.reference(at, "entity", p.Entity, true, model.EntityKind)
		v.text(at, "role", p.Role)
		choice(v, at, "cardinality", p.Cardinality, "1", "n", "m")
		v.expression(at, "count", p.Count)
		v.expression(at, "worst_count", p.WorstCount)
	})
}

// attributes checks the attributes of an owner, which may have a partial key if it is a
// weak entity type or a relationship type. Names must be unique among the parts of one
// composite attribute, and among the others.
func (v *validator) attributes(owner location, attributes map[model.ID]*model.Attribute, partial bool) {
	names := map[model.ID]map[string]bool{}
	parents := map[model.ID][]edge{}
	each(owner.path()+".attributes", attributes, func(at location, a *model.Attribute) {
		if names[a.Parent] == nil {
			names[a.Parent] = map[string]bool{}
		}
		v.name(at, "name", a.Name, names[a.Parent])
		choice(v, at, "key", a.Key, model.NoKey, model.Key, model.PartialKey)
		if _, inside := attributes[a.Parent]; a.Parent != "" && !inside {
			v.add(at, "parent", danglingCode, "Parent refers to %q, which is not an attribute here", a.Parent)
		} else if a.Parent != "" {
			parents[at.element] = []edge{{at, "parent", a.Parent}}
		}
		v.attributeType(at, a.Type)
		v.expression(at, "length", a.Length)
		v.expression(at, "distinct", a.Distinct)
		v.expression(at, "largest_share", a.LargestShare)
		v.expression(at, "elements", a.Elements)
		choice(v, at, "stored_as", a.StoredAs, model.AsSet, model.AsList, model.AsMap, model.AsRows)
		v.uniqueWithin(owner, at, a)
		if a.Key == model.PartialKey && !partial {
			v.add(at, "key", keyCode, "Only a weak entity type or a relationship type has a partial key")
		}
	})
	v.cycles(idsOf(attributes), parents, "The attribute is a part of itself, through %s")
}

// attributeType checks a type that may be missing: columns then have the one that
// the attribute's name suggests.
func (v *validator) attributeType(at location, t model.Type) {
	for _, id := range t.UserTypes() {
		v.reference(at, "type", id, true, model.UserTypeKind)
	}
	if name, found := t.Unresolved(); found {
		v.add(at, "type", unresolvedCode, "There is no type %q", model.Excerpt(name))
	}
	if err := t.UnfitForAttribute(); err != nil {
		v.add(at, "type", valueCode, "Type %s: %v", v.model.TypeText(t), err)
	}
}

func (v *validator) hierarchyCircles() {
	subtypes := map[model.ID][]edge{}
	each("concepts.hierarchies", v.model.Concepts.Hierarchies, func(at location, h *model.Hierarchy) {
		each(at.path()+".subtypes", h.Subtypes, func(at location, s *model.Subtype) {
			subtypes[h.Supertype] = append(subtypes[h.Supertype], edge{at, "entity", s.Entity})
		})
	})
	v.cycles(idsOf(v.model.Concepts.Entities), subtypes, "The entity type %s is a subtype of itself")
}

// Unidentified lists the entity types whose instances nothing identifies: without a key, or weak
// without an owner. One that has neither attributes nor relationship types is only begun. It also
// lists the relationship types that only a time identifies.
func Unidentified(m *model.Model) []model.Problem {
	joined, owned := map[model.ID]bool{}, map[model.ID]bool{}
	for _, relationship := range m.Concepts.Relationships {
		for _, participant := range relationship.Participants {
			joined[participant.Entity] = true
			owned[participant.Entity] = owned[participant.Entity] || relationship.Identifying
		}
	}
	var problems []model.Problem
	for _, entity := range model.Sorted(m.Concepts.Entities) {
		var message string
		switch e := entity.Value; {
		case len(e.Attributes) == 0 && !joined[entity.ID]:
		case e.Weak && !owned[entity.ID]:
			message = fmt.Sprintf("%s is weak, but no identifying relationship type leads to its owner", e.Name)
		case !e.Weak && !hasKey(e) && len(m.Supertypes(entity.ID)) == 0:
			message = fmt.Sprintf("%s has no key: mark the attributes that identify one", e.Name)
		}
		if message != "" {
			problems = append(problems, model.Problem{Code: unfinishedCode, Element: entity.ID, Message: message})
		}
	}
	return append(problems, timesAsKeys(m)...)
}

// timesAsKeys lists the relationship types that only a time identifies: two of them at
// the same moment, of whomever, would be one row.
func timesAsKeys(m *model.Model) []model.Problem {
	var problems []model.Problem
	for _, relationship := range model.Sorted(m.Concepts.Relationships) {
		var keys []model.Item[*model.Attribute]
		for _, attribute := range model.Sorted(relationship.Value.Attributes) {
			if attribute.Value.Key == model.Key {
				keys = append(keys, attribute)
			}
		}
		isTime := func(key model.Item[*model.Attribute]) bool {
			given, _ := m.AttributeType(key.ID)
			return given.Kind == model.NativeType && slices.Contains([]string{"timestamp", "date", "time"}, given.Name)
		}
		if len(keys) == 1 && isTime(keys[0]) {
			problems = append(problems, model.Problem{Code: unfinishedCode, Element: keys[0].ID, Field: "key",
				Message: fmt.Sprintf("%s alone identifies %s: two at the same time would be one row. As a "+
					"partial key it tells apart those of the same participants", keys[0].Value.Name,
					relationship.Value.Name)})
		}
	}
	return problems
}

func hasKey(e *model.Entity) bool {
	for _, attribute := range e.Attributes {
		if attribute.Key == model.Key {
			return true
		}
	}
	return false
}
