package proof

import (
	"slices"

	"widerow/model"
	"widerow/model/access"
)

// wanted is a column of the order that a query asks for.
type wanted struct {
	name       string
	column     *column // nil if the table lacks it
	descending bool
}

// addOrder adds ORDER BY if rows do not come in the order of the query by
// themselves. An order across partitions is left to the application: it merges
// the results of one statement for each partition.
func (s *statement) addOrder() {
	order := s.wantedOrder()
	if s.aggregates() && len(s.shape.GroupBy) == 0 {
		order = nil // one row
	}
	if len(order) > 0 {
		s.spreadOverValues()
	}
	if s.spread != nil {
		for _, w := range order {
			s.spread.Merge = append(s.spread.Merge, w.name)
		}
		s.spread.Limit = s.query.Limit
		s.spread.InOrder = len(order) > 0 && s.isSortedByBuckets(order[0].column)
	}
	if len(order) == 0 || s.isNatural(order, false) && s.namesPartitions() {
		return
	}
	for _, w := range order {
		s.shape.OrderBy = append(s.shape.OrderBy, access.Order{Column: w.name, Descending: w.descending})
	}
}

// isSortedByBuckets reports whether the rows of one bucket after the other are
// sorted by a column: the buckets are ranges of its values.
func (s *statement) isSortedByBuckets(c *column) bool {
	if len(s.buckets) == 0 || len(s.spread.Columns) != len(s.buckets) || c == nil {
		return false
	}
	if len(s.buckets) == 1 && s.buckets[0].source != nil {
		return s.buckets[0].source == c
	}
	return s.restricted[c] == slice && allOf(s.buckets, func(b *column) bool { return b.buckets.IsEmpty() })
}

// wantedOrder returns the columns of the ORDER BY clause. Those with a single
// value say nothing.
func (s *statement) wantedOrder() []wanted {
	var order []wanted
	for _, item := range model.Sorted(s.query.SortBy) {
		r := reference{item.Value.Attribute, item.Value.Name, item.Value.Participant}
		columns := s.columnsOf(s.table, r)
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

// isNatural reports whether the order is that of the rows in a partition, or its
// reverse.
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
			if s.shape.Where[i].Columns[0] == c.name {
				s.shape.Where[i] = condition(c.name, access.Equal, marker())
			}
		}
	}
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
