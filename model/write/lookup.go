package write

import (
	"slices"

	"widerow/model"
	"widerow/model/access"
	"widerow/model/proof"
)

// lookup is a read before a write.
type lookup struct {
	judgement proof.Judgement
	// key identifies the rows, asked are the conditions, finds is what is read.
	key   string
	asked []*model.Given
	finds []reference
	// times is how often it runs, once for each value of the columns each.
	times amount
	each  []string
	// placed reports that times and each are set.
	placed bool
}

// gives reports whether a condition of the lookup names an attribute.
func (l *lookup) gives(attribute model.ID) bool {
	return slices.ContainsFunc(l.asked, func(g *model.Given) bool { return attribute != "" && g.Attribute == attribute })
}

// lookUp finds a table that has the values of columns by what the application
// knows, and reports whether there is one. A read of one instance is preferred to
// one of several rows, and that to filtering.
func (w *planning) lookUp(t *target, columns []*column) bool {
	if w.lookUpInRole(t, columns) {
		return true
	}
	offers := filter(w.offers(t), func(given []*model.Given) bool { return !w.isOfNew(given) })
	for _, given := range offers {
		if w.isSingle(given, columns) && w.take(t, given, columns, proof.Partition, false) {
			return true
		}
	}
	for _, limit := range []struct {
		worst proof.Verdict
		one   bool
	}{{proof.Partition, true}, {proof.Filtering, !hasKey(columns)}} {
		if slices.ContainsFunc(offers, func(given []*model.Given) bool { return w.take(t, given, columns, limit.worst, limit.one) }) {
			return true
		}
	}
	return false
}

// lookUpInRole finds columns of another instance of an inserted entity type, such as
// the manager's name, in the rows of that type by its key.
func (w *planning) lookUpInRole(t *target, columns []*column) bool {
	of := model.ID("")
	for _, c := range columns {
		lead, several := w.leadTo(t.table, c)
		if !several || w.kind != model.Insert || len(lead.routes[0]) == 0 || lead.routes[0].last(lead.from) != lead.from || !w.knowsEnd(t, lead) {
			return false
		}
		of = lead.from
	}
	found := w.search(t, references(columns), equalAll(w.facts.identity(of)), proof.Partition, true)
	if found == nil {
		return false
	}
	found.repeatFor(t)
	w.use(t, found, columns)
	return true
}

// references returns what columns store.
func references(columns []*column) []reference {
	var wanted []reference
	for _, c := range columns {
		if len(c.Stores) == 0 {
			wanted = append(wanted, reference{name: c.Name})
		}
		for _, id := range c.Stores {
			wanted = append(wanted, reference{attribute: id})
		}
	}
	return wanted
}

func hasKey(columns []*column) bool {
	return slices.ContainsFunc(columns, func(c *column) bool { return c.Role.InKey() })
}

// take uses a read by some conditions, if there is one that is not worse than a
// verdict. With one it must find one value for each column.
func (w *planning) take(t *target, given []*model.Given, columns []*column, worst proof.Verdict, one bool) bool {
	if !w.leads(t, given, columns) {
		return false
	}
	if w.kind == model.Insert {
		t.wanted = columns
	}
	found := w.search(t, references(columns), given, worst, false)
	if found == nil || one && !w.isOne(found, columns) {
		return false
	}
	found.repeatFor(t)
	w.use(t, found, columns)
	return true
}

// repeatFor runs the lookup once for each value of a column that it is given and
// that has several.
func (l *lookup) repeatFor(t *target) {
	if l.placed {
		return
	}
	l.placed, l.times = true, exactly(1)
	for _, c := range t.each {
		if slices.ContainsFunc(c.Stores, l.gives) {
			l.each, l.times = append(l.each, c.Name), t.times
		}
	}
}

// use takes the values of columns from a lookup. If it may find several, the
// statement is repeated for each.
func (w *planning) use(t *target, l *lookup, columns []*column) {
	t.reads = appendNew(t.reads, l)
	for _, c := range columns {
		t.known[c] = true
	}
	keys := filter(columns, func(c *column) bool { return c.Role.InKey() })
	wanted := references(keys)
	if len(keys) == 0 || w.isOne(l, keys) {
		return
	}
	times := l.judgement.Reads.Rows
	for _, elements := range w.elements(l, wanted) {
		times = product(times, elements)
	}
	t.repeat(l, times, keys...)
	t.atMost = t.atMost || l.judgement.Reads.AtMost || w.repeatsValues(l, wanted)
}

// isOne reports whether a lookup finds one value for each of the columns: it reads one
// row, or its conditions identify an instance.
func (w *planning) isOne(l *lookup, columns []*column) bool {
	if w.isSingle(l.asked, columns) {
		return true
	}
	t := w.byID[l.judgement.Table]
	restricted := func(c *column) bool {
		return slices.ContainsFunc(l.judgement.Select.Where, func(condition access.Condition) bool {
			return condition.Operator == access.Equal && condition.Kind == access.ColumnCondition && condition.Columns[0] == c.Name
		})
	}
	several := hasKey(columns) && len(w.elements(l, references(columns))) > 0
	return !several && l.judgement.Spread == nil && !slices.ContainsFunc(t.key(), func(c *column) bool { return !restricted(c) })
}

// elements returns how many elements the collections have from which a lookup takes
// its values.
func (w *planning) elements(l *lookup, wanted []reference) []amount {
	var counts []amount
	t := w.byID[l.judgement.Table]
	for _, r := range wanted {
		for _, c := range w.planner.find(t, r) {
			if c.isCollection() {
				counts = append(counts, w.prover.Amount(t.Relation.Columns[c.ID].Elements))
			}
		}
	}
	return counts
}

// repeatsValues reports whether several of the rows that a lookup reads may have the
// same values: its table represents more than what is given and found.
func (w *planning) repeatsValues(l *lookup, wanted []reference) bool {
	var attributes []model.ID
	for _, g := range l.asked {
		attributes = append(attributes, g.Attribute)
	}
	for _, r := range wanted {
		attributes = append(attributes, r.attribute)
	}
	types := w.knownTypes(attributes)
	return slices.ContainsFunc(w.byID[l.judgement.Table].represents, func(of model.ID) bool {
		return !slices.ContainsFunc(types, func(known model.ID) bool { return w.facts.determines(known)[of] })
	})
}
