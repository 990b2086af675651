package write

import (
	"slices"

	"widerow/model"
	"widerow/model/access"
	"widerow/model/proof"
)

// bind is a bind marker of a statement, before the steps of the plan have numbers.
type bind struct {
	column   *column
	from     source
	isNew    bool
	computed bool
	known    bool
	// alike are the pairs with which the value is the new one, although the column is not of the
	// instance by which the row is found.
	alike alike
}

// bindOf returns where the value of a column comes from. isNew asks for that after the update.
func (t *target) bindOf(c *column, isNew bool) bind {
	b := bind{column: c, computed: c.Added || c.aggregate() != "" || c.computed}
	if t.isComputed(t.table, c) {
		return b
	}
	for _, at := range t.placesOf(c) {
		if from, changed := t.news[at]; changed && isNew {
			return bind{column: c, from: from, isNew: true, known: true}
		}
		if from, known := t.known[at]; known {
			b.from, b.known, b.computed = from, true, false
		}
	}
	if isNew {
		b.alike = t.alikeOf(c)
	}
	return b
}

// wholeOf does so for a column that is written as a whole: it takes a collection that a read finds,
// also an empty one, not one element after the other.
func (t *target) wholeOf(c *column, isNew bool) bind {
	b := t.bindOf(c, isNew)
	if b.from.read != nil && b.from.column.isCollection() && c.isCollection() {
		b.from.several = false
	}
	return b
}

// value returns the constant that the update gives for a column, or a bind marker.
func (t *target) value(c *column) access.Value {
	if from := t.bindOf(c, false).from; from.given != nil && from.given.Source == model.ConstantSource {
		return proof.ValueOf(from.given)
	}
	return access.Value{}
}

// add adds the bind marker of a column, if the statement has one for it.
func (s *Statement) bind(value access.Value, b bind) {
	if value.Kind == access.Marker {
		s.binds = append(s.binds, b)
	}
}

// resolve sets the sources of a statement's values, now that the steps have numbers.
func (w *planning) resolve(s *Statement) {
	t := s.target
	w.resolveValues(s)
	s.ForEach, s.OnlyIf, s.Differs, s.Same, s.Unless = steps(t.drivers), nil, nil, nil, nil
	w.resolveConditions(s)
	for _, d := range t.differs {
		pair := Difference{w.valueOf(d.column, d.old), w.valueOf(d.column, d.new)}
		pair.New.New = pair.New.Step == Given && w.kind == model.Change // a key has an old value that is given, too
		s.Differs = append(s.Differs, pair)
	}
	for _, pair := range t.same {
		name := &column{Column: proof.Column{Name: w.prover.Name(pair[0].attribute)}}
		s.Same = append(s.Same, [2]Value{w.valueOf(name, pair[0]), w.valueOf(name, pair[1])})
	}
	for _, at := range t.unsure {
		if len(t.missing) > 0 {
			break // a lookup of the key tells it, too
		}
		s.Missing = appendNew(s.Missing, w.model.Title(t.Nodes[at].Of))
	}
	for _, at := range t.untold {
		s.Missing = appendNew(s.Missing, w.prover.Name(at.attribute))
	}
}

// resolveValues sets where the value of each bind marker comes from.
func (w *planning) resolveValues(s *Statement) {
	s.Values, s.Alike = nil, nil
	for _, b := range s.binds {
		switch {
		case b.known:
			value := w.valueOf(b.column, b.from)
			value.New = b.isNew
			if lacking := b.from.through.lacking(s.target.rows, s.Write.Insert != nil); lacking != nil && !b.isNew && !b.column.Role.InKey() {
				value.IfNull, value.IfNullIn = lacking.from.column.Name, lacking.from.read.step
			}
			value.NewIf = w.newIf(s, b)
			s.Values = append(s.Values, value)
		case b.computed:
			s.Values = append(s.Values, Value{Column: b.column.Name, Step: Computed})
		default:
			s.Values = append(s.Values, Value{Column: b.column.Name, Step: Unknown})
			s.Missing = appendNew(s.Missing, b.column.Name)
		}
	}
}

// resolveConditions sets for which rows of the reads a statement runs.
func (w *planning) resolveConditions(s *Statement) {
	t := s.target
	for _, b := range s.binds {
		if b.known && !b.isNew && w.mayLack(t.table, b) {
			s.OnlyIf = appendNew(s.OnlyIf, w.needed(b.column, b.from))
		}
	}
	w.needRelated(s)
	for _, c := range t.conditions() {
		switch {
		case t.repeatsFor(c):
		case c.column != nil:
			if !slices.ContainsFunc(s.OnlyIf, func(v Value) bool { return v.Step == c.read.step && v.From == c.column.Name }) {
				s.OnlyIf = append(s.OnlyIf, Value{Step: c.read.step, From: c.column.Name})
			}
		case !slices.Contains(s.ForEach, c.read.step):
			s.OnlyIf = appendNew(s.OnlyIf, Value{Step: c.read.step})
		}
	}
	switch l := t.look; {
	case l == nil:
	case l.after:
		s.Unless = []Value{l.value()}
	default:
		s.OnlyIf = append(s.OnlyIf, l.value())
	}
}

