package write

import (
	"slices"

	"widerow/model"
	"widerow/model/access"
)

// assignment is a part of SET, with where its values come from.
type assignment struct {
	access.Assignment
	key, value bind
}

// changed returns the attributes that the update itself changes, by the node of the instance that
// has them. It leaves out those of a new instance, and those whose values a new row only copies.
func (w *planning) changed() map[int][]model.ID {
	found := map[int][]model.ID{}
	for _, attribute := range w.attributes {
		at := w.owners[attribute]
		if w.inserts() && (w.stated.fresh[at] || !w.facts.known[attribute].MultiValued && w.isRelatedToNew(at)) {
			continue
		}
		found[at] = append(found[at], attribute)
	}
	return found
}

// isRelatedToNew reports whether an instance takes part in a new relationship.
func (w *planning) isRelatedToNew(at int) bool {
	for _, l := range w.stated.Links {
		if l.To == at && w.stated.fresh[l.From] {
			return true
		}
	}
	return false
}

// changeIn plans what a table writes of attributes that get new values.
func (w *planning) changeIn(t *table) {
	changed := w.changed()
	for stated := range w.stated.Nodes {
		attributes := changed[stated]
		if len(attributes) == 0 {
			continue
		}
		for _, node := range w.occurrences(t, stated) {
			if touched := w.touched(t, node, attributes); len(touched) > 0 {
				w.changeColumns(w.rowsWith(t, node, stated), node, attributes, touched)
			}
		}
	}
}

// touched returns the columns that store one of the attributes of a node, alone or within a composite attribute.
func (w *planning) touched(t *table, node int, attributes []model.ID) []*column {
	stores := func(at int, attribute model.ID) bool {
		return at == node &&
			(slices.Contains(attributes, attribute) ||
				slices.ContainsFunc(attributes,
					func(id model.ID) bool { return slices.Contains(w.facts.whole(attribute), id) }))
	}
	found := filter(t.columns, func(c *column) bool {
		if !c.stores {
			return false
		}
		is := stores(c.value.Node, c.value.Attribute)
		for _, value := range c.merged {
			is = is || stores(value.Node, value.Attribute)
		}
		return is
	})
	if len(found) == 0 && t.meaning.Nodes[node].Collected {
		return w.mapsOf(t, node, attributes)
	}
	return found
}

// mapsOf returns the maps whose values are an attribute of a node: their keys are the
// instances that it relates to the row.
func (w *planning) mapsOf(t *table, node int, attributes []model.ID) []*column {
	return filter(t.columns, func(c *column) bool {
		return c.stores && c.isMap() && t.meaning.Nodes[c.value.Node].Collected && slices.ContainsFunc(attributes, func(id model.ID) bool {
			return slices.Contains(w.planner.find(t, reference{attribute: id}), c)
		})
	})
}

func (w *planning) changeColumns(r *rows, node int, attributes []model.ID, touched []*column) {
	t := r.table
	for _, attribute := range attributes {
		at := place{r.at[node], attribute, false}
		r.news[at] = source{attribute: attribute, participant: r.Nodes[at.node].Participant}
		if of := w.facts.known[attribute]; of.MultiValued {
			one := r.news[at]
			one.several, one.count = !w.inserts(), w.prover.Amount(of.Elements)
			r.news[place{at.node, attribute, true}] = one
		}
		if w.inserts() { // its value now is another one
			delete(r.known, at)
			delete(r.known, place{at.node, attribute, true})
		}
	}
	computed := filter(touched, func(c *column) bool { return w.isComputed(t, c) })
	inKey := filter(touched, func(c *column) bool { return c.Role.InKey() })
	plain := filter(touched, func(c *column) bool { return !w.isComputed(t, c) && !c.typ.IsCounter() })
	switch {
	case t.isCounter && len(inKey) > 0:
		w.moveCounters(r)
	case slices.ContainsFunc(touched, func(c *column) bool { return c.typ.IsCounter() }):
		w.countColumns(r, filter(touched, func(c *column) bool { return c.typ.IsCounter() }), access.Add)
	case w.inserts() && len(inKey) > 0 && inKey[0].value.Element:
		w.insertRow(r)
	case len(inKey) > 0:
		w.moveRows(r, touched)
	case t.meaning.Nodes[node].Collected:
		w.changeCollected(r, plain)
	case len(plain) > 0:
		w.setColumns(r, plain)
	}
	if len(computed) > 0 && len(inKey) == 0 {
		w.compute(r, computed)
	}
}

// setColumns changes columns of rows that exist. Static columns need only the
// partition key, so they have a statement of their own.
func (w *planning) setColumns(r *rows, columns []*column) {
	for _, static := range []bool{true, false} {
		group := filter(columns, func(c *column) bool { return isRegular(c) && (c.Role == model.Static) == static })
		if len(group) == 0 {
			continue
		}
		found := w.aimAt(r, static, group)
		found.afterwards = true
		if w.increments {
			r.find(&need{wanted: r.unknown(group)})
			found.use(group, false)
		}
		var set []assignment
		for _, c := range group {
			if w.increments {
				set = append(set, computedAssignment(c, access.Assign))
				continue
			}
			if !w.finds(r, c) {
				set = append(set, assignment{Assignment: access.Assignment{Column: c.Name, Value: access.Value{Kind: access.Null}}})
				continue
			}
			set = append(set, w.assignments(found, c)...)
		}
		s := found.updateStatement(set)
		found.use(filter(group, func(c *column) bool { return !found.bindOf(c, true).isNew }), false)
		s.Purpose = "changes " + listNames(group)
		w.add(s)
	}
}

// aimAt finds rows, or their partitions, and the new values of columns.
func (w *planning) aimAt(r *rows, static bool, columns []*column) *target {
	copied := filter(columns, func(c *column) bool {
		return !slices.ContainsFunc(r.placesOf(c), func(at place) bool { _, changed := r.news[at]; return changed })
	})
	found := r.aimFor(static, copied)
	if missing := filter(copied, func(c *column) bool { return !w.finds(r, c) }); len(missing) > 0 {
		r.addUncopied(missing)
	}
	return found
}

// finds reports whether there is a value to set a column to. A column without one is left empty:
// its old value may belong to another instance.
func (w *planning) finds(r *rows, c *column) bool {
	return r.knows(c) || len(w.fields(c)) > 0 || slices.ContainsFunc(r.placesOf(c), func(at place) bool { _, changed := r.news[at]; return changed })
}

// changeCollected changes what collections have of an instance: the value of a map, or all
// values of a set.
func (w *planning) changeCollected(r *rows, columns []*column) {
	for _, static := range []bool{true, false} {
		if group := filter(columns, func(c *column) bool { return (c.Role == model.Static) == static }); len(group) > 0 {
			w.changeCollectedOf(r, group, static)
		}
	}
}

// changeCollectedOf does so for columns that are static, or for those that are not.
func (w *planning) changeCollectedOf(r *rows, columns []*column, static bool) {
	found := r.aimFor(static, nil)
	found.afterwards = true
	var set []assignment
	for _, c := range columns {
		if c.isMap() && r.knows(c) && c.kind() == model.MapType {
			set = append(set, w.changeElement(found, c, access.Add)...)
			continue
		}
		w.computed = appendNew(w.computed, r.table.Access.Name+"."+c.Name)
		set = append(set, computedAssignment(c, access.Assign))
	}
	s := found.updateStatement(set)
	s.Purpose = "changes " + listNames(columns)
	w.add(s)
}
