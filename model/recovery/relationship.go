package recovery

import (
	"fmt"
	"slices"

	"widerow/model"
)

// findRelationships finds the relationship types: of weak entity types with their
// owners, and of the entity types whose identifiers a table holds.
func (s *schema) findRelationships() {
	for _, e := range s.entities {
		for _, owner := range e.owners {
			s.relate(owner, e, "1", "n", true, fmt.Sprintf("%s has no key without that of %s", e.Name, owner.Name))
		}
	}
	for _, e := range s.entities {
		for _, t := range e.tables {
			for _, c := range t.columns {
				if c.identifies == nil || c.identifies == e || s.through(e, c.identifies) {
					continue
				}
				one, many := s.cardinality(e, c.identifies)
				s.relate(c.identifies, e, one, many, false, fmt.Sprintf("%s holds %s", t.name, c.Name))
			}
		}
	}
	s.connect()
}

// connect relates the entity types of which a table has columns to each other, if
// nothing else does: its query has no path without that.
func (s *schema) connect() {
	group, holder := s.groups(), map[*Attribute]*entity{}
	for _, e := range s.entities {
		for _, a := range e.Attributes {
			holder[a] = e
		}
	}
	for _, t := range s.unknown {
		first := t.entity
		for _, c := range t.columns {
			e := c.identifies
			if a := s.attributes[c.id]; e == nil && a != nil {
				e = holder[a]
			}
			switch {
			case e == nil:
			case first == nil:
				first = e
			case group[e] != group[first]:
				s.relate(e, first, "1", "n", false, t.name+" holds columns of both")
				join(group, e, first)
			}
		}
	}
}

// groups returns a number for each entity type: those that relationship types lead to
// from each other have the same.
func (s *schema) groups() map[*entity]int {
	group, byEntity, byID := map[*entity]int{}, map[*Entity]*entity{}, map[model.ID]*entity{}
	for i, e := range s.entities {
		group[e], byEntity[e.Entity] = i, e
		if e.ID != "" {
			byID[e.ID] = e
		}
	}
	for _, r := range s.relationships {
		join(group, byEntity[r.Ends[0].Entity], byEntity[r.Ends[1].Entity])
	}
	for _, r := range s.model.Concepts.Relationships {
		var first *entity
		for _, participant := range r.Participants {
			if e := byID[participant.Entity]; first == nil {
				first = e
			} else if e != nil {
				join(group, e, first)
			}
		}
	}
	return group
}

// join makes the groups of two entity types one.
func join(group map[*entity]int, a, b *entity) {
	from, to := group[a], group[b]
	if from == to {
		return
	}
	for e, number := range group {
		if number == from {
			group[e] = to
		}
	}
}

// relate adds a relationship type between two entity types that have none.
func (s *schema) relate(one, many *entity, first, second string, identifying bool, reason string) {
	for _, r := range s.relationships {
		if r.joins(one.Entity, many.Entity) {
			return
		}
	}
	if one.ID != "" && many.ID != "" && s.related(one.ID, many.ID) {
		return
	}
	s.relationships = append(s.relationships, &Relationship{
		Name: "has", Identifying: identifying, Reason: reason,
		Ends: [2]End{{one.Entity, first, false}, {many.Entity, second, identifying}},
	})
}

func (r *Relationship) joins(a, b *Entity) bool {
	return r.Ends[0].Entity == a && r.Ends[1].Entity == b || r.Ends[0].Entity == b && r.Ends[1].Entity == a
}

// related reports whether a relationship type of the model joins two entity types.
func (s *schema) related(a, b model.ID) bool {
	for _, r := range s.model.Concepts.Relationships {
		joined := model.IDSet{}
		for _, participant := range r.Participants {
			joined[participant.Entity] = true
		}
		if joined[a] && joined[b] {
			return true
		}
	}
	return false
}

// through reports whether an entity type is related to another one by way of a
// third, which the other one owns: a reservation of a room needs no relationship
// of its own with the room's hotel.
func (s *schema) through(e, far *entity) bool {
	return slices.ContainsFunc(s.entities, func(between *entity) bool {
		if between == e || between == far || !slices.Contains(between.owners, far) {
			return false
		}
		for _, t := range e.tables {
			if t.identifier(far) != nil && t.identifier(between) == nil {
				return false
			}
		}
		return true
	})
}

// cardinality returns how many instances of an entity type go with one of
// another one, and the other way round. Tables in both directions are a
// relationship of many to many.
func (s *schema) cardinality(e, other *entity) (ofOther, ofOne string) {
	for _, t := range e.tables {
		if c := t.identifier(other); c != nil && !c.Role.InKey() {
			return "1", "n" // the row of e has one of them
		}
	}
	if slices.ContainsFunc(other.tables, func(t *table) bool {
		c := t.identifier(e)
		return c != nil && c.Role == model.Partition
	}) || slices.ContainsFunc(s.unknown, func(t *table) bool { return t.lists(other, e) }) {
		return "n", "m"
	}
	return "1", "n"
}

// lists reports whether a table lists instances of an entity type by one of another one:
// members_by_channel the users of a channel.
func (t *table) lists(of, by *entity) bool {
	listed, given := t.identifier(of), t.identifier(by)
	return listed != nil && given != nil && listed.Role == model.Clustering && given.Role == model.Partition
}
