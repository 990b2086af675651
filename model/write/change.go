package write

import (
	"slices"

	"widerow/model"
	"widerow/model/access"
)

// changeIn plans what an UPDATE update changes in a table.
func (w *planning) changeIn(t *table) {
	touched := w.touched(w.subject, t)
	switch {
	case len(touched) == 0:
	case t.isCounter:
		w.countIn(t, access.Add)
	case slices.ContainsFunc(touched, func(c *column) bool { return c.Role.InKey() }):
		w.moveRows(t, touched)
	default:
		w.setColumns(t, touched, false)
	}
}

// setColumns changes columns of rows that exist. Static columns need only the
// partition key, so they have a statement of their own. With elements, values are
// added to the collections of multi-valued attributes instead of replacing them.
func (w *planning) setColumns(t *table, columns []*column, elements bool) {
	for _, static := range []bool{true, false} {
		group := filter(columns, func(c *column) bool { return isRegular(c) && (c.Role == model.Static) == static })
		if len(group) == 0 {
			continue
		}
		target := w.aimAtRows(t, static, group)
		var set []access.Assignment
		for _, c := range group {
			if c.aggregate != "" {
				w.computed = appendNew(w.computed, t.Access.Name+"."+c.Name)
			}
			set = append(set, w.assignments(target, c, elements)...)
		}
		s := updateStatement(target, set)
		s.Purpose = "changes " + listNames(group)
		w.add(s)
	}
}

// aimAtRows finds the rows of what the update is about, or their partitions.
func (w *planning) aimAtRows(t *table, static bool, changed []*column) *target {
	target := w.aim(t)
	target.isStatic, target.changed = static, changed
	key := t.key()
	if static {
		key = t.partition
	}
	w.complete(target, key)
	w.settle(target, key)
	if w.kind == model.Change {
		w.verify(target, true)
	}
	return target
}

// assignments returns how a column gets its new value: as a whole, by an element
// of a collection, or by fields of a user-defined type.
func (w *planning) assignments(t *target, c *column, elements bool) []access.Assignment {
	if fields := w.fields(c); len(fields) > 0 {
		if c.typ.Kind == model.FrozenType {
			w.readWhole(t, c)
			return []access.Assignment{{Column: c.Name}}
		}
		var set []access.Assignment
		for _, field := range fields {
			set = append(set, access.Assignment{Kind: access.AssignField, Column: c.Name, Field: field})
		}
		return set
	}
	if !c.isCollection() || !elements && !w.isValueOfMap(c) {
		return []access.Assignment{{Column: c.Name}}
	}
	return w.changeElement(t, c, access.Add)
}

// isValueOfMap reports whether the update changes the values of a map whose keys it
// knows: the quantity of a product in a basket.
func (w *planning) isValueOfMap(c *column) bool {
	return c.typ.Unfrozen().Kind == model.MapType && len(c.Stores) > 0 &&
		!slices.ContainsFunc(c.Stores, func(id model.ID) bool { return slices.Contains(w.attributes, id) })
}

// fields returns the fields of a user-defined type that the update changes, if it
// does not change the whole value.
func (w *planning) fields(c *column) []string {
	userType := w.model.Physical.Types[c.typ.Unfrozen().UserType]
	if userType == nil || slices.ContainsFunc(c.Stores, func(id model.ID) bool { return slices.Contains(w.attributes, id) }) {
		return nil
	}
	var fields []string
	for _, attribute := range w.attributes {
		if !slices.Contains(c.Stores, w.facts.known[attribute].Parent) {
			continue
		}
		for _, field := range model.Sorted(userType.Fields) {
			if field.Value.Name == model.Identifier(w.facts.known[attribute].Name) {
				fields = append(fields, field.Value.Name)
			}
		}
	}
	return fields
}

