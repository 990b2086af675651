package oracle

import (
	"fmt"
	"slices"
	"strings"
	"widerow/cql/print"
	"widerow/model"
	"widerow/model/access"
	"widerow/model/proof"
)

// selected is the result of a selector of a statement.
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
		for _, c := range s.table(j.Table).columns {
			if c.source == "" || !slices.Contains(j.Spread.Columns, c.name) {
				continue
			}
			spans, err := s.spans(j, c)
			if err != nil {
				return returned{}, err
			}
			runs = nil
			for _, span := range spans {
				runs = append(runs, append(slices.Clone(bounds), bound{&model.Given{Name: c.name}, []value{span}}))
			}
		}
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
	text := strings.TrimSuffix(strings.TrimSpace(print.SelectText(j.Access, j.Select)), ";")
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
	if v, computed := s.computed(j, column, bounds); computed {
		return v.literal, nil
	}
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
