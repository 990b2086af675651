package write

import (
	"maps"
	"slices"

	"widerow/model/access"
	"widerow/model/stored"
)

// insertInto plans what an INSERT update writes in a table: a row if the table has
// one for the new instance, an element of a collection, or values of a row that
// exists.
func (w *planning) insertInto(t *table) {
	found, reason := w.newRows(t)
	for _, r := range found {
		w.insertIn(r)
	}
	if len(found) == 0 && reason != "" && w.storesAny(t, w.types) {
		w.skip(t, reason)
	}
	replacement{w}.replaceIn(t, found)
	w.changeIn(t)
}

// newRows returns the rows of a table that contain new instances, each with as many of them as
// possible. reason explains why there are none.
func (w *planning) newRows(t *table) (found []*rows, reason string) {
	for stated, fresh := range w.stated.fresh {
		if !fresh {
			continue
		}
		for _, node := range w.occurrences(t, stated) {
			r := w.rowsWith(t, node, stated)
			if r.lacking() >= 0 {
				if reason == "" || slices.Contains(w.types, w.stated.Nodes[stated].Of) {
					reason = r.reason
				}
				continue
			}
			found = addLarger(found, r)
		}
	}
	return found, reason
}

// addLarger adds rows unless other rows have all of their new nodes; it drops rows whose new nodes
// the added rows all have.
func addLarger(found []*rows, r *rows) []*rows {
	isPart := func(part, whole *rows) bool {
		in := whole.freshNodes()
		for at := range part.freshNodes() {
			if !in[at] {
				return false
			}
		}
		return true
	}
	for _, other := range found {
		if isPart(r, other) {
			return found
		}
	}
	return append(filter(found, func(other *rows) bool { return !isPart(other, r) }), r)
}

func (w *planning) insertIn(r *rows) {
	has := func(is func(node int) bool) bool {
		for at := range r.freshNodes() {
			if is(at) {
				return true
			}
		}
		return false
	}
	nodes := r.table.meaning.Nodes
	switch {
	case r.table.isCounter:
		w.countIn(r, access.Add)
	case has(func(at int) bool { return !nodes[at].Optional && !nodes[at].Collected }):
		w.insertRow(r)
	case has(func(at int) bool { return nodes[at].Collected }):
		w.changeElements(r, access.Add, -1)
	default:
		w.setOptional(r)
	}
}

// insertRow writes the row of the new instance. Values that belong to other
// instances are copied from other tables.
func (w *planning) insertRow(r *rows) {
	t := r.table
	others := filter(t.columns, func(c *column) bool { return isRegular(c) && w.mayHave(r, c) })
	plain := filter(others, func(c *column) bool { return !w.isComputed(t, c) })
	found := r.aim(t.key(), plain, true)
	var columns, uncopied []*column
	for _, c := range others {
		switch {
		case w.isComputed(t, c):
			w.computed = appendNew(w.computed, t.Access.Name+"."+c.Name)
			columns = append(columns, c)
		case r.knows(c):
			columns = append(columns, c)
		default:
			uncopied = append(uncopied, c)
		}
	}
	if len(uncopied) > 0 && len(found.missing) == 0 {
		r.addUncopied(uncopied)
	}
	s := found.insertStatement(columns)
	s.Purpose, s.NewRow = "inserts the row", r.isNewRow()
	w.add(s)
	if node, is := w.uniqueOf(t); is && r.fresh[r.at[node]] { // else it has its value already
		w.reserve(s)
	}
}

// isNewRow reports whether the key of the table has the identity of an instance that the update makes. A relationship without
// a key of its own may be there already: inserted again, it replaces its attributes.
func (r *rows) isNewRow() bool {
	for node, to := range r.at {
		of := r.table.meaning.Nodes[node].Of
		isNew := !r.concepts.IsRelationship(of) || len(r.facts.ownKey(of)) > 0
		if isNew && r.fresh[to] && r.isIdentified(node, map[int]bool{}) {
			return true
		}
	}
	return false
}

// isIdentified reports whether different instances of a node have rows with different keys: the key of the table has
// their own, and the identities of their owners or participants.
func (r *rows) isIdentified(node int, seen map[int]bool) bool {
	if seen[node] {
		return true
	}
	seen[node] = true
	meaning, of := r.table.meaning, r.table.meaning.Nodes[node].Of
	keys := r.facts.ownKey(of)
	for _, key := range keys {
		if col := r.table.storingOf(node, key); col == nil || !col.Role.InKey() {
			return false
		}
	}
	switch {
	case r.concepts.IsRelationship(of):
		return r.areIdentified(node, len(r.model.Concepts.Relationships[of].Participants), seen)
	case r.concepts.IsWeak(of):
		return slices.ContainsFunc(meaning.Links, func(l stored.Link) bool {
			by := meaning.Nodes[l.From].Of
			return l.To == node && r.concepts.IsIdentifying(by, l.Participant) &&
				r.areIdentified(l.From, len(r.model.Concepts.Relationships[by].Participants), seen)
		})
	}
	return len(keys) > 0 || slices.ContainsFunc(meaning.Links, func(l stored.Link) bool {
		return l.From == node && l.Participant == "" && r.isIdentified(l.To, seen)
	})
}

// areIdentified does so for all participants of a relationship.
func (r *rows) areIdentified(relationship, count int, seen map[int]bool) bool {
	found := 0
	for _, l := range r.table.meaning.Links {
		if l.From == relationship {
			found++
			if !r.isIdentified(l.To, seen) {
				return false
			}
		}
	}
	return found > 0 && found == count
}

// mayHave reports whether a new row has a value in a column: not for absent instances, and not for
// elements of those that are related later.
func (w *planning) mayHave(r *rows, c *column) bool {
	return w.isComputed(r.table, c) || c.stores && !r.gone[r.at[c.value.Node]] && c.aggregate() == ""
}

// setOptional writes what a row gets that it may lack: the agent of a ticket.
func (w *planning) setOptional(r *rows) {
	t, branches := r.table, r.freshBranches()
	var columns []*column
	for _, c := range t.columns {
		if isRegular(c) && c.stores && branches[c.value.Node] && !r.gone[r.at[c.value.Node]] && c.aggregate() == "" {
			columns = append(columns, c)
		}
	}
	if len(columns) > 0 {
		w.setColumns(r, columns)
	}
}

// freshBranches returns the nodes that a row may lack and that it gets with what is new: of a
// trip that gets a driver, not the rider.
func (r *rows) freshBranches() map[int]bool {
	meaning, found := r.table.meaning, r.freshNodes()
	for grown := true; grown; {
		grown = false
		for _, l := range meaning.Links {
			if meaning.Nodes[l.From].Optional && meaning.Nodes[l.To].Optional && found[l.From] != found[l.To] {
				found[l.From], found[l.To], grown = true, true, true
			}
		}
	}
	maps.DeleteFunc(found, func(at int, _ bool) bool { return !meaning.Nodes[at].Optional })
	return found
}
