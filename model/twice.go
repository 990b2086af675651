package model

// IsTwice reports whether the path of a query follows a relationship type twice.
func (q *Query) IsTwice(relationship ID) bool { return q.Path[relationship] && q.Twice[relationship] }

// IsRepeatable reports whether a path can follow a relationship type twice in a row: it has two
// participants of one entity type, and no key of its own.
func (m *Model) IsRepeatable(relationship ID) bool {
	r := m.Concepts.Relationships[relationship]
	if r == nil || len(r.Participants) != 2 {
		return false
	}
	for _, attribute := range r.Attributes {
		if attribute.Key != NoKey {
			return false
		}
	}
	ends := Sorted(r.Participants)
	return ends[0].Value.Entity == ends[1].Value.Entity && m.Concepts.Entities[ends[0].Value.Entity] != nil
}
