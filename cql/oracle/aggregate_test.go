package oracle

import (
	"fmt"
	"math"
	"slices"
	"strconv"

	"widerow/model"
)

// groups evaluates a query with aggregates. once counts each instance once.
func (w *world) groups(p *path, query *model.Query, finds []find, matching []choice, once bool) []answerRow {
	grouped := slices.ContainsFunc(finds, func(f find) bool { return f.grouped })
	groups, order := map[string][]choice{}, []string{}
	for _, c := range matching {
		name, isNull := "", false
		for _, f := range finds {
			if f.grouped || !grouped && f.aggregate == "" {
				v := w.valueIn(p, c, f.reference)
				name, isNull = name+v.text+"|", isNull || v.isNull()
			}
		}
		if isNull && grouped {
			continue // a key needs a value
		}
		if groups[name] == nil {
			order = append(order, name)
		}
		groups[name] = append(groups[name], c)
	}
	var rows []answerRow
	for _, name := range order {
		row := answerRow{}
		for _, f := range finds {
			if f.aggregate == "" {
				row.values = append(row.values, w.valueIn(p, groups[name][0], f.reference))
				continue
			}
			row.values = append(row.values, w.aggregate(p, f, groups[name], once))
		}
		for _, item := range model.Sorted(query.SortBy) {
			row.sort = append(row.sort, w.valueIn(p, groups[name][0], reference{item.Value.Attribute, item.Value.Participant}))
		}
		rows = append(rows, row)
	}
	return rows
}

func (w *world) aggregate(p *path, f find, group []choice, once bool) value {
	var values []value
	seen := map[string]bool{}
	element, _ := w.m.Element(f.of)
	for _, c := range group {
		if element.Kind == model.AttributeKind {
			if v := w.valueIn(p, c, f.reference); !v.isNull() {
				who := ""
				if at := p.places(f.reference)[0]; at.atom >= 0 {
					who = fmt.Sprintf("%p", c.facts[at.atom])
				} else {
					who = fmt.Sprintf("%p", c.at[at.variable])
				}
				if !once || !seen[who] {
					values = append(values, v)
				}
				seen[who] = true
			}
			continue
		}
		who := ""
		for i, v := range p.variables {
			if v.root == rootOf(w.m, f.of) && (f.participant == "" || v.roles[f.participant]) {
				who = fmt.Sprintf("%p", c.at[i])
			}
		}
		for i, a := range p.atoms {
			if a.of == f.of {
				who = fmt.Sprintf("%p", c.facts[i])
			}
		}
		if !once || who == "" || !seen[who] {
			values = append(values, valueOf("int", 1))
		}
		seen[who] = true
	}
	return computed(f.aggregate, values)
}

// computed is the value of an aggregate.
func computed(function model.Aggregate, values []value) value {
	plain := func(number float64) value {
		text := strconv.FormatFloat(number, 'f', -1, 64)
		return value{literal: text, text: text}
	}
	if function == model.Count {
		return plain(float64(len(values)))
	}
	if len(values) == 0 {
		return null
	}
	sorted := slices.SortedFunc(slices.Values(values), compareValues)
	switch function {
	case model.Min:
		return sorted[0]
	case model.Max:
		return sorted[len(sorted)-1]
	}
	sum := 0.
	for _, v := range values {
		number, _ := strconv.ParseFloat(v.text, 64)
		sum += number
	}
	if function == model.Avg {
		sum /= float64(len(values))
	}
	return plain(sum)
}

// isSame reports whether two values are equal; numbers may differ by rounding.
func isSame(a, b value) bool {
	x, err := strconv.ParseFloat(a.text, 64)
	y, err2 := strconv.ParseFloat(b.text, 64)
	if err == nil && err2 == nil {
		return math.Abs(x-y) <= 1e-6*math.Max(1, math.Abs(x))
	}
	return a.text == b.text || a.isNull() && b.isNull()
}

func computedRatio(sum, count value) value {
	x, _ := strconv.ParseFloat(sum.text, 64)
	y, _ := strconv.ParseFloat(count.text, 64)
	text := strconv.FormatFloat(x/y, 'f', -1, 64)
	return value{literal: text, text: text}
}
