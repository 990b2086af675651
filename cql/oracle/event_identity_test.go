package oracle

import (
	"slices"

	"widerow/model"
)

// identified is a key attribute of an instance, or of an owner of it.
type identified struct {
	of     model.ID
	owners []ownership
}

// identityOf lists the attributes that identify an instance of an entity type.
func identityOf(m *model.Model, entity model.ID) []identified {
	var found []identified
	var visit func(entity model.ID, owners []ownership)
	visit = func(entity model.ID, owners []ownership) {
		for _, of := range append([]model.ID{entity}, m.Supertypes(entity)...) {
			for _, attribute := range model.Sorted(m.Concepts.Entities[of].Attributes) {
				if attribute.Value.Key != model.NoKey {
					found = append(found, identified{attribute.ID, owners})
				}
			}
		}
		for _, o := range ownershipsOf(m, rootOf(m, entity)) {
			if len(owners) < 6 {
				visit(m.Concepts.Relationships[o.relationship].Participants[o.owner].Entity, append(slices.Clone(owners), o))
			}
		}
	}
	visit(entity, nil)
	return found
}

// knowIdentity adds what identifies an instance, in a role or in none.
func (e *event) knowIdentity(one *instance, participant model.ID, isNew bool) {
	for _, r := range identityOf(e.after.m, one.root) {
		at, role := one, participant
		for _, o := range r.owners {
			at, role = e.after.ownerBy(at, o), o.owner
		}
		if at == nil {
			continue
		}
		e.know(reference{r.of, participant}, at.values[r.of], isNew)
		if len(r.owners) > 0 {
			e.know(reference{r.of, role}, at.values[r.of], isNew)
		}
	}
}

// knowFact adds what identifies the ends of a fact, and its values.
func (e *event) knowFact(f *fact) { e.knowFactOf(f, "") }

// knowFactOf adds a relationship of a new instance, which takes part by its own end: a new employee is no mentor of
// itself because it has a mentee.
func (e *event) knowFactOf(f *fact, own model.ID) {
	for _, end := range model.Sorted(e.after.m.Concepts.Relationships[f.of].Participants) {
		if end.ID != own {
			e.knowIdentity(f.ends[end.ID], end.ID, true)
		}
	}
	for _, attribute := range model.Sorted(e.after.m.Concepts.Relationships[f.of].Attributes) {
		e.know(reference{attribute.ID, ""}, f.values[attribute.ID], true)
	}
}

func (e *event) isKeyOf(attribute, entity model.ID) bool {
	for _, of := range append([]model.ID{entity}, e.after.m.Supertypes(entity)...) {
		if a := e.after.m.Concepts.Entities[of].Attributes[attribute]; a != nil && a.Key != model.NoKey {
			return true
		}
	}
	return false
}
