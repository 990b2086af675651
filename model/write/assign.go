package write

import (
	"slices"

	"widerow/model"
	"widerow/model/access"
)

// assignments returns how a column gets its new value: as a whole, by an element
// of a collection, or by fields of a user-defined type.
func (w *planning) assignments(t *target, c *column) []assignment {
	whole := assignment{Assignment: access.Assignment{Column: c.Name}, value: t.wholeOf(c, true)}
	if fields := w.fields(c); len(fields) > 0 {
		whole.value = bind{column: c, computed: true}
		if c.typ.Kind == model.FrozenType {
			w.readWhole(t, c)
			return []assignment{whole}
		}
		var set []assignment
		for _, field := range fields {
			set = append(
				set,
				assignment{Assignment: access.Assignment{Kind: access.AssignField, Column: c.Name, Field: field},
					value: bind{column: c, isNew: true, known: true}})
		}
		return set
	}
	if c.isCollection() && c.stores && w.inserts() && slices.Contains(w.attributes, c.value.Attribute) && w.facts.known[c.value.Attribute].MultiValued {
		return w.changeElement(t, c, access.Add)
	}
	return []assignment{whole}
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
func (w *planning) changeElement(t *target, c *column, how access.AssignmentKind) []assignment {
	value := t.bindOf(c, true)
	switch kind := c.kind(); {
	case kind == "":
		w.readWhole(t, c)
		return []assignment{{Assignment: access.Assignment{Column: c.Name}, value: bind{column: c, computed: true}}}
	case kind == model.MapType && how == access.Add:
		entry := bind{column: c, isNew: true, known: true, from: w.entryOf(t, c)}
		return []assignment{{access.Assignment{Kind: access.AssignElement, Column: c.Name, Key: &access.Value{}}, value, entry}}
	}
	return []assignment{{Assignment: access.Assignment{Kind: how, Column: c.Name}, value: value}} // a marker cannot be inside of a literal: c + ?
}

// entryOf returns where the value of an entry of a map comes from: an attribute of the
// relationship that has its key.
func (w *planning) entryOf(t *target, c *column) source {
	for _, l := range t.table.meaning.Links {
		if l.To != c.value.Node {
			continue
		}
		for _, id := range w.facts.parts[t.table.meaning.Nodes[l.From].Of] {
			if slices.Contains(w.planner.find(t.table, reference{attribute: id}), c) {
				return source{attribute: id}
			}
		}
	}
	return source{}
}

// readWhole reads the old value of a frozen column, which is written as a whole.
func (w *planning) readWhole(t *target, c *column) {
	places := t.placesOf(c)
	for _, at := range places {
		if t.known[at].read == nil {
			delete(t.known, at)
		}
	}
	t.find(&need{wanted: places})
	t.use([]*column{c}, false)
}
