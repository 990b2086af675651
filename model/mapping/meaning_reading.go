package mapping

import (
	"cmp"
	"maps"
	"slices"

	"widerow/model"
	"widerow/model/mapping/er"
	"widerow/model/stored"
)

// ofLogical returns the meaning that fits a table best: by a query that it serves, or from
// which its columns were derived, or else by its columns alone.
func (s *Stored) ofLogical(id model.ID, table *model.LogicalTable) *stored.Meaning {
	var best reading
	queries := s.queriesOf(id, table)
	for _, query := range queries {
		if best = best.or(s.byQuery(table, query)); best.fit == fits {
			break
		}
	}
	if best.fit < fits {
		for _, query := range queries {
			best = best.or(s.byOtherPath(table, query)).or(s.byMore(table, query))
		}
		best = best.or(s.byColumns(table))
	}
	if best.meaning != nil {
		best.meaning.Queries = s.queries[id]
		s.relax(best.meaning, table)
	}
	return best.meaning
}

// relax makes optional what some queries of a table do not ask for.
func (s *Stored) relax(rows *stored.Meaning, table *model.LogicalTable) {
	if len(rows.Queries) < 2 || rows.Grouped {
		return
	}
	for _, query := range rows.Queries {
		if asked := s.ask(query); asked.found {
			key, _ := tableReading{asked.designer}.keyOf(table)
			s.relaxFor(rows, table, s.ofQuery(asked.designer, asked.designer.optional(key)))
		}
	}
}

// relaxFor makes optional what a query of a table does not ask for, or may lack, and the key does not
// need: the query finds the rows without it, too.
func (s *Stored) relaxFor(rows *stored.Meaning, table *model.LogicalTable, pattern *stored.Meaning) {
	isOptional := func(n stored.Node) bool { return n.Optional }
	if len(pattern.Nodes) >= len(rows.Nodes) && !slices.ContainsFunc(pattern.Nodes, isOptional) {
		return
	}
	needed := make([]bool, len(rows.Nodes))
	for id, value := range rows.Columns {
		needed[value.Node] = needed[value.Node] || table.Columns[id].Role.InKey()
	}
	for _, at := range pattern.Embeddings(rows, nil) {
		extra := s.Facts().Unsure(rows, pattern, at)
		if !slices.ContainsFunc(extra, func(i int) bool { return needed[i] }) && !s.closesCycle(rows, extra) {
			for _, i := range extra {
				rows.Nodes[i].Optional = true
			}
			return
		}
	}
}

// closesCycle reports whether some nodes of a meaning are related to the others more than
// once: rows without them, and rows with others, would be the same. A common owner that a
// relationship type says to have is no condition.
func (s *Stored) closesCycle(rows *stored.Meaning, nodes []int) bool {
	part, within := make([]int, len(rows.Nodes)), map[model.ID]bool{}
	for _, at := range nodes {
		part[at] = at + 1
		if of := rows.Nodes[at].Of; s.Facts().IsRelationship(of) && s.concepts.WithinOf(of) != nil {
			within[s.concepts.Model.Concepts.Relationships[of].Within] = true
		}
	}
	for range nodes {
		for _, l := range rows.Links {
			if part[l.From] > 0 && part[l.To] > 0 {
				part[l.From] = min(part[l.From], part[l.To])
				part[l.To] = part[l.From]
			}
		}
	}
	links := map[int]int{}
	for _, l := range rows.Links {
		other := l.From
		if part[l.From] > 0 {
			other = l.To
		}
		one, of := max(part[l.From], part[l.To]), rows.Nodes[other]
		if one > 0 && part[other] == 0 && !of.Optional && !of.Collected && !within[of.Of] {
			links[one]++
		}
	}
	return slices.ContainsFunc(slices.Collect(maps.Values(links)), func(count int) bool { return count > 1 })
}

