package write

import (
	"iter"
	"maps"
	"slices"

	"widerow/model"
	"widerow/model/access"
	"widerow/model/stored"
)

// replacement plans what goes when a new relationship replaces another one.
type replacement struct{ *planning }

// replaceIn deletes from a table the rows of relationships that new ones replace: the row of the
// agent who had the ticket before, or the row of the same rating with an earlier date.
func (w replacement) replaceIn(t *table, inserted []*rows) {
	for _, of := range w.types {
		if !w.concepts.IsRelationship(of) || len(w.facts.ownKey(of)) > 0 {
			continue
		}
		for other, old := range w.replaced(of) {
			for node, n := range t.meaning.Nodes {
				switch {
				case n.Of != of:
				case t.isCounter && other != "":
					w.countIn(w.oldRows(t, node, old), access.Subtract) // also if it is the new one: that is counted again
				case t.isCounter:
				case t.meaning.Grouped:
					w.replaceGroups(t, node, other, old)
				default:
					w.replaceRows(t, node, other, old, inserted)
				}
			}
		}
	}
}

// replaced returns the relationships that a new one replaces: for each participant of cardinality
// 1, the relationship of the others with another such participant; without any, the relationship
// between the same participants.
func (w replacement) replaced(of model.ID) iter.Seq2[model.ID, *pattern] {
	at := w.targets[of]
	var single []model.ID
	for _, l := range w.stated.Links {
		if l.From == at && w.concepts.Participant(of, l.Participant).Cardinality == "1" {
			single = append(single, l.Participant)
		}
	}
	if len(single) == 0 {
		single = []model.ID{""}
	}
	return func(yield func(model.ID, *pattern) bool) {
		for _, other := range single {
			if old := w.withOther(at, other); old != nil && !yield(other, old) {
				return
			}
		}
	}
}

// withOther returns a relationship between the participants of a new one but one, nil if one
// of them is new itself.
func (w replacement) withOther(relationship int, other model.ID) *pattern {
	old := newPattern()
	old.addNode(stored.Node{Of: w.stated.Nodes[relationship].Of}, false)
	for _, l := range w.stated.Links {
		if l.From != relationship {
			continue
		}
		if w.stated.fresh[l.To] && l.Participant != other {
			return nil
		}
		n := w.stated.Nodes[l.To]
		end := old.addNode(n, false)
		old.Links = append(old.Links, stored.Link{From: 0, To: end, Participant: l.Participant})
		if l.Participant != other {
			w.copyKey(old, end, l.To)
		}
	}
	return old
}

// copyKey copies the known identity of an instance, and of its owners.
func (w replacement) copyKey(to *pattern, end, from int) {
	to.sure[end] = true
	for at, source := range w.stated.known {
		if at.node == from && source.read == nil {
			to.known[place{end, at.attribute, at.element}] = source
		}
	}
	for _, l := range w.stated.Links {
		if l.From == from && l.Participant == "" {
			super := to.addNode(w.stated.Nodes[l.To], false)
			to.Links = append(to.Links, stored.Link{From: end, To: super})
			w.copyKey(to, super, l.To)
		}
		if l.To != from || !w.concepts.IsIdentifying(w.stated.Nodes[l.From].Of, l.Participant) {
			continue
		}
		by := to.addNode(w.stated.Nodes[l.From], false)
		to.sure[by] = true
		to.Links = append(to.Links, stored.Link{From: by, To: end, Participant: l.Participant})
		for _, o := range w.stated.Links {
			if o.From == l.From && o.To != from {
				owner := to.addNode(w.stated.Nodes[o.To], false)
				to.Links = append(to.Links, stored.Link{From: by, To: owner, Participant: o.Participant})
				w.copyKey(to, owner, o.To)
			}
		}
	}
}

// replaceRows deletes the rows of a replaced relationship, unless the new one is written over
// them.
func (w replacement) replaceRows(t *table, node int, other model.ID, old *pattern, inserted []*rows) {
	r := w.oldRows(t, node, old)
	isVarying := r.varying(node, other)
	varying := filter(t.key(), func(c *column) bool {
		return slices.ContainsFunc(r.placesOf(c), func(at place) bool { return isVarying[at.node] })
	})
	mayLack := slices.ContainsFunc(inserted, func(new *rows) bool { return r.mayBeLacking(new, isVarying, other) }) || r.closesCycle(node, isVarying, other)
	if len(varying) == 0 && r.lacking() < 0 {
		w.emptyOld(r, isVarying)
	}
	if len(varying) == 0 && !mayLack || r.lacking() >= 0 {
		return
	}
	n, before := t.meaning.Nodes[node], len(w.writes)
	switch {
	case n.Collected:
		w.changeElements(r, access.Subtract, node)
	case n.Optional:
		deletion(w).deleteOptional(r, node)
	default:
		s := r.aim(t.key(), nil, false).deleteStatement(nil)
		s.Purpose = "deletes the row that it replaces"
		for _, insert := range w.writes {
			if insert.Table == t.ID && insert.Write.Insert != nil {
				s.replacedBy(insert)
			}
		}
		w.add(s)
	}
	for _, s := range w.writes[before:] {
		if s.UnlessWritten = mayLack || s.target.haveSeveral(varying, node, other); s.UnlessWritten {
			continue
		}
		for _, c := range varying {
			w.differ(s.target, c, node, inserted)
		}
	}
}

