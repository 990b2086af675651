package mapping

func (s *shape) key() []atom { return union(s.partition, s.clustering()) }

// identifies reports whether the primary key determines a row of the designer's
// path, so that the rows are no finer than the table's.
func (s *shape) identifies(d *designer) bool {
	if s.form == Collected {
		return s.in.identifies(s.key())
	}
	return d.in.identifies(s.key())
}

// answers reports whether a table of this shape, in terms of the graph of d,
// serves a question with one partition, or as many as IN asks for, in its order.
func (s *shape) answers(d *designer, q *designer) bool {
	in := func(atoms []atom) []atom {
		translated, _ := translateAll(atoms, q.graph, d.graph)
		return translated
	}
	given := union(in(q.equal), in(q.many))
	if len(given) != len(q.equal)+len(q.many) || len(s.partition) == 0 && len(given) > 0 || len(without(s.partition, given)) > 0 {
		return false
	}
	left, rest := without(given, s.partition), s.clustering()
	for len(left) > 0 {
		if len(rest) == 0 || !contains(left, rest[0]) {
			return false
		}
		left, rest = without(left, rest[:1]), rest[1:]
	}
	if len(q.sorted) > 0 && len(without(in(q.many), s.partition)) > 0 {
		return false // Cassandra rejects ORDER BY behind a clustering column given by IN
	}
	groups := q.grouped
	if !s.aggregated {
		groups = union(groups, q.implied)
		if len(groups) > 0 && len(without(without(in(q.many), in(groups)), s.partition)) > 0 {
			return false // Cassandra groups by clustering columns behind those given by = only
		}
	}
	return answersOrder(rest, in(q.ranges), union(in(q.sorted), without(in(groups), given)))
}

// answersOrder reports whether the clustering columns after those that are given
// serve one range and an order, forwards or backwards.
func answersOrder(clustering, ranges, order []atom) bool {
	if len(ranges) > 1 || len(ranges) == 1 && (len(clustering) == 0 || !clustering[0].same(ranges[0])) {
		return false
	}
	if len(order) == 0 {
		return true
	}
	if len(order) > len(clustering) {
		return false
	}
	turned := order[0].descending != clustering[0].descending
	for i, a := range order {
		if !clustering[i].same(a) || (clustering[i].descending != a.descending) != turned {
			return false
		}
	}
	return true
}