// queriesOf returns the queries that may define the meaning of a table: those from which its
// columns were derived first, then those with an arrow to it.
func (s *Stored) queriesOf(id model.ID, table *model.LogicalTable) []model.ID {
	count := map[model.ID]int{}
	for _, column := range table.Columns {
		if s.concepts.Model.Workflow.Queries[column.Query] != nil {
			count[column.Query]++
		}
	}
	queries := slices.SortedFunc(maps.Keys(count), func(a, b model.ID) int {
		return cmp.Or(count[b]-count[a], cmp.Compare(a, b))
	})
	for _, query := range s.queries[id] {
		if count[query] == 0 {
			queries = append(queries, query)
		}
	}
	return queries
}

// reading is a possible meaning of a table, and the fit of its columns.
type reading struct {
	meaning *stored.Meaning
	fit     int
}

// The ways in which the columns of a table may fit a meaning: each has a value of its own,
// and the key identifies the rows; the number of other ones is less than this.
const fits = 1 << 20

// or returns the better of two readings, the first of equals.
func (r reading) or(other reading) reading {
	if other.meaning == nil || r.meaning != nil && r.fit >= other.fit {
		return r
	}
	return other
}

// fit rates the fit of a table's columns with its meaning. Columns of the same value were derived
// along another path, on which these are different instances.
func (s *Stored) fit(meaning *stored.Meaning, table *model.LogicalTable) reading {
	seen, whole := map[stored.Value]bool{}, true
	var key []model.ID
	for id, column := range table.Columns {
		if column.Role.InKey() {
			key = append(key, id)
		}
		value, is := meaning.Columns[id]
		whole = whole && (is || column.Attribute == "") && !seen[value]
		if is {
			seen[value] = true
		}
	}
	switch identified := meaning.Grouped || s.Facts().Closure(meaning).Identifies(key); {
	case whole && identified:
		return reading{meaning, fits}
	case identified:
		return reading{meaning, fits/2 + len(seen)}
	}
	return reading{meaning, len(seen)}
}

// byQuery reads a table by the path of a query.
func (s *Stored) byQuery(table *model.LogicalTable, query model.ID) reading {
	asked := s.ask(query)
	if !asked.found {
		return reading{}
	}
	return s.byDesigner(table, query, asked.designer)
}

func (s *Stored) byDesigner(table *model.LogicalTable, query model.ID, d *designer) reading {
	if len(d.split.leaves) > 0 && len(s.concepts.Model.TablesOf(query)) > 1 {
		if d = d.subtypeOf(table); d == nil {
			return reading{}
		}
	}
	return s.fit(s.meaning(d, table), table)
}

// byOtherPath reads a table by the part of a query's path that it stores, or by the path
// along which tables were derived while VIA was only a part of it: the shortest with its
// relationship types.
func (s *Stored) byOtherPath(table *model.LogicalTable, query model.ID) reading {
	asked := s.ask(query)
	if !asked.found {
		return reading{}
	}
	best := s.byDesigner(table, query, asked.designer.partOf(table))
	if len(asked.Query.Path) == 0 {
		return best
	}
	q := er.NewQuestion(s.concepts, query)
	for _, loose := range q.LooseTrees() {
		best = best.or(s.byDesigner(table, query, newDesigner(q, loose)))
	}
	return best
}

// byMore reads a table by a query that also selects the table's other columns, if one path leads to
// them.
func (s *Stored) byMore(table *model.LogicalTable, query model.ID) reading {
	asked := s.ask(query)
	if !asked.found {
		return reading{}
	}
	more := *asked.Query
	more.Find, more.Path = map[model.ID]*model.Find{}, nil
	maps.Copy(more.Find, asked.Query.Find)
	for id, column := range table.Columns {
		element, is := s.concepts.Element(column.Attribute)
		if _, told := asked.designer.valueOf(column, table); is && !told {
			more.Find[id] = &model.Find{Order: column.Order, Attribute: column.Attribute, Participant: s.concepts.Roles.Of(column, element.Parent)}
		}
	}
	q := er.QuestionOf(s.concepts, query, &more)
	routes, _, found := q.Routes()
	if !found || len(routes) > 1 || len(more.Find) == len(asked.Query.Find) {
		return reading{}
	}
	rows := s.meaning(newDesigner(q, routes[0]), table)
	if len(s.OfQuery(query).Embeddings(rows, nil)) == 0 {
		return reading{}
	}
	return s.fit(rows, table)
}

