package mapping

import (
	"cmp"
	"slices"

	"widerow/model/mapping/er"
)

// absorb makes the table serve the plans of another table too, if its key serves these
// queries without reading more partitions, the rows of both are the same, and its partitions
// do not come over a limit under which one of both is. The columns that the queries ask for
// are added.
func (t *table) absorb(other *table) bool {
	if t.own || other.own || t.shape.form != other.shape.form || t.shape.aggregated {
		return false
	}
	wider, moved := t, t.shape
	if !t.coversPathOf(other) {
		if !other.coversPathOf(t) {
			return false
		}
		var ok bool
		if moved, ok = t.shapeIn(other.designer); !ok {
			return false
		}
		wider = other
	}
	d := wider.designer
	if !t.storesSubtypesOf(other) || !other.storesSubtypesOf(t) || !t.storesValuesOf(other) || !other.storesValuesOf(t) {
		return false
	}
	if !moved.identifies(d) || !t.keyIsOn(other) {
		return false
	}
	plans := slices.Concat(t.plans, other.plans)
	if t.existing == "" {
		moved.equal = orderEqual(moved.equal, plans, d)
	}
	for _, plan := range other.plans {
		if !moved.answers(d, plan.designer) {
			return false
		}
	}
	if !er.All(t.plans, func(p *Plan) bool { return moved.leadsBy(d, p.designer) }) {
		return false
	}
	found, ok := translateAll(other.shape.found, other.designer.Graph, d.Graph)
	if !ok || !sameAtoms(t.shape.collected, other.shape.collected, t.designer.Graph, other.designer.Graph) {
		return false
	}
	moved.found = er.Union(moved.found, found)
	for _, finds := range other.shape.finds {
		finds, _ = translateAll(finds, other.designer.Graph, d.Graph)
		moved.finds = append(moved.finds, finds)
	}
	joined := table{designer: d.about(t.designer), shape: moved, plans: plans}
	columns := joined.columns()
	if !joined.meansAll(columns) {
		return false
	}
	if joined.exceeds(columns, t) || joined.exceeds(columns, other) {
		return false
	}
	t.designer, t.shape, t.plans = joined.designer, moved, plans
	return true
}

// exceeds reports whether the table's partitions are over a limit, in the worst or the typical
// case, under which those of another table are.
func (t *table) exceeds(columns []Column, other *table) bool {
	own := t.partition(columns)
	if own.severity() <= 1 {
		return false
	}
	theirs := other.partition(other.columns())
	return own.severity() > theirs.severity() || own.excess() > theirs.excess()
}

// partition returns the size of the table's partitions.
func (t *table) partition(columns []Column) Estimate {
	return t.designer.estimator().partition(&Alternative{Columns: columns, Form: t.shape.form, shape: t.shape})
}

// leadsBy reports whether the equal columns that a question gives come before the others.
func (s *shape) leadsBy(d, q *designer) bool {
	given := func(a er.Atom) bool {
		return slices.ContainsFunc(er.Union(q.Equal, q.Many), func(b er.Atom) bool { return d.Graph.Same(a, b, q.Graph) })
	}
	for i, a := range s.equal {
		if i > 0 && given(a) && !given(s.equal[i-1]) {
			return false
		}
	}
	return true
}

// orderEqual orders the clustering columns that queries give by =: those that more of them
// give come first, so that ((a), c, b) serves the queries that give a, a and c, and all three.
func orderEqual(equal []er.Atom, plans []*Plan, d *designer) []er.Atom {
	givers := func(a er.Atom) int {
		count := 0
		for _, plan := range plans {
			q := plan.designer
			if slices.ContainsFunc(er.Union(q.Equal, q.Many), func(b er.Atom) bool { return d.Graph.Same(a, b, q.Graph) }) {
				count++
			}
		}
		return count
	}
	ordered := slices.Clone(equal)
	slices.SortStableFunc(ordered, func(a, b er.Atom) int { return cmp.Compare(givers(b), givers(a)) })
	return ordered
}

// about returns the designer with the main node of another, after which columns
// are named.
func (d *designer) about(other *designer) *designer {
	main, found := translate(er.Atom{Node: other.main}, other.Graph, d.Graph)
	if d == other || !found {
		return d
	}
	named := *d
	named.main = main.Node
	return &named
}
