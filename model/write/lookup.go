package write

import (
	"slices"
	"strings"

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
	found := w.search(t, references(columns), given, worst)
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

// isOfNew reports whether conditions identify what is inserted: no table has rows of
// it yet. A link is identified by its ends.
func (w *planning) isOfNew(given []*model.Given) bool {
	gives := func(id model.ID) bool {
		return slices.ContainsFunc(given, func(g *model.Given) bool { return g.Attribute == id })
	}
	return w.kind == model.Insert && slices.ContainsFunc(w.types, func(of model.ID) bool {
		if ends := w.facts.ends(of); len(ends) > 0 {
			return !slices.ContainsFunc(ends, func(end model.ID) bool { return !slices.ContainsFunc(w.facts.identity(end), gives) })
		}
		return slices.ContainsFunc(w.facts.ownKey(of), gives)
	})
}

// offers returns sets of conditions by which a value may be looked up, the most
// specific first: all conditions of the update, what is known of the table's
// own columns, and the identity of each type, with that of the types it determines.
func (w *planning) offers(t *target) [][]*model.Given {
	var offers [][]*model.Given
	add := func(given []*model.Given) {
		if len(given) > 0 {
			offers = append(offers, given)
		}
	}
	var own, identities [][]*model.Given
	var all, here []*model.Given
	for _, item := range model.Sorted(w.update.Given) {
		all = append(all, item.Value)
	}
	if w.assumed {
		for _, parameter := range w.parameters {
			all = append(all, equal(parameter.reference))
		}
	}
	add(all)
	attributes := w.knownAttributes(t)
	for _, c := range t.table.key() {
		if t.known[c] && !c.Added {
			here = append(here, equalTo(c)...)
		}
	}
	own = append(own, here)
	if partition := slices.Clone(t.table.partition); len(t.unknown(partition)) == 0 {
		var given []*model.Given
		for _, c := range partition {
			if !c.Added {
				given = append(given, equalTo(c)...)
			}
		}
		own = append(own, given)
	}
	types := w.knownTypes(attributes)
	for _, of := range types {
		identity := w.facts.identity(of)
		wider := slices.Clone(identity)
		for _, other := range types {
			if w.facts.determines(of)[other] {
				wider = appendNew(wider, w.facts.identity(other)...)
			}
		}
		identities = append(identities, equalAll(identity))
		if len(wider) > len(identity) {
			identities = append(identities, equalAll(wider))
		}
	}
	for _, given := range slices.Concat(own, identities) {
		add(given)
	}
	return offers
}

func equal(r reference) *model.Given {
	return &model.Given{Attribute: r.attribute, Name: r.name, Participant: r.participant, Operator: model.Equal}
}

func equalAll(attributes []model.ID) []*model.Given {
	var given []*model.Given
	for _, id := range attributes {
		given = append(given, equal(reference{attribute: id}))
	}
	return given
}

func equalTo(c *column) []*model.Given {
	if len(c.Stores) == 0 {
		return []*model.Given{equal(reference{name: c.Name})}
	}
	return equalAll(c.Stores)
}

// knownAttributes returns the attributes whose values identify what is written:
// parameters, and what was looked up for the same table.
func (w *planning) knownAttributes(t *target) []model.ID {
	var known []model.ID
	for _, parameter := range w.parameters {
		if parameter.attribute != "" {
			known = appendNew(known, parameter.attribute)
		}
	}
	for _, c := range t.table.columns {
		if t.known[c] {
			known = appendNew(known, c.Stores...)
		}
	}
	return known
}

// knownTypes returns the types whose whole identity is among the attributes: first
// those that the update is about.
func (w *planning) knownTypes(attributes []model.ID) []model.ID {
	types := w.about(w.subject)
	for _, attribute := range attributes {
		types = appendNew(types, w.facts.owner[attribute])
	}
	return filter(types, func(of model.ID) bool {
		identity := w.facts.identity(of)
		return len(identity) > 0 && !slices.ContainsFunc(identity, func(id model.ID) bool { return !slices.Contains(attributes, id) })
	})
}

// search returns the read of values by conditions, nil if no table serves it
// without a scan. The table of a row that is inserted does not count. Reads of the
// same rows are one.
func (w *planning) search(t *target, wanted []reference, given []*model.Given, worst proof.Verdict) *lookup {
	for _, judgement := range w.ask(wanted, given) {
		if judgement.Faulty() || worst.Better(judgement.Verdict) || len(judgement.Missing) > 0 || w.kind == model.Insert && judgement.Table == t.table.ID {
			continue
		}
		key := lookupKey(&judgement)
		for _, known := range w.reads {
			if known.key == key && w.widen(known, wanted) {
				return known
			}
		}
		l := &lookup{key: key, judgement: judgement, asked: given, finds: wanted}
		w.reads = append(w.reads, l)
		return l
	}
	return nil
}

// widen lets a lookup find more columns of the same rows.
func (w *planning) widen(l *lookup, wanted []reference) bool {
	all := appendNew(slices.Clone(l.finds), wanted...)
	if len(all) == len(l.finds) {
		return true
	}
	for _, judgement := range w.ask(all, l.asked) {
		if lookupKey(&judgement) == l.key && len(judgement.Missing) == 0 {
			l.judgement, l.finds = judgement, all
			return true
		}
	}
	return false
}

// lookupKey identifies the rows that a statement reads.
func lookupKey(j *proof.Judgement) string {
	var key strings.Builder
	key.WriteString(string(j.Table))
	for _, c := range j.Select.Where {
		key.WriteString(" " + strings.Join(c.Columns, ",") + string(c.Operator))
	}
	return key.String()
}

// ask returns how tables answer the query that finds values under conditions. Plans
// ask the same several times.
func (p *planner) ask(find []reference, given []*model.Given) []proof.Judgement {
	key := questionKey(find, given)
	if known, asked := p.asked[key]; asked {
		return known
	}
	query := &model.Query{Find: map[model.ID]*model.Find{}, Given: map[model.ID]*model.Given{}}
	for i, r := range find {
		order := model.Nth(i)
		query.Find[model.ID("find"+order)] = &model.Find{Order: order, Attribute: r.attribute, Name: r.name, Participant: r.participant}
	}
	for i, g := range given {
		copied := *g
		copied.Order = model.Nth(i)
		query.Given[model.ID("given"+copied.Order)] = &copied
	}
	p.asked[key] = p.prover.Search(query)
	return p.asked[key]
}

func questionKey(find []reference, given []*model.Given) string {
	var key strings.Builder
	for _, r := range find {
		key.WriteString(string(r.attribute) + "/" + r.name + "/" + string(r.participant) + ",")
	}
	for _, g := range given {
		for _, part := range []string{string(g.Attribute), g.Name, string(g.Participant), string(g.Operator), string(g.Bounds), string(g.Count), string(g.Source), g.Constant} {
			key.WriteString("|" + part)
		}
	}
	return key.String()
}

// isSingle reports whether the conditions identify an instance that has only one
// of each wanted value. Several values of an attribute count only in a key.
func (w *planning) isSingle(given []*model.Given, columns []*column) bool {
	wanted, inKey := references(columns), hasKey(columns)
	var attributes []model.ID
	for _, g := range given {
		if g.Operator == model.Equal && g.Attribute != "" {
			attributes = append(attributes, g.Attribute)
		}
	}
	types := w.knownTypes(attributes)
	return !slices.ContainsFunc(wanted, func(r reference) bool {
		known := w.facts.known[r.attribute]
		return known == nil || known.MultiValued && inKey || !slices.ContainsFunc(types, func(of model.ID) bool {
			return w.facts.determines(of)[w.facts.owner[r.attribute]]
		})
	})
}

// isSupplied reports whether earlier queries of the workflow return the value of a
// column, of which what the update is about has only one.
func (w *planning) isSupplied(c *column) bool {
	if len(c.Stores) == 0 || !w.isSingle(equalAll(w.knownOnly()), []*column{c}) {
		return false
	}
	var supplied []Supplied
	for _, id := range c.Stores {
		from := w.prover.Supplied(w.id, id)
		if len(from) == 0 {
			return false
		}
		if !slices.ContainsFunc(w.plan.Supplied, func(s Supplied) bool { return s.Attribute == id }) {
			supplied = append(supplied, Supplied{id, w.prover.Name(id), from})
		}
	}
	w.plan.Supplied = append(w.plan.Supplied, supplied...)
	return true
}

// addMissing records that no table finds a part of a primary key.
func (w *planning) addMissing(t *target) {
	l := Lookup{Table: t.table.ID}
	for _, c := range t.missing {
		l.Names = append(l.Names, c.Name)
		l.Needed = append(l.Needed, c.Stores...)
	}
	l.From = w.identifying(l.Needed)
	for _, id := range l.From {
		l.Known = append(l.Known, w.prover.Name(id))
	}
	if len(l.From) == 0 {
		for _, parameter := range w.parameters {
			l.Known = appendNew(l.Known, parameter.name)
		}
	}
	w.plan.Lookups = append(w.plan.Lookups, l)
}

// identifying returns the attributes by which the lookup table that is missing
// would be asked: the conditions of the update, or the identity of what it
// inserts. The type that determines the needed values is preferred.
func (w *planning) identifying(needed []model.ID) []model.ID {
	var attributes []model.ID
	for _, parameter := range w.parameters {
		if parameter.given != nil && parameter.attribute != "" || w.assumed {
			attributes = appendNew(attributes, parameter.attribute)
		}
	}
	if len(attributes) > 0 {
		return attributes
	}
	best := []model.ID(nil)
	for _, of := range w.knownTypes(w.knownOnly()) {
		if slices.ContainsFunc(needed, func(id model.ID) bool { return !w.facts.determines(of)[w.facts.owner[id]] }) {
			continue
		}
		if identity := w.facts.identity(of); best == nil || len(identity) < len(best) {
			best = identity
		}
	}
	return best
}

func (w *planning) knownOnly() []model.ID {
	var known []model.ID
	for _, parameter := range w.parameters {
		known = appendNew(known, parameter.attribute)
	}
	return known
}
