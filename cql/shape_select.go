package cql

import (
	"slices"

	"widerow/model/access"
)

func (s *shaper) selection(q *Select) access.Select {
	shape := access.Select{Distinct: q.Distinct, AllowFiltering: q.AllowFiltering, Where: s.relations(q.Where),
		PerPartitionLimit: s.optional(q.PerPartitionLimit), Limit: s.optional(q.Limit)}
	for i := range q.Selectors {
		shape.Selectors = append(shape.Selectors, s.selector(&q.Selectors[i].Term))
	}
	for i := range q.GroupBy {
		shape.GroupBy = append(shape.GroupBy, s.group(&q.GroupBy[i]))
	}
	for _, ordering := range q.OrderBy {
		shape.OrderBy = append(shape.OrderBy, access.Order{Column: ordering.Column.Name, Descending: ordering.Descending,
			Nearest: s.optional(ordering.ANN)})
	}
	return shape
}

var (
	aggregates    = []string{"count", "max", "min", "avg", "sum"}
	cellFunctions = []string{"writetime", "maxwritetime", "ttl"}
)

func (s *shaper) selector(term *Term) access.Selector {
	selector := access.Selector{}
	name := term.Name.Name.Name
	switch term.Kind {
	case BindTerm:
		s.marked = true
	case ColumnTerm:
		selector.Columns = []string{name}
	case FunctionTerm:
		selector.Aggregate = slices.Contains(aggregates, name)
		if slices.Contains(cellFunctions, name) {
			selector.Cell = name
		}
	}
	for i := range term.Terms {
		inner := s.selector(&term.Terms[i])
		selector.Columns = append(selector.Columns, inner.Columns...)
		selector.Aggregate = selector.Aggregate || inner.Aggregate
	}
	return selector
}

func (s *shaper) group(term *Term) access.Group {
	selector := s.selector(term)
	return access.Group{Columns: selector.Columns, Function: term.Kind == FunctionTerm, Aggregate: selector.Aggregate, Name: term.Name.Name.Name}
}
