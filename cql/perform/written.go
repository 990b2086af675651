package perform

import (
	"widerow/cql/syntax"
	"widerow/model/access"
	"widerow/model/write"
)

// written holds what one run of a statement writes or deletes: the literals of columns, those of the key and those of
// single elements.
type written struct{ key, elements, columns map[string]string }

// isWrittenElsewhere reports whether another statement of the plan writes what a run deletes.
func (a *asking) isWrittenElsewhere(s *write.Statement, one run) bool {
	gone := a.writtenBy(s, one)
	if gone == nil {
		return false
	}
	for i := range a.plan.Steps {
		for k := range a.plan.Steps[i].Statements {
			other := &a.plan.Steps[i].Statements[k]
			if other.Select != nil || other.Table != s.Table || other.UnlessWritten || other.Write.Delete != nil || other.CannotRun() != "" {
				continue
			}
			runs, err := a.runs(other)
			if err != nil {
				continue
			}
			for _, run := range runs {
				if made := a.writtenBy(other, run); made != nil && made.covers(gone) {
					return true
				}
			}
		}
	}
	return false
}

// covers reports whether it writes what another one deletes.
func (w *written) covers(gone *written) bool {
	for name, literal := range gone.key {
		if !isSame(w.key[name], literal) {
			return false
		}
	}
	for name, literal := range gone.elements {
		if !isSame(w.elements[name], literal) {
			return false
		}
	}
	for name := range gone.columns {
		if _, is := w.columns[name]; is {
			return true
		}
	}
	return len(gone.columns) == 0
}

// writtenBy returns the values that a run of a statement writes; nil if one of its key is not known yet.
func (a *asking) writtenBy(s *write.Statement, one run) *written {
	out := &written{map[string]string{}, map[string]string{}, map[string]string{}}
	put := func(column, literal string, isElement bool) {
		known := columnOf(s.Access, column)
		switch {
		case known != nil && known.Role.InKey():
			out.key[column] = literal
		case isElement:
			out.elements[column] = literal
		default:
			out.columns[column] = literal
		}
	}
	silent := &asking{Performance: a.Performance, step: a.step} // its questions are not asked
	for i, m := range markersOf(s) {
		if m.isIf || i >= len(s.Values) {
			continue
		}
		literal, err := silent.literal(s, m, &s.Values[i], one, "")
		if column := columnOf(s.Access, m.column); err != nil && column != nil && column.Role.InKey() {
			return nil
		}
		put(m.column, literal, m.element)
	}
	if s.Write.Delete != nil {
		for _, d := range s.Write.Delete.Columns {
			put(d.Column, "", false)
		}
	}
	for column, value := range constantsOf(s) {
		put(column, value, false)
	}
	return out
}

// constantsOf returns the columns that a statement compares with constants, or sets to them.
func constantsOf(s *write.Statement) map[string]string {
	found := map[string]string{}
	add := func(column string, v access.Value) {
		switch v.Kind {
		case access.Marker:
		case access.String:
			found[column] = syntax.QuoteString(v.Text)
		default:
			found[column] = v.Text
		}
	}
	var where []access.Condition
	switch w := s.Write; {
	case w.Insert != nil:
		for i, column := range w.Insert.Columns {
			add(column, w.Insert.Values[i])
		}
	case w.Update != nil:
		where = w.Update.Where
	case w.Delete != nil:
		where = w.Delete.Where
	}
	for _, c := range where {
		add(c.Columns[0], c.Values[0])
	}
	return found
}
