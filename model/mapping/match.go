package mapping

import (
	"fmt"
	"slices"
	"strings"

	"widerow/model"
	"widerow/model/mapping/er"
)

// matcher finds the existing table of each derived one. It gives each existing
// table away once.
type matcher struct {
	model *model.Model
	taken map[model.ID]bool
	// tables are the existing tables in order, serving the tables of each query, partition the
	// attributes in the partition key of each table.
	tables    []model.Item[*model.LogicalTable]
	serving   map[model.ID][]model.ID
	partition map[model.ID][]model.ID
	// relations are the physical tables of each existing one.
	relations map[model.ID][]*model.Relation
	// kept are those that a query needs which is not derived now: they lose nothing.
	kept map[model.ID]bool
	// found are those that serve their queries: another derived one does not continue them.
	found map[model.ID]bool
}

func newMatcher(m *model.Model) *matcher {
	found := &matcher{m, map[model.ID]bool{}, model.Sorted(m.Logical.Tables), tablesOfQueries(m),
		map[model.ID][]model.ID{}, map[model.ID][]*model.Relation{}, map[model.ID]bool{}, map[model.ID]bool{}}
	for _, table := range found.tables {
		for _, column := range table.Value.Columns {
			if column.Role == model.Partition && column.Attribute != "" {
				found.partition[table.ID] = append(found.partition[table.ID], column.Attribute)
			}
		}
	}
	for _, relation := range model.Sorted(m.Physical.Relations) {
		for table, is := range relation.Value.Realizes {
			if is {
				found.relations[table] = append(found.relations[table], relation.Value)
			}
		}
	}
	return found
}

// keepOthers notes the tables that queries need which get no tables now.
func (m *matcher) keepOthers(d *Derivation) {
	for query, tables := range m.serving {
		for _, id := range tables {
			m.kept[id] = m.kept[id] || m.model.Workflow.Queries[query] != nil && !d.derives(query)
		}
	}
}

// tablesOfQueries returns model.TablesOf of each query.
func tablesOfQueries(m *model.Model) map[model.ID][]model.ID {
	tables := map[model.ID][]model.ID{}
	for _, arrow := range model.Sorted(m.Logical.Arrows) {
		if query := arrow.Value.Access; !slices.Contains(tables[query], arrow.Value.To) {
			tables[query] = append(tables[query], arrow.Value.To)
		}
	}
	return tables
}

// mayServe is a quick test whether a table may serve the queries of a derived one: its
// partition key is given by them.
func (m *matcher) mayServe(id model.ID, t *table) bool {
	d := t.plans[0].designer
	return er.All(m.partition[id], func(attribute model.ID) bool {
		isGiven := func(a er.Atom) bool { return a.Attribute == attribute }
		return slices.ContainsFunc(d.Equal, isGiven) || slices.ContainsFunc(d.Many, isGiven)
	})
}

// propose compares a derived table with the one that serves its queries now.
func (m *matcher) propose(t *table) *Proposal {
	p := &Proposal{Kind: Added, Name: t.name, derivedName: t.name, Chosen: map[model.ID]*Alternative{}, Serves: t.existing != "", Subtype: t.subtype}
	for _, plan := range t.plans {
		p.Queries = append(p.Queries, plan.Query)
		p.Chosen[plan.Query] = t.alternativeOf(plan)
	}
	columns := t.columns()
	id, found := m.current(t, columns)
	if !found {
		for _, column := range columns {
			base := column.logical(p.Queries[0])
			p.Columns = append(p.Columns, ProposedColumn{Column: column, New: true, value: base, base: &base})
		}
		p.addReasons(t)
		return p
	}
	m.taken[id] = true
	p.Table = id
	existing := m.model.Logical.Tables[id]
	columns = t.columnsLike(existing, columns)
	t.settleRoles(id, columns)
	if t.physical { // the bucket is a column of physical design alone
		columns = slices.DeleteFunc(columns, func(c Column) bool { return c.Added && c.Role == model.Partition })
	}
	p.merge(existing, columns, t.existing != "" || m.serves(existing, t))
	if m.kept[id] {
		p.keepAll(existing)
	} else if existing.Name == existing.DerivedName && t.mayBeNamed(existing.Name) {
		p.Name, p.derivedName = existing.Name, existing.Name
	}
	p.Kind = p.kind(m, m.model.Logical.Tables[id])
	p.addReasons(t)
	return p
}

// columnsLike returns the columns of a table. They are named after the query after which the columns of an existing
// table were named, so the names do not depend on the order in which tables are joined.
func (t *table) columnsLike(existing *model.LogicalTable, columns []Column) []Column {
	most := keptNames(existing, columns)
	for _, plan := range t.plans {
		if most == len(existing.Derived) || len(t.plans) == 1 {
			break
		}
		other := *t
		other.designer = t.designer.about(plan.designer)
		if named := other.columns(); keptNames(existing, named) > most {
			columns, most = named, keptNames(existing, named)
		}
	}
	return columns
}

