package oracle

import (
	"fmt"
	"slices"

	"widerow/model"
	"widerow/model/access"
	"widerow/model/proof"
)

// lookUp runs a further statement and joins its rows with those that the application has.
func (s *site) lookUp(first returned, best *proof.Judgement, l *proof.Lookup, bounds []bound) (returned, error) {
	if l.Union {
		more, err := s.runSpread(&l.Judgement, bounds)
		if err != nil {
			return first, err
		}
		for _, row := range more.rows {
			made := make([]value, len(first.selectors))
			for i := range made {
				made[i] = null
				for k := range more.selectors {
					if sameSelected(first.selectors[i], more.selectors[k]) {
						made[i] = row[k]
					}
				}
			}
			first.rows = append(first.rows, made)
		}
		return first, nil
	}
	made := returned{}
	for _, row := range first.rows {
		got, err := s.runOnce(&l.Judgement, func(condition *access.Condition) (string, error) {
			for _, source := range l.Sources {
				if source.Column != condition.Columns[0] || source.FromQuery {
					continue
				}
				for i, one := range first.selectors {
					if one.column != nil && one.function == "" && one.column == s.table(source.Table).column(source.From) {
						return row[i].literal, nil
					}
				}
				return "", fmt.Errorf("a lookup needs %s, which no statement returns", source.From)
			}
			return s.literal(&l.Judgement, condition, bounds)
		})
		if err != nil {
			return first, err
		}
		if made.selectors == nil {
			made.selectors = append(slices.Clone(first.selectors), got.selectors...)
		}
		found := false
		for _, extra := range got.rows {
			if joins(l.Join, first.selectors, row, got.selectors, extra) {
				made.rows, found = append(made.rows, append(slices.Clone(row), extra...)), true
			}
		}
		if !found {
			made.rows = append(made.rows, append(slices.Clone(row), slices.Repeat([]value{null}, len(got.selectors))...))
		}
	}
	if made.selectors == nil {
		return first, nil
	}
	return made, nil
}

func sameSelected(a, b selected) bool {
	return a.function == b.function && (a.column == b.column || a.column != nil && b.column != nil && a.column.reference == b.column.reference && a.column.aggregate == b.column.aggregate)
}

func joins(names []string, selectors []selected, row []value, others []selected, extra []value) bool {
	for _, name := range names {
		for i, one := range selectors {
			for k, other := range others {
				if one.column != nil && other.column != nil && one.column.name == name && other.column.name == name && row[i].text != extra[k].text {
					return false
				}
			}
		}
	}
	return true
}

// combine adds up the groups that several statements return.
func combine(r returned) (returned, error) {
	made := returned{selectors: r.selectors}
	at := map[string]int{}
	for _, row := range r.rows {
		group := ""
		for i, one := range r.selectors {
			if one.function == "" && (one.column == nil || one.column.aggregate == "") {
				group += row[i].text + "|"
			}
		}
		known, has := at[group]
		if !has {
			at[group] = len(made.rows)
			made.rows = append(made.rows, slices.Clone(row))
			continue
		}
		for i, one := range r.selectors {
			function := one.function
			if function == "" && one.column != nil {
				function = string(one.column.aggregate)
			}
			if function == "" {
				continue
			}
			if function == "count" {
				function = "sum"
			}
			if function == "avg" {
				return made, fmt.Errorf("averages of several statements cannot be combined")
			}
			var both []value
			for _, v := range []value{made.rows[known][i], row[i]} {
				if !v.isNull() {
					both = append(both, v)
				}
			}
			made.rows[known][i] = computed(model.Aggregate(function), both)
		}
	}
	return made, nil
}

// valuesOf puts returned rows in the order of what the query finds. The values of a collection of
// instances are a row each.
func (s *site) valuesOf(r returned, finds []find) ([][]value, error) {
	var at []int
	for _, f := range finds {
		place := -1
		for _, exact := range []bool{true, false} {
			for i, one := range r.selectors {
				if place < 0 && one.returns(f, exact) {
					place = i
				}
			}
		}
		if place < 0 && f.aggregate == model.Avg {
			place = s.averageOf(&r, f)
		}
		if place < 0 {
			return nil, fmt.Errorf("no statement returns %s %s", f.aggregate, s.m.Title(f.of))
		}
		at = append(at, place)
	}
	var rows [][]value
	for _, row := range r.rows {
		made := [][]value{{}}
		for _, place := range at {
			values := []value{row[place]}
			if c := r.selectors[place].column; c != nil && c.collects() && r.selectors[place].function == "" {
				values = row[place].parts // none, if the row has none of the instances
			}
			var next [][]value
			for _, one := range made {
				for _, v := range values {
					next = append(next, append(slices.Clone(one), v))
				}
			}
			made = next
		}
		rows = append(rows, made...)
	}
	return rows, nil
}

// averageOf adds an average that the application divides.
func (s *site) averageOf(r *returned, f find) int {
	find := func(function string) int {
		return slices.IndexFunc(r.selectors, func(one selected) bool {
			return one.column != nil && one.column.reference.of == f.of && (one.function == function || one.function == "" && string(one.column.aggregate) == function)
		})
	}
	sum, count := find("sum"), find("count")
	if count < 0 {
		count = slices.IndexFunc(r.selectors, func(one selected) bool { return one.function == "count" })
	}
	if sum < 0 || count < 0 {
		return -1
	}
	r.selectors = append(r.selectors, selected{nil, "avg"})
	for i, row := range r.rows {
		average := null
		if !row[sum].isNull() && row[count].text != "0" {
			average = computedRatio(row[sum], row[count])
		}
		r.rows[i] = append(row, average)
	}
	return len(r.selectors) - 1
}

// returns reports whether a selector returns what a query finds.
func (one *selected) returns(f find, exact bool) bool {
	if one.column == nil {
		return f.aggregate == model.Count && one.function == "count"
	}
	isSame := one.column.reference.of == f.of && (one.column.reference.participant == f.participant || !exact)
	switch {
	case f.aggregate == "":
		return isSame && one.function == "" && one.column.aggregate == ""
	case one.column.aggregate == f.aggregate && (one.function == "" || one.function == "sum" && f.aggregate == model.Count):
		return isSame || f.aggregate == model.Count && !exact
	}
	return (isSame || !exact && f.aggregate == model.Count) && one.function == string(f.aggregate)
}
