package convert

import (
	"widerow/cql/syntax"
	"widerow/model/access"
)

// Select converts a SELECT.
func (s *Rows) Select(q *syntax.Select) access.Select {
	shape := access.Select{Distinct: q.Distinct, AllowFiltering: q.AllowFiltering, Where: s.Conditions(q.Where),
		PerPartitionLimit: s.optional(q.PerPartitionLimit), Limit: s.optional(q.Limit)}
	s.selecting = true
	shape.Selectors = take(&s.room.values, len(q.Selectors))
	for i := range q.Selectors {
		shape.Selectors[i] = s.Value(&q.Selectors[i].Term)
	}
	shape.GroupBy = s.values(q.GroupBy)
	s.selecting = false
	for _, ordering := range q.OrderBy {
		shape.OrderBy = append(shape.OrderBy, access.Order{Column: ordering.Column.Name, Descending: ordering.Descending,
			Nearest: s.optional(ordering.ANN)})
	}
	return shape
}
