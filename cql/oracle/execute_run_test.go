package oracle

import (
	"fmt"
	"maps"
	"slices"

	"widerow/model/write"
)

// run holds the input of one execution of a statement: a row of each read that it uses, by the
// step of the read, -1 for none; and one element of each value with several.
type run struct {
	rows     map[int]int
	elements map[write.Value]value
}

func (r run) with(step, row int) run {
	rows := maps.Clone(r.rows)
	rows[step] = row
	return run{rows, r.elements}
}

// runs are the choices of rows and elements for which a statement runs.
func (x *execution) runs(s *write.Statement) ([]run, error) {
	all, err := []run{{map[int]int{}, map[write.Value]value{}}}, error(nil)
	for _, step := range x.steps(s) {
		if step >= len(x.reads) || x.reads[step] == nil {
			return nil, fmt.Errorf("the plan takes values from step %d, which reads nothing: %s", step, x.line(s))
		}
		if all, err = x.elements(s, all); err != nil { // a read may have found a row for one of them only
			return nil, err
		}
		each := slices.Contains(s.ForEach, step)
		var next []run
		for _, one := range all {
			rows := x.rowsFor(step, one)
			switch {
			case each:
				for _, row := range rows {
					next = append(next, x.follow(one, step, row))
				}
			case len(rows) == 0:
				next = append(next, one.with(step, -1))
			default:
				for _, group := range x.byElement(step, rows) {
					if !x.areAlike(s, step, group) {
						return nil, fmt.Errorf("step %d finds several rows, and the plan takes one: %s", step, x.line(s))
					}
					next = append(next, x.follow(one, step, group[0]))
				}
			}
		}
		all = next
	}
	if all, err = x.elements(s, all); err == nil {
		all, err = x.overSpans(s, all)
	}
	return slices.DeleteFunc(all, func(one run) bool { return err == nil && !x.isToRun(s, one) }), err
}

// overSpans repeats runs for each span of a table of which the plan does not say which one is meant.
func (x *execution) overSpans(s *write.Statement, all []run) ([]run, error) {
	t := x.table(s.Table)
	for _, c := range t.columns {
		if c.source == "" || !slices.Contains(s.Each, c.name) || slices.ContainsFunc(s.Values, func(v write.Value) bool { return v.Column == c.source }) {
			continue
		}
		rows, err := x.dump(t)
		if err != nil {
			return nil, err
		}
		spans := map[string]value{}
		for _, row := range rows {
			span := c.inType(spanOf(c.name, row[c.source]))
			spans[span.text] = span
		}
		var next []run
		for _, one := range all {
			for _, span := range spans {
				elements := maps.Clone(one.elements)
				elements[spanIn(c)] = span
				next = append(next, run{one.rows, elements})
			}
		}
		all = next
	}
	return all, nil
}

// spanIn returns the key under which a run keeps the span of a bucket column.
func spanIn(c *tableColumn) write.Value { return write.Value{Column: c.name, Step: write.Computed} }

// byElement groups rows by the elements for which they were read: a statement runs for each.
func (x *execution) byElement(step int, rows []int) [][]int {
	var groups [][]int
	for _, row := range rows {
		at := slices.IndexFunc(groups, func(group []int) bool {
			return maps.EqualFunc(x.reads[step].rows[group[0]].elements, x.reads[step].rows[row].elements, func(a, b value) bool { return a.text == b.text })
		})
		if at < 0 {
			groups = append(groups, []int{row})
		} else {
			groups[at] = append(groups[at], row)
		}
	}
	return groups
}

// areAlike reports whether rows have the same values of what a statement takes from them.
func (x *execution) areAlike(s *write.Statement, step int, rows []int) bool {
	for _, v := range s.Values {
		for _, row := range rows[1:] {
			if v.Step == step && x.reads[step].rows[row].values[v.From].text != x.reads[step].rows[rows[0]].values[v.From].text {
				return false
			}
		}
	}
	return true
}

// follow adds a row to a run with the rows that it was read for.
func (x *execution) follow(one run, step, row int) run {
	one = one.with(step, row)
	for parent, at := range x.reads[step].rows[row].parents {
		one = one.with(parent, at)
	}
	elements := maps.Clone(one.elements)
	maps.Copy(elements, x.reads[step].rows[row].elements)
	return run{one.rows, elements}
}

