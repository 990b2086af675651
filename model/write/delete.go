package write

import (
	"maps"
	"slices"

	"widerow/model"
	"widerow/model/access"
	"widerow/model/stored"
)

// deletion plans what a DELETE update deletes.
type deletion struct{ *planning }

// deleteFrom plans the deletions of a DELETE update in a table: rows, elements of collections, or
// values. The rows of a dependent have the deleted instance among their nodes, so they are found,
// too.
func (w deletion) deleteFrom(t *table) {
	before := len(w.writes)
	for _, of := range w.types {
		stated := w.targets[of]
		for _, node := range w.occurrences(t, stated) {
			w.deleteWith(t, node, stated)
		}
	}
	if before == len(w.writes) {
		w.deleteAttributes(t)
	}
}

// deleteWith deletes the data of an instance of a node from a table.
func (w deletion) deleteWith(t *table, node, stated int) {
	r := w.rowsWith(t, node, stated)
	n := t.meaning.Nodes[node]
	switch {
	case w.isRestricted(t, node):
		w.skip(t, "there are no rows: "+w.update.Label+" deletes only while nothing depends on "+w.model.Title(n.Of))
	case t.isCounter && w.vanishes(t, node):
		w.deleteRows(r, node)
	case t.isCounter:
		w.countIn(r, access.Subtract)
	case !n.Optional && !n.Collected && t.meaning.Grouped && !w.vanishes(t, node):
		w.shrink(r)
	case !n.Optional && !n.Collected:
		w.deleteRows(r, node)
	case n.Collected:
		w.changeElements(r, access.Subtract, node)
	default:
		w.deleteOptional(r, node)
	}
}

// vanishes reports whether the key of a row determines an instance of a node, so that the whole row
// is about it.
func (w deletion) vanishes(t *table, node int) bool { return t.determines(t.key(), node) }

// deleteRows deletes rows by their key, or by the shortest prefix that determines the instance and
// whose values are found.
func (w deletion) deleteRows(r *rows, node int) {
	t := r.table
	key := t.key()
	prefixes := filter(prefixesOf(t), func(prefix []*column) bool {
		return len(prefix) == len(key) || t.determines(prefix, node) && !r.lacksElement(prefix)
	})
	key = prefixes[0]
	for _, prefix := range prefixes {
		if r.canFind(prefix) {
			key = prefix
			break
		}
	}
	found := r.aim(key, nil, !r.isOf(key, node))
	found.isRange = len(key) < len(t.key())
	s := found.deleteStatement(nil)
	s.Purpose = "deletes the row"
	if found.isRange {
		s.Purpose = "deletes the rows"
	}
	w.add(s)
}

// isOf reports whether the rows that a key finds are about the instance of a node, whatever else
// there is. Otherwise the key leads to it by a relationship that may be one of another instance: the
// row of an issue whose reporter watches it is not that of each account that watches the issue.
func (r *rows) isOf(key []*column, node int) bool {
	t, open := r.table, r.open()
	certain := &stored.Meaning{Nodes: t.meaning.Nodes}
	for _, l := range t.meaning.Links {
		if !slices.Contains(open, r.at[l.From]) && !slices.Contains(open, r.at[l.To]) {
			certain.Links = append(certain.Links, l)
		}
	}
	if len(certain.Links) == len(t.meaning.Links) || !t.determines(key, node) {
		return true
	}
	return r.concepts.Closure(certain).Of(nil, t.valuesOf(key))[node]
}

// prefixesOf returns the parts of a key by which rows can be deleted, the shortest first.
func prefixesOf(t *table) [][]*column {
	var prefixes [][]*column
	for length := len(t.partition); length <= len(t.key()); length++ {
		if prefix := t.key()[:length]; len(t.sourcesBeside(prefix)) == 0 {
			prefixes = append(prefixes, prefix)
		}
	}
	return prefixes
}

// sourcesBeside returns the columns from which the application computes a bucket among some columns, and that are not among
// them: a day needs its timestamp.
func (t *table) sourcesBeside(columns []*column) []*column {
	var sources []*column
	for _, bucket := range columns {
		from := t.Relation.Columns[bucket.ID].From
		if bucket.Role != model.Partition || bucket.stores || len(from) == 0 {
			continue
		}
		for _, c := range t.clustering {
			if maps.Equal(t.Relation.Columns[c.ID].From, from) && !slices.Contains(columns, c) {
				sources = append(sources, c)
			}
		}
	}
	return sources
}

// lacksElement reports whether the rows are about one value of a multi-valued attribute that
// some columns do not have.
func (r *rows) lacksElement(columns []*column) bool {
	return slices.ContainsFunc(r.table.key(), func(c *column) bool {
		at := r.placesOf(c)
		return c.value.Element && !slices.Contains(columns, c) && len(at) > 0 && !r.known[at[0]].several && r.known[at[0]].attribute != ""
	})
}

// canFind reports whether the values of columns are known, or can be read.
func (r *rows) canFind(columns []*column) bool {
	tried := *r
	tried.pattern = r.pattern.clone()
	tried.gone, tried.by, tried.reads = slices.Clone(r.gone), cloneMap(r.by), nil
	tried.find(&need{places: tried.unknown(columns)})
	return len(tried.unknown(columns)) == 0
}

