package perform

import (
	"fmt"
	"maps"
	"slices"

	"widerow/model"
	"widerow/model/write"
)

// run is the input of one execution of a statement: a row of each read that it uses, by the step of the read, -1 for
// none; and one element of each value with several.
type run struct {
	rows     map[int]int
	elements map[string]string
}

func (r run) with(step, row int) run {
	rows := maps.Clone(r.rows)
	rows[step] = row
	return run{rows, r.elements}
}

// maxRuns bounds the executions of a statement.
const maxRuns = 500

// runs are the choices of rows and elements for which a statement runs.
func (p *Performance) runs(s *write.Statement) ([]run, error) {
	all, err := []run{{map[int]int{}, map[string]string{}}}, error(nil)
	for _, step := range stepsOf(s) {
		if p.State.Reads[step] == nil {
			return nil, fmt.Errorf("the plan takes values from step %d, which reads nothing", step+1)
		}
		if all, err = p.elements(s, all); err != nil { // a read may have found a row for one of them only
			return nil, err
		}
		var next []run
		for _, one := range all {
			next = append(next, p.rowsOf(s, step, one)...)
		}
		if all = next; len(all) > maxRuns {
			return nil, fmt.Errorf("a statement would run for %d rows: more than %d are for a program, not for a person", len(all), maxRuns)
		}
	}
	if all, err = p.elements(s, all); err != nil {
		return nil, err
	}
	return slices.DeleteFunc(all, func(one run) bool { return !p.isToRun(s, one) }), nil
}

// rowsOf continues a run with the rows of a read.
func (p *Performance) rowsOf(s *write.Statement, step int, one run) (next []run) {
	rows := p.rowsFor(step, one)
	switch {
	case slices.Contains(s.ForEach, step):
		for _, row := range rows {
			next = append(next, p.follow(one, step, row))
		}
	case len(rows) == 0:
		next = append(next, one.with(step, -1))
	default:
		for _, group := range p.byElement(step, rows) {
			next = append(next, p.follow(one, step, group[0]))
		}
	}
	return next
}

// byElement groups rows by the elements for which they were read: a statement runs for each.
func (p *Performance) byElement(step int, rows []int) (groups [][]int) {
	all := p.State.Reads[step].Rows
	for _, row := range rows {
		at := slices.IndexFunc(groups, func(group []int) bool { return maps.EqualFunc(all[group[0]].Elements, all[row].Elements, isSame) })
		if at < 0 {
			groups = append(groups, []int{row})
		} else {
			groups[at] = append(groups[at], row)
		}
	}
	return groups
}

// follow adds a row to a run with the rows that it was read for.
func (p *Performance) follow(one run, step, row int) run {
	one = one.with(step, row)
	read := p.State.Reads[step].Rows[row]
	for parent, at := range read.Parents {
		one = one.with(parent, at)
	}
	elements := maps.Clone(one.elements)
	maps.Copy(elements, read.Elements)
	return run{one.rows, elements}
}

// rowsFor are the rows of a read that fit those that a run has chosen.
func (p *Performance) rowsFor(step int, one run) (rows []int) {
	if row, chosen := one.rows[step]; chosen {
		if row < 0 {
			return nil
		}
		return []int{row}
	}
	for i, row := range p.State.Reads[step].Rows {
		fits := true
		for parent, at := range row.Parents {
			if other, chosen := one.rows[parent]; chosen && other != at {
				fits = false
			}
		}
		for of, element := range row.Elements {
			if other, chosen := one.elements[of]; chosen && !isSame(other, element) {
				fits = false
			}
		}
		if fits {
			rows = append(rows, i)
		}
	}
	return rows
}

// stepsOf are the reads that a statement rests on, in their order.
func stepsOf(s *write.Statement) []int {
	found := slices.Clone(s.ForEach)
	values := slices.Concat(s.Values, s.OnlyIf, s.Unless)
	for _, keep := range s.Keep {
		values = append(values, keep.Value)
	}
	for _, d := range s.Differs {
		values = append(values, d.Old, d.New)
	}
	for _, pair := range slices.Concat(s.Alike...) {
		values = append(values, pair[0], pair[1])
	}
	for _, v := range values {
		if v.Step >= 0 {
			found = append(found, v.Step)
		}
	}
	slices.Sort(found)
	return slices.Compact(found)
}

// elements repeats runs for each element of values with several.
func (p *Performance) elements(s *write.Statement, all []run) ([]run, error) {
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
			found, err := p.elementsOf(v, one)
			if err != nil {
				return nil, err
			}
			next = append(next, found...)
		}
		all = next
	}
	return all, nil
}

// elementsOf repeats a run for each element of a value, if it has chosen none.
func (p *Performance) elementsOf(v write.Value, one run) (next []run, err error) {
	if _, chosen := one.rows[v.Step]; v.Step >= 0 && !chosen {
		return []run{one}, nil
	}
	if _, chosen := one.elements[elementOf(v)]; chosen {
		return []run{one}, nil
	}
	whole, err := p.value(v, one, "")
	if err != nil {
		return nil, err
	}
	parts := partsOf(whole)
	if len(parts) == 0 && !isNull(whole) {
		parts = []string{whole} // the one that the update adds or removes
	}
	for _, part := range parts {
		elements := maps.Clone(one.elements)
		elements[elementOf(v)] = part
		next = append(next, run{one.rows, elements})
	}
	return next, nil
}

// elementOf identifies a value with several in all statements and columns.
func elementOf(v write.Value) string {
	return fmt.Sprintf("%d|%s|%s|%s|%s", v.Step, v.From, v.Attribute, v.Participant, v.Name)
}

// isToRun reports whether a statement runs: it has the values without which it does not, the old and the new row differ,
// and the row is stored at all.
func (p *Performance) isToRun(s *write.Statement, one run) bool {
	for _, v := range s.OnlyIf {
		if v.Step >= 0 && one.rows[v.Step] < 0 {
			return false
		}
		if v.From == "" && v.Step >= 0 {
			continue
		}
		if has, err := p.value(v, one, ""); err == nil && isNull(has) {
			return false
		}
	}
	for _, v := range s.Unless {
		if has, err := p.value(v, one, ""); err != nil || !isNull(has) {
			return false
		}
	}
	isOther := func(a, b write.Value) bool {
		first, err := p.value(a, one, "")
		second, err2 := p.value(b, one, "")
		return err != nil || err2 != nil || !isSame(first, second)
	}
	if len(s.Differs) > 0 && !slices.ContainsFunc(s.Differs, func(d write.Difference) bool { return isOther(d.Old, d.New) }) ||
		slices.ContainsFunc(s.Same, func(pair [2]write.Value) bool { return isOther(pair[0], pair[1]) }) {
		return false
	}
	return !p.lacksKey(s, one)
}

// lacksKey reports that the key of a row lacks a value, so that there is no row.
func (p *Performance) lacksKey(s *write.Statement, one run) bool {
	for i, m := range markersOf(s) {
		column := columnOf(s.Access, m.column)
		if i >= len(s.Values) || column == nil || !column.Role.InKey() || s.Values[i].Step < write.Given || p.identifies(s.Values[i]) {
			continue
		}
		if v, err := p.value(s.Values[i], one, m.operator); err == nil && isNull(v) {
			return true
		}
	}
	return false
}

// identifies reports whether a value is a part of the identity of an instance.
func (p *Performance) identifies(v write.Value) bool {
	element, _ := p.model.Element(v.Attribute)
	attribute, is := element.Value.(*model.Attribute)
	return is && attribute.Key != model.NoKey
}
