package model

import (
	"maps"
	"slices"
)

// carryOver applies an edit of the logical model to the parts of the physical
// model that still follow it. A physical value follows if it equals the logical
// value before the edit; values that the physical design changed are kept.
// Whether a value follows is not stored: it is computed from both documents.
//
// Columns of both levels follow the name, the type and the length of their
// attribute in the same way.
func carryOver(before, after *Model, ids IDs) {
	namesFollow(before, after)
	fieldsFollow(before, after, ids)
	for _, id := range sortedKeys(before.Logical.Tables) {
		old, now := before.Logical.Tables[id], after.Logical.Tables[id]
		if now == nil {
			removeFollowers(before, after, id)
			continue
		}
		if old.sameAs(now) {
			continue
		}
		for _, relation := range after.followers().realizing(id) {
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

// sameAs reports whether two versions of a table have the same name and columns.
func (t *LogicalTable) sameAs(other *LogicalTable) bool {
	return t.Name == other.Name && maps.EqualFunc(t.Columns, other.Columns, func(a, b *LogicalColumn) bool { return *a == *b })
}

// followers knows the parts of the physical model that follow the logical one and the concepts.
type followers struct{ *Model }

func (m *Model) followers() followers { return followers{m} }

// realizing returns the relations that realize a logical table. Tables come
// before views, because a view can only have columns of its base table.
func (m followers) realizing(table ID) []Item[*Relation] {
	relations := slices.DeleteFunc(Sorted(m.Physical.Relations), func(r Item[*Relation]) bool { return !r.Value.Realizes[table] })
	slices.SortStableFunc(relations, func(a, b Item[*Relation]) int {
		return viewRank(a.Value) - viewRank(b.Value)
	})
	return relations
}

func viewRank(r *Relation) int {
	if r.Kind == MaterializedView {
		return 1
	}
	return 0
}

// relationChange holds one relation before and after the edit.
type relationChange struct {
	before, after *Model
	id            ID
	was, is       *Relation
}

func (c relationChange) table(id ID, old, now *LogicalTable, ids IDs) {
	if len(c.is.Realizes) == 1 && c.was.Name == old.Name && c.is.Name == old.Name && now.Name != old.Name &&
		!c.after.places().relationNamed(c.is.Keyspace, now.Name, c.id) {
		c.is.Name = now.Name
	}
	follows := !slices.Equal(old.columnIDs(), now.columnIDs()) && c.was.inOrder(old)
	for _, column := range now.SortedColumns() {
		if previous := old.Columns[column.ID]; previous != nil {
			c.column(column.ID, previous, column.Value)
		} else if c.takesNew(id, column.Value) {
			c.after.followers().addFollower(c.is, column.ID, column.Value, ids)
		}
	}
	for _, columnID := range sortedKeys(old.Columns) {
		if now.Columns[columnID] == nil {
			c.removed(columnID, old.Columns[columnID])
		}
	}
	if follows && !c.is.inOrder(now) {
		reorder(c.is, now)
	}
}

// column applies the changes of one logical column to the columns that come from
// only that one.
func (c relationChange) column(id ID, old, now *LogicalColumn) {
	for columnID, is := range c.is.Columns {
		was := c.was.Columns[columnID]
		if was == nil || !was.comesFrom(id) || !is.comesFrom(id) {
			continue
		}
		if was.Name == old.Name && is.Name == was.Name && now.Name != old.Name && c.nameable(now.Name) {
			is.Name = now.Name
		}
		if was.Role == old.Role.physical() && is.Role == was.Role {
			is.Role = now.Role.physical()
		}
		if was.Descending == old.Descending && is.Descending == was.Descending {
			is.Descending = now.Descending
		}
		if was.Order == old.Order && is.Order == was.Order {
			is.Order = now.Order
		}
		if is.Type.Equal(was.Type) && was.Type.collection() == old.shape() && now.shape() != old.shape() {
			is.Type = c.after.columnTypes().reshape(c.is.Keyspace, is.Type, now)
		}
	}
}

// nameable reports whether a column of the relation may get a name: the name is
// free and, in a view, is the name of a column of its base table.
func (c relationChange) nameable(name string) bool {
	if _, taken := c.is.columnNamed(name); taken {
		return false
	}
	return c.after.followers().offersBase(c.is, name)
}

// offersBase reports whether a relation may have a column of that name.
func (m followers) offersBase(r *Relation, name string) bool {
	if r.Kind != MaterializedView {
		return true
	}
	base := m.Physical.Relations[r.Base]
	if base == nil {
		return false
	}
	_, found := base.columnNamed(name)
	return found
}

// takesNew reports whether the relation gets a new logical column. If several
// tables realize the logical table, all get a key column, and only the first one
// gets any other column.
func (c relationChange) takesNew(table ID, column *LogicalColumn) bool {
	if !c.after.followers().offersBase(c.is, column.Name) {
		return false
	}
	first := c.after.followers().realizing(table)[0]
	return column.Role.InKey() || c.is.Kind == MaterializedView || first.ID == c.id
}

// removed removes the columns that followed a removed logical column.
func (c relationChange) removed(id ID, old *LogicalColumn) {
	for _, columnID := range sortedKeys(c.was.Columns) {
		was, is := c.was.Columns[columnID], c.is.Columns[columnID]
		if is == nil || !was.comesFrom(id) || was.Name != old.Name || was.Role != old.Role.physical() {
			continue
		}
		if is.Name == was.Name && is.Role == was.Role && len(is.From) == 0 {
			c.after.places().remove(Element{columnID, RelationColumnKind, c.id, is})
		}
	}
}

// removeFollowers removes the relations that realized only the removed logical
// table, without differences. It keeps tables that have views.
func removeFollowers(before, after *Model, table ID) {
	relations := before.followers().realizing(table)
	slices.Reverse(relations)
	for _, was := range relations {
		is := after.Physical.Relations[was.ID]
		if is == nil || len(was.Value.Realizes) > 1 || len(is.Realizes) > 0 || len(after.places().viewsOf(was.ID)) > 0 ||
			len(Differences(before, was.ID)) > 0 {
			continue
		}
		after.places().remove(Element{was.ID, RelationElement, is.Keyspace, is})
	}
}

// comesFrom reports whether a column realizes only that logical column.
func (c *Column) comesFrom(id ID) bool { return len(c.From) == 1 && c.From[id] }

func (r *Relation) columnNamed(name string) (ID, bool) {
	for id, column := range r.Columns {
		if column.Name == name {
			return id, true
		}
	}
	return "", false
}

// addFollower adds a column for a new logical one. If the relation has a column
// with that name, it links that one instead, since a column may realize several
// logical columns.
func (m followers) addFollower(r *Relation, id ID, column *LogicalColumn, ids IDs) {
	for _, existing := range r.Columns {
		if existing.From[id] {
			return
		}
	}
	if same, found := r.columnNamed(column.Name); found {
		r.Columns[same].link(id)
		return
	}
	if r.Columns == nil {
		r.Columns = map[ID]*Column{}
	}
	m.columnTypes().addTypes(r.Keyspace, column, ids)
	follower := m.PhysicalColumn(r.Keyspace, column)
	follower.Order, follower.From = r.freeOrder(column.Order), SetOfIDs(id)
	r.Columns[ids.New()] = follower
}

func (c *Column) link(id ID) {
	if c.From == nil {
		c.From = IDSet{}
	}
	c.From[id] = true
}

// freeOrder returns order, or a key just after it if another column has that
// key.
func (r *Relation) freeOrder(order Order) Order {
	taken := false
	var next Order
	for _, column := range r.Columns {
		taken = taken || column.Order == order
		if column.Order > order && (next == "" || column.Order < next) {
			next = column.Order
		}
	}
	if taken {
		return Between(order, next)
	}
	return order
}
