package diagram

import (
	"maps"
	"slices"

	"widerow/model"
)

// tableContent makes the keys of a diagram's tables, of all that logicalTable,
// relationFigure and userTypeFigure read.
type tableContent struct {
	content
	model    *model.Model
	display  Display
	own      []model.ID        // the logical columns that the relation has
	followed map[model.ID]bool // those that some relation has; nil until asked for
}

func newTableContent(m *model.Model, display Display) *tableContent {
	return &tableContent{content: content{make([]byte, 0, 4096)}, model: m, display: display}
}

// begin starts the key of the next table.
func (c *tableContent) begin(kind model.Kind, id model.ID) {
	c.bytes, c.own = c.bytes[:0], c.own[:0]
	addText(&c.content, kind)
	addText(&c.content, c.display.Columns)
	c.flag(c.display.Advice)
	addText(&c.content, id)
}

func (c *tableContent) logicalKey(id model.ID, table *model.LogicalTable) contentKey {
	c.begin(model.TableKind, id)
	addText(&c.content, table.Name, table.Note)
	columns := table.SortedColumns()
	c.count(len(columns))
	for _, column := range columns {
		c.logicalColumn(column)
		addText(&c.content, column.Value.Note)
	}
	return c.key()
}

func (c *tableContent) logicalColumn(column model.Item[*model.LogicalColumn]) {
	addText(&c.content, column.ID)
	addText(&c.content, column.Value.Name)
	addText(&c.content, column.Value.Role)
	addText(&c.content, column.Value.Collection)
	c.flag(column.Value.Descending)
}

func (c *tableContent) userTypeKey(id model.ID, userType *model.UserType) contentKey {
	c.begin(model.UserTypeKind, id)
	addText(&c.content, userType.Name, userType.Note)
	fields := model.Sorted(userType.Fields)
	c.count(len(fields))
	for _, field := range fields {
		addText(&c.content, field.ID)
		addText(&c.content, field.Value.Name, field.Value.Note)
		c.dataType(field.Value.Type)
	}
	return c.key()
}

func (c *tableContent) relationKey(id model.ID, relation *model.Relation) contentKey {
	c.begin(model.RelationElement, id)
	addText(&c.content, relation.Kind)
	addText(&c.content, relation.Name, relation.Note, relation.Comment, relation.Options["default_time_to_live"])
	base := c.model.Physical.Relations[relation.Base]
	if c.flag(base != nil); base != nil {
		addText(&c.content, base.Name)
	}
	columns := relation.SortedColumns()
	c.count(len(columns))
	for _, column := range columns {
		c.column(column)
	}
	c.indexes(relation)
	c.realized(relation)
	return c.key()
}

func (c *tableContent) column(item model.Item[*model.Column]) {
	column := item.Value
	addText(&c.content, item.ID)
	addText(&c.content, column.Name, column.Note, column.Mask)
	addText(&c.content, column.Role)
	c.flag(column.Descending)
	c.dataType(column.Type)
	c.origins(column.From)
}

func (c *tableContent) origins(from model.IDSet) {
	c.count(len(from))
	if len(from) == 1 { // as mostly: there is nothing to sort
		for origin, is := range from {
			c.origin(origin, is)
		}
		return
	}
	for _, origin := range from.Sorted() {
		c.origin(origin, from[origin])
	}
}

func (c *tableContent) origin(id model.ID, is bool) {
	addText(&c.content, id)
	c.flag(is)
	c.own = append(c.own, id)
}

// dataType has the names of user-defined types too: a rename is seen.
func (c *tableContent) dataType(t model.Type) {
	addText(&c.content, t.Kind)
	addText(&c.content, t.Name)
	c.count(t.Dimension)
	if t.Kind == model.UserTypeRef {
		userType := c.model.Physical.Types[t.UserType]
		if c.flag(userType != nil); userType != nil {
			addText(&c.content, userType.Name)
		}
	}
	c.count(len(t.Arguments))
	for _, argument := range t.Arguments {
		c.dataType(argument)
	}
}

func (c *tableContent) indexes(relation *model.Relation) {
	c.count(len(relation.Indexes))
	for _, item := range model.Sorted(relation.Indexes) {
		index := item.Value
		addText(&c.content, index.Class)
		c.flag(index.Custom)
		c.count(len(index.More))
		for _, part := range append([]model.IndexPart{{Column: index.Column, Target: index.Target}}, index.More...) {
			addText(&c.content, part.Column)
			addText(&c.content, part.Target)
		}
	}
}

// realized adds the logical tables that a relation is compared with, and which
// of their columns are in no relation.
func (c *tableContent) realized(relation *model.Relation) {
	c.flag(len(c.model.Logical.Tables) > 0)
	existing := map[model.ID]*model.LogicalTable{}
	for id := range relation.Realizes {
		if table := c.model.Logical.Tables[id]; table != nil {
			existing[id] = table
		}
	}
	c.count(len(existing))
	if keyspace := c.model.Physical.Keyspaces[relation.Keyspace]; keyspace != nil {
		addText(&c.content, keyspace.Name)
	}
	for _, table := range model.Sorted(existing) {
		addText(&c.content, table.Value.Name)
		columns := table.Value.SortedColumns()
		c.count(len(columns))
		for _, column := range columns {
			c.logicalColumn(column)
			c.flag(c.isFollowed(column.ID))
		}
	}
}

// isFollowed tells whether a relation has a logical column: mostly this one.
func (c *tableContent) isFollowed(column model.ID) bool {
	if slices.Contains(c.own, column) {
		return true
	}
	if c.followed == nil {
		columns := 0
		for _, relation := range c.model.Physical.Relations {
			columns += len(relation.Columns)
		}
		c.followed = make(map[model.ID]bool, columns)
		for _, relation := range c.model.Physical.Relations {
			for _, column := range relation.Columns {
				maps.Copy(c.followed, column.From)
			}
		}
	}
	_, followed := c.followed[column]
	return followed
}
