package write

import (
	"slices"

	"widerow/model"
	"widerow/model/access"
)

// deleteFrom plans what a DELETE update deletes from a table: rows, elements of
// collections, or values.
func (w *planning) deleteFrom(t *table) {
	if t.isCounter {
		w.countIn(t, access.Subtract)
		return
	}
	if w.losesRows(t) {
		if t.isGrouped() && !w.disappearsWhole(t) {
			w.computeGroups(t)
			return
		}
		w.deleteRows(t)
		return
	}
	if columns := appendNew(w.collectedColumns(t), w.linkColumns(t)...); len(columns) > 0 {
		w.reportShared(t, columns)
		w.changeCollections(t, columns, access.Subtract)
		return
	}
	if columns := appendNew(w.partialColumns(t), w.referenceColumns(t)...); len(columns) > 0 {
		w.deleteColumns(t, columns)
		return
	}
	if touched := w.touched(w.subject, t); len(touched) > 0 {
		w.deleteValues(t, touched)
		return
	}
	if w.storesAny(t, w.types) {
		w.skip(t, "its rows represent "+w.titles(t.represents)+" and keep what they store of "+w.titles(w.types))
	}
}

// losesRows reports whether a table has rows of what is deleted, or of what
// exists only with it: the rooms of a hotel.
func (w *planning) losesRows(t *table) bool {
	if len(t.meanings) > 0 {
		return w.disappearsFrom(t)
	}
	return slices.ContainsFunc(w.types, func(deleted model.ID) bool {
		if ends := w.facts.ends(deleted); len(ends) > 0 {
			return w.losesLink(t, deleted, ends)
		}
		if slices.Contains(t.represents, deleted) {
			return true
		}
		return w.storesAll(t, w.facts.identity(deleted)) && slices.ContainsFunc(t.represents, func(of model.ID) bool { return w.facts.depends(deleted, of) })
	})
}

// losesLink reports whether a row is a link of a relationship type: the table
// represents its ends, or one end with the other in its key.
func (w *planning) losesLink(t *table, link model.ID, ends []model.ID) bool {
	if slices.Contains(t.represents, link) {
		return true
	}
	count := 0
	for _, of := range t.represents {
		if !slices.Contains(ends, of) {
			return false
		}
		count++
	}
	return count > 0 && !slices.ContainsFunc(ends, func(end model.ID) bool { return !w.inKey(t, w.facts.identity(end)) })
}

// deleteRows deletes rows by their key, or all rows of a part of a partition.
func (w *planning) deleteRows(t *table) {
	target := w.aim(t)
	if w.complete(target, t.partition); len(target.unknown(t.partition)) > 0 {
		w.complete(target, t.key())
	}
	key := t.key()
	for i := range t.clustering {
		if rest := t.clustering[i:]; len(target.unknown(rest)) == len(rest) && w.selectsAll(target, rest) {
			key, target.isRange = key[:len(t.partition)+i], true
			break
		}
	}
	w.complete(target, key)
	w.settle(target, key)
	s := deleteStatement(target, key)
	s.Purpose = "deletes the row"
	if target.isRange {
		s.Purpose = "deletes the rows"
	}
	w.add(s)
}

// selectsAll reports whether all rows with the part of the key before some columns
// are deleted: that part is the identity of what is deleted, or has all conditions.
func (w *planning) selectsAll(t *target, rest []*column) bool {
	key := filter(t.table.key(), func(c *column) bool { return !slices.Contains(rest, c) })
	has := func(r reference) bool {
		return slices.ContainsFunc(w.planner.find(t.table, r), func(c *column) bool { return slices.Contains(key, c) })
	}
	for _, of := range w.types {
		identity := w.facts.identity(of)
		if len(identity) > 0 && w.knowsAll(identity) && !slices.ContainsFunc(identity, func(id model.ID) bool { return !has(reference{attribute: id}) }) {
			return true
		}
	}
	return len(w.ranges) == 0 && !slices.ContainsFunc(w.parameters, func(p parameter) bool { return !has(p.reference) })
}

// deleteValues deletes values of rows that stay. A row whose key loses its value is
// deleted.
func (w *planning) deleteValues(t *table, touched []*column) {
	if slices.ContainsFunc(touched, func(c *column) bool { return c.Role.InKey() }) {
		w.deleteRows(t)
		return
	}
	elements := filter(touched, func(c *column) bool { return c.isCollection() })
	if len(elements) > 0 {
		w.changeCollections(t, elements, access.Subtract)
	}
	if single := filter(touched, func(c *column) bool { return !c.isCollection() }); len(single) > 0 {
		w.deleteColumns(t, single)
	}
}

func (w *planning) deleteColumns(t *table, columns []*column) {
	for _, static := range []bool{true, false} {
		group := filter(columns, func(c *column) bool { return (c.Role == model.Static) == static })
		if len(group) == 0 {
			continue
		}
		target := w.aimAtRows(t, static, group)
		key := t.key()
		if static {
			key = t.partition
		}
		s := deleteStatement(target, key)
		for _, c := range group {
			s.Write.Delete.Columns = append(s.Write.Delete.Columns, access.Deletion{Column: c.Name})
		}
		s.Purpose = "deletes " + listNames(group)
		w.add(s)
	}
}
