package mapping

import (
	"widerow/model"
	"widerow/model/mapping/er"
	"widerow/model/stored"
)

func (s *shape) key() []er.Atom { return er.Union(s.partition, s.clustering()) }

// identifies reports whether the primary key determines a row of the designer's
// path, so that the rows are no finer than the table's.
func (s *shape) identifies(d *designer) bool {
	if s.form == Collected {
		return s.in.Identifies(s.key())
	}
	return d.In.Identifies(s.key())
}

// answers reports whether a table of this shape, in terms of the graph of d,
// serves a question with one partition, or as many as IN asks for, in its order.
func (s *shape) answers(d *designer, q *designer) bool {
	in := func(atoms []er.Atom) []er.Atom {
		translated, _ := translateAll(atoms, q.Graph, d.Graph)
		return translated
	}
	given := er.Union(in(q.Equal), in(q.Many))
	if len(given) != len(q.Equal)+len(q.Many) || len(s.partition) == 0 && len(given) > 0 || len(er.Without(s.partition, given)) > 0 {
		return false
	}
	left, rest := er.Without(given, s.partition), er.Without(s.clustering(), s.partition)
	for len(left) > 0 {
		if len(rest) == 0 || !er.Contains(left, rest[0]) {
			return false
		}
		left, rest = er.Without(left, rest[:1]), rest[1:]
	}
	if len(q.Sorted) > 0 && len(er.Without(in(q.Many), s.partition)) > 0 {
		return false // Cassandra rejects ORDER BY behind a clustering column given by IN
	}
	groups := q.Grouped
	if !s.aggregated {
		groups = er.Union(groups, q.implied)
		if len(groups) > 0 && len(er.Without(er.Without(in(q.Many), in(groups)), s.partition)) > 0 {
			return false // Cassandra groups by clustering columns behind those given by = only
		}
	}
	order := er.Union(in(q.Sorted), er.Without(in(groups), given))
	return answersOrder(rest, in(q.Ranges), er.Without(order, s.partition)) // whoever reads several partitions sorts by their keys
}

// answersOrder reports whether the clustering columns after those that are given
// serve one range and an order, forwards or backwards.
func answersOrder(clustering, ranges, order []er.Atom) bool {
	if len(ranges) > 1 || len(ranges) == 1 && (len(clustering) == 0 || !clustering[0].Same(ranges[0])) {
		return false
	}
	if len(order) == 0 {
		return true
	}
	if len(order) > len(clustering) {
		return false
	}
	turned := order[0].Descending != clustering[0].Descending
	for i, a := range order {
		if !clustering[i].Same(a) || (clustering[i].Descending != a.Descending) != turned {
			return false
		}
	}
	return true
}

// meansAll reports whether the rows of the table answer each of its queries exactly. A table
// of tickets with their agents has no ticket without one, if its key needs the agent.
func (t *table) meansAll(columns []Column) bool {
	s, logical := t.plans[0].meanings.stored(), t.logical(columns)
	rows := s.meaning(t.designer, logical)
	rows.Grouped = false
	for _, p := range t.plans {
		s.relaxFor(rows, logical, p.pattern())
	}
	return er.All(t.plans, func(p *Plan) bool { return s.answers(rows, p) })
}

// answers reports whether rows have what a plan's query asks for, once each, and none that it
// would have to drop.
func (s *Stored) answers(rows *stored.Meaning, p *Plan) bool {
	pattern := p.pattern()
	if len(pattern.Nodes) == 0 {
		return true // it names no concepts
	}
	for _, answer := range s.Facts().Answers(rows, pattern, nil) {
		if (!answer.Repeats || p.designer.Query.Distinct) && p.designer.mayLack(s.Facts(), pattern, answer.Lacking) {
			return true
		}
	}
	return false
}

// mayLack reports whether a row may lack some nodes of a query's pattern. Each row of a list has all
// of them. A query that finds one row returns null for the attributes of an instance that is absent.
func (d *designer) mayLack(facts *stored.Concepts, pattern *stored.Meaning, nodes []int) bool {
	return len(nodes) == 0 || !d.Aggregates() && d.findsOne() && len(facts.Unseen(pattern, nodes)) == 0
}

// pattern returns the meaning of a plan's query, with what an answer may lack.
func (p *Plan) pattern() *stored.Meaning {
	if p.asks == nil {
		p.asks = p.meanings.stored().ofQuery(p.designer, p.designer.optional(p.Alternatives[0].shape.key()))
	}
	return p.asks
}

// logical is the table as a document would hold it.
func (t *table) logical(columns []Column) *model.LogicalTable {
	made := &model.LogicalTable{Columns: make(map[model.ID]*model.LogicalColumn, len(columns))}
	for i, c := range columns {
		column := c.logical(t.plans[0].Query)
		column.Order = model.Nth(i)
		made.Columns[model.ID(column.Order)] = &column
	}
	return made
}
