package write

import (
	"slices"

	"widerow/model"
	"widerow/model/access"
)

// insertInto plans what an INSERT update writes in a table: a row if the table has
// one for the new instance, an element of a collection, or a value of a row that
// exists.
func (w *planning) insertInto(t *table) {
	if t.isCounter {
		w.countIn(t, access.Add)
		return
	}
	switch row, reason := w.makesRow(t); {
	case row:
		w.insertRow(t)
		return
	case reason != "":
		w.skip(t, reason)
	}
	if columns := appendNew(w.collectedColumns(t), w.linkColumns(t)...); len(columns) > 0 {
		w.changeCollections(t, columns, access.Add)
		return
	}
	if columns := appendNew(w.newColumns(t), w.referenceColumns(t)...); len(columns) > 0 {
		w.setColumns(t, columns, false)
		return
	}
	if touched := w.touched(w.subject, t); len(touched) > 0 {
		w.setColumns(t, touched, true)
	}
}

// makesRow reports whether the update makes rows in a table, and if not, why a
// table that stores something of it gets none.
func (w *planning) makesRow(t *table) (bool, string) {
	if len(t.meanings) > 0 {
		return w.appearsIn(t)
	}
	if len(t.represents) == 0 {
		return w.namesRow(t), ""
	}
	var missing []model.ID
	about := false
	for _, of := range t.represents {
		switch {
		case w.isInserted(t, of):
			about = true
		case !w.isLinked(of):
			missing = append(missing, of)
		}
	}
	if about && len(missing) == 0 {
		return true, ""
	}
	if !w.storesAny(t, w.types) {
		return false, ""
	}
	if !about {
		missing = t.represents
	}
	return false, "its rows represent " + w.titles(missing) + ", which " + w.update.Label + " does not insert"
}

// isInserted reports whether the rows of a table get a new instance of a type: it is
// inserted itself, or is an end of an inserted relationship type whose other ends
// are in the key.
func (w *planning) isInserted(t *table, of model.ID) bool {
	return slices.Contains(w.types, of) || slices.ContainsFunc(w.types, func(link model.ID) bool {
		return slices.Contains(w.facts.ends(link), of) &&
			!slices.ContainsFunc(w.facts.others(link, of), func(end model.ID) bool { return !w.inKey(t, w.facts.identity(end)) })
	})
}

// inKey reports whether the primary key of a table stores all of the attributes.
func (w *planning) inKey(t *table, attributes []model.ID) bool {
	return !slices.ContainsFunc(attributes, func(id model.ID) bool {
		return !slices.ContainsFunc(w.planner.find(t, reference{attribute: id}), func(c *column) bool { return c.Role.InKey() })
	})
}

// isLinked reports whether a new instance is linked to instances of a type: it has
// one, or several by a relationship type m:n.
func (w *planning) isLinked(of model.ID) bool {
	return slices.ContainsFunc(w.types, func(id model.ID) bool {
		return w.facts.determines(id)[of] && w.knowsAll(w.facts.identity(of)) || w.isManyToMany(id, of)
	})
}

func (w *planning) knowsAll(attributes []model.ID) bool {
	return !slices.ContainsFunc(attributes, func(id model.ID) bool { return !w.knows(id) })
}

func (w *planning) isManyToMany(a, b model.ID) bool {
	link := w.facts.linked(a, b)
	return link != "" && !w.facts.isOne(link, a) && !w.facts.isOne(link, b)
}

// namesRow reports whether the names of an update are the primary key of a table
// without concepts.
func (w *planning) namesRow(t *table) bool {
	touched := w.touched(w.subject, t)
	inKey := filter(touched, func(c *column) bool { return c.Role.InKey() })
	return len(w.names) > 0 && len(inKey) == len(t.key()) && slices.ContainsFunc(touched, isRegularOrKey(t))
}

// isRegularOrKey accepts columns outside the key, or any in a table that has no
// others.
func isRegularOrKey(t *table) func(*column) bool {
	others := slices.ContainsFunc(t.columns, isRegular)
	return func(c *column) bool { return isRegular(c) || !others }
}

// insertRow writes the row of the new instance. Values that belong to other
// instances are copied from other tables.
func (w *planning) insertRow(t *table) {
	target := w.aim(t)
	w.repeatLinked(target)
	w.complete(target, t.key())
	var columns []*column
	var uncopied []string
	computed := w.computedOf(t)
	for _, c := range t.columns {
		switch {
		case c.Role.InKey():
			continue
		case target.known[c]:
		case t.isGrouped() && slices.Contains(computed, c):
			w.computed = appendNew(w.computed, t.Access.Name+"."+c.Name)
		case len(c.Stores) == 0:
			continue
		case !w.copyValue(target, c):
			if w.isOfKnown(target, c) || w.hasElements(t, c) || w.mayHave(t, c) {
				uncopied = append(uncopied, t.Access.Name+"."+c.Name)
			}
			continue
		}
		if c.aggregate != "" {
			w.computed = appendNew(w.computed, t.Access.Name+"."+c.Name)
		}
		columns = append(columns, c)
	}
	if len(columns) == 0 && len(t.meanings) == 0 && w.collectsOthers(t) {
		w.skip(t, "it stores nothing that "+w.update.Label+" inserts but the key")
		return
	}
	if w.settle(target, t.key()); len(target.missing) == 0 {
		w.uncopied = append(w.uncopied, uncopied...)
	}
	w.verify(target, false)
	s := insertStatement(target, columns)
	s.Purpose = "inserts the row"
	w.add(s)
}

