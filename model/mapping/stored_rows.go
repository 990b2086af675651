package mapping

import (
	"cmp"
	"maps"
	"slices"

	"widerow/model"
	"widerow/model/stored"
)

// Stored is what the rows of the tables of a document mean, and what its queries ask for.
// Each is found when it is first asked for.
type Stored struct {
	// Facts are those of the document's ER model, by which meanings are compared.
	Facts    *stored.Concepts
	concepts *concepts
	queries  map[model.ID][]model.ID // by logical table
	tables   map[model.ID]*stored.Meaning
	asked    map[model.ID]*asking
}

// asking is a query with its path and what it asks for.
type asking struct {
	*question
	routes   []tree // best first
	found    bool
	patterns []*stored.Meaning
	designer *designer
}

// NewStored returns what the tables of a document store.
func NewStored(m *model.Model) *Stored { return newStored(newConcepts(m)) }

func newStored(c *concepts) *Stored {
	return &Stored{Facts: stored.NewConcepts(c.model), concepts: c, queries: queriesOfTables(c.model),
		tables: map[model.ID]*stored.Meaning{}, asked: map[model.ID]*asking{}}
}

// Of returns what the rows of a relation or a logical table mean, nil if that is not known.
func (s *Stored) Of(table model.ID) *stored.Meaning {
	meaning, known := s.tables[table]
	if known {
		return meaning
	}
	if relation := s.concepts.model.Physical.Relations[table]; relation != nil {
		meaning = s.ofRelation(relation)
	} else if logical := s.concepts.model.Logical.Tables[table]; logical != nil {
		meaning = s.ofLogical(table, logical)
	}
	s.tables[table] = meaning
	return meaning
}

// OfQuery returns what a query asks for, nil if no path leads to all that it names. Its
// columns are the parts of the query, by their IDs: what it finds, its conditions and its
// order. That of a whole type has no attribute.
func (s *Stored) OfQuery(query model.ID) *stored.Meaning {
	if patterns := s.Patterns(query); len(patterns) > 0 {
		return patterns[0]
	}
	return nil
}

// Patterns returns what a query may ask for: along its path, and along others that are as
// short while nobody has chosen one.
func (s *Stored) Patterns(query model.ID) []*stored.Meaning {
	asked := s.ask(query)
	if asked.found && asked.patterns == nil {
		asked.patterns = append(asked.patterns, s.ofQuery(asked.designer))
		for _, other := range asked.routes[1:] {
			asked.patterns = append(asked.patterns, s.ofQuery(newDesigner(asked.question, other)))
		}
	}
	return asked.patterns
}

// ask returns a query with its path.
func (s *Stored) ask(query model.ID) *asking {
	asked, known := s.asked[query]
	if known {
		return asked
	}
	asked = &asking{}
	s.asked[query] = asked
	if s.concepts.model.Workflow.Queries[query] == nil {
		return asked
	}
	asked.question = newQuestion(s.concepts, query)
	if len(asked.terminals()) == 0 {
		return asked
	}
	if asked.routes, _, asked.found = asked.question.routes(); asked.found {
		asked.designer = newDesigner(asked.question, asked.routes[0])
	}
	return asked
}

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
			best = best.or(s.byOtherPath(table, query))
		}
		best = best.or(s.byColumns(table))
	}
	if best.meaning != nil {
		best.meaning.Queries = s.queries[id]
		s.relax(best.meaning, table)
	}
	return best.meaning
}

// relax makes optional what one of the queries of a table does not ask for and the key does
// not need: that query finds the rows without it, too.
func (s *Stored) relax(rows *stored.Meaning, table *model.LogicalTable) {
	needed := make([]bool, len(rows.Nodes))
	for id, value := range rows.Columns {
		needed[value.Node] = needed[value.Node] || table.Columns[id].Role.InKey()
	}
	if len(rows.Queries) < 2 {
		return
	}
	for _, query := range rows.Queries {
		pattern := s.OfQuery(query)
		if rows.Grouped || pattern == nil || len(pattern.Nodes) >= len(rows.Nodes) {
			continue
		}
		for _, at := range pattern.Embeddings(rows, nil) {
			extra := s.Facts.Unsure(rows, pattern, at)
			if !slices.ContainsFunc(extra, func(i int) bool { return needed[i] }) {
				for _, i := range extra {
					rows.Nodes[i].Optional = true
				}
				break
			}
		}
	}
}

