package write

import (
	"slices"
	"strings"

	"widerow/model"
	"widerow/model/access"
	"widerow/model/proof"
)

func newStatement(t *target) *Statement {
	return &Statement{Table: t.table.ID, Logical: t.table.Logical, Access: t.table.Access, target: t, Write: access.BatchPart{Table: t.table.Access}}
}

// insertStatement inserts a row with its key and some other columns.
func insertStatement(t *target, columns []*column) *Statement {
	insert := &access.Insert{}
	for _, c := range append(t.table.key(), columns...) {
		insert.Columns = append(insert.Columns, c.Name)
		insert.Values = append(insert.Values, t.value(c))
	}
	s := newStatement(t)
	s.Write.Insert = insert
	return s
}

func updateStatement(t *target, set []access.Assignment) *Statement {
	s := newStatement(t)
	key := t.table.key()
	if t.isStatic {
		key = t.table.partition
	}
	s.Write.Update = &access.Update{Set: set, Where: t.where(key)}
	return s
}

func deleteStatement(t *target, key []*column) *Statement {
	s := newStatement(t)
	s.Write.Delete = &access.Delete{Where: t.where(key)}
	return s
}

func (t *target) value(c *column) access.Value {
	if given := t.constants[c]; given != nil {
		return proof.ValueOf(given)
	}
	return access.Value{}
}

func (t *target) where(columns []*column) []access.Condition {
	var where []access.Condition
	for _, c := range columns {
		where = append(where, access.Condition{Columns: []string{c.Name}, Operator: access.Equal, Values: []access.Value{t.value(c)}})
	}
	return where
}

// add completes a statement: how often it runs, whether it may be repeated, what
// Cassandra says of it.
func (w *planning) add(s *Statement) {
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
	w.writes = append(w.writes, s)
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