// deleteOptional deletes the data of an optional node from rows.
func (w deletion) deleteOptional(r *rows, node int) {
	t := r.table
	left := r.without(node)
	columns := filter(t.columns, func(c *column) bool {
		return isRegular(c) && c.stores && t.meaning.Nodes[c.value.Node].Optional && !left[c.value.Node] && c.aggregate() == ""
	})
	if len(columns) > 0 {
		w.deleteColumns(r, columns)
	}
}

// without returns the nodes of a row that it has without one of its nodes: those that what it
// must have leads to.
func (r *rows) without(node int) map[int]bool {
	meaning := r.table.meaning
	gone := r.goneWith(node)
	left := map[int]bool{}
	for at, n := range meaning.Nodes {
		left[at] = !n.Optional && !n.Collected
	}
	for changed := true; changed; {
		changed = false
		for _, l := range meaning.Links {
			switch {
			case gone[l.From] || gone[l.To]:
			case left[l.From] && !left[l.To]:
				left[l.To], changed = true, true
			case left[l.To] && !left[l.From] && r.isSingle(meaning.Nodes[l.From].Of, l.Participant):
				left[l.From], changed = true, true
			}
		}
	}
	return left
}

// goneWith returns a node of a row with those that exist only with it.
func (r *rows) goneWith(node int) map[int]bool {
	meaning := r.table.meaning
	gone := map[int]bool{node: true}
	for changed := true; changed; {
		changed = false
		for _, l := range meaning.Links {
			if gone[l.To] && !gone[l.From] {
				gone[l.From], changed = true, true
			}
			if gone[l.From] && !gone[l.To] && r.concepts.IsIdentifying(meaning.Nodes[l.From].Of, l.Participant) {
				gone[l.To], changed = true, true
			}
		}
	}
	return gone
}

// isSingle reports whether an instance takes part in one instance of a relationship type at
// most, or has one instance of a subtype.
func (p *planner) isSingle(of, participant model.ID) bool {
	relationship := p.model.Concepts.Relationships[of]
	if relationship == nil {
		return true
	}
	for id, end := range relationship.Participants {
		if id != participant && end.Cardinality != "1" {
			return false
		}
	}
	return true
}

// deleteAttributes deletes values of rows that stay. A row whose key loses its value is
// deleted.
func (w deletion) deleteAttributes(t *table) {
	changed := w.changed()
	for stated := range w.stated.Nodes {
		if len(changed[stated]) == 0 {
			continue
		}
		for _, node := range w.occurrences(t, stated) {
			if touched := w.touched(t, node, changed[stated]); len(touched) > 0 {
				w.deleteValues(w.rowsWith(t, node, stated), node, touched)
			}
		}
	}
}

func (w deletion) deleteValues(r *rows, node int, touched []*column) {
	inKey := slices.ContainsFunc(touched, func(c *column) bool { return c.Role.InKey() })
	switch t := r.table; {
	case t.isCounter:
		w.countIn(r, access.Subtract)
		return
	case inKey:
		for _, c := range touched {
			if at := (place{r.at[node], c.value.Attribute, true}); c.value.Element {
				if _, known := r.known[at]; !known {
					r.known[at] = source{attribute: at.attribute}
				}
			}
		}
		if t.meaning.Grouped {
			w.shrink(r)
			return
		}
		found := r.aim(r.table.key(), nil, false)
		s := found.deleteStatement(nil)
		s.Purpose = "deletes the row"
		w.add(s)
		return
	}
	if computed := filter(touched, func(c *column) bool { return w.isComputed(r.table, c) }); len(computed) > 0 {
		w.compute(r, computed)
	}
	isElements := func(c *column) bool { return c.isCollection() && w.facts.known[c.value.Attribute].MultiValued }
	for _, static := range []bool{true, false} {
		elements := filter(touched, func(c *column) bool { return isElements(c) && (c.Role == model.Static) == static })
		if len(elements) == 0 {
			continue
		}
		found := r.aim(r.table.keyFor(static), nil, true)
		found.isStatic = static
		var set []assignment
		for _, c := range elements {
			r.known[place{r.at[c.value.Node], c.value.Attribute, false}] = source{attribute: c.value.Attribute}
			set = append(set, w.changeElement(found, c, access.Subtract)...)
		}
		s := found.updateStatement(set)
		s.Purpose = "removes from " + listNames(elements)
		w.add(s)
	}
	if single := filter(touched, func(c *column) bool { return !isElements(c) && !w.isComputed(r.table, c) }); len(single) > 0 {
		w.deleteColumns(r, single)
	}
}

func (w deletion) deleteColumns(r *rows, columns []*column) {
	for _, static := range []bool{true, false} {
		group := filter(columns, func(c *column) bool { return (c.Role == model.Static) == static })
		if len(group) == 0 {
			continue
		}
		found := r.aim(r.table.keyFor(static), nil, true)
		found.isStatic = static
		s := found.deleteStatement(group)
		s.Purpose = "deletes " + listNames(group)
		w.add(s)
	}
}