// queriesOf returns the queries that may tell of a table: those from which its columns were
// derived first, then those with an arrow to it.
func (s *Stored) queriesOf(id model.ID, table *model.LogicalTable) []model.ID {
	count := map[model.ID]int{}
	for _, column := range table.Columns {
		if s.concepts.model.Workflow.Queries[column.Query] != nil {
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

// reading is a meaning that a table may have, and how well its columns fit it.
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

// fit says how well the columns of a table fit its meaning. Columns of the same value were
// derived along another path, on which these are different instances.
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
	switch identified := meaning.Grouped || s.Facts.Closure(meaning).Identifies(key); {
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
	if len(d.split.leaves) > 0 && len(s.concepts.model.TablesOf(query)) > 1 {
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
	if len(asked.query.Path) == 0 {
		return best
	}
	q := newQuestion(s.concepts, query)
	for _, loose := range q.looseTrees() {
		best = best.or(s.byDesigner(table, query, newDesigner(q, loose)))
	}
	return best
}

// partOf returns the designer of the part of the path that a table stores: without the
// branches of which it has nothing.
func (d *designer) partOf(table *model.LogicalTable) *designer {
	stored := map[int]bool{}
	for _, column := range table.Columns {
		if a, found := d.atomOf(column); found && a.node >= 0 {
			stored[a.node] = true
		}
	}
	rest := d.tree
	for changed := true; changed; {
		changed = false
		for _, at := range rest.nodes {
			if !stored[at] && rest.degree(at) == 1 {
				rest, changed = rest.without(at), true
				break
			}
		}
	}
	q := *d.question
	for _, atoms := range []*[]atom{&q.found, &q.equal, &q.many, &q.ranges, &q.sorted, &q.grouped, &q.values} {
		*atoms = slices.DeleteFunc(slices.Clone(*atoms), func(a atom) bool { return a.node >= 0 && !slices.Contains(rest.nodes, a.node) })
	}
	return newDesigner(&q, rest)
}

// looseTrees are the paths of a question along which tables were derived while VIA was only
// a part of them: the shortest with its relationship types.
func (q *question) looseTrees() []tree {
	terminals := q.terminals()
	loose, found := q.graph.tree(terminals, anyTree())
	if !found {
		return nil
	}
	return q.patternsOf(loose, terminals)
}

// subtypeOf returns the designer of the subtype whose instances a table has, of a query
// that has a table for each subtype. It is nil for a table of any other instances.
func (d *designer) subtypeOf(table *model.LogicalTable) *designer {
	var found *designer
	for _, column := range table.Columns {
		element, _ := d.graph.element(column.Attribute)
		for _, leaf := range d.split.leaves {
			if d.graph.node(leaf).of != element.Parent {
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

// byColumns returns the meaning of a table of which no query tells: the shortest path
// between the types of what it stores, if there is only one.
func (s *Stored) byColumns(table *model.LogicalTable) reading {
	query := &model.Query{Find: map[model.ID]*model.Find{}}
	for id, column := range table.Columns {
		if element, found := s.concepts.element(column.Attribute); found {
			query.Find[id] = &model.Find{Order: column.Order, Attribute: column.Attribute, Participant: s.concepts.roles.Of(column, element.Parent)}
		}
	}
	q := questionOf(s.concepts, "", query)
	if len(q.all()) == 0 {
		return reading{}
	}
	routes, _, found := q.routes()
	if !found || len(routes) > 1 {
		return reading{}
	}
	return s.fit(s.meaning(newDesigner(q, routes[0]), table), table)
}

// meaning returns the meaning of a table along the path of a designer.
func (s *Stored) meaning(d *designer, table *model.LogicalTable) *stored.Meaning {
	key, _ := d.keyOf(table)
	in := d.storedBy(table)
	grouped := false
	if d.query.Distinct || d.aggregates() || stores(table, func(c *model.LogicalColumn) bool { return c.Aggregate != "" || c.Role == model.RoleCounter }) {
		missing, known := in.missing(key, d.keep())
		grouped = !known || len(missing) > 0
	}
	optional := map[int]bool{}
	if !grouped {
		optional = d.optional(key)
	}
	rows, places := s.instances(d, func(at int) stored.Node {
		onPath := slices.Index(d.in.nodes, at) < d.in.path
		return stored.Node{Optional: slices.Contains(d.split.leaves, at) || optional[at], Collected: onPath && !slices.Contains(in.nodes[:in.path], at)}
	})
	rows.Grouped = grouped
	for id, column := range table.Columns {
		if value, is := d.valueOf(column, table); is {
			value.Node = places[value.Node]
			rows.Columns[id] = value
		}
	}
	return rows
}

// valueOf returns what a column stores, with the node of the designer's graph. It is false
// for a column that stores nothing along the path.
func (d *designer) valueOf(column *model.LogicalColumn, table *model.LogicalTable) (stored.Value, bool) {
	if column.Attribute == "" {
		over, _ := d.aggregatedNodes()
		if column.Aggregate == "" && column.Role != model.RoleCounter || len(over) == 0 {
			return stored.Value{}, false
		}
		return stored.Value{Node: over[0], Aggregate: model.Count}, true
	}
	a, found := d.atomOf(column)
	if !found {
		if a.node, found = d.nodeLeft(column, table); !found {
			return stored.Value{}, false
		}
		a.attribute = column.Attribute
	}
	attribute := d.graph.attribute(a)
	return stored.Value{Node: a.node, Attribute: a.attribute, Aggregate: column.Aggregate,
		Element: attribute.MultiValued && column.Collection == model.SingleValue && column.Aggregate == ""}, true
}

// nodeLeft returns the node of a column that was made by hand without a role: of several of
// its type the one that no column with a role stores.
func (d *designer) nodeLeft(column *model.LogicalColumn, table *model.LogicalTable) (int, bool) {
	element, found := d.graph.element(column.Attribute)
	if !found || d.graph.roles.Of(column, element.Parent) != "" {
		return -1, false
	}
	named := map[model.ID]bool{}
	for _, other := range table.Columns {
		named[d.graph.roles.Of(other, element.Parent)] = true
	}
	left := slices.DeleteFunc(slices.Clone(d.in.nodes), func(at int) bool {
		return d.graph.node(at).of != element.Parent || named[d.graph.node(at).participant]
	})
	if len(left) != 1 {
		return -1, false
	}
	return left[0], true
}

// instances returns the nodes along the path of a designer, with all that identifies them.
// flags tells what a row may lack or has several of. places has the node of each of them.
func (s *Stored) instances(d *designer, flags func(at int) stored.Node) (*stored.Meaning, map[int]int) {
	b := meaningBuilder{designer: d, places: map[int]int{}}
	for _, at := range d.in.nodes {
		n := flags(at)
		n.Of, n.Participant = d.graph.node(at).of, d.graph.node(at).participant
		b.places[at] = len(b.made.Nodes)
		b.made.Nodes = append(b.made.Nodes, n)
	}
	b.link()
	whole, become := s.Facts.Complete(&b.made)
	for at, place := range b.places {
		b.places[at] = become[place]
	}
	return whole, b.places
}

// meaningBuilder makes a meaning of what is along a path.
type meaningBuilder struct {
	*designer
	made   stored.Meaning
	places map[int]int
}

// link relates the nodes: participants to their relationship types, weak instances to their
// owners, subtypes to their supertypes.
func (b *meaningBuilder) link() {
	for _, at := range b.in.nodes {
		for _, end := range b.in.ends[at] {
			b.add(at, end.node, end.id)
		}
		if by, needed := b.in.neededBy[at]; needed && slices.Contains(b.graph.direct[b.graph.node(by).of], b.graph.node(at).of) {
			b.add(by, at, "")
		}
	}
	for _, edge := range b.tree.edges {
		for i := range edge {
			if slices.Contains(b.graph.direct[b.graph.node(edge[i]).of], b.graph.node(edge[1-i]).of) {
				b.add(edge[i], edge[1-i], "")
			}
		}
	}
	for _, at := range b.in.nodes {
		b.own(at)
	}
}

func (b *meaningBuilder) add(from, to int, participant model.ID) {
	l := stored.Link{From: b.places[from], To: b.places[to], Participant: participant}
	if !slices.Contains(b.made.Links, l) {
		b.made.Links = append(b.made.Links, l)
	}
}

// own relates a weak instance to its owners by their identifying relationship types, which
// need not be on the path.
func (b *meaningBuilder) own(at int) {
	entity := b.graph.model.Concepts.Entities[b.graph.node(at).of]
	if entity == nil || !entity.Weak {
		return
	}
	weak := b.places[at]
	for _, o := range b.graph.owners(b.graph.node(at).of) {
		owner, found := b.places[b.in.ownerAt[ownership{at, o}]]
		if !found {
			continue
		}
		by := b.identifying(weak, o.relationship)
		if l := (stored.Link{From: by, To: owner, Participant: o.participant}); !slices.Contains(b.made.Links, l) {
			b.made.Links = append(b.made.Links, l)
		}
	}
}

// identifying returns the node of the relationship type by which a weak instance is
// identified, a new one if the path does not have it.
func (b *meaningBuilder) identifying(weak int, relationship model.ID) int {
	for _, item := range b.graph.participants[relationship] {
		if item.Value.Entity != b.made.Nodes[weak].Of {
			continue
		}
		for _, l := range b.made.Links {
			if l.To == weak && l.Participant == item.ID && b.made.Nodes[l.From].Of == relationship {
				return l.From
			}
		}
	}
	of := b.made.Nodes[weak]
	b.made.Nodes = append(b.made.Nodes, stored.Node{Of: relationship, Optional: of.Optional, Collected: of.Collected})
	for _, item := range b.graph.participants[relationship] {
		if item.Value.Entity == of.Of {
			b.made.Links = append(b.made.Links, stored.Link{From: len(b.made.Nodes) - 1, To: weak, Participant: item.ID})
			break
		}
	}
	return len(b.made.Nodes) - 1
}

// ofQuery returns what a question asks for along a path.
func (s *Stored) ofQuery(d *designer) *stored.Meaning {
	q := d.question
	pattern, places := s.instances(d, func(int) stored.Node { return stored.Node{} })
	add := func(part, attribute, participant model.ID, aggregate model.Aggregate) {
		n := node{of: attribute}
		value := stored.Value{Aggregate: aggregate}
		if element, found := q.graph.element(attribute); found && element.Kind == model.AttributeKind {
			n.of, value.Attribute = element.Parent, attribute
			value.Element = element.Value.(*model.Attribute).MultiValued && aggregate == ""
		}
		if at, found := q.graph.find(q.graph.nodeOf(n.of, participant)); found {
			if place, is := places[at]; is {
				value.Node = place
				pattern.Columns[part] = value
			}
		}
	}
	for id, find := range q.query.Find {
		add(id, find.Attribute, find.Participant, find.Aggregate)
	}
	for id, given := range q.query.Given {
		add(id, given.Attribute, given.Participant, "")
	}
	for id, sort := range q.query.SortBy {
		add(id, sort.Attribute, sort.Participant, "")
	}
	return pattern
}

// ofRelation returns the meaning of the logical table that a relation realizes, with its
// own columns. Of several tables it is that of one whose rows are those of the others.
func (s *Stored) ofRelation(relation *model.Relation) *stored.Meaning {
	var found *stored.Meaning
	for _, table := range relation.Realizes.Sorted() {
		logical := s.Of(table)
		switch {
		case logical == nil:
			return nil
		case found == nil:
			found = &stored.Meaning{Nodes: logical.Nodes, Links: logical.Links, Grouped: logical.Grouped, Queries: logical.Queries, Columns: map[model.ID]stored.Value{}}
			addColumns(found, relation, logical, nil)
		case !s.Facts.SameRows(found, logical):
			return nil
		default:
			for _, at := range logical.Embeddings(found, nil) {
				addColumns(found, relation, logical, at)
				break
			}
			found.Queries = append(slices.Clone(found.Queries), logical.Queries...)
		}
	}
	return found
}

// addColumns adds the columns of a relation that come from those of a logical table. at has
// the node of each node of that, nil if they are the same.
func addColumns(to *stored.Meaning, relation *model.Relation, logical *stored.Meaning, at stored.Embedding) {
	for id, column := range relation.Columns {
		if isComputed(relation, id) {
			continue
		}
		for _, from := range column.From.Sorted() {
			value, stores := logical.Columns[from]
			if !stores {
				continue
			}
			if at != nil {
				value.Node = at[value.Node]
			}
			if first, taken := to.Columns[id]; !taken {
				to.Columns[id] = value
			} else if first != value && !slices.Contains(to.Merged[id], value) {
				if to.Merged == nil {
					to.Merged = map[model.ID][]stored.Value{}
				}
				to.Merged[id] = append(to.Merged[id], value)
			}
		}
	}
}

// isComputed reports whether a column of the partition key is computed from a clustering
// column: the month of its date.
func isComputed(relation *model.Relation, id model.ID) bool {
	column := relation.Columns[id]
	if column.Role != model.Partition || len(column.From) == 0 {
		return false
	}
	for _, other := range relation.Columns {
		if other.Role == model.Clustering && other.Name != column.Name && maps.Equal(other.From, column.From) {
			return true
		}
	}
	return false
}
