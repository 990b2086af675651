package mapping

import (
	"slices"

	"widerow/model"
	"widerow/model/mapping/er"
	"widerow/model/sizing"
)

// Sizes computes the sizes of all relations. Where the document has no rows for a
// table, they follow from the numbers of the concepts.
func Sizes(m *model.Model, formula sizing.Formula) map[model.ID]sizing.Size {
	return sizing.AllWith(m, formula, Followed(m))
}

// SizesAfter is like Sizes of a model whose equal parts are shared with the one before.
func SizesAfter(before sizing.Known, m *model.Model, formula sizing.Formula) sizing.Known {
	return sizing.AllAfter(before, m, formula, Followed(m))
}

// SizesBy is like Sizes, by other options. It sets those that follow from the
// concepts.
func SizesBy(m *model.Model, options sizing.Options) map[model.ID]sizing.Size {
	options.Derived = Followed(m)
	return options.All(m)
}

// SizeOf is the size of one relation of Sizes.
func SizeOf(m *model.Model, relation model.ID, formula sizing.Formula) sizing.Size {
	return SizesOf(m, []model.ID{relation}, formula)[relation]
}

// SizesOf are the sizes of some relations of Sizes.
func SizesOf(m *model.Model, relations []model.ID, formula sizing.Formula) map[model.ID]sizing.Size {
	derived := followed(m, func(id model.ID) bool { return slices.Contains(relations, id) })
	sizes := make(map[model.ID]sizing.Size, len(relations))
	for _, id := range relations {
		sizes[id] = sizing.OfWith(m, id, formula, derived)
	}
	return sizes
}

// Followed returns the numbers of all tables that follow from the concepts.
func Followed(m *model.Model) sizing.Derived {
	return followed(m, func(model.ID) bool { return true })
}

// followed returns the numbers of tables that follow from the concepts.
func followed(m *model.Model, wanted func(model.ID) bool) sizing.Derived {
	derived := sizing.Derived{Rows: map[model.ID]model.Value{}, Elements: map[model.ID]model.Value{}}
	if len(m.Concepts.Entities) == 0 {
		return derived
	}
	f := follower{Concepts: er.NewConcepts(m), queries: queriesOfTables(m)}
	for id, relation := range m.Physical.Relations {
		if wanted(id) && relation.Kind == model.Table && lacksNumbers(relation) {
			f.follow(id, relation, &derived)
		}
	}
	return derived
}

// Totals returns how many rows tables have in all of their partitions, as far as that
// follows from the concepts: of tables of which the document does not say it.
func Totals(m *model.Model) map[model.ID]model.Value {
	totals := map[model.ID]model.Value{}
	if len(m.Concepts.Entities) == 0 {
		return totals
	}
	f := follower{Concepts: er.NewConcepts(m), queries: queriesOfTables(m)}
	for id, relation := range m.Physical.Relations {
		if relation.Kind != model.Table || !relation.Partitions.IsEmpty() {
			continue
		}
		f.stored(relation, func(e *estimator, s *shape, _ *model.LogicalTable) {
			if all := e.rows(s, nil).Amount.AtLeast(1); all.Known {
				totals[id] = all.Value()
			}
		})
	}
	return totals
}

// lacksNumbers reports whether the rows of a table, or the elements of a collection,
// are not in the document.
func lacksNumbers(relation *model.Relation) bool {
	if relation.Rows.IsEmpty() {
		return true
	}
	for _, column := range relation.Columns {
		switch column.Type.Unfrozen().Kind {
		case model.ListType, model.SetType, model.MapType:
			if column.Elements.IsEmpty() {
				return true
			}
		}
	}
	return false
}

// HasNumbers reports whether the concepts have any number of instances.
func HasNumbers(m *model.Model) bool {
	for _, entity := range m.Concepts.Entities {
		if !entity.Instances.IsEmpty() {
			return true
		}
	}
	for _, relationship := range m.Concepts.Relationships {
		for _, participant := range relationship.Participants {
			if !participant.Count.IsEmpty() {
				return true
			}
		}
	}
	return false
}

// queriesOfTables returns the queries that each logical table serves.
func queriesOfTables(m *model.Model) map[model.ID][]model.ID {
	served, tables := map[model.ID][]model.ID{}, tablesOfQueries(m)
	for _, query := range model.Sorted(m.Workflow.Queries) {
		for _, table := range tables[query.ID] {
			served[table] = append(served[table], query.ID)
		}
	}
	return served
}

// follower computes the numbers of physical tables from those of the concepts.
type follower struct {
	*er.Concepts
	queries map[model.ID][]model.ID
}