// partOf returns the designer of the part of the path that a table stores: without the
// branches of which it has nothing.
func (d *designer) partOf(table *model.LogicalTable) *designer {
	stored := map[int]bool{}
	for _, column := range table.Columns {
		if a, found := d.atomOf(column); found && a.Node >= 0 {
			stored[a.Node] = true
		}
	}
	rest := d.Tree
	for changed := true; changed; {
		changed = false
		for _, at := range rest.Nodes {
			if !stored[at] && rest.Degree(at) == 1 {
				rest, changed = rest.Without(at), true
				break
			}
		}
	}
	q := *d.Question
	for _, atoms := range []*[]er.Atom{&q.Found, &q.Equal, &q.Many, &q.Ranges, &q.Sorted, &q.Grouped, &q.Values} {
		*atoms = slices.DeleteFunc(slices.Clone(*atoms), func(a er.Atom) bool { return a.Node >= 0 && !slices.Contains(rest.Nodes, a.Node) })
	}
	return newDesigner(&q, rest)
}

// subtypeOf returns the designer of the subtype whose instances a table has, of a query
// that has a table for each subtype. It is nil for a table of any other instances.
func (d *designer) subtypeOf(table *model.LogicalTable) *designer {
	var found *designer
	for _, column := range table.Columns {
		element, _ := d.Graph.Element(column.Attribute)
		for _, leaf := range d.split.leaves {
			if d.Graph.Node(leaf).Of != element.Parent {
				continue
			}
			if found != nil && found.alsoMain != leaf {
				return nil
			}
			found = d.only(leaf)
		}
	}
	return found
}

// byColumns returns the meaning of a table without a query: the shortest path between the types of
// its columns, if there is only one.
func (s *Stored) byColumns(table *model.LogicalTable) reading {
	query := &model.Query{Find: map[model.ID]*model.Find{}}
	for id, column := range table.Columns {
		if element, found := s.concepts.Element(column.Attribute); found {
			query.Find[id] = &model.Find{Order: column.Order, Attribute: column.Attribute, Participant: s.concepts.Roles.Of(column, element.Parent)}
		}
	}
	q := er.QuestionOf(s.concepts, "", query)
	if len(q.All()) == 0 {
		return reading{}
	}
	routes, _, found := q.Routes()
	if !found || len(routes) > 1 {
		return reading{}
	}
	return s.fit(s.meaning(newDesigner(q, routes[0]), table), table)
}

// meaning returns the meaning of a table along the path of a designer.
func (s *Stored) meaning(d *designer, table *model.LogicalTable) *stored.Meaning {
	key, _ := tableReading{d}.keyOf(table)
	in := tableReading{d}.storedBy(table)
	grouped := false
	if d.Query.Distinct || storesComputed(table) {
		missing, known := in.Missing(key, d.keep())
		grouped = !known || len(missing) > 0
	}
	optional := map[int]bool{}
	if !grouped {
		optional = d.optional(key)
	}
	rows, places := s.instances(d, d.flags(optional, func(at int) bool {
		return slices.Index(d.In.Nodes, at) < d.In.Path && !slices.Contains(in.Nodes[:in.Path], at)
	}))
	rows.Grouped = grouped
	s.keepOwners(rows)
	for id, column := range table.Columns {
		if value, is := d.valueOf(column, table); is {
			value.Node = places[value.Node]
			rows.Columns[id] = value
		}
	}
	return rows
}

