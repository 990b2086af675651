package proof

import (
	"slices"

	"widerow/model"
	"widerow/model/access"
)

// addSelectors adds the SELECT clause, GROUP BY and DISTINCT. What the table
// lacks is left out and listed, unless nothing would remain.
func (s *statement) addSelectors() {
	finds := model.Sorted(s.query.Find)
	stored := s.storesAggregates(finds)
	for _, item := range finds {
		find := item.Value
		if find.Aggregate == model.Count && !stored && (find.Grouped || s.countsRows(find)) {
			s.shape.Selectors = append(s.shape.Selectors, access.Value{Kind: access.Function, Text: "count_rows", Keyspace: "system"})
			continue
		}
		columns := s.found(reference{find.Attribute, find.Name, find.Participant})
		for _, c := range columns {
			s.selectColumn(find, c, stored)
		}
	}
	if len(s.shape.Selectors) == 0 && len(s.missing) > 0 {
		first := s.missing[0]
		s.shape.Selectors = []access.Value{selector(s.unknownName(reference{attribute: first.Attribute, name: first.Name}))}
	}
	s.addGroups(finds, stored)
	s.shape.Distinct = s.query.Distinct && !s.hasDistinctRows()
}

// countsRows reports whether a count is that of rows: of an entity type, or of an
// attribute that no column stores.
func (s *statement) countsRows(find *model.Find) bool {
	r := reference{find.Attribute, find.Name, find.Participant}
	return s.concepts.isType(find.Attribute) || len(s.columnsOf(s.table, r)) == 0
}

// storesAggregates reports whether the table stores the aggregates of the query:
// the query asks for them beside single values, or each group is one row, also
// the one group of a query without GROUP BY.
func (s *statement) storesAggregates(finds []model.Item[*model.Find]) bool {
	plain, grouped, aggregated := false, false, false
	groups := map[*column]bool{}
	for _, item := range finds {
		find := item.Value
		switch {
		case find.Aggregate != "":
			aggregated = true
		case find.Grouped:
			grouped = true
			for _, c := range s.columnsOf(s.table, reference{find.Attribute, find.Name, find.Participant}) {
				groups[c] = true
			}
		default:
			plain = true
		}
	}
	if !aggregated {
		return false
	}
	if plain && !grouped {
		return true
	}
	inKey := func(item model.Item[*model.Find]) bool {
		find := item.Value
		return find.Aggregate != "" && slices.ContainsFunc(s.columnsOf(s.table, reference{find.Attribute, find.Name, find.Participant}),
			func(c *column) bool { return c.role.InKey() })
	}
	single := func(c *column) bool { return groups[c] || s.restricted[c] == equality }
	return allOf(s.table.partition, single) && allOf(s.table.clustering, single) && !slices.ContainsFunc(finds, inKey)
}

func (s *statement) selectColumn(find *model.Find, c *column, stored bool) {
	value := selector(c.name)
	if find.Aggregate != "" && !stored {
		value = access.Value{Kind: access.Function, Text: string(find.Aggregate), Values: []access.Value{value}}
	} else if slices.ContainsFunc(s.shape.Selectors, func(v access.Value) bool { return v.Kind == access.Reference && v.Text == c.name }) {
		return
	}
	s.shape.Selectors = append(s.shape.Selectors, value)
}

// found returns the columns for an item of SELECT, and notes what is missing. A
// composite attribute is a column as a whole or by its parts.
func (s *statement) found(r reference) []*column {
	if s.concepts.isType(r.attribute) {
		var columns []*column
		for _, id := range slices.Concat(s.concepts.parts[r.attribute], s.concepts.inherited[r.attribute]) {
			part := reference{attribute: id, participant: r.participant}
			if s.concepts.known[id].Derived && len(s.columnsOf(s.table, part)) == 0 {
				continue // computed when it is read
			}
			columns = append(columns, s.found(part)...)
		}
		return columns
	}
	if columns := s.columnsOf(s.table, r); len(columns) > 0 {
		return columns[:1]
	}
	if parts := s.concepts.parts[r.attribute]; len(parts) > 0 {
		var columns []*column
		for _, id := range parts {
			columns = append(columns, s.found(reference{attribute: id, participant: r.participant})...)
		}
		return columns
	}
	if !s.isGiven(r) {
		s.missing = append(s.missing, Missing{r.attribute, s.concepts.nameOf(r)})
	}
	return nil
}

// isGiven reports whether the query gives the value that it asks for.
func (s *statement) isGiven(r reference) bool {
	for _, given := range s.query.Given {
		same := given.Attribute == r.attribute && given.Participant == r.participant && (r.attribute != "" || given.Name == r.name)
		if same && given.Operator == model.Equal {
			return true
		}
	}
	return false
}

// addGroups adds GROUP BY in the order of the primary key, as Cassandra demands.
func (s *statement) addGroups(finds []model.Item[*model.Find], stored bool) {
	var groups []*column
	for _, item := range finds {
		if find := item.Value; find.Grouped && find.Aggregate == "" && !stored {
			for _, c := range s.columnsOf(s.table, reference{find.Attribute, find.Name, find.Participant}) {
				groups = appendNew(groups, c)
			}
		}
	}
	slices.SortStableFunc(groups, func(a, b *column) int {
		return slices.Index(s.table.columns, a) - slices.Index(s.table.columns, b)
	})
	for _, c := range groups {
		s.shape.GroupBy = append(s.shape.GroupBy, selector(c.name))
	}
}

// hasDistinctRows reports whether the selected columns and the given ones include
// the primary key: then no row comes twice.
func (s *statement) hasDistinctRows() bool {
	known := func(c *column) bool {
		return s.restricted[c] == equality ||
			slices.ContainsFunc(s.shape.Selectors, func(v access.Value) bool { return v.Kind == access.Reference && v.Text == c.name })
	}
	return allOf(s.table.partition, known) && allOf(s.table.clustering, known)
}

func (s *statement) aggregates() bool {
	return slices.ContainsFunc(s.shape.Selectors, func(v access.Value) bool { return v.Kind == access.Function })
}
