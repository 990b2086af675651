package oracle

import (
	"fmt"
	"slices"
	"strings"

	"widerow/cql"
	"widerow/model"
	"widerow/model/access"
	"widerow/model/mapping"
	"widerow/model/proof"
)

// site is a domain whose tables are on a cluster, filled from a world.
type site struct {
	*domain
	*cluster
	derivation *mapping.Derivation
	world      *world
	// unclear says why tables are not judged.
	unclear map[model.ID]error
	wrong   map[model.ID]bool // the queries whose answers are wrong
}

// selected is what a selector of a statement returns.
type selected struct {
	column   *tableColumn // nil for a count of rows
	function string
}

// returned are rows of the application: its values by selector, in the order in which it has them.
type returned struct {
	selectors []selected
	rows      [][]value
}

// run carries out the statement of a judgement with the values of conditions, as the
// application would.
func (s *site) answerOf(best *proof.Judgement, query *model.Query, bounds []bound) (returned, error) {
	first, err := s.runSpread(best, bounds)
	if err != nil {
		return first, err
	}
	for i := range best.Lookups {
		if first, err = s.lookUp(first, best, &best.Lookups[i], bounds); err != nil {
			return first, err
		}
	}
	if best.Spread != nil && best.Spread.Combines {
		if first, err = combine(first); err != nil {
			return first, err
		}
	}
	var columns []access.Order
	limit := 0
	switch {
	case best.Sort != nil:
		columns, limit = best.Sort.Columns, best.Sort.Limit
	case best.Spread != nil && !best.Spread.InOrder:
		columns, limit = best.Spread.Merge, best.Spread.Limit
	case best.Spread != nil:
		limit = best.Spread.Limit
	}
	if len(columns) > 0 {
		if err := s.sort(first, columns); err != nil {
			return first, err
		}
	}
	limit = max(limit, best.Limit)
	if limit > 0 && len(first.rows) > limit {
		first.rows = first.rows[:limit]
	}
	return first, nil
}

// sort sorts rows by columns.
func (s *site) sort(r returned, order []access.Order) error {
	var at []int
	var descending []bool
	for _, by := range order {
		i := slices.IndexFunc(r.selectors, func(one selected) bool {
			return one.column != nil && one.column.name == by.Column && one.function == ""
		})
		if i < 0 {
			return fmt.Errorf("the application sorts by %s, which the statement does not return", by.Column)
		}
		at, descending = append(at, i), append(descending, by.Descending)
	}
	slices.SortStableFunc(r.rows, func(a, b []value) int {
		for i, column := range at {
			if order := compareValues(a[column], b[column]); order != 0 {
				if descending[i] {
					return -order
				}
				return order
			}
		}
		return 0
	})
	return nil
}

// runSpread runs a statement once, or once for each value of an IN or of what else it is spread over.
func (s *site) runSpread(j *proof.Judgement, bounds []bound) (returned, error) {
	runs := [][]bound{bounds}
	if j.Spread != nil {
		for at, b := range bounds {
			if b.given.Operator != model.In || !slices.ContainsFunc(j.Spread.Columns, func(name string) bool { return s.isOf(j, name, b.given) }) {
				continue
			}
			var next [][]bound
			for _, run := range runs {
				values := slices.Clone(b.values)
				if slices.ContainsFunc(j.Spread.Merge, func(by access.Order) bool { return by.Descending && s.isOf(j, by.Column, b.given) }) {
					slices.Reverse(values) // the runs are in the order of the query
				}
				for _, v := range values {
					one := slices.Clone(run)
					one[at] = bound{b.given, []value{v}}
					next = append(next, one)
				}
			}
			runs = next
		}
	}
	var all returned
	for _, run := range runs {
		got, err := s.runOnce(j, func(condition *access.Condition) (string, error) { return s.literal(j, condition, run) })
		if err != nil {
			return all, err
		}
		all.selectors, all.rows = got.selectors, append(all.rows, got.rows...)
	}
	return all, nil
}

func (s *site) isOf(j *proof.Judgement, name string, given *model.Given) bool {
	c := s.table(j.Table).column(name)
	return c != nil && c.reference.of == given.Attribute && (c.reference.participant == given.Participant || given.Participant == "" || c.reference.participant == "") && c.aggregate == ""
}

func (c *cluster) table(id model.ID) *table {
	for _, t := range c.tables {
		if t.id == id {
			return t
		}
	}
	return nil
}

// runOnce runs a statement with literals for its markers.
func (s *site) runOnce(j *proof.Judgement, literal func(*access.Condition) (string, error)) (returned, error) {
	text := strings.TrimSuffix(strings.TrimSpace(cql.SelectText(j.Access, j.Select)), ";")
	for i := range j.Select.Where {
		condition := &j.Select.Where[i]
		for k := range condition.Values {
			if condition.Values[k].Kind != access.Marker {
				continue
			}
			bound, err := literal(condition)
			if err != nil {
				return returned{}, err
			}
			text = strings.Replace(text, "?", bound, 1)
		}
	}
	r := returned{}
	var types []string
	for i := range j.Select.Selectors {
		one := s.selector(j, &j.Select.Selectors[i])
		typ := ""
		if one.column != nil && (one.function == "" || one.function == "min" || one.function == "max") {
			typ = one.column.elementType()
		}
		r.selectors, types = append(r.selectors, one), append(types, typ)
	}
	rows, err := s.read(text, types)
	r.rows = rows
	return r, err
}

func (s *site) selector(j *proof.Judgement, v *access.Value) selected {
	switch {
	case v.Kind == access.Function && v.Text == "count_rows":
		return selected{nil, "count"}
	case (v.Kind == access.Function || v.Kind == access.CastFunction) && len(v.Values) > 0:
		inner := s.selector(j, &v.Values[0])
		if v.Kind == access.Function {
			inner.function = v.Text
		}
		return inner
	}
	return selected{s.table(j.Table).column(v.Text), ""}
}

// literal is the value of a condition of a statement.
func (s *site) literal(j *proof.Judgement, condition *access.Condition, bounds []bound) (string, error) {
	column := condition.Columns[0]
	for _, exact := range []bool{true, false} {
		for _, b := range bounds {
			if !s.isOf(j, column, b.given) || exact && s.table(j.Table).column(column).reference.participant != b.given.Participant {
				continue
			}
			return b.literal(condition), nil
		}
	}
	if c := s.table(j.Table).column(column); c.isUnknown() {
		return bucketValue(c.typ).literal, nil
	}
	return "", fmt.Errorf("%s has a marker for %s, which the query does not give", j.Access.Name, column)
}

func (b *bound) literal(condition *access.Condition) string {
	switch {
	case condition.Operator == access.In:
		var literals []string
		for _, v := range b.values {
			literals = append(literals, v.literal)
		}
		return "(" + strings.Join(literals, ", ") + ")"
	case b.given.Operator == model.Prefix && strings.HasPrefix(string(condition.Operator), "<"):
		last := b.values[0].text
		return "'" + last[:len(last)-1] + string(last[len(last)-1]+1) + "'"
	case strings.HasPrefix(string(condition.Operator), "<"):
		return b.values[len(b.values)-1].literal
	}
	return b.values[0].literal
}

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
			if c := r.selectors[place].column; c != nil && c.collects() && r.selectors[place].function == "" && len(row[place].parts) > 0 {
				values = row[place].parts
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
