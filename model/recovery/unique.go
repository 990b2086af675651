package recovery

import (
	"slices"

	"widerow/model"
	"widerow/model/suggest"
)

// findUnique finds the attributes by which lookup tables find one instance: the e-mail address
// of customers_by_email, whose rows hold the identifier of a customer outside of the key; the
// login of accounts within their tenant.
func (s *schema) findUnique() {
	for _, t := range s.unknown {
		e := t.entity
		if e == nil {
			continue
		}
		id := t.identifier(e)
		if id == nil || id.Role != model.Regular || id.Collection != model.SingleValue {
			continue
		}
		if a, within, found := s.uniqueIn(t, e); found && a.ID == "" && !e.listedBy(s, a) {
			a.Unique, a.UniqueWithin = true, within
		}
	}
}

// uniqueIn returns the attribute that the key of a table has beside the identifier of an owner.
func (s *schema) uniqueIn(t *table, e *entity) (a *Attribute, within *Entity, found bool) {
	for _, c := range t.key() {
		attribute := s.attributes[c.id]
		switch {
		case c.identifies != nil && within == nil && s.hasOne(e, c.identifies):
			within = c.identifies.Entity
		case c.identifies == nil && a == nil && attribute != nil && slices.Contains(e.Attributes, attribute) &&
			(suggest.IsUnique(c.Name) || c.endsIn(identifierWords, weakIdentifierWords)):
			a = attribute
		default:
			return nil, nil, false
		}
	}
	return a, within, a != nil
}

// hasOne reports whether an instance has one of another entity type: its owner, or the one that
// a relationship type says.
func (s *schema) hasOne(e, other *entity) bool {
	return slices.Contains(e.owners, other) || slices.ContainsFunc(s.relationships, func(r *Relationship) bool {
		return r.Ends[0] == (End{other.Entity, "1", r.Ends[0].Total}) && r.Ends[1].Entity == e.Entity
	})
}

// listedBy reports whether a table lists the instances with the same value of an attribute.
func (e *entity) listedBy(s *schema, a *Attribute) bool {
	return slices.ContainsFunc(e.tables, func(t *table) bool {
		id := t.identifier(e)
		return id != nil && id.Role == model.Clustering && slices.ContainsFunc(t.partition(), func(c *column) bool { return s.attributes[c.id] == a })
	})
}
