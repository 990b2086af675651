package proof

import (
	"slices"

	"widerow/model"
	"widerow/model/access"
	"widerow/model/mapping"
)

// wanted is a column of the order that a query asks for.
type wanted struct {
	name       string
	column     *column // nil if the table lacks it
	descending bool
}

// addOrder adds ORDER BY if rows do not come in the order of the query by
// themselves. An order across partitions is left to the application: it runs the
// statements in the order of their values, or merges their results.
func (s *statement) addOrder() {
	order := s.wantedOrder()
	if len(order) > 0 {
		s.spreadOverValues()
	}
	if s.spread != nil {
		s.orderRuns(order)
	}
	order = slices.DeleteFunc(order, func(w wanted) bool { return w.column != nil && s.restricted[w.column] == equality })
	if len(order) == 0 || s.isNatural(order, false) && s.namesPartitions() {
		return
	}
	for _, w := range order {
		s.shape.OrderBy = append(s.shape.OrderBy, access.Order{Column: w.name, Descending: w.descending})
	}
}

// orderRuns sets how the application orders the results of several runs.
func (s *statement) orderRuns(order []wanted) {
	for _, w := range order {
		s.spread.Merge = append(s.spread.Merge, access.Order{Column: w.name, Descending: w.descending})
	}
	if !s.spread.Combines && !s.repeats {
		s.spread.Limit = s.query.Limit
	}
	s.spread.InOrder = len(order) > 0 && !s.spread.Combines && (s.isSortedByBuckets(order[0].column) || s.isSortedByRuns(order))
	if !s.spread.InOrder {
		s.selectOrder(s.spread.Merge)
	}
}

// isSortedByRuns reports whether the order starts with the columns for whose values the statement
// is repeated, and ends with columns in the order of each run's rows.
func (s *statement) isSortedByRuns(order []wanted) bool {
	isRun := func(w wanted) bool { return slices.Contains(s.spread.Columns, w.name) }
	runs := slices.IndexFunc(order, func(w wanted) bool { return !isRun(w) })
	if runs < 0 {
		return true
	}
	return runs == len(s.spread.Columns) && !slices.ContainsFunc(order[runs:], isRun)
}

// selectOrder selects the columns by which the application sorts rows, unless the
// statement returns groups that lack them: those are refused as an order of groups.
func (s *statement) selectOrder(order []access.Order) {
	for _, o := range order {
		at := slices.IndexFunc(s.table.columns, func(c *column) bool { return c.name == o.Column })
		if at < 0 || s.selectsName(o.Column) {
			continue
		}
		if c := s.table.columns[at]; !s.shape.Distinct || c.role == model.Partition || c.role == model.Static {
			s.shape.Selectors = append(s.shape.Selectors, selector(o.Column))
		}
	}
}

// leaveOrder removes ORDER BY from a statement whose own conditions rule it out in every table: the
// clustering column of a range or of an IN precedes the columns of the order. It also does so if
// updates change the first column of the order, which the table does not have in its key. The
// application then sorts all rows, so LIMIT is removed, too. leaveOrder returns false if the order
// is not at fault, or another table could serve it.
func (s *statement) leaveOrder() bool {
	isUnknown := slices.ContainsFunc(s.wantedOrder(), func(w wanted) bool { return w.column == nil })
	if len(s.shape.OrderBy) == 0 || isUnknown || !s.ordersAgainstConditions() && !s.ordersByChanged() {
		return false
	}
	without := s.shape
	without.OrderBy, without.Limit = nil, nil
	filtered := without
	filtered.AllowFiltering = s.mustFilter()
	if _, refusal := s.table.access.Select(filtered); refusal != nil {
		return false
	}
	s.sort = &Sort{Limit: s.query.Limit, Columns: s.shape.OrderBy}
	if s.spread != nil {
		if len(s.spread.Merge) > 0 { // also by the values of the runs
			s.sort.Columns = s.spread.Merge
		}
		s.spread.Merge, s.spread.InOrder, s.spread.Limit = nil, false, 0
	}
	s.shape = without
	s.selectOrder(s.sort.Columns)
	return true
}

// ordersAgainstConditions reports whether the query has a range of an attribute that is
// not the first of its order, or gives a clustering column by IN.
func (s *statement) ordersAgainstConditions() bool {
	first := s.firstInOrder()
	return first != nil && slices.ContainsFunc(s.table.clustering, func(c *column) bool {
		return s.restricted[c] == anyOf || s.restricted[c] == slice && c != first
	})
}

// ordersByChanged reports whether the order is by a column outside the key that an update
// changes: in a clustering column, each change would delete a row and insert another.
func (s *statement) ordersByChanged() bool {
	first := s.firstInOrder()
	if first == nil || first.role.InKey() || !s.namesPartitions() {
		return false
	}
	for _, update := range s.model.Workflow.Updates {
		for _, write := range update.Writes {
			if update.Kind == model.Change && slices.Contains(first.attributes, write.Element) {
				return true
			}
		}
	}
	return false
}