// keepOwners makes what identifies a weak instance as sure as that: no row lacks its owner.
func (s *Stored) keepOwners(rows *stored.Meaning) {
	for changed := true; changed; {
		changed = false
		for _, l := range rows.Links {
			for _, other := range rows.Links {
				by, owner := &rows.Nodes[l.From], &rows.Nodes[other.To]
				if other.From == l.From && !rows.Nodes[l.To].Optional && s.Facts().IsIdentifying(by.Of, l.Participant) && (by.Optional || owner.Optional) {
					by.Optional, owner.Optional, changed = false, false, true
				}
			}
		}
	}
}

// flags marks nodes that a row may lack or has several of: optional nodes, their dependents, and
// the subtypes among which a query finds.
func (d *designer) flags(optional map[int]bool, isCollected func(at int) bool) func(at int) stored.Node {
	var flags func(at int) stored.Node
	flags = func(at int) stored.Node {
		if by, needed := d.In.NeededBy[at]; needed && by != at {
			return flags(by)
		}
		return stored.Node{Optional: slices.Contains(d.split.leaves, at) || optional[at], Collected: isCollected(at)}
	}
	return flags
}

// storesComputed reports whether a table has a computed value, or a column outside of the key
// that may be one, since it stores no attribute. A table of groups without one answers no
// query that aggregates: each group would count as one row.
func storesComputed(table *model.LogicalTable) bool {
	return stores(table, func(c *model.LogicalColumn) bool {
		return c.Aggregate != "" || c.Role == model.RoleCounter || c.Attribute == "" && !c.Role.InKey()
	})
}

// valueOf returns what a column stores, with the node of the designer's graph. It is false
// for a column that stores nothing along the path.
func (d *designer) valueOf(column *model.LogicalColumn, table *model.LogicalTable) (stored.Value, bool) {
	if column.Attribute == "" {
		over, _ := d.AggregatedNodes()
		if column.Aggregate == "" && column.Role != model.RoleCounter || len(over) == 0 {
			return stored.Value{}, false
		}
		return stored.Value{Node: over[0], Aggregate: model.Count}, true
	}
	a, found := d.atomOf(column)
	if !found {
		if a.Node, found = d.nodeLeft(column, table); !found {
			return stored.Value{}, false
		}
		a.Attribute = column.Attribute
	}
	if !d.isInRole(a.Node, column.Participant) {
		return stored.Value{}, false
	}
	attribute := d.Graph.Attribute(a)
	return stored.Value{Node: a.Node, Attribute: a.Attribute, Aggregate: column.Aggregate,
		Element: attribute.MultiValued && !column.Collection.HasElements() && column.Aggregate == ""}, true
}

// isInRole reports whether an instance along the path has the role of a column: by itself, or as a
// participant of a relationship type.
func (d *designer) isInRole(at int, participant model.ID) bool {
	if participant == "" || at < 0 || d.Graph.Node(at).Participant == participant || d.Graph.Roles[participant].Participant == nil {
		return true
	}
	for _, ends := range d.In.Ends {
		if slices.ContainsFunc(ends, func(e er.End) bool { return e.ID == participant && e.Node == at }) {
			return true
		}
	}
	return false
}

// nodeLeft returns the node of a column that was made by hand without a role: of several of
// its type the one that no column with a role stores.
func (d *designer) nodeLeft(column *model.LogicalColumn, table *model.LogicalTable) (int, bool) {
	element, found := d.Graph.Element(column.Attribute)
	if !found || d.Graph.Roles.Of(column, element.Parent) != "" {
		return -1, false
	}
	named := map[model.ID]bool{}
	for _, other := range table.Columns {
		named[d.Graph.Roles.Of(other, element.Parent)] = true
	}
	left := slices.DeleteFunc(slices.Clone(d.In.Nodes), func(at int) bool {
		return d.Graph.Node(at).Of != element.Parent || named[d.Graph.Node(at).Participant]
	})
	if len(left) != 1 {
		return -1, false
	}
	return left[0], true
}
