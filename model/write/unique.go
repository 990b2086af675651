package write

import "slices"

// isUnique reports whether a table has one row for each value of an attribute that no two
// instances share: its key is that value, perhaps within an owner, and not the key of the
// instance. What the document says to be unique counts, and what such a table takes for so.
func (p *planner) isUnique(t *table) bool {
	_, is := p.uniqueOf(t)
	return is
}

// uniqueOf returns the node whose values such a table takes.
func (p *planner) uniqueOf(t *table) (node int, is bool) {
	if t.meaning == nil || t.meaning.Grouped || t.isCounter {
		return 0, false
	}
	var of []int
	for _, c := range t.key() {
		switch {
		case c.Added:
		case !c.stores || c.value.Element || c.aggregate() != "":
			return 0, false
		case !c.identifies:
			of = appendNew(of, c.value.Node)
		}
	}
	identifying := filter(t.key(), func(c *column) bool { return !c.Added && c.identifies })
	if len(of) != 1 || t.determines(identifying, of[0]) {
		return 0, false
	}
	known := t.closure.Of(of, nil)
	return of[0], !p.concepts.IsRelationship(t.meaning.Nodes[of[0]].Of) && !slices.Contains(known, false)
}

// reserve makes the insertion of a new value into a table of unique values a lightweight transaction: it
// comes before all other writes, which are left out if another instance has the value.
func (w *planning) reserve(s *Statement) {
	s.Write.Insert.IfNotExists = true
	s.Idempotent, s.Repetition = false, "finds its own result: after a timeout, read with SERIAL whether it was applied"
	_, s.Refusal = s.Write.Judge()
	w.reserved = appendNew(w.reserved, s.Table)
}

// findReserved reports the values that lightweight transactions guard.
func (w findings) findReserved() {
	for _, id := range w.reserved {
		t := w.byID[id]
		key := listNames(filter(t.key(), func(c *column) bool { return !c.Added }))
		w.report(Info, CodeUnique, id,
			"A row of "+t.Access.Name+" takes its "+key+" for one instance: "+w.update.Label+" inserts it first, IF NOT EXISTS",
			"If it is not applied, another instance has the value: stop. If a later step fails for good, delete the row again.")
	}
}