// changeElement adds an element to a collection, or removes one. A frozen
// collection is read and written as a whole.
func (w *planning) changeElement(t *target, c *column, how access.AssignmentKind) []access.Assignment {
	switch kind := c.kind(); {
	case kind == "":
		w.readWhole(t, c)
		return []access.Assignment{{Column: c.Name}}
	case kind == model.MapType && how == access.Add:
		return []access.Assignment{{Kind: access.AssignElement, Column: c.Name, Key: &access.Value{}}}
	}
	return []access.Assignment{{Kind: how, Column: c.Name}} // a marker cannot be inside of a literal: c + ?
}

// readWhole reads the old value of a frozen column, which is written as a whole.
func (w *planning) readWhole(t *target, c *column) {
	delete(t.known, c)
	w.lookUp(t, []*column{c})
}

// changeCollections adds an element to collections, or removes it, in the rows that
// are linked to it.
func (w *planning) changeCollections(t *table, columns []*column, how access.AssignmentKind) {
	target := w.aim(t)
	if w.kind == model.Insert {
		w.repeatLinked(target)
	}
	w.complete(target, t.key())
	w.settle(target, t.key())
	if how == access.Add {
		w.verify(target, w.kind == model.Change)
	}
	var set []access.Assignment
	for _, c := range columns {
		set = append(set, w.changeElement(target, c, how)...)
	}
	s := updateStatement(target, set)
	s.Purpose = "adds to " + listNames(columns)
	if how == access.Subtract {
		s.Purpose = "removes from " + listNames(columns)
	}
	w.add(s)
}

// moveRows inserts rows under their new key and deletes the old ones: a key column
// cannot be updated.
func (w *planning) moveRows(t *table, touched []*column) {
	old := w.aim(t)
	computed := w.computedOf(t)
	var rest []*column
	for _, c := range t.columns {
		if t.isGrouped() && slices.Contains(computed, c) {
			continue
		}
		if c.Role.InKey() || !slices.Contains(touched, c) {
			rest = append(rest, c)
		}
	}
	w.complete(old, rest)
	w.settle(old, t.key())
	w.verify(old, true)
	if t.isGrouped() {
		w.compute(old)
	}
	added := *old
	columns := filter(t.columns, func(c *column) bool {
		return isRegular(c) && (old.known[c] || slices.Contains(touched, c) || t.isGrouped() && slices.Contains(computed, c))
	})
	added.known = map[*column]bool{}
	added.constants = map[*column]*model.Given{}
	added.newPartition = slices.ContainsFunc(touched, func(c *column) bool { return c.Role == model.Partition })
	insert := insertStatement(&added, columns)
	insert.Purpose = "inserts the row with the new " + listNames(filter(touched, func(c *column) bool { return c.Role.InKey() }))
	w.add(insert)
	if t.isGrouped() {
		return // others may be left in the old group
	}
	deletion := deleteStatement(old, t.key())
	deletion.Purpose = "deletes the old row"
	w.add(deletion)
}

// counts reports whether a counter of instances of a type changes: one that belongs
// to the row is inserted or deleted, or a link from the row to one is.
func (w *planning) counts(t *table, counted model.ID) bool {
	return slices.ContainsFunc(w.types, func(of model.ID) bool {
		if of != counted {
			return w.links(t, of, counted)
		}
		return w.kind == model.Delete || !slices.ContainsFunc(t.represents, func(row model.ID) bool { return !w.facts.determines(counted)[row] })
	})
}

// countIn updates the counters of a table, if they count what the update inserts
// or deletes, or store what it changes.
func (w *planning) countIn(t *table, how access.AssignmentKind) {
	touched := w.touched(w.subject, t)
	counters := filter(t.columns, func(c *column) bool {
		return c.typ.IsCounter() && (slices.Contains(touched, c) || slices.ContainsFunc(c.Stores, func(id model.ID) bool { return w.counts(t, w.facts.owner[id]) }))
	})
	if len(counters) == 0 {
		return
	}
	target := w.aim(t)
	w.complete(target, t.key())
	w.settle(target, t.key())
	var set []access.Assignment
	for _, c := range counters {
		set = append(set, access.Assignment{Kind: how, Column: c.Name})
	}
	s := updateStatement(target, set)
	s.Counter, s.Purpose = true, "counts in "+listNames(counters)
	w.add(s)
}
