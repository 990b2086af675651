package mapping

import (
	"slices"

	"widerow/model"
)

// Mirrors reports whether the rows of a table are for certain those that a query asks for, without a
// search for its path: the meaning of the table follows from this query alone, and its columns
// store attributes of exactly the types that the query names, between which there is one path. It is
// false where only the meanings themselves tell: by roles, hierarchies, attributes of several
// values, VIA, groups, and cycles.
func (s *Stored) Mirrors(query, table model.ID) bool {
	asked, rows := s.typesOfQuery(query), s.typesOfTable(s.onlyTable(table))
	if len(asked) == 0 || len(asked) != len(rows) || !slices.Equal(asked, rows) {
		return false
	}
	queries := s.definedBy[s.onlyTable(table)]
	return len(queries) == 0 && len(asked) == 1 || len(queries) == 1 && queries[0] == query
}

// onlyTable returns the logical table that a relation realizes, if it is only one, or the table itself.
func (s *Stored) onlyTable(table model.ID) model.ID {
	relation := s.concepts.Model.Physical.Relations[table]
	if relation == nil {
		return table
	}
	for only := range relation.Realizes {
		if len(relation.Realizes) == 1 {
			return only
		}
	}
	return ""
}

// typesOfTable returns the types of whose attributes a logical table has columns, in order, if it
// has nothing else, and notes which queries define it.
func (s *Stored) typesOfTable(id model.ID) []model.ID {
	types, known := s.types[id]
	logical := s.concepts.Model.Logical.Tables[id]
	if known || logical == nil {
		return types
	}
	named, queries := plainTypes{Stored: s}, slices.Clone(s.queries[id])
	for _, column := range logical.Columns {
		named.add(column.Attribute, s.concepts.Roles.Of(column, s.concepts.Parent(column.Attribute)))
		named.other = named.other || column.Aggregate != "" || column.Role == model.RoleCounter
		if s.concepts.Model.Workflow.Queries[column.Query] != nil && !slices.Contains(queries, column.Query) {
			queries = append(queries, column.Query)
		}
	}
	s.types[id], s.definedBy[id] = named.sorted(), queries
	return s.types[id]
}

// typesOfQuery returns the types that a query names, in order, if it says nothing else of them.
func (s *Stored) typesOfQuery(id model.ID) []model.ID {
	types, known := s.types[id]
	query := s.concepts.Model.Workflow.Queries[id]
	if known || query == nil {
		return types
	}
	named := plainTypes{Stored: s, other: len(query.Path)+len(query.Twice)+len(query.Ends) > 0 || query.Distinct}
	for _, find := range query.Find {
		named.add(find.Attribute, find.Participant)
		named.other = named.other || find.Aggregate != "" || find.Grouped
	}
	for _, given := range query.Given {
		named.add(given.Attribute, given.Participant)
	}
	for _, sort := range query.SortBy {
		named.add(sort.Attribute, sort.Participant)
	}
	s.types[id] = named.sorted()
	return s.types[id]
}

// plainTypes collects the types of attributes. other reports that there is something that is no
// attribute of one value, or of a type in a hierarchy, in a role, or among cycles.
type plainTypes struct {
	*Stored
	types []model.ID
	other bool
}

// add adds the type of an attribute, or a type itself.
func (p *plainTypes) add(id, participant model.ID) {
	of := id
	if parent := p.concepts.Parent(id); parent != "" {
		attribute := p.concepts.Model.AttributesOf(parent)[id]
		p.other = p.other || attribute == nil || attribute.MultiValued
		of = parent
	}
	isType := p.concepts.Model.Concepts.Entities[of] != nil || p.concepts.Model.Concepts.Relationships[of] != nil
	p.other = p.other || !isType || participant != "" || p.concepts.IsInHierarchy(of) || p.concepts.IsInCycle(of)
	if !slices.Contains(p.types, of) {
		p.types = append(p.types, of)
	}
}

func (p *plainTypes) sorted() []model.ID {
	if p.other {
		return nil
	}
	slices.Sort(p.types)
	return p.types
}