func (f *follower) follow(id model.ID, relation *model.Relation, derived *sizing.Derived) {
	f.stored(relation, func(e *estimator, s *shape, table *model.LogicalTable) {
		if rows, known := f.rows(e, s, table, relation); known {
			derived.Rows[id] = rows.Value()
		}
		f.elements(e, s, table, relation, derived)
	})
}

// stored calls use with what a physical table stores, if that is known.
func (f *follower) stored(relation *model.Relation, use func(*estimator, *shape, *model.LogicalTable)) {
	for _, logical := range relation.Realizes.Sorted() {
		table := f.Model.Logical.Tables[logical]
		d := f.widest(f.queries[logical])
		if table == nil || d == nil {
			continue
		}
		e, s := d.estimator(), d.storedShape(table)
		if s.in == nil {
			continue
		}
		use(e, &s, table)
		return
	}
}

// widest returns the designer of the query with the longest path.
func (f *follower) widest(queries []model.ID) *designer {
	var widest *designer
	for _, query := range queries {
		q := er.NewQuestion(f.Concepts, query)
		if len(q.All()) == 0 {
			continue
		}
		tree, _, found := q.Path()
		if !found {
			continue
		}
		if widest == nil || len(tree.Nodes) > len(widest.Tree.Nodes) {
			widest = newDesigner(q, tree)
		}
	}
	return widest
}

// storedShape is the key of a logical table and what its rows are. It has no
// identity if a key column is not an attribute of the path.
func (d *designer) storedShape(table *model.LogicalTable) shape {
	var s shape
	for _, item := range table.SortedColumns() {
		a, ok := d.atomOf(item.Value)
		switch {
		case !item.Value.Role.InKey() || item.Value.Attribute == "" && model.Identifier(item.Value.Name) == bucketName:
		case !ok || a.Node < 0:
			return shape{}
		case item.Value.Role == model.Partition:
			s.partition = append(s.partition, a)
		default:
			s.tail = append(s.tail, a)
		}
	}
	for _, grouped := range (grouping{d}).groupedShapes() {
		if len(er.Without(er.Union(d.Equal, d.Many, grouped.key()), s.key())) == 0 && storesAggregate(table) {
			s.in, s.aggregated, s.form = grouped.in, true, grouped.form
			return s
		}
	}
	s.in = tableReading{d}.storedBy(table)
	return s
}

func storesAggregate(table *model.LogicalTable) bool {
	return slices.ContainsFunc(table.SortedColumns(), func(item model.Item[*model.LogicalColumn]) bool {
		return item.Value.Aggregate != "" || item.Value.Role == model.RoleCounter
	})
}

// rows returns the rows of a partition of a physical table. A bucket that physical
// design added divides them, if the number of its values is known.
func (f *follower) rows(e *estimator, s *shape, table *model.LogicalTable, relation *model.Relation) (er.Amount, bool) {
	var fixed []er.Atom
	buckets := er.Exactly(1)
	for _, item := range relation.SortedColumns() {
		if item.Value.Role != model.Partition {
			continue
		}
		a, stored := storedAtom(e.designer, table, item.Value)
		switch {
		case !item.Value.Buckets.IsEmpty():
			count, _ := f.Volume().Value(item.Value.Buckets, "")
			buckets = buckets.Times(count)
		case stored && a.Node >= 0:
			fixed = append(fixed, a)
		case !stored:
			return er.Amount{}, false
		}
	}
	rows := e.rows(s, fixed).Amount.Per(buckets).AtLeast(1)
	return rows, rows.Known
}

// storedAtom is the attribute of the logical column that a column realizes. The
// bucket of all rows has none. It is false for a column that physical design
// added.
func storedAtom(d *designer, table *model.LogicalTable, column *model.Column) (er.Atom, bool) {
	for _, from := range column.From.Sorted() {
		logical := table.Columns[from]
		if logical == nil {
			continue
		}
		if logical.Attribute == "" && model.Identifier(logical.Name) == bucketName {
			return er.Atom{Node: -1}, true
		}
		if a, ok := d.atomOf(logical); ok && len(column.From) == 1 {
			return a, true
		}
	}
	return er.Atom{}, false
}

// elements adds how many instances the collections of a table hold.
func (f *follower) elements(e *estimator, s *shape, table *model.LogicalTable, relation *model.Relation, derived *sizing.Derived) {
	for id, column := range relation.Columns {
		a, stored := storedAtom(e.designer, table, column)
		attribute := e.Graph.Attribute(a)
		if !stored || attribute == nil || attribute.MultiValued || !column.Elements.IsEmpty() {
			continue
		}
		if slices.Contains(s.in.Nodes[:s.in.Path], a.Node) {
			continue
		}
		c := er.Counter{Volume: f.Volume(), In: e.In}
		if elements := c.Rows(s.key()); elements.Known {
			derived.Elements[id] = elements.Value()
		}
	}
}
