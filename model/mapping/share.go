package mapping

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"widerow/model"
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
	// physical reports that it does so as it is realized, with a bucket that is no
	// column of the logical table.
	physical bool
	hints    []string
	// subtype is set if this is one of several tables of its query.
	subtype model.ID
}

func newTable(p *Plan, a *Alternative) *table {
	return &table{designer: p.designer, shape: a.shape, name: p.designer.tableName(&a.shape), plans: []*Plan{p}}
}

// columns returns the columns, each with its reason. If the table's first query does not
// demand a column of the key, the reason is that of a query that does.
func (t *table) columns() []Column {
	columns := t.designer.columns(&t.shape)
	for i, c := range columns {
		if c.Reason != keptInKey {
			continue
		}
		for _, plan := range t.plans {
			b := columnBuilder{designer: plan.designer, shape: &t.shape}
			a, found := translate(c.atom, t.designer.graph, plan.designer.graph)
			if rule, reason := b.tailReason(a); found && rule != "" {
				columns[i].Rule, columns[i].Reason = rule, reason
				break
			}
		}
	}
	return columns
}

// translate returns an atom in terms of another question's graph.
func translate(a atom, from, to *graph) (atom, bool) {
	if a.node < 0 {
		return a, true
	}
	at, found := to.find(from.node(a.node))
	a.node = at
	return a, found
}

func translateAll(atoms []atom, from, to *graph) ([]atom, bool) {
	var translated []atom
	for _, a := range atoms {
		b, ok := translate(a, from, to)
		if !ok {
			return nil, false
		}
		translated = append(translated, b)
	}
	return translated, true
}

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
	if !all(t.plans, func(p *Plan) bool { return moved.leadsBy(d, p.designer) }) {
		return false
	}
	found, ok := translateAll(other.shape.found, other.designer.graph, d.graph)
	if !ok || !sameAtoms(t.shape.collected, other.shape.collected, t.designer.graph, other.designer.graph) {
		return false
	}
	moved.found = union(moved.found, found)
	for _, finds := range other.shape.finds {
		finds, _ = translateAll(finds, other.designer.graph, d.graph)
		moved.finds = append(moved.finds, finds)
	}
	joined := table{designer: d.about(t.designer), shape: moved}
	if severity := joined.severity(); severity > 1 && severity > min(t.severity(), other.severity()) {
		return false
	}
	t.designer, t.shape, t.plans = joined.designer, moved, plans
	return true
}

// severity rates the size of the table's partitions, 0 where it is not known.
func (t *table) severity() int {
	a := Alternative{Columns: t.columns(), Service: t.shape.service, Form: t.shape.form, Bucketed: len(t.shape.partition) == 0, shape: t.shape}
	e := newEstimator(t.designer).of(&a)
	return e.severity()
}

