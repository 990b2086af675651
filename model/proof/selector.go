package proof

import (
	"slices"
	"strings"

	"widerow/model"
	"widerow/model/access"
)

// addSelectors adds the SELECT clause, GROUP BY and DISTINCT. What the table
// lacks is left out and listed, unless nothing would remain.
func (s *statement) addSelectors() {
	finds := model.Sorted(s.query.Find)
	s.findGroups(finds)
	stored := s.storesAggregates(finds)
	for _, item := range finds {
		find := item.Value
		if find.Aggregate != "" && !find.Grouped {
			s.selectAggregate(find, stored)
			continue
		}
		if find.Aggregate == model.Count && !stored {
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
		s.isEmpty = true
		s.shape.Selectors = []access.Value{selector(s.unknownName(reference{attribute: first.Attribute, name: first.Name}))}
	}
	s.addGroups(stored)
	s.shape.Distinct = s.query.Distinct && !s.hasDistinctRows()
}

// countsRows reports whether a count is that of rows: of an entity type, or of an
// attribute that no column stores.
func (s *statement) countsRows(find *model.Find) bool {
	r := reference{find.Attribute, find.Name, find.Participant}
	return s.concepts.isType(find.Attribute) || len(s.columnsOf(s.table, r)) == 0
}

// findGroups finds by what the query groups rows, and what it does so without
// GROUP BY: it asks for an aggregate beside single values that differ.
func (s *statement) findGroups(finds []model.Item[*model.Find]) {
	plain, aggregated := false, false
	for _, item := range finds {
		find := item.Value
		switch r := (reference{find.Attribute, find.Name, find.Participant}); {
		case find.Aggregate != "":
			aggregated = true
		case find.Grouped:
			s.groups = append(s.groups, r)
		default:
			plain = true
		}
	}
	if !aggregated || !plain || len(s.groups) > 0 {
		return
	}
	for _, group := range s.impliedGroups(s.query) {
		s.implied = append(s.implied, reference{group.Attribute, group.Name, group.Participant})
	}
}

// storesAggregates reports whether the table stores the aggregates of the query: it
// has a column of their values, or each group is one row, also the one group of a
// query without GROUP BY.
func (s *statement) storesAggregates(finds []model.Item[*model.Find]) bool {
	aggregated, named, inKey, plain := false, false, false, false
	single := map[*column]bool{}
	for _, item := range finds {
		find := item.Value
		columns := s.columnsOf(s.table, reference{find.Attribute, find.Name, find.Participant})
		for _, c := range columns {
			switch {
			case find.Aggregate != "":
				named = named || c.stores(find.Aggregate)
				inKey = inKey || c.role.InKey()
			case find.Grouped || len(s.groups) == 0:
				single[c] = true
			}
		}
		aggregated = aggregated || find.Aggregate != ""
		plain = plain || find.Aggregate == ""
	}
	if !aggregated || plain && len(s.groups) == 0 && named {
		return aggregated
	}
	one := func(c *column) bool { return single[c] || s.restricted[c] == equality }
	return allOf(s.table.partition, one) && allOf(s.table.clustering, one) && !inKey
}

// stores reports whether a column has the values of a function. One that was made by
// hand may only show it in its name: avg_temperature.
func (c *column) stores(function model.Aggregate) bool {
	return c.aggregated || slices.Contains(strings.Split(model.Identifier(c.name), "_"), string(function))
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
	if known := s.concepts.known[r.attribute]; known.Attribute != nil && known.Derived && !known.Immutable && len(s.stored[r.attribute]) == 0 {
		return nil // no table stores it: it is computed when it is read
	}
	if !s.isGiven(r) {
		s.missing = append(s.missing, Missing{Attribute: r.attribute, Name: s.concepts.nameOf(r), Participant: r.participant})
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
// What has one value need not be in it.
func (s *statement) addGroups(stored bool) {
	if stored {
		return
	}
	var groups []*column
	for _, r := range s.groups {
		for _, c := range s.columnsOf(s.table, r) {
			groups = appendNew(groups, c)
		}
	}
	for _, r := range s.implied {
		if c := s.groupColumn(r); c != nil && s.restricted[c] != equality {
			groups = appendNew(groups, c)
		}
	}
	slices.SortStableFunc(groups, func(a, b *column) int {
		return slices.Index(s.table.columns, a) - slices.Index(s.table.columns, b)
	})
	for _, c := range groups {
		s.shape.GroupBy = append(s.shape.GroupBy, selector(c.name))
	}
}

// groupColumn returns the column of an implied group: one of the primary key if
// there is one, or one that does not exist, as the statement would name it. Of a name
// in a model without concepts, only columns of the key are known to differ.
func (s *statement) groupColumn(r reference) *column {
	columns := s.columnsOf(s.table, r)
	for _, c := range columns {
		if c.role.InKey() {
			return c
		}
	}
	switch {
	case r.attribute == "":
		return nil
	case len(columns) > 0:
		return columns[0]
	}
	return &column{name: s.unknownName(r)}
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
