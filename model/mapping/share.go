package mapping

import (
	"cmp"
	"fmt"
	"slices"

	"widerow/model"
	"widerow/model/mapping/er"
)

// table is a table with the plans that it serves. Its shape is in terms of its
// designer's graph.
type table struct {
	designer *designer
	shape    shape
	name     string
	plans    []*Plan
	own      bool // a user wants a table of its own for the query
	// existing is the table of the document that serves the query now, if it
	// does so well. It is not joined with another one.
	existing model.ID
	// physical reports that the existing table serves only through a bucket that physical design
	// added.
	physical bool
	hints    []string
	// subtype is set if this is one of several tables of its query.
	subtype model.ID
}

func newTable(p *Plan, a *Alternative) *table {
	return &table{designer: p.designer, shape: a.shape, name: naming{p.designer}.tableName(&a.shape), plans: []*Plan{p}}
}

// columns returns the columns, each with its reason. If the table's first query does not demand a
// column of the key, the reason comes from a query that does.
func (t *table) columns() []Column {
	columns := t.designer.columns(&t.shape)
	for i, c := range columns {
		if c.Reason != keptInKey {
			continue
		}
		for _, plan := range t.plans {
			b := columnBuilder{designer: plan.designer, shape: &t.shape}
			a, found := translate(c.atom, t.designer.Graph, plan.designer.Graph)
			if rule, reason := b.tailReason(a); found && rule != "" {
				columns[i].Rule, columns[i].Reason = rule, reason
				break
			}
		}
	}
	return columns
}

// join returns one table for the queries of two, nil if none serves both. That
// with more of an order is tried first, since the other may read it backwards.
func join(a, b *table) *table {
	if !a.mayServe(b) && !b.mayServe(a) {
		return nil
	}
	first, second := a, b
	if len(b.shape.tail) > len(a.shape.tail) {
		first, second = b, a
	}
	if first.existing != "" && second.existing != "" {
		return joinExisting(first, second)
	}
	if second.existing != "" {
		first, second = second, first // what exists stays as it is
	}
	if !first.absorb(second) {
		if first.existing != "" || !second.absorb(first) {
			return nil
		}
		first = second
	}
	first.sortPlans()
	return first
}

// sortPlans sorts the plans in the order of their queries.
func (t *table) sortPlans() {
	slices.SortStableFunc(t.plans, func(p, q *Plan) int { return cmp.Compare(p.place, q.place) })
}

// mayServe is a quick test whether absorb is worth a try: the queries of the other table
// give the whole partition key.
func (t *table) mayServe(other *table) bool {
	if t.shape.form != other.shape.form || t.shape.aggregated {
		return false
	}
	graph := t.designer.Graph
	return er.All(other.plans, func(p *Plan) bool {
		d := p.designer
		return er.All(t.shape.partition, func(a er.Atom) bool {
			return slices.ContainsFunc(d.Equal, func(b er.Atom) bool { return graph.Same(a, b, d.Graph) }) ||
				slices.ContainsFunc(d.Many, func(b er.Atom) bool { return graph.Same(a, b, d.Graph) })
		})
	})
}

// joinExisting joins the queries of one existing table. For two tables it only
// notes that one could serve both.
func joinExisting(a, b *table) *table {
	for _, pair := range [][2]*table{{a, b}, {b, a}} {
		if a.existing == b.existing && pair[0].absorb(pair[1]) {
			pair[0].sortPlans()
			return pair[0]
		}
	}
	for _, pair := range [][2]*table{{a, b}, {b, a}} {
		one := *pair[0]
		one.plans = slices.Clone(one.plans)
		if a.existing != b.existing && one.absorb(pair[1]) {
			pair[1].hints = append(pair[1].hints, fmt.Sprintf("%s could serve its queries too, with one write fewer", pair[0].title()))
			return nil
		}
	}
	return nil
}

// title is the name of the existing table, or the proposed one.
func (t *table) title() string {
	if t.existing != "" {
		return t.designer.Graph.Model.Title(t.existing)
	}
	return t.name
}

// shareTables joins tables until no table serves the queries of another.
func shareTables(tables []*table, stopped func() bool) []*table {
	for i := 0; i < len(tables) && !stopped(); i++ {
		for j := i + 1; j < len(tables); j++ {
			if joined := join(tables[i], tables[j]); joined != nil {
				tables[i] = joined
				tables = slices.Delete(tables, j, j+1)
				j = i
			}
		}
	}
	return tables
}