// firstInOrder returns the first column of the order or else of the groups, nil if
// there is none.
func (s *statement) firstInOrder() *column {
	if order := s.wantedOrder(); len(order) > 0 {
		return order[0].column
	}
	for _, c := range s.table.clustering {
		if s.isGroup(c) {
			return c
		}
	}
	return nil
}

// mustFilter reports whether no table serves this query without filtering. Within a
// partition, Cassandra reads one slice: the range of one attribute, by which the rows
// are sorted or grouped first. Ranges of two attributes, or of a different one, filter.
func (s *statement) mustFilter() bool {
	var ranges []*column
	for _, c := range s.table.columns {
		if s.restricted[c] == slice {
			ranges = append(ranges, c)
		}
	}
	first := s.firstInOrder()
	named := allOf(s.table.partition, func(c *column) bool { return s.restricted[c] == equality || s.restricted[c] == anyOf })
	return named && (len(ranges) > 1 || len(ranges) == 1 && first != nil && first != ranges[0])
}

// isSortedByBuckets reports whether the rows of one bucket after the other are
// sorted by a column: the buckets are ranges of its values.
func (s *statement) isSortedByBuckets(c *column) bool {
	buckets := s.varying()
	if len(buckets) == 0 || len(s.spread.Columns) != len(buckets) || c == nil {
		return false
	}
	if len(buckets) == 1 && buckets[0].source != nil {
		return buckets[0].source == c
	}
	return s.restricted[c] == slice && allOf(buckets, func(b *column) bool { return b.buckets.IsEmpty() && timeNames.MatchString(b.name) })
}

// wantedOrder returns the columns of the ORDER BY clause. Those with a single
// value say nothing.
func (s *statement) wantedOrder() []wanted {
	var order []wanted
	meaningless := s.groupingOf(s.query).Unordered
	for _, item := range model.Sorted(s.query.SortBy) {
		r := reference{item.Value.Attribute, item.Value.Name, item.Value.Participant}
		if slices.Contains(meaningless, mapping.Group{Attribute: r.attribute, Name: r.name, Participant: r.participant}) {
			continue
		}
		columns := s.plainColumns(r)
		if len(columns) == 0 {
			order = append(order, wanted{name: s.unknownName(r), descending: item.Value.Descending})
			continue
		}
		c := columns[0]
		for _, other := range columns[1:] {
			if other.role == model.Clustering {
				c = other
			}
		}
		repeated := slices.ContainsFunc(order, func(w wanted) bool { return w.column == c })
		if !repeated && s.restricted[c] != equality {
			order = append(order, wanted{c.name, c, item.Value.Descending})
		}
	}
	return order
}

// isNatural reports whether rows have this order in a partition, or the reverse one.
func (s *statement) isNatural(order []wanted, reversed bool) bool {
	next := 0
	free := slices.DeleteFunc(slices.Clone(s.table.clustering), func(c *column) bool { return s.restricted[c] == equality })
	for _, w := range order {
		if next == len(free) || free[next] != w.column || (free[next].descending != w.descending) != reversed {
			return false
		}
		next++
	}
	return true
}

// namesPartitions reports whether the statement names one partition, or is run
// once for each of several.
func (s *statement) namesPartitions() bool {
	return len(s.table.partition) > 0 && allOf(s.table.partition, func(c *column) bool { return s.restricted[c] == equality })
}

// spreadOverValues replaces IN on the partition key by one statement for each
// value, because Cassandra cannot page ordered rows of several partitions.
func (s *statement) spreadOverValues() {
	for _, c := range s.table.partition {
		if s.restricted[c] != anyOf {
			continue
		}
		if s.spread == nil {
			s.spread = &Spread{Values: exactly(1)}
		}
		s.spread.Columns = append(s.spread.Columns, c.name)
		s.spread.Values = s.spread.Values.times(s.valueCount(c))
		s.restricted[c] = equality
		for i := range s.shape.Where {
			if s.shape.Where[i].Columns[0] != c.name {
				continue
			}
			if given := s.shape.Where[i]; given.List {
				s.runValues = append(s.runValues, given)
			}
			s.shape.Where[i] = condition(c.name, access.Equal, marker())
		}
	}
}

// judgeRuns judges the statement with each of the constants that it runs for. It returns
// the first refusal, with the statement that is refused.
func (s *statement) judgeRuns() *access.Refusal {
	for _, given := range s.runValues {
		for _, value := range given.Values {
			run := s.shape
			run.Where = slices.Clone(s.shape.Where)
			for i := range run.Where {
				if run.Where[i].Columns[0] == given.Columns[0] {
					run.Where[i] = condition(given.Columns[0], access.Equal, value)
				}
			}
			if _, refusal := s.table.access.Select(run); refusal != nil {
				s.shape = run
				return refusal
			}
		}
	}
	return nil
}

// valueCount returns the number of values of the IN on a column.
func (s *statement) valueCount(c *column) Amount {
	for _, given := range s.givens[c] {
		if given.Operator != model.In {
			continue
		}
		if values := constants(given); values != nil {
			return exactly(float64(len(values)))
		}
		return s.amount(given.Count)
	}
	return Amount{}
}
