// Package carry lets the parts of a model that follow others follow a change:
// columns their attributes, fields of types the parts of composite attributes,
// physical tables the logical ones, views their base, query arrows the workflow.
//
// Read carry.go first (Over, which model/edit calls after each run of commands);
// the other files are one kind of follower each.
package carry

import (
	"slices"

	"widerow/model"
)

// Over applies an edit of the logical model to the parts of the physical
// model that still follow it. A physical value follows if it equals the logical
// value before the edit; values that the physical design changed are kept.
// Whether a value follows is not stored: it is computed from both documents.
//
// Columns of both levels follow the name, the type and the length of their
// attribute in the same way.
func Over(before, after *model.Model, ids model.IDs) {
	namesFollow(before, after)
	fieldsFollow(before, after, ids)
	for _, id := range model.SortedKeys(before.Logical.Tables) {
		old, now := before.Logical.Tables[id], after.Logical.Tables[id]
		if now == nil {
			removeFollowers(before, after, id)
			continue
		}
		if old.Equal(now) {
			continue
		}
		for _, relation := range Of(after).Realizing(id) {
			if was := before.Physical.Relations[relation.ID]; was != nil && was.Realizes[id] {
				change := relationChange{before, after, relation.ID, was, relation.Value}
				change.table(id, old, now, ids)
			}
		}
	}
	mergedFollow(before, after)
	typesFollow(before, after, ids)
	viewsFollow(before, after)
	arrowsFollow(before, after, ids)
}

// Followers knows the parts of the physical model that follow the logical one and the concepts.
type Followers struct{ *model.Model }

// Of returns the parts of a model that follow others.
func Of(m *model.Model) Followers { return Followers{m} }

// Realizing returns the relations that realize a logical table. Tables come
// before views, because a view can only have columns of its base table.
func (m Followers) Realizing(table model.ID) []model.Item[*model.Relation] {
	relations := slices.DeleteFunc(model.Sorted(m.Physical.Relations), func(r model.Item[*model.Relation]) bool { return !r.Value.Realizes[table] })
	slices.SortStableFunc(relations, func(a, b model.Item[*model.Relation]) int {
		return viewRank(a.Value) - viewRank(b.Value)
	})
	return relations
}

func viewRank(r *model.Relation) int {
	if r.Kind == model.MaterializedView {
		return 1
	}
	return 0
}

// relationChange holds one relation before and after the edit.
type relationChange struct {
	before, after *model.Model
	id            model.ID
	was, is       *model.Relation
}

func (c relationChange) table(id model.ID, old, now *model.LogicalTable, ids model.IDs) {
	if len(c.is.Realizes) == 1 && c.was.Name == old.Name && c.is.Name == old.Name && now.Name != old.Name &&
		!c.after.Parts().RelationNamed(c.is.Keyspace, now.Name, c.id) {
		c.is.Name = now.Name
	}
	follows := !slices.Equal(old.ColumnIDs(), now.ColumnIDs()) && inOrder(c.was, old)
	for _, column := range now.SortedColumns() {
		if previous := old.Columns[column.ID]; previous != nil {
			c.column(column.ID, previous, column.Value)
		} else if c.takesNew(id, column.Value) {
			Of(c.after).AddColumn(c.is, column.ID, column.Value, ids)
		}
	}
	for _, columnID := range model.SortedKeys(old.Columns) {
		if now.Columns[columnID] == nil {
			c.removed(columnID, old.Columns[columnID])
		}
	}
	if follows && !inOrder(c.is, now) {
		reorder(c.is, now)
	}
}

// column applies the changes of one logical column to the columns that come from
// only that one.
func (c relationChange) column(id model.ID, old, now *model.LogicalColumn) {
	for columnID, is := range c.is.Columns {
		was := c.was.Columns[columnID]
		if was == nil || !comesFrom(was, id) || !comesFrom(is, id) {
			continue
		}
		if was.Name == old.Name && is.Name == was.Name && now.Name != old.Name && c.nameable(now.Name) {
			is.Name = now.Name
		}
		if was.Role == old.Role.Physical() && is.Role == was.Role {
			is.Role = now.Role.Physical()
		}
		if was.Descending == old.Descending && is.Descending == was.Descending {
			is.Descending = now.Descending
		}
		if was.Order == old.Order && is.Order == was.Order {
			is.Order = now.Order
		}
		if is.Type.Equal(was.Type) && was.Type.Shape() == old.Shape() && now.Shape() != old.Shape() {
			is.Type = newColumnTypes(c.after).reshape(c.is.Keyspace, is.Type, now)
		}
	}
}

