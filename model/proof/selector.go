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
	s.shape.Selectors = make([]access.Value, 0, min(len(s.table.columns), s.attributesOf(finds)))
	s.findGroups(finds)
	s.spreadOverGroups()
	stored := s.storesAggregates(finds)
	for _, item := range finds {
		find := item.Value
		if find.Aggregate != "" && !find.Grouped {
			s.selectAggregate(find, stored)
			continue
		}
		if find.Aggregate == model.Count && !stored {
			s.shape.Selectors = append(s.shape.Selectors, s.countOfRows())
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
	if s.spread != nil {
		s.spread.Combines = (s.aggregates() || len(s.groups)+len(s.implied) > 0) && !s.groupsByBucket()
	}
	if s.query.Distinct && !s.aggregates() && s.isDistinctByKey() {
		s.shape.Distinct = !s.hasDistinctRows()
		return
	}
	s.addGroups(stored)
	s.selectGroups()
	switch oneRow := s.aggregates() && len(s.shape.GroupBy) == 0; {
	case !s.query.Distinct || oneRow:
	case s.hasDistinctRows() && !s.aggregates():
		s.shape.GroupBy = nil
	default:
		s.dropRepeated()
	}
}

// attributesOf counts the attributes that a SELECT clause names, each of a whole type.
func (p *prover) attributesOf(finds []model.Item[*model.Find]) int {
	count := 0
	for _, item := range finds {
		count += max(1, len(p.concepts.parts[item.Value.Attribute])+len(p.concepts.inherited[item.Value.Attribute]))
	}
	return count
}

// selectGroups selects the columns that identify the groups if several statements return parts of
// one: the application combines them.
func (s *statement) selectGroups() {
	if s.spread == nil || !s.aggregates() && !s.returnsStored() {
		return
	}
	for _, r := range slices.Concat(s.groups, s.implied) {
		if c := s.groupColumn(r); c != nil && c.role.InKey() && s.restricted[c] != equality && !s.selects(c) {
			s.shape.Selectors = append(s.shape.Selectors, selector(c.name))
		}
	}
}

// returnsStored reports whether the statement selects stored values of functions.
func (s *statement) returnsStored() bool {
	return slices.ContainsFunc(s.table.columns, func(c *column) bool { return len(c.functions) > 0 && s.selects(c) })
}

// dropRepeated removes repeated rows where SELECT DISTINCT cannot: by GROUP BY if the
// groups follow the key, or else in the application, which needs all rows then.
func (s *statement) dropRepeated() {
	grouped := s.shape
	grouped.OrderBy, grouped.Limit = nil, nil
	told := !s.aggregates() || !slices.ContainsFunc(s.shape.GroupBy, func(v access.Value) bool { return !s.selectsName(v.Text) })
	if _, refusal := s.table.access.Select(grouped); len(s.shape.GroupBy) > 0 && told && refusal == nil && s.spread == nil {
		return
	}
	s.repeats = true
	if !s.aggregates() {
		s.shape.GroupBy = nil
	}
}

// isDistinctByKey reports whether SELECT DISTINCT is possible: the statement selects or restricts
// each column of the partition key, and no other columns but static ones.
func (s *statement) isDistinctByKey() bool {
	for _, c := range s.table.columns {
		ofPartition := c.role == model.Partition || c.role == model.Static
		if !ofPartition && (s.restricted[c] != unrestricted || s.selects(c)) || c.role == model.Partition && s.restricted[c] == unrestricted && !s.selects(c) {
			return false
		}
	}
	return true
}

// spreadOverGroups replaces IN on the partition key by one statement for each value if
// the query groups rows by something else: Cassandra groups within a partition.
func (s *statement) spreadOverGroups() {
	if len(s.groups)+len(s.implied) > 0 && slices.ContainsFunc(s.table.partition, func(c *column) bool { return s.restricted[c] == anyOf && !s.isGroup(c) }) {
		s.spreadOverValues()
	}
}

// groupsByBucket reports whether the rows of one group are in one bucket, since the
// bucket is computed from what the query groups by.
func (s *statement) groupsByBucket() bool {
	return len(s.spread.Columns) == len(s.buckets) && slices.ContainsFunc(s.table.clustering, func(c *column) bool {
		return s.isGroup(c) && (s.restricted[c] == slice || slices.ContainsFunc(s.buckets, func(b *column) bool { return b.source == c }))
	})
}

func (s *statement) isGroup(c *column) bool {
	return slices.ContainsFunc(slices.Concat(s.groups, s.implied), func(r reference) bool { return slices.Contains(s.plainColumns(r), c) })
}

// countsRows reports whether a count counts rows: its argument is an entity type, or an attribute
// that no column stores.
func (s *statement) countsRows(find *model.Find) bool {
	r := reference{find.Attribute, find.Name, find.Participant}
	return s.concepts.isType(find.Attribute) || len(s.columnsOf(s.table, r)) == 0
}

// findGroups finds the attributes that the query groups by: named in GROUP BY, or implied.
func (s *statement) findGroups(finds []model.Item[*model.Find]) {
	for _, item := range finds {
		if item.Value.Grouped && item.Value.Aggregate == "" {
			s.groups = append(s.groups, reference{item.Value.Attribute, item.Value.Name, item.Value.Participant})
		}
	}
	for _, group := range s.groupingOf(s.query).Implied {
		s.implied = append(s.implied, reference{group.Attribute, group.Name, group.Participant})
	}
}

// storesAggregates reports whether the table stores the aggregates of the query: it
// has a column of their values, for each group or for the one group of a query without
// GROUP BY.
func (s *statement) storesAggregates(finds []model.Item[*model.Find]) bool {
	aggregated, inKey, plain, named, all := false, false, false, false, true
	for _, item := range finds {
		find := item.Value
		if find.Aggregate == "" {
			plain = true
			continue
		}
		aggregated = true
		r := reference{find.Attribute, find.Name, find.Participant}
		columns := s.columnsOf(s.table, r)
		if s.countsInstances(find) && len(s.valuesOf(find, r)) == 0 {
			all = false // the rows of one instance each are counted as others are
		}
		for _, c := range columns {
			inKey = inKey || c.role.InKey() && len(s.valuesOf(find, r)) == 0
			named = named || len(c.functions) == 0 && c.stores(find.Aggregate)
		}
		has := func(c *column) bool { return c.stores(find.Aggregate) }
		all = all && (len(columns) == 0 || slices.ContainsFunc(columns, has))
	}
	if named && plain && len(s.groups) == 0 {
		return true
	}
	one := func(c *column) bool { return s.isGroup(c) || s.restricted[c] == equality }
	return aggregated && all && allOf(s.table.partition, one) && allOf(s.table.clustering, one) && !inKey
}

// stores reports whether a column has the values of a function. One that was made by
// hand may only show it in its name: avg_temperature.
func (c *column) stores(function model.Aggregate) bool {
	return c.aggregated || slices.Contains(strings.Split(model.Identifier(c.name), "_"), string(function))
}

func (s *statement) selectColumn(find *model.Find, c *column, stored bool) {
	value := selector(c.name)
	if find.Aggregate != "" && !stored {
		value = access.Value{Kind: access.Function, Text: string(find.Aggregate), Values: []access.Value{s.widened(find.Aggregate, c)}}
	} else if s.selects(c) {
		return
	}
	s.shape.Selectors = append(s.shape.Selectors, value)
}

// widened casts a column whose function has its type but not its range: the average of
// whole numbers or decimals is a fraction, which Cassandra cuts off at the digits of the
// values, and their sum can overflow.
func (s *statement) widened(function model.Aggregate, c *column) access.Value {
	column := selector(c.name)
	if s.table.relation == nil || s.table.relation.Columns[c.id] == nil {
		return column
	}
	to := map[model.Aggregate]map[string]string{
		model.Avg: {"tinyint": "double", "smallint": "double", "int": "double", "bigint": "double",
			"float": "double", "varint": "double", "decimal": "double", "counter": "double"},
		model.Sum: {"tinyint": "bigint", "smallint": "bigint", "int": "bigint", "bigint": "varint", "float": "double"},
	}[function][s.table.relation.Columns[c.id].Type.Name]
	if to == "" || function == model.Sum && c.computes(model.Count) {
		return column
	}
	return access.Value{Kind: access.CastFunction, Text: to, Type: model.Native(to), Values: []access.Value{column}}
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
		whole := slices.IndexFunc(columns, func(c *column) bool { return !c.role.InKey() })
		if whole > 0 && s.isMultiValued(r) {
			return columns[whole : whole+1] // all values, beside one in the key
		}
		if whole >= 0 || !s.selectsSome(r) {
			return columns[:1]
		}
		s.missing = append(s.missing, Missing{Attribute: r.attribute, Name: s.concepts.nameOf(r), Participant: r.participant})
		return nil
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

// selectsSome reports whether a condition selects some of the values of a multi-valued attribute: rows with one value each
// do not have the others.
func (s *statement) selectsSome(r reference) bool {
	return s.isMultiValued(r) && !slices.Contains(s.groups, r) && !s.query.Distinct && slices.ContainsFunc(model.Sorted(s.query.Given),
		func(given model.Item[*model.Given]) bool {
			return given.Value.Attribute == r.attribute && given.Value.Participant == r.participant
		})
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
		for _, c := range s.plainColumns(r) {
			if s.restricted[c] != equality {
				groups = appendNew(groups, c)
			}
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
	isPartition := func(c *column) bool { return c.role == model.Partition }
	isWhole := len(groups) == 0 && s.aggregates() && s.returnsRowsOfGroups() && s.namesPartitions()
	if isWhole || slices.ContainsFunc(groups, isPartition) {
		groups = appendNew(slices.Clone(s.table.partition), slices.DeleteFunc(groups, isPartition)...)
	}
	for _, c := range groups {
		s.shape.GroupBy = append(s.shape.GroupBy, selector(c.name))
	}
}

// returnsRowsOfGroups reports whether a query selects a value of each group beside the
// aggregates. Without GROUP BY, Cassandra returns a row of zeros and nulls where there is
// no group.
func (s *statement) returnsRowsOfGroups() bool {
	for _, find := range s.query.Find {
		if find.Aggregate == "" {
			return true
		}
	}
	return false
}

// countOfRows counts rows. A partition without rows that still has static values counts as
// a row, but has no clustering columns.
func (s *statement) countOfRows() access.Value {
	isStatic := func(c *column) bool { return c.role == model.Static }
	if len(s.table.clustering) > 0 && slices.ContainsFunc(s.table.columns, isStatic) {
		return access.Value{Kind: access.Function, Text: "count", Values: []access.Value{selector(s.table.clustering[0].name)}}
	}
	return access.Value{Kind: access.Function, Text: "count_rows", Keyspace: "system"}
}

// groupColumn returns the column of an implied group: one of the primary key if
// there is one, or one that does not exist, as the statement would name it. Of a name
// in a model without concepts, only columns of the key are known to differ.
func (s *statement) groupColumn(r reference) *column {
	columns := s.plainColumns(r)
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
	known := func(c *column) bool { return s.restricted[c] == equality || s.selects(c) }
	return allOf(s.table.partition, known) && allOf(s.table.clustering, known)
}

func (s *statement) selects(c *column) bool { return s.selectsName(c.name) }

func (s *statement) selectsName(name string) bool {
	return slices.ContainsFunc(s.shape.Selectors, func(v access.Value) bool { return v.Kind == access.Reference && v.Text == name })
}

func (s *statement) aggregates() bool {
	return slices.ContainsFunc(s.shape.Selectors, func(v access.Value) bool { return v.Kind == access.Function })
}
