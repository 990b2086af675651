package write

import (
	"slices"

	"widerow/model"
	"widerow/model/proof"
	"widerow/model/stored"
)

// table is a table with what its rows mean.
type table struct {
	proof.Table
	columns []*column
	// partition and clustering are the columns of the primary key. indexed are those with a
	// secondary index.
	partition, clustering, indexed []*column
	// meaning is nil if the meaning of the rows is not known.
	meaning    *stored.Meaning
	closure    *stored.Closure
	isView     bool
	isCounter  bool
	Unrealized bool
	columnByID map[model.ID]*column
	storing    map[reference][]*column
}

type column struct {
	proof.Column
	typ model.Type
	// value is the value that the column stores if stores is set; merged are further values of a
	// merged column.
	value  stored.Value
	stores bool
	merged []stored.Value
	// identifies reports that it stores a key attribute.
	identifies bool
	// computed reports that the column stores an aggregate, even if the meaning does not know its
	// attribute.
	computed bool
}

// reference names an attribute, or just a name.
type reference struct {
	attribute   model.ID
	name        string
	participant model.ID
}

// kind returns the kind of a collection that is not frozen, "" for other types.
func (c *column) kind() model.TypeKind {
	switch c.typ.Kind {
	case model.ListType, model.SetType, model.MapType:
		return c.typ.Kind
	}
	return ""
}

// isCollection reports whether the column holds several values, frozen or not.
func (c *column) isCollection() bool {
	switch c.typ.Unfrozen().Kind {
	case model.ListType, model.SetType, model.MapType:
		return true
	}
	return false
}

// isMap reports whether the column holds a map, frozen or not.
func (c *column) isMap() bool { return c.typ.Unfrozen().Kind == model.MapType }

// aggregate is the function whose value the column stores, "" for none.
func (c *column) aggregate() model.Aggregate { return c.value.Aggregate }

// named returns the column of a name that the table has.
func (t *table) named(name string) *column {
	return t.columns[slices.IndexFunc(t.columns, func(c *column) bool { return c.Name == name })]
}

func (t *table) key() []*column { return slices.Concat(t.partition, t.clustering) }

// keyFor is the key of rows, or of the partitions that static columns belong to.
func (t *table) keyFor(static bool) []*column {
	if static {
		return t.partition
	}
	return t.key()
}

func (p *planner) newTable(t proof.Table) *table {
	out := &table{Table: t, isView: t.Relation.Kind == model.MaterializedView, columnByID: map[model.ID]*column{}, storing: map[reference][]*column{}}
	out.Unrealized = t.Logical && len(p.model.Physical.Relations) > 0
	if out.meaning = p.stored.Of(t.ID); out.meaning != nil {
		out.closure = p.concepts.Closure(out.meaning)
	}
	for _, c := range t.Columns {
		column := &column{Column: c, typ: t.Relation.Columns[c.ID].Type}
		if out.meaning != nil {
			column.value, column.stores = out.meaning.Columns[c.ID]
			column.merged = out.meaning.Merged[c.ID]
			column.identifies = column.stores && p.facts.known[column.value.Attribute] != nil && p.facts.known[column.value.Attribute].Key != model.NoKey
		}
		column.computed = p.isAggregate(t, c)
		out.columns = append(out.columns, column)
		out.columnByID[c.ID] = column
		out.isCounter = out.isCounter || column.typ.IsCounter()
		switch c.Role {
		case model.Partition:
			out.partition = append(out.partition, column)
		case model.Clustering:
			out.clustering = append(out.clustering, column)
		}
		for _, index := range t.Relation.Indexes {
			if index.Column == c.ID && !c.Role.InKey() {
				out.indexed = appendNew(out.indexed, column)
			}
		}
	}
	return out
}

// isAggregate reports whether a logical column is, or is realized by, an aggregate.
func (p *planner) isAggregate(t proof.Table, c proof.Column) bool {
	ids := []model.ID{c.ID}
	if physical := t.Relation.Columns[c.ID]; physical != nil && !t.Logical {
		ids = physical.From.Sorted()
	}
	return slices.ContainsFunc(ids, func(id model.ID) bool { return p.aggregates[id] })
}

// find returns the columns of a table that store what a reference names.
func (p *planner) find(t *table, r reference) []*column {
	if found, known := t.storing[r]; known {
		return found
	}
	var found []*column
	for _, id := range p.prover.Storing(t.ID, r.attribute, r.name, r.participant) {
		found = append(found, t.columnByID[id])
	}
	t.storing[r] = found
	return found
}

// columnsOf returns the columns that store something of the instance of a node.
func (t *table) columnsOf(node int) []*column {
	return filter(t.columns, func(c *column) bool { return c.stores && c.value.Node == node })
}

// storesAny reports whether a table stores an attribute of one of the types.
func (p *planner) storesAny(t *table, types []model.ID) bool {
	return slices.ContainsFunc(t.columns, func(c *column) bool {
		return slices.ContainsFunc(c.Stores, func(id model.ID) bool { return slices.Contains(types, p.facts.owner[id]) })
	})
}