// needRelated adds that a new instance has the partner without which it has no row, also where
// no column is of that.
func (w *planning) needRelated(s *Statement) {
	t := s.target
	if t.table.meaning == nil {
		return
	}
	for i, at := range t.at {
		if n := t.table.meaning.Nodes[i]; !t.fresh[at] || !t.maybe[at] || n.Optional || n.Collected {
			continue
		}
		for _, l := range t.Links {
			if l.From == at && !t.fresh[l.To] {
				w.needKnown(s, l.To)
			}
		}
	}
}

// needKnown adds that a partner is given: its key, which it may have from its supertype.
func (w *planning) needKnown(s *Statement, at int) {
	for _, id := range w.facts.ownKey(s.target.Nodes[at].Of) {
		if from := s.target.known[place{at, id, false}]; from.maybe && !s.readsBy(from) {
			s.OnlyIf = appendNew(s.OnlyIf, w.needed(&column{}, from))
		}
	}
	for _, l := range s.target.Links {
		if l.From == at && l.Participant == "" {
			w.needKnown(s, l.To)
		}
	}
}

// readsBy reports whether a statement takes its key from a read that runs only with a value.
func (s *Statement) readsBy(from source) bool {
	for _, b := range s.binds {
		if !b.column.Role.InKey() {
			continue
		}
		for _, r := range b.from.needs(nil) {
			for _, c := range slices.Concat(r.where, r.keep) {
				if r.from[c].key() == from.key() {
					return true
				}
			}
		}
	}
	return false
}

// mayLack reports whether a value may be missing that a row requires: in its key, or in a required
// node.
func (w *planning) mayLack(t *table, b bind) bool {
	needs := b.column.Role.InKey()
	if !needs && t.meaning != nil && b.column.stores {
		n := t.meaning.Nodes[b.column.value.Node]
		needs = !n.Optional && !n.Collected && b.from.maybe
	}
	return needs && (b.from.maybe || b.from.mayBeNull())
}

// mayBeNull reports whether a read may return null: a column outside of the key of its table, or a
// value that an instance may lack.
func (s source) mayBeNull() bool {
	return s.read != nil && (s.read.partner || !s.column.Role.InKey() && !s.column.isCollection())
}

// conditions returns the reads that must find a row, or a value, before there is anything to write:
// they confirm the row, or supply its key.
func (t *target) conditions() []source {
	var found []source
	add := func(c source) {
		if !slices.ContainsFunc(found, func(other source) bool { return other.read == c.read && (c.column == nil || other.column == c.column) }) {
			found = append(found, c)
		}
	}
	for _, at := range t.tells {
		if by, is := t.by[at]; is && by.column != nil {
			add(by)
		}
	}
	for _, at := range t.tells {
		if by, is := t.by[at]; is {
			add(by)
		}
	}
	for _, c := range t.key {
		for _, at := range t.placesOf(c) {
			if from := t.known[at]; from.read != nil {
				add(source{read: from.read})
			}
		}
	}
	return found
}

// repeatsFor reports whether a statement runs for each element of a column: without any it does not run.
func (t *target) repeatsFor(c source) bool {
	return c.column != nil && slices.ContainsFunc(t.drivers, func(d source) bool { return d.read == c.read && d.column == c.column })
}

// steps are the numbers of the reads among drivers.
func steps(drivers []source) []int {
	var found []int
	for _, d := range drivers {
		if d.read != nil {
			found = appendNew(found, d.read.step)
		}
	}
	return found
}

// needed is a value that must not be null.
func (w *planning) needed(c *column, from source) Value {
	value := w.valueOf(c, from)
	value.Column, value.Condition = "", from.condition
	return value
}

// valueOf describes where a value comes from.
func (w *planning) valueOf(c *column, from source) Value {
	value := Value{Column: c.Name, Attribute: from.attribute, Participant: from.participant, Name: from.name, Step: Given, Element: from.several}
	w.nameRole(&value)
	if value.Attribute != "" {
		value.Name = w.prover.Name(value.Attribute)
	}
	if from.read != nil {
		value.Step, value.From = from.read.step, from.column.Name
	}
	return value
}
