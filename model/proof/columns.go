package proof

import (
	"maps"
	"slices"

	"widerow/model"
	"widerow/model/access"
	"widerow/model/carry"
)

// table is a table that queries are judged on.
type table struct {
	id       model.ID
	logical  bool
	relation *model.Relation
	access   *access.Table
	columns  []*column // in the order of the table
	// storedAs remembers what columnsOf returns.
	storedAs map[reference][]*column
	// partition and clustering are the columns of the primary key.
	partition, clustering []*column
}

// column is a column with what it stores.
type column struct {
	id         model.ID
	name       string
	role       model.Role
	descending bool
	// isMap reports that the column stores the values of a map.
	isMap bool
	// aggregated reports that it stores the value of a function, functions which one
	// if the document says it.
	aggregated bool
	functions  []model.Aggregate
	// attributes are the attributes that the column stores. merged has them by
	// logical table: a physical column may merge several of one table.
	attributes []model.ID
	// participants are the roles of the instances whose attributes it stores, "" for
	// an instance without a role.
	participants []model.ID
	merged       []merged
	// names are the names of the column and of the logical ones that it comes
	// from, as CQL writes them.
	names []string
	// added reports that physical design added the column. source is the
	// clustering column from whose value the application computes it, and buckets
	// the number of its values; both may be unknown.
	added   bool
	source  *column
	buckets model.Expression
	// constant reports that deriving added the column, and that it has one value until
	// physical design gives it several.
	constant bool
}

// merged are the attributes of one logical table that a column stores.
type merged struct {
	table      model.ID
	attributes []model.ID
}

// reference names an attribute, or just a name, as the parts of a query do.
type reference struct {
	attribute   model.ID
	name        string
	participant model.ID
}

func (t *table) setColumns(columns []*column) {
	t.columns = columns
	for _, c := range columns {
		switch c.role {
		case model.Partition:
			t.partition = append(t.partition, c)
		case model.Clustering:
			t.clustering = append(t.clustering, c)
		}
	}
}

// origin is a logical column with its table.
type origin struct {
	table  model.ID
	column *model.LogicalColumn
}

// originsOf returns the logical columns by ID.
func originsOf(m *model.Model) map[model.ID]origin {
	count := 0
	for _, t := range m.Logical.Tables {
		count += len(t.Columns)
	}
	origins := make(map[model.ID]origin, count)
	for table, t := range m.Logical.Tables {
		for id, c := range t.Columns {
			origins[id] = origin{table, c}
		}
	}
	return origins
}

func (p *prover) physicalTable(id model.ID, relation *model.Relation, origins map[model.ID]origin) *table {
	relation = typed(relation)
	physical := &model.Model{Physical: model.Physical{Keyspaces: p.model.Physical.Keyspaces, Types: p.model.Physical.Types,
		Relations: map[model.ID]*model.Relation{id: relation}}}
	t := &table{id: id, relation: relation, access: access.NewTable(physical, id)}
	columns := make([]*column, 0, len(relation.Columns))
	made := make([]column, len(relation.Columns))
	for i, item := range relation.SortedColumns() {
		c := &made[i]
		*c = column{id: item.ID, name: item.Value.Name, role: item.Value.Role, descending: item.Value.Descending,
			isMap: item.Value.Type.Unfrozen().Kind == model.MapType, names: identifiers(item.Value.Name), buckets: item.Value.Buckets}
		for _, from := range item.Value.From.Sorted() {
			if origin, found := origins[from]; found {
				p.addOrigin(c, origin.table, origin.column)
				c.isMap = c.isMap || origin.column.Collection == model.MapOf && c.role == model.Regular
			}
		}
		c.added = p.hasLogical && len(relation.Realizes) > 0 && len(item.Value.From) == 0
		columns = append(columns, c)
	}
	t.setColumns(columns)
	t.findComputed()
	if !p.hasLogical && len(p.concepts.known) > 0 {
		p.findAdded(t)
	}
	p.findBuckets(t, origins)
	return t
}

// findComputed finds the columns of the partition key that come from the same
// logical column as a clustering column: the month of a date. The query's
// conditions are on the clustering column.
func (t *table) findComputed() {
	from := func(c *column) model.IDSet { return t.relation.Columns[c.id].From }
	for _, c := range t.partition {
		for _, source := range t.clustering {
			if len(from(c)) > 0 && c.name != source.name && maps.Equal(from(c), from(source)) {
				c.added, c.source, c.attributes, c.merged, c.names = true, source, nil, nil, identifiers(c.name)
			}
		}
	}
}

