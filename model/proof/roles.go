package proof

import (
	"slices"

	"widerow/model"
)

// inRole selects the columns of the instance that a reference means, if a table may
// store several of an entity type.
func (p *prover) inRole(t *table, columns []*column, r reference) []*column {
	isConcept := func(c *column) bool { return len(c.participants) > 0 }
	if !slices.ContainsFunc(columns, isConcept) || p.plain(t, columns, r) {
		return columns
	}
	if found := storing(columns, r.participant); r.participant != "" && len(found) > 0 {
		return found
	}
	role, known := p.concepts.roles[r.participant]
	if !known || role.Entity != p.concepts.known[r.attribute].owner {
		return p.withoutRole(t, columns, r)
	}
	rest := storing(columns, "")
	if len(role.Others) == 0 || p.storesOther(t, role.Others) {
		return rest
	}
	return nil
}

// plain reports whether neither a reference nor a table names a role.
func (p *prover) plain(t *table, columns []*column, r reference) bool {
	return r.participant == "" && len(storing(columns, "")) == len(columns)
}

// storing returns the columns of an instance in a role.
func storing(columns []*column, participant model.ID) []*column {
	return slices.DeleteFunc(slices.Clone(columns), func(c *column) bool { return !slices.Contains(c.participants, participant) })
}

// withoutRole selects the columns that a reference without a role means: those
// without one or, if the table has the entity type in one role only, that one.
func (p *prover) withoutRole(t *table, columns []*column, r reference) []*column {
	if plain := storing(columns, ""); len(plain) > 0 {
		return plain
	}
	owner, roles := p.concepts.known[r.attribute].owner, []model.ID(nil)
	for _, c := range t.columns {
		if slices.ContainsFunc(c.attributes, func(id model.ID) bool { return p.concepts.known[id].owner == owner }) {
			roles = appendNew(roles, c.participants...)
		}
	}
	if len(roles) > 1 {
		return nil
	}
	return columns
}

// storesOther reports whether a table has columns of another end of a recursive
// relationship type: those without a role are of the end that is left.
func (p *prover) storesOther(t *table, others []model.ID) bool {
	return slices.ContainsFunc(t.columns, func(c *column) bool {
		return slices.ContainsFunc(others, func(id model.ID) bool { return slices.Contains(c.participants, id) })
	})
}

// referenceIn returns the attribute that a further table must store: the missing one in its role,
// or in no role if the table has none. The key that leads to the table belongs to the instance in
// the role.
func (c *completion) referenceIn(t *table, missing Missing) reference {
	r := missing.reference()
	if len(c.columnsOf(t, r)) == 0 && len(storing(c.storedIn(t, r), "")) > 0 {
		r.participant = ""
	}
	return r
}

// inRoleOf selects, from the columns with the value of a key, the columns of the instance in the
// role that the first open attribute has.
func (c *completion) inRoleOf(columns []*column, key *column) []*column {
	role, known := c.concepts.roles[c.open[0].Participant]
	if !known || len(key.attributes) == 0 || c.concepts.known[key.attributes[0]].owner != role.Entity {
		return columns
	}
	return slices.DeleteFunc(columns, func(from *column) bool {
		return len(from.participants) > 0 && !slices.Contains(from.participants, c.open[0].Participant) && !slices.Contains(from.participants, "")
	})
}

// storing returns the columns of a reference; of all roles if it has none.
func (p *prover) storing(t *table, r reference) []*column {
	if r.participant == "" {
		return p.storedIn(t, r)
	}
	return p.columnsOf(t, r)
}
