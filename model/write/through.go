package write

import "slices"

// through is a value that a read compares, and that an instance may lack: the read then misses an
// existing instance. next holds such values of the reads before.
type through struct {
	at   place
	from source
	next *through
}

// throughOf returns the values that an instance may lack and by which a candidate finds data that
// exists without them: an attribute outside of the key, which may be null, or a partner of an
// instance that certainly exists.
func (r *rows) throughOf(c *candidate) *through {
	var found *through
	for _, col := range slices.Concat(c.where, c.keep) {
		for _, at := range c.placesOf(col) {
			from := r.known[at]
			for before := from.through; before != nil; before = before.next {
				found = &through{before.at, before.from, found}
			}
			isAnElement := from.read != nil && from.column.isCollection()
			if (from.mayBeNull() || isAnElement) && (!from.column.identifies || r.isBeside(c, at.node)) {
				found = &through{at, from, found}
			}
		}
	}
	return found
}

// isBeside reports whether a candidate finds something of an instance that is there whether
// there is the partner of a node or not.
func (r *rows) isBeside(c *candidate, node int) bool {
	isCertain := func(at int) bool { return at >= 0 && at < len(r.certain) && r.certain[at] }
	return !isCertain(node) && slices.ContainsFunc(c.at, func(at int) bool { return at != node && isCertain(at) })
}

// lacking returns the first value that an existing row may lack, so that a part of it is not found;
// values that the row itself requires do not count. isNew asks for the row after the update, which
// may have gained a value.
func (t *through) lacking(r *rows, isNew bool) *through {
	for ; t != nil; t = t.next {
		if !r.needs(t.at, isNew) {
			return t
		}
	}
	return nil
}

// needs reports whether there is no row without a value, or without its instance.
func (r *rows) needs(at place, isNew bool) bool {
	if _, changed := r.news[at]; changed && isNew {
		return false
	}
	if r.table.meaning == nil {
		return false
	}
	if slices.ContainsFunc(r.table.key(), func(c *column) bool { return slices.Contains(r.placesOf(c), at) }) {
		return true
	}
	isKey := slices.Contains(r.facts.ownKey(r.Nodes[at.node].Of), at.attribute)
	for i, to := range r.at {
		if n := r.table.meaning.Nodes[i]; to == at.node && isKey && !n.Optional && !n.Collected {
			return true
		}
	}
	return false
}

// addThrough records what a statement finds only if an instance has some value: without it, a
// row is not found, or a column stays empty.
func (t *target) addThrough(columns []*column, isNew bool) {
	inKey, order := t.foundThrough(t.key, isNew)
	for _, at := range order {
		t.complainThrough(at, inKey[at], false)
	}
	t.complainHinted(inKey, isNew)
	copied, order := t.foundThrough(columns, isNew)
	for _, at := range order {
		if inKey[at] == nil {
			t.complainThrough(at, copied[at], true)
		}
	}
}

// complainHinted records the instances that only a value reveals which they may lack.
func (t *target) complainHinted(reported map[place][]*column, isNew bool) {
	if len(t.missing) > 0 {
		return // a lookup of the key reveals them, too
	}
	hinted, order := map[place][]lack{}, []place(nil)
	for _, node := range t.tells {
		if lacking := t.by[node].through.lacking(t.rows, isNew); lacking != nil && reported[lacking.at] == nil {
			order = appendNew(order, lacking.at)
			hinted[lacking.at] = append(hinted[lacking.at], t.existenceOf(node))
		}
	}
	for _, at := range order {
		t.complain(&Lookup{Table: t.table.ID, Without: t.prover.Name(at.attribute)}, hinted[at])
	}
}

func (t *target) complainThrough(at place, columns []*column, copied bool) {
	t.complain(&Lookup{Table: t.table.ID, Copied: copied, Without: t.prover.Name(at.attribute)}, t.valuesOf(columns))
}

// foundThrough returns the columns whose values are not found without some value, by that.
func (t *target) foundThrough(columns []*column, isNew bool) (found map[place][]*column, order []place) {
	found = map[place][]*column{}
	for _, c := range columns {
		for _, at := range t.placesOf(c) {
			if _, changed := t.news[at]; changed && isNew {
				continue
			}
			if lacking := t.known[at].through.lacking(t.rows, isNew); lacking != nil {
				order = appendNew(order, lacking.at)
				found[lacking.at] = appendNew(found[lacking.at], c)
			}
		}
	}
	return found, order
}