// emptyOld sets the columns of an overwritten row to null if nothing finds their values: they may still have the
// values of the replaced instance.
func (w replacement) emptyOld(r *rows, isVarying map[int]bool) {
	for _, s := range w.writes {
		insert := s.Write.Insert
		if s.Table != r.table.ID || insert == nil {
			continue
		}
		for _, c := range r.table.columns {
			isOld := slices.ContainsFunc(r.placesOf(c), func(at place) bool { return isVarying[at.node] })
			if isOld && isRegular(c) && !w.isComputed(r.table, c) && !slices.Contains(insert.Columns, c.Name) {
				insert.Columns, insert.Values = append(insert.Columns, c.Name), append(insert.Values, access.Value{Kind: access.Null})
			}
		}
		w.finish(s)
	}
}

// oldRows returns the rows of a table in which a node is the relationship that is replaced.
func (w replacement) oldRows(t *table, node int, old *pattern) *rows {
	said := w.stated
	w.stated = old.clone()
	places := w.stated.complete(w.concepts)
	r := w.rowsWith(t, node, places[0])
	w.stated = said
	return r
}

// mayBeLacking reports whether a new relationship may have no row although the one that it
// replaces has: nothing is certain of a node that may be another one now, or the participant that
// is replaced must have the same owner as another one.
func (r *rows) mayBeLacking(inserted *rows, isVarying map[int]bool, other model.ID) bool {
	for _, pair := range inserted.same {
		if other != "" && (pair[0].participant == other || pair[1].participant == other) {
			return true
		}
	}
	for i, at := range inserted.at {
		n := inserted.Nodes[at]
		if isVarying[r.at[i]] && !n.Optional && !n.Collected && !inserted.certain[at] && !inserted.fresh[at] {
			return true
		}
	}
	return false
}

// closesCycle reports whether the participant that is replaced is also known by the others: the old row was there because
// both are the same, and there is no new one if the new participant is another.
func (r *rows) closesCycle(node int, isVarying map[int]bool, other model.ID) bool {
	return other != "" && slices.ContainsFunc(r.Links, func(l stored.Link) bool {
		return l.From == r.at[node] && l.Participant == other && !isVarying[l.To]
	})
}

// haveSeveral reports whether the participant that is replaced has several values of the
// columns: some of the old ones may be new ones, too.
func (t *target) haveSeveral(columns []*column, node int, other model.ID) bool {
	from := []int{t.at[node]}
	if other != "" {
		from = append(from, t.end(from[0], other, ""))
	}
	single := t.concepts.Closure(t.Meaning).Of(from, nil)
	return slices.ContainsFunc(columns, func(c *column) bool {
		return slices.ContainsFunc(t.placesOf(c), func(at place) bool { return at.element || !single[at.node] })
	})
}

// differ adds that a statement runs only if a column differs in the new row.
func (w replacement) differ(found *target, c *column, node int, inserted []*rows) {
	for _, r := range inserted {
		if !r.fresh[r.at[node]] {
			continue
		}
		for i, at := range r.placesOf(c) {
			old, isOld := found.known[found.placesOf(c)[i]]
			if from, known := r.known[at]; known && isOld {
				found.differs = appendNew(found.differs, difference{c, old, from})
			}
		}
	}
}

// varying returns the nodes that may be other instances in a relationship than in the one that
// replaces it: its own, and what only the participant leads to that is replaced.
func (r *rows) varying(node int, other model.ID) map[int]bool {
	relationship := r.at[node]
	rest := &stored.Meaning{Nodes: r.Nodes}
	var kept, replaced []int
	for _, l := range r.Links {
		switch {
		case l.From != relationship:
			rest.Links = append(rest.Links, l)
		case l.Participant == other:
			replaced = append(replaced, l.To)
		default:
			kept = append(kept, l.To)
		}
	}
	same := r.concepts.Closure(rest).Of(nil, r.pattern.values())
	byKept, found := reached(rest, kept), reached(rest, replaced)
	maps.DeleteFunc(found, func(at int, _ bool) bool { return same[at] && byKept[at] })
	found[relationship] = true
	return found
}

// reached returns the nodes to which links lead from some.
func reached(m *stored.Meaning, from []int) map[int]bool {
	found := map[int]bool{}
	for _, at := range from {
		found[at] = true
	}
	for changed := true; changed; {
		changed = false
		for _, l := range m.Links {
			if found[l.From] != found[l.To] {
				found[l.From], found[l.To], changed = true, true, true
			}
		}
	}
	return found
}