// keptNames counts the columns that have the name with which they were derived.
func keptNames(existing *model.LogicalTable, columns []Column) (count int) {
	for _, was := range existing.Derived {
		if slices.ContainsFunc(columns, func(c Column) bool { return c.Name == was.Name && sameColumn(&c, &was) }) {
			count++
		}
	}
	return count
}

// mayBeNamed reports whether a table has a name after one of its queries: another of them
// may have named it, or it was told apart from a table that is not derived now.
func (t *table) mayBeNamed(name string) bool {
	plain := numbered.ReplaceAllString(name, "")
	return slices.ContainsFunc(t.plans, func(p *Plan) bool {
		names := []string{naming{p.designer}.tableName(&t.shape), naming{p.designer}.fullName(&t.shape)}
		return slices.Contains(names, name) || slices.Contains(names, plain)
	})
}

// alternativeOf returns the alternative of a plan that has the table's key, nil if
// there is none.
func (t *table) alternativeOf(p *Plan) *Alternative {
	graph := p.designer.Graph
	for i := range p.Alternatives {
		a := &p.Alternatives[i]
		if a.Form == t.shape.form && sameAtoms(a.shape.partition, t.shape.partition, graph, t.designer.Graph) &&
			sameAtoms(a.shape.clustering(), t.shape.clustering(), graph, t.designer.Graph) {
			return a
		}
	}
	return nil
}

// signature returns the signature of the table's alternative, or "".
func (t *table) signature() string {
	if a := t.alternativeOf(t.plans[0]); a != nil {
		return a.Signature()
	}
	return ""
}

func (p *Proposal) addReasons(t *table) {
	p.Reasons = append(p.Reasons, t.hints...)
	if len(t.plans) > 1 {
		p.Reasons = append(p.Reasons, fmt.Sprintf("serves %d queries: one table and one write fewer for each", len(t.plans)))
	}
	if crossed := t.designer.crossed(&t.shape); crossed != "" {
		p.Reasons = append(p.Reasons, crossed)
	}
}

// present returns the table that serves a query by its arrow, if it has the key of a legal table or
// serves the query as well, or the tables if there is one for each subtype. Without any, the
// derivation looks for others.
func (m *matcher) present(p *Plan) []*table {
	if tables := m.presentSubtypes(p); len(tables) > 0 {
		return tables
	}
	for _, id := range m.serving[p.Query] {
		existing := m.model.Logical.Tables[id]
		if existing == nil {
			continue
		}
		s, known := p.designer.shapeOf(existing)
		if t := p.tableLike(existing, &s); known && t != nil {
			t.existing = id
			return []*table{t}
		}
		if t := m.presentBucket(p, id); t != nil {
			return []*table{t}
		}
		t := newTable(p, &p.Alternatives[0])
		if m.serves(existing, t) && t.shape.service == Served {
			t.shape.partition, t.shape.equal, t.shape.tail, t.shape.missing = s.partition, nil, s.tail, nil
			t.existing = id
			return []*table{t}
		}
	}
	return nil
}

// tableLike returns the legal table of a plan that an existing one with a key is, nil
// if it is none.
func (p *Plan) tableLike(existing *model.LogicalTable, key *shape) *table {
	for i := range p.Alternatives {
		a := &p.Alternatives[i]
		t := newTable(p, a)
		if sameKey(key, &t.shape) && t.storesAs(existing) && t.shape.form != PerSubtype &&
			(t.shape.service == Served || t.shape.steady || ranking{p.designer}.compareReads(&p.Alternatives[0], a) == 0) {
			return t
		}
	}
	return nil
}

// sameKey reports whether two primary keys have the same partition key and the
// same clustering columns, of which the missing keys may be in any order.
func sameKey(a, b *shape) bool {
	same := func(one, other []er.Atom) bool { return len(one) == len(other) && len(er.Without(one, other)) == 0 }
	fixed := er.Without(er.Union(b.equal, b.tail), b.partition)
	clustering := er.Without(a.clustering(), a.partition)
	if !same(a.partition, b.partition) || !same(clustering, er.Without(b.clustering(), b.partition)) {
		return false
	}
	equal := len(er.Without(b.equal, b.partition))
	for i, one := range fixed[equal:] { // what is in both parts is compared, in any order
		at := clustering[equal+i]
		if !at.Same(one) || at.Descending != one.Descending {
			return false
		}
	}
	return same(clustering[:len(fixed)], fixed)
}

