package write

import (
	"slices"
	"strings"

	"widerow/model"
	"widerow/model/access"
)

func (t *target) newStatement() *Statement {
	of := t.table
	return &Statement{Table: of.ID, Logical: of.Logical, Access: of.Access, target: t, Write: access.BatchPart{Table: of.Access}}
}

// insertStatement inserts a row with its key and some other columns.
func (t *target) insertStatement(columns []*column) *Statement {
	insert := &access.Insert{}
	s := t.newStatement()
	for _, c := range append(t.table.key(), columns...) {
		b := t.wholeOf(c, true)
		value := access.Value{}
		if !b.isNew {
			value = t.value(c)
		}
		insert.Columns, insert.Values = append(insert.Columns, c.Name), append(insert.Values, value)
		s.bind(value, b)
	}
	s.Write.Insert = insert
	t.use(columns, true)
	return s
}

// updateStatement changes columns of rows.
func (t *target) updateStatement(set []assignment) *Statement {
	s := t.newStatement()
	update := &access.Update{}
	for _, a := range set {
		update.Set = append(update.Set, a.Assignment)
		if a.Key != nil {
			s.bind(*a.Key, a.key)
		}
		s.bind(a.Value, a.value)
	}
	update.Where = t.where(s)
	s.Write.Update = update
	t.use(nil, false)
	return s
}

// deleteStatement deletes rows, or columns of them.
func (t *target) deleteStatement(columns []*column) *Statement {
	s := t.newStatement()
	s.Write.Delete = &access.Delete{}
	for _, c := range columns {
		s.Write.Delete.Columns = append(s.Write.Delete.Columns, access.Deletion{Column: c.Name})
	}
	s.Write.Delete.Where = t.where(s)
	t.use(nil, false)
	return s
}

// where compares the key columns with their known values.
func (t *target) where(s *Statement) []access.Condition {
	var where []access.Condition
	for _, c := range t.key {
		b := t.bindOf(c, t.afterwards)
		value := access.Value{}
		if !b.isNew {
			value = t.value(c)
		}
		where = append(where, access.Condition{Columns: []string{c.Name}, Operator: access.Equal, Values: []access.Value{value}})
		s.bind(value, b)
	}
	return where
}

func (w *planning) add(s *Statement) {
	w.finish(s)
	w.writes = append(w.writes, s)
}

// finish sets the number of runs of a statement, its idempotence, its size, and Cassandra's
// refusal.
func (w *planning) finish(s *Statement) {
	t := s.target
	s.Times, s.AtMost, s.Each = t.times, t.atMost, columnNames(t.each)
	s.Rows = s.Times
	if t.isRange {
		s.Rows = product(s.Times, w.prover.Rows(t.table.ID))
	}
	s.Idempotent, s.Repetition = true, ""
	switch update := s.Write.Update; {
	case s.Counter:
		s.Idempotent, s.Repetition = false, "counts twice"
	case update != nil && appends(update, t.table):
		s.Idempotent, s.Repetition = false, "adds the element to the list twice"
	}
	w.measure(s)
	_, s.Refusal = s.Write.Judge()
}

// appends reports whether a statement adds an element to a list.
func appends(update *access.Update, t *table) bool {
	return slices.ContainsFunc(update.Set, func(a access.Assignment) bool {
		return a.Kind == access.Add && t.named(a.Column).kind() == model.ListType
	})
}

// listNames joins names: "a", "a and b", "a, b and c".
func listNames(columns []*column) string { return list(columnNames(columns)) }

func list(names []string) string {
	if len(names) < 2 {
		return strings.Join(names, "")
	}
	last := len(names) - 1
	return strings.Join(names[:last], ", ") + " and " + names[last]
}
