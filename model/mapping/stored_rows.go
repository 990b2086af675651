package mapping

import (
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
	patterns map[model.ID]*stored.Meaning
}

// NewStored returns what the tables of a document store.
func NewStored(m *model.Model) *Stored { return newStored(newConcepts(m)) }

func newStored(c *concepts) *Stored {
	return &Stored{Facts: stored.NewConcepts(c.model), concepts: c, queries: queriesOfTables(c.model),
		tables: map[model.ID]*stored.Meaning{}, patterns: map[model.ID]*stored.Meaning{}}
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
	pattern, known := s.patterns[query]
	if !known && s.concepts.model.Workflow.Queries[query] != nil {
		pattern = s.ofQuery(newQuestion(s.concepts, query))
		s.patterns[query] = pattern
	}
	return pattern
}

// ofLogical returns the meaning by the queries of a table, or else by its columns. Of
// several queries it is the one that tells of most columns.
func (s *Stored) ofLogical(id model.ID, table *model.LogicalTable) *stored.Meaning {
	var best *stored.Meaning
	for _, query := range s.queries[id] {
		found := s.byQuery(id, table, query)
		if found != nil && (best == nil || len(found.Columns) > len(best.Columns)) {
			best = found
		}
	}
	if best == nil {
		best = s.byColumns(table)
	}
	if best != nil {
		best.Queries = s.queries[id]
	}
	return best
}

func (s *Stored) byQuery(id model.ID, table *model.LogicalTable, query model.ID) *stored.Meaning {
	q := newQuestion(s.concepts, query)
	if len(q.all()) == 0 {
		return nil
	}
	tree, _, found := q.path()
	if !found {
		return nil
	}
	d := newDesigner(q, tree)
	if len(d.split.leaves) > 0 && len(s.concepts.model.TablesOf(query)) > 1 {
		if d = d.subtypeOf(table); d == nil {
			return nil
		}
	}
	return s.meaning(d, table)
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
func (s *Stored) byColumns(table *model.LogicalTable) *stored.Meaning {
	query := &model.Query{Find: map[model.ID]*model.Find{}}
	for id, column := range table.Columns {
		if element, found := s.concepts.element(column.Attribute); found {
			query.Find[id] = &model.Find{Order: column.Order, Attribute: column.Attribute, Participant: s.concepts.roles.Of(column, element.Parent)}
		}
	}
	q := questionOf(s.concepts, "", query)
	if len(q.all()) == 0 {
		return nil
	}
	tree, path, found := q.path()
	if !found || len(path.Others) > 0 {
		return nil
	}
	return s.meaning(newDesigner(q, tree), table)
}

// meaning returns the meaning of a table along the path of a designer.
func (s *Stored) meaning(d *designer, table *model.LogicalTable) *stored.Meaning {
	key, _ := d.keyOf(table)
	in := d.storedBy(table)
	missing, known := in.missing(key, d.keep())
	isIdentified := known && len(missing) == 0
	computes := stores(table, func(c *model.LogicalColumn) bool { return c.Aggregate != "" || c.Role == model.RoleCounter })
	grouped := !isIdentified && (computes || d.query.Distinct || d.aggregates())
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
		if value, is := s.valueOf(d, column); is {
			value.Node = places[value.Node]
			rows.Columns[id] = value
		}
	}
	return rows
}

// valueOf returns what a column stores, with the node of the designer's graph. It is false
// for a column that stores nothing along the path.
func (s *Stored) valueOf(d *designer, column *model.LogicalColumn) (stored.Value, bool) {
	if column.Attribute == "" {
		over, _ := d.aggregatedNodes()
		if column.Aggregate == "" && column.Role != model.RoleCounter || len(over) == 0 {
			return stored.Value{}, false
		}
		return stored.Value{Node: over[0], Aggregate: model.Count}, true
	}
	a, found := d.atomOf(column)
	if !found {
		return stored.Value{}, false
	}
	attribute := d.graph.attribute(a)
	return stored.Value{Node: a.node, Attribute: a.attribute, Aggregate: column.Aggregate,
		Element: attribute.MultiValued && column.Collection == model.SingleValue && column.Aggregate == ""}, true
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

// ofQuery returns what a question asks for along its path.
func (s *Stored) ofQuery(q *question) *stored.Meaning {
	if len(q.terminals()) == 0 {
		return nil
	}
	tree, _, found := q.path()
	if !found {
		return nil
	}
	pattern, places := s.instances(newDesigner(q, tree), func(int) stored.Node { return stored.Node{} })
	add := func(part, attribute, participant model.ID, aggregate model.Aggregate) {
		n := node{of: attribute}
		value := stored.Value{Aggregate: aggregate}
		if element, found := q.graph.element(attribute); found && element.Kind == model.AttributeKind {
			n.of, value.Attribute = element.Parent, attribute
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