// leadsBy reports whether those of the equal columns that a question gives come first.
func (s *shape) leadsBy(d, q *designer) bool {
	given := func(a atom) bool {
		return slices.ContainsFunc(union(q.equal, q.many), func(b atom) bool { return d.graph.same(a, b, q.graph) })
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
func orderEqual(equal []atom, plans []*Plan, d *designer) []atom {
	givers := func(a atom) int {
		count := 0
		for _, plan := range plans {
			q := plan.designer
			if slices.ContainsFunc(union(q.equal, q.many), func(b atom) bool { return d.graph.same(a, b, q.graph) }) {
				count++
			}
		}
		return count
	}
	ordered := slices.Clone(equal)
	slices.SortStableFunc(ordered, func(a, b atom) int { return cmp.Compare(givers(b), givers(a)) })
	return ordered
}

// about returns the designer with the main node of another, after which columns
// are named.
func (d *designer) about(other *designer) *designer {
	main, found := translate(atom{node: other.main}, other.graph, d.graph)
	if d == other || !found {
		return d
	}
	named := *d
	named.main = main.node
	return &named
}

func sameAtoms(a, b []atom, from, to *graph) bool {
	a, ok := translateAll(a, from, to)
	return ok && len(a) == len(b) && len(without(a, b)) == 0
}

// coversPathOf reports whether the table's path contains all nodes of the other's, related
// as there, and does not leave out some of their instances.
func (t *table) coversPathOf(other *table) bool {
	mine, theirs := t.designer, other.designer
	common := map[int]bool{}
	for _, at := range theirs.tree.nodes {
		place, found := mine.graph.find(theirs.graph.node(at))
		if !found || !slices.Contains(mine.tree.nodes, place) {
			return false
		}
		common[place] = true
	}
	return mine.relatesAs(theirs, common) && !mine.restricts(common)
}

// relatesAs reports whether two paths relate the nodes that both have in the same way.
func (d *designer) relatesAs(other *designer, common map[int]bool) bool {
	for at := range common {
		there, _ := other.graph.find(d.graph.node(at))
		for participant, place := range d.tree.ends[at] {
			theirs, assigned := other.tree.ends[there][participant]
			if common[place] && (!assigned || other.graph.node(theirs) != d.graph.node(place)) {
				return false
			}
		}
		if all(slices.Collect(maps.Keys(d.tree.ends[at])), func(id model.ID) bool { return common[d.tree.ends[at][id]] }) &&
			len(other.tree.ends[there]) > len(d.tree.ends[at]) {
			return false
		}
	}
	return true
}

// restricts reports whether a part of the path beside some of its nodes leaves out instances
// of these, and no column tells which: the alerts that somebody handles, of all alerts.
func (d *designer) restricts(common map[int]bool) bool {
	rest := d.tree.without(slices.Collect(maps.Keys(common))...)
	for at := range common {
		for _, next := range d.tree.neighbours(at) {
			if common[next] || !d.graph.isRelationship(next) || d.isTotal(at, next) {
				continue
			}
			if !d.asksOf(rest.reach(next)) {
				return true
			}
		}
	}
	return false
}

// isTotal reports whether each instance of a node takes part in a relationship type.
func (d *designer) isTotal(at, relationship int) bool {
	for id, place := range d.tree.ends[relationship] {
		if place == at && d.graph.roles[id].Participant != nil && d.graph.roles[id].Total {
			return true
		}
	}
	return false
}

// storesSubtypesOf reports whether the rows of both tables are of the same subtypes: a
// table of all rooms does not find the suites.
func (t *table) storesSubtypesOf(other *table) bool {
	mine, theirs := t.designer, other.designer
	return all(mine.tree.nodes, func(at int) bool {
		if mine.in.isSubtype(at) && !slices.Contains(mine.split.leaves, at) {
			place, found := theirs.graph.find(mine.graph.node(at))
			return found && slices.Contains(theirs.tree.nodes, place)
		}
		return true
	})
}

// storesValuesOf reports whether the other table has a row for each value of the
// multi-valued attributes in the key, too.
func (t *table) storesValuesOf(other *table) bool {
	return all(t.shape.key(), func(a atom) bool {
		attribute := t.designer.graph.attribute(a)
		if attribute == nil || !attribute.MultiValued {
			return true
		}
		b, found := translate(a, t.designer.graph, other.designer.graph)
		return found && contains(other.shape.key(), b)
	})
}

// shapeIn returns the table's shape in terms of another designer's graph.
func (t *table) shapeIn(d *designer) (shape, bool) {
	s := t.shape
	s.in = d.in
	for _, atoms := range []*[]atom{&s.partition, &s.equal, &s.tail, &s.missing, &s.found, &s.collected, &s.entries, &s.unordered, &s.filtered} {
		var ok bool
		if *atoms, ok = translateAll(*atoms, t.designer.graph, d.graph); !ok {
			return shape{}, false
		}
	}
	s.finds = slices.Clone(s.finds)
	for i := range s.finds {
		s.finds[i], _ = translateAll(s.finds[i], t.designer.graph, d.graph)
	}
	return s, true
}

func (s *shape) key() []atom { return union(s.partition, s.clustering()) }

// identifies reports whether the primary key determines a row of the designer's
// path, so that the rows are no finer than the table's.
func (s *shape) identifies(d *designer) bool {
	if s.form == Collected {
		return s.in.identifies(s.key())
	}
	return d.in.identifies(s.key())
}

// keyIsOn reports whether each key attribute of the table is of an instance on
// the other's path: rows that lack it are not in the table.
func (t *table) keyIsOn(other *table) bool {
	return all(t.shape.key(), func(a atom) bool {
		b, ok := translate(a, t.designer.graph, other.designer.graph)
		return ok && (b.node < 0 || slices.Contains(other.designer.in.nodes, b.node))
	})
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
	slices.SortStableFunc(first.plans, func(p, q *Plan) int { return cmp.Compare(p.place, q.place) })
	return first
}

// mayServe is a quick test whether absorb is worth a try: the queries of the other table
// give the whole partition key.
func (t *table) mayServe(other *table) bool {
	if t.shape.form != other.shape.form || t.shape.aggregated {
		return false
	}
	graph := t.designer.graph
	return all(other.plans, func(p *Plan) bool {
		d := p.designer
		return all(t.shape.partition, func(a atom) bool {
			return slices.ContainsFunc(d.equal, func(b atom) bool { return graph.same(a, b, d.graph) }) ||
				slices.ContainsFunc(d.many, func(b atom) bool { return graph.same(a, b, d.graph) })
		})
	})
}

// same reports whether two atoms are the same attribute of the same instance, the second
// in terms of another question's graph.
func (g *graph) same(a, b atom, other *graph) bool {
	if a.node < 0 || b.node < 0 {
		return a.same(b)
	}
	return a.attribute == b.attribute && g.node(a.node) == other.node(b.node)
}

// joinExisting joins the queries of one existing table. For two tables it only
// notes that one could serve both.
func joinExisting(a, b *table) *table {
	if a.existing == b.existing && a.absorb(b) {
		return a
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
		return t.designer.graph.model.Title(t.existing)
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

// preferShared puts an alternative first that the table of another query serves too,
// if reading it costs no more than the one that is first, which needs a table of its
// own. The tables of plans of which a user chose an alternative stay.
func preferShared(tables []*table, chosen func(*Plan) bool, stopped func() bool) {
	for i, t := range tables {
		if stopped() {
			return
		}
		if t.existing != "" || t.own || t.subtype != "" {
			continue
		}
		plan := t.plans[0]
		others := slices.Delete(slices.Clone(tables), i, i+1)
		at, with := plan.firstShared(others)
		if at <= 0 {
			continue
		}
		plan.prefer(at, with)
		if !chosen(plan) {
			tables[i] = newTable(plan, &plan.Alternatives[0])
		}
	}
}

// firstShared returns the first of the alternatives that cost as little as the best
// one and that can share a table, with that table; -1 if there is none.
func (p *Plan) firstShared(others []*table) (int, *table) {
	for i := range p.Alternatives {
		a := &p.Alternatives[i]
		if p.designer.compareReads(&p.Alternatives[0], a) != 0 || a.Form == PerSubtype {
			continue
		}
		alone := table{designer: p.designer, shape: a.shape, plans: []*Plan{p}}
		for _, other := range others {
			if other.subtype != "" || !alone.mayServe(other) && !other.mayServe(&alone) {
				continue
			}
			one, copied := newTable(p, a), *other
			copied.plans = slices.Clone(other.plans)
			if join(one, &copied) != nil {
				return i, other
			}
		}
	}
	return -1, nil
}

// prefer moves an alternative to the front, and says why.
func (p *Plan) prefer(at int, with *table) {
	first := p.Alternatives[at]
	p.Alternatives = slices.Insert(slices.Delete(p.Alternatives, at, at+1), 0, first)
	for i := range p.Alternatives[:at+1] {
		p.Alternatives[i].Reasons = p.designer.reasons(&p.Alternatives[0], &p.Alternatives[i], i == 0)
	}
	p.Alternatives[0].Reasons = append(p.Alternatives[0].Reasons,
		fmt.Sprintf("one table serves %s too: no further table and no further write", with.labels()))
	p.Alternatives[1].Reasons = append(p.Alternatives[1].Reasons, "reads as little, but needs a table and a write of its own")
}

// labels names the queries of a table.
func (t *table) labels() string {
	var labels []string
	for _, plan := range t.plans {
		labels = append(labels, t.designer.graph.model.Title(plan.Query))
	}
	return strings.Join(labels, ", ")
}
