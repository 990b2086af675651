package model

func (v *validator) concepts() {
	c := v.model.Concepts
	names := map[string]bool{}
	each("concepts.entities", c.Entities, func(at location, e *Entity) {
		v.name(at, "name", e.Name, names)
		v.expression(at, "instances", e.Instances)
		v.expression(at, "worst_instances", e.WorstInstances)
		v.attributes(at, e.Attributes, e.Weak)
	})
	each("concepts.relationships", c.Relationships, func(at location, r *Relationship) {
		v.name(at, "name", r.Name, nil)
		v.participants(at, r)
		v.attributes(at, r.Attributes, false)
	})
	each("concepts.hierarchies", c.Hierarchies, func(at location, h *Hierarchy) {
		v.reference(at, "supertype", h.Supertype, true, EntityKind)
		each(at.path()+".subtypes", h.Subtypes, func(at location, s *Subtype) {
			v.reference(at, "entity", s.Entity, true, EntityKind)
		})
	})
	v.hierarchyCircles()
}

func (v *validator) participants(at location, r *Relationship) {
	if len(r.Participants) < 2 {
		v.add(at, "participants", unfinishedCode, "A relationship type needs at least two participants; this one has %d", len(r.Participants))
	}
	each(at.path()+".participants", r.Participants, func(at location, p *Participant) {
		v.reference(at, "entity", p.Entity, true, EntityKind)
		v.text(at, "role", p.Role)
		choice(v, at, "cardinality", p.Cardinality, "1", "n", "m")
		v.expression(at, "count", p.Count)
		v.expression(at, "worst_count", p.WorstCount)
	})
}

// attributes checks the attributes of an owner. Names must be unique among the
// parts of one composite attribute, and among the others.
func (v *validator) attributes(owner location, attributes map[ID]*Attribute, weak bool) {
	names := map[ID]map[string]bool{}
	parents := map[ID][]edge{}
	each(owner.path()+".attributes", attributes, func(at location, a *Attribute) {
		if names[a.Parent] == nil {
			names[a.Parent] = map[string]bool{}
		}
		v.name(at, "name", a.Name, names[a.Parent])
		choice(v, at, "key", a.Key, NoKey, Key, PartialKey)
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
		choice(v, at, "stored_as", a.StoredAs, AsSet, AsList, AsMap, AsRows)
		if a.Key == PartialKey && !weak {
			v.add(at, "key", keyCode, "Only a weak entity type has a partial key")
		}
	})
	v.cycles(idsOf(attributes), parents, "The attribute is a part of itself, through %s")
}

// attributeType checks a type that may be missing: columns then have the one that
// the attribute's name suggests.
func (v *validator) attributeType(at location, t Type) {
	for _, id := range t.UserTypes() {
		v.reference(at, "type", id, true, UserTypeKind)
	}
	if name, found := t.unresolved(); found {
		v.add(at, "type", unresolvedCode, "There is no type %q", excerpt(name))
	}
	if err := t.unfitForAttribute(); err != nil {
		v.add(at, "type", valueCode, "Type %s: %v", v.model.TypeText(t), err)
	}
}

func (v *validator) hierarchyCircles() {
	subtypes := map[ID][]edge{}
	each("concepts.hierarchies", v.model.Concepts.Hierarchies, func(at location, h *Hierarchy) {
		each(at.path()+".subtypes", h.Subtypes, func(at location, s *Subtype) {
			subtypes[h.Supertype] = append(subtypes[h.Supertype], edge{at, "entity", s.Entity})
		})
	})
	v.cycles(idsOf(v.model.Concepts.Entities), subtypes, "The entity type %s is a subtype of itself")
}
