package oracle

import (
	"slices"

	"widerow/model/access"
	"widerow/model/write"
)

// written holds what one run of a statement writes or deletes: the literals of columns, those of the key and those of
// single elements.
type written struct{ key, elements, columns map[string]string }

// isWrittenElsewhere reports whether another statement of the plan writes what a run deletes.
func (x *execution) isWrittenElsewhere(plan *write.Plan, s *write.Statement, one run) (bool, error) {
	gone, err := x.writtenBy(s, one)
	if err != nil {
		return false, err
	}
	for i := range plan.Steps {
		for k := range plan.Steps[i].Statements {
			other := &plan.Steps[i].Statements[k]
			if other.Select != nil || other.Table != s.Table || other.UnlessWritten || other.Write.Delete != nil {
				continue
			}
			runs, err := x.runs(other)
			if err != nil {
				return false, err
			}
			for _, run := range runs {
				if made, err := x.writtenBy(other, run); err != nil || made.covers(gone) {
					return err == nil, err
				}
			}
		}
	}
	return false, nil
}

// covers reports whether it writes what another one deletes.
func (w *written) covers(gone *written) bool {
	for name, literal := range gone.key {
		if w.key[name] != literal {
			return false
		}
	}
	for name, literal := range gone.elements {
		if w.elements[name] != literal {
			return false
		}
	}
	isIn := func(name string) bool { _, is := w.columns[name]; return is }
	for name := range gone.columns {
		if isIn(name) {
			return true
		}
	}
	return len(gone.columns) == 0
}

// writtenBy returns the values that a run of a statement writes.
func (x *execution) writtenBy(s *write.Statement, one run) (*written, error) {
	out := &written{map[string]string{}, map[string]string{}, map[string]string{}}
	t := x.table(s.Table)
	put := func(column, literal string, isElement bool) {
		switch {
		case t.column(column).inKey():
			out.key[column] = literal
		case isElement:
			out.elements[column] = literal
		default:
			out.columns[column] = literal
		}
	}
	for i, m := range markersOf(s) {
		if m.isIf || i >= len(s.Values) {
			continue
		}
		literal, err := x.literalOf(s, m, s.Values[i], one)
		if err != nil {
			return nil, err
		}
		put(m.column, literal, m.element)
	}
	for _, column := range deletedBy(s) {
		put(column, "", false)
	}
	for column, value := range literalsOf(s) {
		put(column, literalOfConstant(value), false)
	}
	return out, nil
}

func literalOfConstant(v access.Value) string {
	if v.Kind == access.String {
		return "'" + v.Text + "'"
	}
	return v.Text
}

func deletedBy(s *write.Statement) (names []string) {
	if s.Write.Delete != nil {
		for _, d := range s.Write.Delete.Columns {
			names = append(names, d.Column)
		}
	}
	return names
}

// literalsOf returns the columns that a statement compares with constants, or sets to them.
func literalsOf(s *write.Statement) map[string]access.Value {
	found := map[string]access.Value{}
	var where []access.Condition
	switch w := s.Write; {
	case w.Insert != nil:
		for i, column := range w.Insert.Columns {
			found[column] = w.Insert.Values[i]
		}
	case w.Update != nil:
		where = w.Update.Where
	case w.Delete != nil:
		where = w.Delete.Where
	}
	for _, c := range where {
		found[c.Columns[0]] = c.Values[0]
	}
	for column, v := range found {
		if v.Kind == access.Marker {
			delete(found, column)
		}
	}
	return found
}

// leftOf returns the runs that are left of a statement that leaves what others write.
func (x *execution) leftOf(plan *write.Plan, s *write.Statement, runs []run) ([]run, error) {
	var failed error
	return slices.DeleteFunc(runs, func(one run) bool {
		is, err := x.isWrittenElsewhere(plan, s, one)
		if err != nil {
			failed = err
		}
		return is
	}), failed
}