// storesAs reports whether an existing table has the collections, aggregates and counters of the
// shape.
func (t *table) storesAs(existing *model.LogicalTable) bool {
	for _, column := range t.columns() {
		if column.Aggregate == "" && !slices.ContainsFunc(t.shape.collected, column.atom.Same) {
			continue
		}
		if !slices.ContainsFunc(existing.SortedColumns(), func(item model.Item[*model.LogicalColumn]) bool {
			return sameColumn(&column, item.Value) && (column.Collection == model.SingleValue) == (item.Value.Collection == model.SingleValue) &&
				(column.Role == model.RoleCounter) == (item.Value.Role == model.RoleCounter)
		}) {
			return false
		}
	}
	return true
}

// current returns the existing table that a derived one continues: of the tables
// that serve its queries now, one that was derived, or one whose key is the same;
// else any table whose key is the same.
func (m *matcher) current(t *table, columns []Column) (model.ID, bool) {
	if t.existing != "" && !m.taken[t.existing] {
		return t.existing, true
	}
	if t.subtype != "" {
		return "", false
	}
	var candidates []model.ID
	for _, plan := range t.plans {
		candidates = append(candidates, m.serving[plan.Query]...)
	}
	for _, id := range candidates {
		if table := m.free(id, t); table != nil && (len(table.Derived) > 0 && !m.kept[id] || m.serves(table, t)) {
			return id, true
		}
	}
	for _, id := range candidates {
		if table := m.free(id, t); table != nil && !m.kept[id] && m.repairable(table, columns) {
			return id, true
		}
	}
	if t.own {
		return "", false
	}
	for _, item := range m.tables {
		if !m.taken[item.ID] && !m.found[item.ID] && m.mayServe(item.ID, t) && m.serves(item.Value, t) && t.means(item.ID) {
			return item.ID, true
		}
	}
	return "", false
}

// free returns an existing table that no other derived one continues, nil if
// there is none. A table of its own must serve no other query.
func (m *matcher) free(id model.ID, t *table) *model.LogicalTable {
	if m.taken[id] || m.found[id] {
		return nil
	}
	for _, arrow := range m.model.Logical.Arrows {
		other := !slices.ContainsFunc(t.plans, func(p *Plan) bool { return p.Query == arrow.Access })
		if t.own && arrow.To == id && other && m.model.Workflow.Queries[arrow.Access] != nil {
			return nil
		}
	}
	return m.model.Logical.Tables[id]
}

// serves reports whether an existing table has a key that serves all queries of
// a derived one, and identifies its rows.
func (m *matcher) serves(existing *model.LogicalTable, t *table) bool {
	s, ok := t.designer.shapeOf(existing)
	if !ok || t.shape.aggregated {
		return false
	}
	s.in, s.form = t.shape.in, t.shape.form
	if !s.identifies(t.designer) {
		return false
	}
	return er.All(t.plans, func(p *Plan) bool { return s.answers(t.designer, p.designer) })
}

// means reports whether an existing table has the rows that the queries ask for, or its meaning is
// not known.
func (t *table) means(existing model.ID) bool {
	s := t.plans[0].meanings.stored()
	rows := s.Of(existing)
	return rows == nil || er.All(t.plans, func(p *Plan) bool { return s.answers(rows, p) })
}

// repairable reports whether an existing table has the partition key of the derived one, so that
// changing the rest makes it serve.
func (m *matcher) repairable(existing *model.LogicalTable, columns []Column) bool {
	same := func(column *model.LogicalColumn) bool {
		return slices.ContainsFunc(columns, func(c Column) bool { return c.Role == model.Partition && sameColumn(&c, column) })
	}
	count := 0
	for _, item := range existing.SortedColumns() {
		if item.Value.Role == model.Partition {
			if !same(item.Value) {
				return false
			}
			count++
		}
	}
	derived := 0
	for _, c := range columns {
		if c.Role == model.Partition {
			derived++
		}
	}
	return count > 0 && count == derived
}

func sameColumn(c *Column, existing *model.LogicalColumn) bool {
	if c.oneOfSeveral && (c.Collection == model.SingleValue) != (existing.Collection == model.SingleValue) {
		return false
	}
	if c.Attribute != "" || existing.Attribute != "" {
		return c.Attribute == existing.Attribute && sameAggregate(c.Aggregate, existing) && c.sameRole(existing)
	}
	return model.Identifier(c.Name) == model.Identifier(existing.Name)
}

// sameRole compares the roles of instances. A column that was made by hand, or derived
// before columns had roles, may only show it in its name: manager_id.
func (c *Column) sameRole(existing *model.LogicalColumn) bool {
	return c.Participant == existing.Participant || existing.Participant == "" && c.Name == existing.Name
}

// sameAggregate compares functions. A column that was made by hand may only show
// it in its name: avg_temperature.
func sameAggregate(function model.Aggregate, existing *model.LogicalColumn) bool {
	return function == existing.Aggregate ||
		function != "" && existing.Aggregate == "" && strings.Contains(existing.Name, string(function))
}
