package er

import (
	"slices"

	"widerow/model"
)

// kinEnds returns the roles of entity types that a query names without one, beside a subtype or
// supertype in a role: Patient beside Person(makes) is the patient who makes the visit, if no
// other relationship type of the query has an end that may be it.
func (c *Concepts) kinEnds(q *model.Query) map[model.ID]model.ID {
	var plain, roles []model.ID
	namedIn := map[[2]model.ID]bool{} // an entity type that is named in a role
	for _, p := range partsOf(q) {
		entity := c.ownerOf(*p.attribute)
		if *p.participant != "" {
			roles = append(roles, *p.participant)
			namedIn[[2]model.ID{entity, *p.participant}] = true
		} else if c.Model.Concepts.Entities[entity] != nil {
			plain = append(plain, entity)
		}
	}
	ends := map[model.ID]model.ID{}
	for _, entity := range plain {
		isKin := func(other model.ID) bool { return other != entity && c.isKin(entity, other) }
		if role, found := c.onlyEnd(q, roles, entity); found && !namedIn[[2]model.ID{entity, role}] && !slices.ContainsFunc(plain, isKin) {
			ends[entity] = role
		}
	}
	return ends
}

// isKin reports whether two entity types are the same, or one is a subtype of the other.
func (c *Concepts) isKin(a, b model.ID) bool {
	return a == b || slices.Contains(c.Supertypes(a), b) || slices.Contains(c.Supertypes(b), a)
}

// onlyEnd returns the only end of the relationship types that a query names that may be an
// instance of an entity type, if that is one of some roles. An end of a supertype is not: not
// each of its instances is of the entity type.
func (c *Concepts) onlyEnd(q *model.Query, roles []model.ID, entity model.ID) (role model.ID, found bool) {
	relationships := q.Path.Sorted()
	for _, id := range roles {
		relationships = append(relationships, c.Roles[id].Relationship)
	}
	for _, p := range partsOf(q) {
		if owner := c.ownerOf(*p.attribute); c.Model.Concepts.Relationships[owner] != nil {
			relationships = append(relationships, owner)
		}
	}
	slices.Sort(relationships)
	for _, relationship := range slices.Compact(relationships) {
		for _, end := range c.Participants[relationship] {
			switch {
			case !c.isKin(entity, end.Value.Entity):
			case found:
				return "", false
			default:
				role, found = end.ID, true
			}
		}
	}
	isSpecific := found && (c.Roles[role].Entity == entity || slices.Contains(c.Supertypes(c.Roles[role].Entity), entity))
	return role, isSpecific && slices.Contains(roles, role)
}
