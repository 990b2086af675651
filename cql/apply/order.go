package apply

import (
	"slices"

	"widerow/model"
)

// arrangeAll gives new elements their places, and moves those whose order in
// the script differs from the model's own script.
func (b *builder) arrangeAll() {
	b.arrange(model.SortedIDs(b.before.Keyspaces), model.SortedIDs(b.after.Keyspaces), orders(b.next.Physical.Keyspaces,
		func(k *model.Keyspace) *model.Order { return &k.Order }))
	typeOrders := orders(b.next.Physical.Types, func(t *model.UserType) *model.Order { return &t.Order })
	byKeyspace(b.before.Types, b.after.Types, func(t *model.UserType) any { return t.Keyspace },
		func(before, after []model.ID) { b.arrange(before, after, typeOrders) })
	type place struct {
		keyspace model.ID
		kind     model.RelationKind
	}
	relationOrders := orders(b.next.Physical.Relations, func(r *model.Relation) *model.Order { return &r.Order })
	byKeyspace(b.before.Relations, b.after.Relations, func(r *model.Relation) any { return place{r.Keyspace, r.Kind} },
		func(before, after []model.ID) { b.arrange(before, after, relationOrders) })
	statementOrders := orders(b.next.Physical.Statements, func(s *model.Statement) *model.Order { return &s.Order })
	b.arrange(model.SortedIDs(b.before.Statements), model.SortedIDs(b.after.Statements), statementOrders)
	for id, after := range b.after.Types {
		before := or(b.before.Types, id, b.now.Physical.Types[id])
		arrange(model.SortedIDs(before.Fields), model.SortedIDs(after.Fields), orders(b.next.Physical.Types[id].Fields,
			func(f *model.TypeField) *model.Order { return &f.Order }))
	}
	for id := range b.after.Relations {
		b.arrangeParts(id)
	}
}

// arrangeParts arranges the columns of a table within each role, and its
// indexes.
func (b *builder) arrangeParts(id model.ID) {
	before := or(b.before.Relations, id, b.now.Physical.Relations[id])
	after, next := b.after.Relations[id], b.next.Physical.Relations[id]
	columns := orders(next.Columns, func(c *model.Column) *model.Order { return &c.Order })
	was, is := columnsByRole(before), columnsByRole(after)
	for role, ids := range is {
		arrange(was[role], ids, columns)
	}
	b.arrange(model.SortedIDs(before.Indexes), model.SortedIDs(after.Indexes), orders(next.Indexes, func(i *model.Index) *model.Order { return &i.Order }))
}

func columnsByRole(relation *model.Relation) map[model.Role][]model.ID {
	columns := map[model.Role][]model.ID{}
	for _, column := range relation.SortedColumns() {
		columns[column.Value.Role] = append(columns[column.Value.Role], column.ID)
	}
	return columns
}

// orders returns the order keys of elements, to be changed.
func orders[T any](elements map[model.ID]*T, key func(*T) *model.Order) map[model.ID]*model.Order {
	keys := make(map[model.ID]*model.Order, len(elements))
	for id, element := range elements {
		keys[id] = key(element)
	}
	return keys
}

// byKeyspace calls arrange for each group of elements.
func byKeyspace[T model.Ordered](before, after map[model.ID]T, group func(T) any, arrange func(before, after []model.ID)) {
	divide := func(elements map[model.ID]T) map[any][]model.ID {
		groups := map[any][]model.ID{}
		for _, item := range model.Sorted(elements) {
			groups[group(item.Value)] = append(groups[group(item.Value)], item.ID)
		}
		return groups
	}
	was := divide(before)
	for key, ids := range divide(after) {
		arrange(was[key], ids)
	}
}

// arrange arranges siblings. Those of an addition are placed after the existing
// ones.
func (b *builder) arrange(before, after []model.ID, keys map[model.ID]*model.Order) {
	if b.mode != Addition {
		arrange(before, after, keys)
		return
	}
	var last model.Order
	for _, key := range keys {
		last = max(last, *key)
	}
	for _, id := range after {
		if *keys[id] == "" && !slices.Contains(before, id) {
			last = model.Between(last, "")
			*keys[id] = last
		}
	}
}

// arrange gives siblings keys in the order of after. As few of them as possible
// get a new key.
func arrange(before, after []model.ID, keys map[model.ID]*model.Order) {
	kept := make(map[model.ID]bool, len(after))
	for _, id := range before {
		kept[id] = true
	}
	for _, id := range model.MovedIDs(before, after) {
		kept[id] = false
	}
	if !slices.ContainsFunc(after, func(id model.ID) bool { return !kept[id] }) {
		return
	}
	next := make([]model.Order, len(after)+1) // of the first kept one from there on
	for i, id := range slices.Backward(after) {
		if next[i] = next[i+1]; kept[id] {
			next[i] = *keys[id]
		}
	}
	var last model.Order
	for i, id := range after {
		if !kept[id] || *keys[id] <= last { // two users' insertions may have equal keys
			*keys[id] = model.Between(last, next[i+1])
		}
		last = *keys[id]
	}
}