// rowsFor are the rows of a read that fit those that a run has chosen.
func (x *execution) rowsFor(step int, one run) []int {
	if row, chosen := one.rows[step]; chosen {
		if row < 0 {
			return nil
		}
		return []int{row}
	}
	var rows []int
	for i, row := range x.reads[step].rows {
		fits := true
		for parent, at := range row.parents {
			if other, chosen := one.rows[parent]; chosen && other != at {
				fits = false
			}
		}
		for of, element := range row.elements {
			if other, chosen := one.elements[of]; chosen && other.text != element.text {
				fits = false
			}
		}
		if fits {
			rows = append(rows, i)
		}
	}
	return rows
}

// steps are the reads that a statement rests on, the last ones first: their rows say for which
// rows of others they were read.
func (x *execution) steps(s *write.Statement) []int {
	found := slices.Clone(s.ForEach)
	add := func(v write.Value) {
		if v.Step >= 0 && !slices.Contains(found, v.Step) {
			found = append(found, v.Step)
		}
	}
	for _, v := range slices.Concat(s.Values, s.OnlyIf, s.Unless) {
		add(v)
	}
	for _, keep := range s.Keep {
		add(keep.Value)
	}
	for _, d := range s.Differs {
		add(d.Old)
		add(d.New)
	}
	for _, pair := range slices.Concat(s.Alike...) {
		add(pair[0])
		add(pair[1])
	}
	slices.Sort(found)
	return slices.Compact(found)
}

// elements repeats runs for each element of values with several.
func (x *execution) elements(s *write.Statement, all []run) ([]run, error) {
	values := slices.Clone(s.Values)
	for _, keep := range s.Keep {
		values = append(values, keep.Value)
	}
	for _, v := range values {
		if !v.Element {
			continue
		}
		var next []run
		for _, one := range all {
			if _, chosen := one.rows[v.Step]; v.Step >= 0 && !chosen {
				next = append(next, one)
				continue
			}
			whole, err := x.value(v, one)
			if err != nil {
				return nil, err
			}
			parts := whole.parts
			if len(parts) == 0 && !whole.isNull() {
				parts = []value{whole} // the one that the update adds or removes
			}
			if _, chosen := one.elements[elementOf(v)]; chosen {
				next = append(next, one)
				continue
			}
			for _, part := range parts {
				elements := maps.Clone(one.elements)
				elements[elementOf(v)] = part
				next = append(next, run{one.rows, elements})
			}
		}
		all = next
	}
	return all, nil
}

// elementOf identifies a value with several in all statements and columns.
func elementOf(v write.Value) write.Value {
	v.Column, v.New = "", false
	return v
}

// isToRun reports whether a statement runs: it has the values without which it does not, the old
// and the new row differ, and the row is stored at all.
func (x *execution) isToRun(s *write.Statement, one run) bool {
	for _, v := range s.OnlyIf {
		if v.Step >= 0 && one.rows[v.Step] < 0 {
			return false
		}
		if v.From == "" && v.Step >= 0 {
			continue
		}
		if has, err := x.value(v, one); err == nil && has.isNull() {
			return false
		}
	}
	for _, v := range s.Unless {
		if has, err := x.value(v, one); err != nil || !has.isNull() {
			return false
		}
	}
	isOther := func(a, b write.Value) bool {
		first, err := x.value(a, one)
		second, err2 := x.value(b, one)
		return err != nil || err2 != nil || first.text != second.text
	}
	if len(s.Differs) > 0 && !slices.ContainsFunc(s.Differs, func(d write.Difference) bool { return isOther(d.Old, d.New) }) ||
		slices.ContainsFunc(s.Same, func(pair [2]write.Value) bool { return isOther(pair[0], pair[1]) }) {
		return false
	}
	t := x.table(s.Table)
	for i, m := range markersOf(s) {
		if c := t.column(m.column); i < len(s.Values) && c != nil && c.inKey() && !x.identifies(c) && s.Values[i].Step >= write.Given {
			if v, err := x.value(s.Values[i], one); err == nil && v.isNull() {
				return false // a row whose key lacks a value is not stored
			}
		}
	}
	return true
}