// collectsOthers reports whether a table has nothing but a key and collections of
// instances that are linked later: the products in the basket of a customer.
func (w *planning) collectsOthers(t *table) bool {
	regular := filter(t.columns, isRegular)
	return len(regular) > 0 && len(t.represents) == 1 && !slices.ContainsFunc(t.columns, func(c *column) bool {
		return slices.ContainsFunc(c.Stores, func(id model.ID) bool {
			return c.Role.InKey() && w.facts.known[id].Key == model.NoKey || !c.Role.InKey() && t.determined[w.facts.owner[id]]
		})
	})
}

// repeatLinked repeats a statement for the instances that the new one is linked to
// m:n.
func (w *planning) repeatLinked(t *target) {
	for _, of := range t.table.linkedTypes(w.types) {
		if w.isInserted(t.table, of) || w.knowsAll(w.facts.identity(of)) {
			continue
		}
		for _, id := range w.types {
			if !w.isManyToMany(id, of) {
				continue
			}
			var columns []*column
			for _, attribute := range w.facts.identity(of) {
				columns = appendNew(columns, filter(w.planner.find(t.table, reference{attribute: attribute}), func(c *column) bool { return c.Role.InKey() })...)
			}
			if len(columns) == 0 {
				continue // in a collection
			}
			for _, c := range columns {
				t.known[c] = true
			}
			t.repeat(of, w.count(id, of), columns...)
		}
	}
}

// count returns how many instances of a type one of another type is linked to, by
// a table that finds them.
func (w *planning) count(of, linked model.ID) amount {
	var find []reference
	var given []*model.Given
	for _, id := range w.facts.identity(linked) {
		find = append(find, reference{attribute: id})
	}
	for _, id := range w.facts.identity(of) {
		given = append(given, equal(reference{attribute: id}))
	}
	for _, judgement := range w.ask(find, given) {
		if !judgement.Faulty() && len(judgement.Missing) == 0 && judgement.Reads.Rows.Known && !judgement.Reads.AtMost {
			return judgement.Reads.Rows
		}
	}
	return amount{}
}

// copyValue finds the value of a column that belongs to another instance, and
// reports whether there is one: a hotel's name in the rows of its rooms.
func (w *planning) copyValue(t *target, c *column) bool {
	for _, attribute := range c.Stores {
		if c.isCollection() && w.facts.isRelated(w.facts.owner[attribute], w.types) {
			t.known[c] = true // the collection comes with the new instance
			return true
		}
	}
	return w.lookUp(t, []*column{c})
}

// isOfKnown reports whether a column belongs to an instance whose key is known.
func (w *planning) isOfKnown(t *target, c *column) bool {
	known := w.knownAttributes(t)
	return slices.ContainsFunc(c.Stores, func(id model.ID) bool {
		return !slices.ContainsFunc(w.facts.identity(w.facts.owner[id]), func(key model.ID) bool { return !slices.Contains(known, key) })
	})
}

// linkColumns are the collections of a table whose elements are linked instances:
// the points of interest of a hotel.
func (w *planning) linkColumns(t *table) []*column {
	return filter(t.columns, func(c *column) bool {
		return isRegular(c) && c.isCollection() && slices.ContainsFunc(c.Stores, func(attribute model.ID) bool {
			owner := w.facts.owner[attribute]
			if w.facts.known[attribute].Key == model.NoKey {
				return false
			}
			return slices.ContainsFunc(w.types, func(of model.ID) bool { return w.links(t, of, owner) })
		})
	})
}

// referenceColumns are the columns of a table outside the key that store the single
// instance which an inserted relationship type links its rows to: the guest of a
// reservation.
func (w *planning) referenceColumns(t *table) []*column {
	return filter(t.columns, func(c *column) bool {
		return isRegular(c) && !c.isCollection() && slices.ContainsFunc(c.Stores, func(attribute model.ID) bool {
			owner := w.facts.owner[attribute]
			return slices.ContainsFunc(w.types, func(link model.ID) bool {
				others := w.facts.others(link, owner)
				return slices.Contains(w.facts.ends(link), owner) && w.facts.isOne(link, owner) && len(others) > 0 &&
					!slices.ContainsFunc(others, func(end model.ID) bool { return !slices.Contains(t.represents, end) })
			})
		})
	})
}

// links reports whether instances of a type are elements of the rows of a table, or
// the type is the relationship type that links elements to rows.
func (w *planning) links(t *table, of, element model.ID) bool {
	link := w.linkOf(t, element)
	return link != "" && (of == link || of == element && slices.ContainsFunc(w.facts.others(link, element), func(end model.ID) bool { return !w.facts.isOne(link, end) }))
}

// linkOf returns the relationship type by which a row of a table has several
// instances of an entity type: one with a type that the table represents, or one
// that a row has one instance of.
func (p *planner) linkOf(t *table, element model.ID) model.ID {
	found := model.ID("")
	for _, link := range p.facts.links[element] {
		for _, end := range p.facts.others(link, element) {
			if slices.Contains(t.represents, end) {
				return link
			}
			if t.determined[end] && found == "" {
				found = link
			}
		}
	}
	return found
}
