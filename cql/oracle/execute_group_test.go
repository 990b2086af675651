package oracle

import "widerow/model/write"

// computedFor is the value that an application computes of a group: the right one of the row that a run
// writes, so that a plan is judged by the groups that it computes.
func (x *execution) computedFor(s *write.Statement, c *tableColumn, one run) (value, error) {
	row, err := x.afterwards(s, one)
	if row == nil {
		return null, err
	}
	return row[c.name], err
}

// inGroups are the runs whose groups are in the state in which a statement runs.
func (x *execution) inGroups(s *write.Statement, runs []run) (found []run, err error) {
	for _, one := range runs {
		row, err := x.afterwards(s, one)
		if err != nil {
			return nil, err
		}
		if (row == nil) == (s.IfGroup == write.EmptyGroup) {
			found = append(found, one)
		}
	}
	return found, nil
}

// afterwards is the row that a run writes as it should be after the update, nil for none.
func (x *execution) afterwards(s *write.Statement, one run) (storedRow, error) {
	t := x.table(s.Table)
	key := map[string]string{}
	for i, m := range markersOf(s) {
		if t.column(m.column).inKey() && !m.isIf {
			literal, err := x.literalOf(s, m, s.Values[i], one)
			if err != nil {
				return nil, err
			}
			key[m.column] = literal
		}
	}
	for column, constant := range literalsOf(s) {
		if t.column(column).inKey() {
			key[column] = literalOfConstant(constant)
		}
	}
	content, err := x.contentOf(x.after, t)
	if err != nil {
		return nil, err
	}
	for _, row := range content.rows {
		fits := true
		for column, literal := range key {
			fits = fits && row[column].literal == literal
		}
		if fits {
			return row, nil
		}
	}
	return nil, nil
}