// nameable reports whether a column of the relation may get a name: the name is
// free and, in a view, is the name of a column of its base table.
func (c relationChange) nameable(name string) bool {
	if _, taken := c.is.ColumnNamed(name); taken {
		return false
	}
	return Of(c.after).offersBase(c.is, name)
}

// offersBase reports whether a relation may have a column of that name.
func (m Followers) offersBase(r *model.Relation, name string) bool {
	if r.Kind != model.MaterializedView {
		return true
	}
	base := m.Physical.Relations[r.Base]
	if base == nil {
		return false
	}
	_, found := base.ColumnNamed(name)
	return found
}

// takesNew reports whether the relation gets a new logical column. If several
// tables realize the logical table, all get a key column, and only the first one
// gets any other column.
func (c relationChange) takesNew(table model.ID, column *model.LogicalColumn) bool {
	if !Of(c.after).offersBase(c.is, column.Name) {
		return false
	}
	first := Of(c.after).Realizing(table)[0]
	return column.Role.InKey() || c.is.Kind == model.MaterializedView || first.ID == c.id
}

// removed removes the columns that followed a removed logical column.
func (c relationChange) removed(id model.ID, old *model.LogicalColumn) {
	for _, columnID := range model.SortedKeys(c.was.Columns) {
		was, is := c.was.Columns[columnID], c.is.Columns[columnID]
		if is == nil || !comesFrom(was, id) || was.Name != old.Name || was.Role != old.Role.Physical() {
			continue
		}
		if is.Name == was.Name && is.Role == was.Role && len(is.From) == 0 {
			c.after.Parts().Remove(model.Element{ID: columnID, Kind: model.RelationColumnKind, Parent: c.id, Value: is})
		}
	}
}

// removeFollowers removes the relations that realized only the removed logical
// table, without differences. It keeps tables that have views.
func removeFollowers(before, after *model.Model, table model.ID) {
	relations := Of(before).Realizing(table)
	slices.Reverse(relations)
	for _, was := range relations {
		is := after.Physical.Relations[was.ID]
		if is == nil || len(was.Value.Realizes) > 1 || len(is.Realizes) > 0 || len(after.Parts().ViewsOf(was.ID)) > 0 ||
			len(model.Differences(before, was.ID)) > 0 {
			continue
		}
		after.Parts().Remove(model.Element{ID: was.ID, Kind: model.RelationElement, Parent: is.Keyspace, Value: is})
	}
}

// comesFrom reports whether a column realizes only that logical column.
func comesFrom(c *model.Column, id model.ID) bool { return len(c.From) == 1 && c.From[id] }

// AddColumn adds a column for a new logical one. If the relation has a column
// with that name, it links that one instead, since a column may realize several
// logical columns.
func (m Followers) AddColumn(r *model.Relation, id model.ID, column *model.LogicalColumn, ids model.IDs) {
	for _, existing := range r.Columns {
		if existing.From[id] {
			return
		}
	}
	if same, found := r.ColumnNamed(column.Name); found {
		r.Columns[same].Link(id)
		return
	}
	if r.Columns == nil {
		r.Columns = map[model.ID]*model.Column{}
	}
	newColumnTypes(m.Model).addTypes(r.Keyspace, column, ids)
	follower := PhysicalColumn(m.Model, r.Keyspace, column)
	follower.Order, follower.From = freeOrder(r, column.Order), model.SetOfIDs(id)
	r.Columns[ids.New()] = follower
}

// freeOrder returns order, or a key just after it if another column has that
// key.
func freeOrder(r *model.Relation, order model.Order) model.Order {
	taken := false
	var next model.Order
	for _, column := range r.Columns {
		taken = taken || column.Order == order
		if column.Order > order && (next == "" || column.Order < next) {
			next = column.Order
		}
	}
	if taken {
		return model.Between(order, next)
	}
	return order
}
