package write

import (
	"cmp"
	"slices"

	"widerow/model"
	"widerow/model/access"
	"widerow/model/proof"
)

// guarding makes a statement of a conditional update a lightweight transaction.
type guarding struct{ *planning }

// guard makes one statement of a conditional update a lightweight transaction. It is the one on the
// table whose key is nearest to the identity of what is written. An update that adds to a value is
// such a transaction, too: the value must still be the one that was read. Other tables cannot be in
// the same transaction, so they are written after it.
func (w guarding) guard() {
	if !w.update.Conditional && !w.increments {
		return
	}
	candidates := filter(w.writes, func(s *Statement) bool { return !s.onCounters() && !s.target.isRange })
	if len(candidates) == 0 {
		return
	}
	s := slices.MinFunc(candidates, func(a, b *Statement) int { return cmp.Compare(w.distance(a), w.distance(b)) })
	switch {
	case s.Write.Insert != nil:
		s.Write.Insert.IfNotExists = true
	case s.Write.Update != nil:
		if s.Write.Update.If = w.expected(s); len(s.Write.Update.If) == 0 {
			s.Write.Update.IfExists = true
		}
	default:
		if s.Write.Delete.If = w.given(s); len(s.Write.Delete.If) == 0 {
			s.Write.Delete.IfExists = true
		}
	}
	s.Idempotent, s.Repetition = false, "finds its own result: after a timeout, read with SERIAL whether it was applied"
	_, s.Refusal = s.Write.Judge()
}

// distance is small for a statement on one row whose key is little more than the
// identity of what is written.
func (w guarding) distance(s *Statement) int {
	distance := len(s.target.table.key()) + 10*len(s.target.each)
	if !s.target.table.isWholeRow() || len(s.target.missing) > 0 {
		distance += 100
	}
	if s.Write.Delete != nil && w.kind == model.Change { // the old row of a moved one
		distance += 50
	}
	return distance
}

// expected returns what the row must have for an UPDATE: the conditions of the
// update on columns outside the key, otherwise the values before the change.
func (w guarding) expected(s *Statement) []access.IfCondition {
	if conditions := w.given(s); len(conditions) > 0 {
		return conditions
	}
	var conditions []access.IfCondition
	for _, assignment := range s.Write.Update.Set {
		if assignment.Kind == access.Assign {
			conditions = append(conditions, access.IfCondition{Column: assignment.Column, Operator: access.Equal, Values: []access.Value{{}}})
			s.binds = append(s.binds, s.target.before(s.target.table.named(assignment.Column)))
		}
	}
	return conditions
}

// given returns the conditions of the update on columns outside the key.
func (w guarding) given(s *Statement) []access.IfCondition {
	var conditions []access.IfCondition
	for _, item := range model.Sorted(w.update.Given) {
		given := item.Value
		for _, c := range w.planner.find(s.target.table, reference{given.Attribute, given.Name, given.Participant}) {
			if c.Role.InKey() {
				continue
			}
			for _, operator := range operators(given) {
				value := access.Value{}
				if given.Source == model.ConstantSource {
					value = proof.ValueOf(given)
				}
				conditions = append(conditions, access.IfCondition{Column: c.Name, Operator: operator, Values: []access.Value{value}})
				s.bind(value, bind{column: c, known: true, from: source{attribute: given.Attribute, participant: given.Participant, name: given.Name, given: given}})
			}
		}
	}
	return conditions
}

// before returns where the value of a column before the change comes from: a read, or the
// application has it from an earlier one.
func (t *target) before(c *column) bind {
	b := t.bindOf(c, false)
	if !b.known && c.stores {
		b = bind{column: c, known: true, from: source{attribute: c.value.Attribute}}
	}
	return b
}

func operators(given *model.Given) []access.Operator {
	switch given.Operator {
	case model.Range:
		var operators []access.Operator
		for _, operator := range given.Bounds.Operators() {
			operators = append(operators, access.Operator(operator))
		}
		return operators
	case model.Prefix:
		return []access.Operator{access.GreaterOrEqual, access.Less}
	case model.In:
		return []access.Operator{access.In}
	}
	return []access.Operator{access.Equal}
}

// isUnique reports whether a table has one row for each value of an attribute that no two instances
// share: its key is that value, perhaps within an owner, and not the key of the instance. An attribute
// counts as unique if the document says so, or if such a table assumes it.
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
