package er

import (
	"maps"
	"slices"
	"strings"

	"widerow/model"
)

// Roles are the participations of the entity types, of all or of those that a
// query names.
type Roles map[model.ID]Participation

// Participation is a participant with its relationship type.
type Participation struct {
	*model.Participant
	Relationship model.ID
	// Others are the other participants of the same entity type: it is recursive
	// if there are some.
	Others []model.ID
	// common reports that the role's name is also a part of the name of the entity type or of one of its attributes,
	// as "course" is of course_code. A column with that name need not be in the role.
	common bool
}

// NewRoles returns the participants of all relationship types.
func NewRoles(m *model.Model) Roles {
	roles := Roles{}
	for relationship, value := range m.Concepts.Relationships {
		for id, participant := range value.Participants {
			p := Participation{Participant: participant, Relationship: relationship, common: isCommon(m, participant)}
			for other, end := range value.Participants {
				if other != id && end.Entity == participant.Entity {
					p.Others = append(p.Others, other)
				}
			}
			slices.Sort(p.Others)
			roles[id] = p
		}
	}
	return roles
}

// Of returns the participant of an entity type whose attribute a column stores: the
// one that the document names or, for a column made by hand, the only one whose role is
// in the column's name. It is empty if there is none. The document may name a
// participant of which the entity type is the owner or the supertype.
func (r Roles) Of(column *model.LogicalColumn, entity model.ID) model.ID {
	if column.Participant != "" {
		if r[column.Participant].Participant == nil {
			return ""
		}
		return column.Participant
	}
	var found model.ID
	for id, p := range r {
		if p.Entity == entity && p.Role != "" && !p.common && hasName(column.Name, p.Role) {
			if found != "" {
				return ""
			}
			found = id
		}
	}
	return found
}

// hasName reports whether a name has another one as whole words in it.
func hasName(name, part string) bool {
	part = model.Identifier(part)
	return part != "" && strings.Contains("_"+model.Identifier(name)+"_", "_"+part+"_")
}

// isCommon reports whether the name of a role is a part of its entity type's name or of the
// name of an attribute of that.
func isCommon(m *model.Model, participant *model.Participant) bool {
	entity := m.Concepts.Entities[participant.Entity]
	if entity == nil || participant.Role == "" {
		return false
	}
	if hasName(entity.Name, participant.Role) {
		return true
	}
	for _, attribute := range entity.Attributes {
		if hasName(attribute.Name, participant.Role) {
			return true
		}
	}
	return false
}

// part is a part of a query that names an attribute or a type, perhaps in a role.
type part struct{ attribute, participant *model.ID }

func partsOf(q *model.Query) []part { return slices.Collect(maps.Values(namedParts(q))) }

// namedParts are the parts of a query by their IDs.
func namedParts(q *model.Query) map[model.ID]part {
	parts := map[model.ID]part{}
	for id, find := range q.Find {
		parts[id] = part{&find.Attribute, &find.Participant}
	}
	for id, given := range q.Given {
		parts[id] = part{&given.Attribute, &given.Participant}
	}
	for id, sort := range q.SortBy {
		parts[id] = part{&sort.Attribute, &sort.Participant}
	}
	return parts
}

func namesRoles(q *model.Query) bool {
	if q == nil {
		return false
	}
	if len(q.Twice) > 0 {
		return true
	}
	for _, find := range q.Find {
		if find.Participant != "" {
			return true
		}
	}
	for _, given := range q.Given {
		if given.Participant != "" {
			return true
		}
	}
	for _, sort := range q.SortBy {
		if sort.Participant != "" {
			return true
		}
	}
	return false
}

// InRoles is InRoles, with roles that are known.
func (c *Concepts) InRoles(q *model.Query) *model.Query {
	if !namesRoles(q) {
		return q
	}
	ends := c.kinEnds(q)
	maps.Copy(ends, c.Roles.otherEnds(q))
	named := *q
	named.Find, named.Given, named.SortBy = copied(q.Find), copied(q.Given), copied(q.SortBy)
	for _, p := range partsOf(&named) {
		if *p.participant == "" {
			*p.participant = ends[c.ownerOf(*p.attribute)]
		}
	}
	c.inEnds(&named)
	return &named
}

// otherEnds returns, by entity type, the end of a recursive relationship type that
// a query leaves without its role.
func (r Roles) otherEnds(q *model.Query) map[model.ID]model.ID {
	named := map[model.ID]model.IDSet{}
	for _, p := range partsOf(q) {
		if role := r[*p.participant]; role.Participant != nil {
			if named[role.Entity] == nil {
				named[role.Entity] = model.IDSet{}
			}
			named[role.Entity][*p.participant] = true
		}
	}
	ends := map[model.ID]model.ID{}
	for entity, participants := range named {
		for id := range participants {
			if others := r[id].Others; len(participants) == 1 && len(others) == 1 {
				ends[entity] = others[0]
			}
		}
	}
	return ends
}

func copied[T any](parts map[model.ID]*T) map[model.ID]*T {
	copies := make(map[model.ID]*T, len(parts))
	for id, part := range parts {
		value := *part
		copies[id] = &value
	}
	return copies
}