func (p *prover) addOrigin(c *column, table model.ID, origin *model.LogicalColumn) {
	c.aggregated = c.aggregated || origin.Aggregate != "" || c.role == model.RoleCounter
	if origin.Aggregate != "" {
		c.functions = appendNew(c.functions, origin.Aggregate)
	}
	if origin.Attribute != "" {
		c.attributes = appendNew(c.attributes, origin.Attribute)
		c.participants = appendNew(c.participants, p.concepts.roles.Of(origin, p.concepts.known[origin.Attribute].owner))
		c.merge(table, origin.Attribute)
	}
	if !slices.Contains(c.names, origin.Name) {
		c.names = appendNew(c.names, identifiers(origin.Name)...)
	}
}

// merge notes that a column stores an attribute of a logical table.
func (c *column) merge(table, attribute model.ID) {
	for i := range c.merged {
		if c.merged[i].table == table {
			c.merged[i].attributes = append(c.merged[i].attributes, attribute)
			return
		}
	}
	c.merged = append(c.merged, merged{table, []model.ID{attribute}})
}

// typed returns a relation in which columns whose type is not chosen are text,
// as in the exported schema.
func typed(relation *model.Relation) *model.Relation {
	untyped := func(c *model.Column) bool { return c.Type.IsZero() }
	for _, c := range relation.Columns {
		if untyped(c) {
			copied := *relation
			copied.Columns = map[model.ID]*model.Column{}
			for id, c := range relation.Columns {
				if untyped(c) {
					text := *c
					text.Type = model.Native("text")
					c = &text
				}
				copied.Columns[id] = c
			}
			return &copied
		}
	}
	return relation
}

// unrealized reports whether the document has physical tables, but none for t.
func (t *table) unrealized(m *model.Model) bool { return t.logical && len(m.Physical.Relations) > 0 }

// logicalTable returns a logical table as it would be realized.
func (p *prover) logicalTable(id model.ID, logical *model.LogicalTable, origins map[model.ID]origin) *table {
	relation := &model.Relation{Name: logical.Name, Kind: model.Table, Columns: map[model.ID]*model.Column{}}
	t := &table{id: id, logical: true, relation: relation}
	columns := make([]*column, 0, len(logical.Columns))
	for _, item := range logical.SortedColumns() {
		physical := carry.PhysicalColumn(p.model, "", item.Value)
		relation.Columns[item.ID] = physical
		c := &column{id: item.ID, name: item.Value.Name, role: physical.Role, descending: item.Value.Descending, isMap: item.Value.Collection == model.MapOf}
		p.addOrigin(c, id, item.Value)
		columns = append(columns, c)
	}
	t.setColumns(columns)
	p.findBuckets(t, origins)
	temporary := &model.Model{Physical: model.Physical{Types: p.model.Physical.Types, Relations: map[model.ID]*model.Relation{id: relation}}}
	t.access = access.NewTable(temporary, id)
	return t
}

// columnsOf returns the columns that store what a reference names: the attribute
// itself in its role, the composite one that it is a part of, or, if columns name no
// attribute, a column of that name.
func (p *prover) columnsOf(t *table, r reference) []*column {
	columns, known := t.storedAs[r]
	if !known {
		columns = slices.Clip(p.inRole(t, p.storedIn(t, r), r))
		if t.storedAs == nil {
			t.storedAs = map[reference][]*column{}
		}
		t.storedAs[r] = columns
	}
	return columns
}

// storedIn is columnsOf in whatever role.
func (p *prover) storedIn(t *table, r reference) []*column {
	for id := r.attribute; id != ""; id = p.concepts.parent(id) {
		if found := t.storing(id); len(found) > 0 {
			return found
		}
	}
	if found := p.called(t, r); found != nil {
		return []*column{found}
	}
	return p.mapOf(t, r.attribute)
}

func (t *table) storing(attribute model.ID) []*column {
	var found []*column
	for _, c := range t.columns {
		if slices.Contains(c.attributes, attribute) {
			found = append(found, c)
		}
	}
	return found
}

// called returns the column with the first of a reference's names that there is.
// For an attribute, columns that store another one do not count, nor do those that are computed
// from another one, unless they are called like a bucket.
func (p *prover) called(t *table, r reference) *column {
	for _, name := range p.concepts.namesOf(r) {
		for _, c := range t.columns {
			known := r.attribute != "" && len(c.attributes) > 0 || c.source != nil && !bucketNames.MatchString(c.name)
			if !known && slices.Contains(c.names, name) && !p.concepts.isUnclear(t, r, name) {
				return c
			}
		}
	}
	return nil
}

// mapOf returns a map whose keys are an attribute of an entity type. Its values
// may be an attribute of a relationship type that the entity type takes part in.
func (p *prover) mapOf(t *table, value model.ID) []*column {
	of := p.concepts.known[value]
	if of.Attribute == nil || p.model.Concepts.Relationships[of.owner] == nil {
		return nil
	}
	for _, c := range t.columns {
		for _, key := range c.attributes {
			if c.isMap && p.concepts.joined[p.concepts.known[key].owner][of.owner] {
				return []*column{c}
			}
		}
	}
	return nil
}
