package oracle

import (
	"errors"
	"fmt"
	"maps"
	"slices"

	"widerow/model"
	"widerow/model/write"
)

// readRows holds the rows that a read returned, each with the rows of earlier reads for which it ran.
type readRows struct {
	table *table
	rows  []readRow
	names []string
}

type readRow struct {
	values  map[string]value
	parents map[int]int
	// elements holds, of each value with several elements, the one for which the row was read.
	elements map[write.Value]value
}

// readFor runs a read, and keeps the rows that the plan says.
func (x *execution) readFor(step int, s *write.Statement, runs []run) error {
	t := x.table(s.Table)
	result := &readRows{table: t}
	var types []string
	for _, selector := range s.Select.Selectors {
		result.names = append(result.names, selector.Text)
		typ := ""
		if c := t.column(selector.Text); c != nil {
			typ = c.elementType()
		}
		types = append(types, typ)
	}
	x.reads[step] = result
	for _, one := range runs {
		text, err := x.text(s, one)
		if errors.Is(err, errNull) {
			continue // there is nothing to read
		}
		if err != nil {
			return err
		}
		x.log = append(x.log, text)
		rows, err := x.read(text, types)
		if err != nil {
			return err
		}
		for _, row := range rows {
			values := map[string]value{}
			for i, name := range result.names {
				values[name] = row[i]
			}
			if keeps, err := x.keeps(s, values, one); err != nil {
				return err
			} else if keeps && !t.isWithoutRow(values) {
				elements := maps.Clone(one.elements)
				maps.DeleteFunc(elements, func(v write.Value, _ value) bool { return v.Step == write.Computed }) // the row has its span
				result.rows = append(result.rows, readRow{values, one.rows, elements})
			}
		}
	}
	return nil
}

// isWithoutRow reports whether the server returns what is left of a partition without rows: the application drops it.
func (t *table) isWithoutRow(values map[string]value) bool {
	return slices.ContainsFunc(t.columns, func(c *tableColumn) bool {
		v, read := values[c.name]
		return c.role == model.Clustering && read && v.isNull()
	})
}

func (x *execution) keeps(s *write.Statement, values map[string]value, one run) (bool, error) {
	for _, keep := range s.Keep {
		has, read := values[keep.Column]
		if !read {
			return false, fmt.Errorf("the plan keeps rows by %s, which the statement does not return: %s", keep.Column, x.line(s))
		}
		want, err := x.valueFor(keep.Value, one, string(keep.Operator))
		if err != nil {
			return false, err
		}
		if len(want.parts) > 0 {
			if !slices.ContainsFunc(want.parts, func(part value) bool { return compareValues(has, part) == 0 }) {
				return false, nil
			}
			continue
		}
		order := compareValues(has, want)
		switch operator := string(keep.Operator); {
		case has.isNull(), operator == "=" && order != 0, operator[0] == '<' && order > 0, operator[0] == '>' && order < 0,
			(operator == "<" || operator == ">") && order == 0:
			return false, nil
		}
	}
	return true, nil
}
