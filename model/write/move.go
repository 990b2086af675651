package write

import (
	"slices"

	"widerow/model"
	"widerow/model/access"
)

// moveRows inserts rows under their new key and deletes the old ones: a key column
// cannot be updated.
func (w *planning) moveRows(r *rows, touched []*column) {
	t := r.table
	isTouched := func(c *column) bool {
		return slices.ContainsFunc(r.placesOf(c), func(at place) bool { _, changed := r.news[at]; return changed })
	}
	copied := filter(t.columns, func(c *column) bool {
		return isRegular(c) && c.stores && !isTouched(c) && !w.isComputed(t, c) && !r.gone[r.at[c.value.Node]]
	})
	if len(copied) > 0 {
		r.doubtRenamed()
	}
	old := r.aim(t.key(), copied, true)
	if t.meaning.Grouped {
		w.shrink(r)
	}
	var columns []*column
	for _, c := range t.columns {
		isCopied := slices.Contains(copied, c) && (r.knows(c) || len(old.missing) > 0) // without the old row it cannot run
		if isRegular(c) && (isCopied || isTouched(c) || w.isComputed(t, c)) {
			columns = append(columns, c)
		}
	}
	if missing := filter(copied, func(c *column) bool { return !r.knows(c) }); len(missing) > 0 && len(old.missing) == 0 {
		r.addUncopied(missing)
	}
	inKey := filter(touched, func(c *column) bool { return c.Role.InKey() })
	added := *old
	added.newPartition = slices.ContainsFunc(inKey, func(c *column) bool { return c.Role == model.Partition })
	added.afterwards = true
	added.repeat()
	insert := added.insertStatement(columns)
	insert.Purpose = "inserts the row with the new " + listNames(inKey)
	w.add(insert)
	if w.isUnique(t) {
		w.reserve(insert)
	}
	if t.meaning.Grouped {
		return // others may be left in the old group
	}
	gone := *old
	gone.leavesRow = !added.newPartition
	isElement := func(c *column) bool { return c.value.Element }
	for _, c := range inKey {
		for _, at := range r.placesOf(c) {
			if from, changed := r.news[at]; changed && !slices.ContainsFunc(inKey, isElement) {
				gone.differs = append(gone.differs, difference{c, r.known[at], from})
			}
		}
	}
	if w.isUnique(t) {
		added.differs = gone.differs // its own row is there already
	}
	deletion := gone.deleteStatement(nil)
	deletion.Purpose = "deletes the old row"
	deletion.UnlessWritten = slices.ContainsFunc(inKey, isElement) // an old element may be a new one, too
	w.add(deletion)
	deletion.replacedBy(insert)
}

// doubtRenamed lets reads confirm an instance whose key changes: a repetition no longer finds it by the old one, and would
// write nulls for what it copies.
func (r *rows) doubtRenamed() {
	for at := range r.news {
		if slices.Contains(r.facts.ownKey(r.Nodes[at.node].Of), at.attribute) {
			r.sure[at.node] = false
		}
	}
}

// replacedBy pairs the deletion of a row with the insertion of the row that replaces it: one runs
// only if the other does.
func (s *Statement) replacedBy(insert *Statement) {
	s.with, insert.with = append(s.with, insert), append(insert.with, s)
}

// moveCounters counts in the row with the new key, and no longer in that with the old one.
func (w *planning) moveCounters(r *rows) {
	counters := filter(r.table.columns, func(c *column) bool { return c.typ.IsCounter() })
	found := r.aim(r.table.key(), nil, true)
	for _, how := range []access.AssignmentKind{access.Subtract, access.Add} {
		aimed := *found
		aimed.afterwards = how == access.Add
		var set []assignment
		for _, c := range counters {
			set = append(set, computedAssignment(c, how))
		}
		s := aimed.updateStatement(set)
		s.Counter, s.Purpose = true, "counts in "+listNames(counters)
		w.add(s)
	}
}

// countIn updates the counters of a table that count the instances of rows, or add up an
// attribute of theirs.
func (w *planning) countIn(r *rows, how access.AssignmentKind) {
	w.countColumns(r, filter(r.table.columns, func(c *column) bool { return c.typ.IsCounter() && c.stores && !r.gone[r.at[c.value.Node]] }), how)
}

func (w *planning) countColumns(r *rows, counters []*column, how access.AssignmentKind) {
	if len(counters) == 0 {
		return
	}
	found := r.aim(r.table.key(), nil, true)
	var set []assignment
	for _, c := range counters {
		value := bind{column: c, computed: true}
		if c.aggregate() != model.Count && c.value.Attribute != "" {
			value = bind{column: c, known: true, isNew: true, from: source{attribute: c.value.Attribute}}
		}
		set = append(set, assignment{Assignment: access.Assignment{Kind: how, Column: c.Name}, value: value})
	}
	s := found.updateStatement(set)
	s.Counter, s.Purpose = true, "counts in "+listNames(counters)
	w.add(s)
}
