package oracle

import (
	"slices"
	"strings"

	"widerow/model"
)

// bound is a condition with what it is compared with: one value, both ends of a range, or
// several values.
type bound struct {
	given  *model.Given
	values []value
}

// bounds chooses values for the conditions of a query: those of a choice, or near them.
func (w *world) bounds(p *path, query *model.Query, c choice) ([]bound, bool) {
	var bounds []bound
	for _, item := range model.Sorted(query.Given) {
		given := item.Value
		v := null
		if at := p.places(reference{given.Attribute, given.Participant}); len(at) > 0 {
			v = w.valueAt(c, at[0], given.Attribute)
		}
		if len(v.parts) > 0 {
			v = v.parts[w.random.IntN(len(v.parts))]
		}
		t, _ := w.m.AttributeType(given.Attribute)
		another := func() value {
			if isWhole(w.m, given.Attribute) {
				return w.compound(given.Attribute, w.m.AttributesOf(ownerOf(w.m, given.Attribute)), nil)
			}
			return valueOf(t.Unfrozen().Name, w.random.IntN(differentValues+1))
		}
		if v.isNull() {
			if given.Source != model.ConstantSource {
				return nil, false
			}
			v = another()
		}
		values := []value{v}
		switch {
		case given.Source == model.ConstantSource:
			values = constantsOf(given)
		case given.Operator == model.In:
			for range 2 {
				values = append(values, another())
			}
		case given.Operator == model.Range && len(given.Bounds.Operators()) == 2:
			values = append(values, another())
			slices.SortFunc(values, compareValues)
		case given.Operator == model.Prefix:
			values = []value{{literal: "'v'", text: "v"}}
		}
		if given.Operator == model.In {
			slices.SortFunc(values, compareValues)
			values = slices.CompactFunc(values, func(a, b value) bool { return a.text == b.text })
		}
		bounds = append(bounds, bound{given, values})
	}
	return bounds, true
}

// passes reports whether a value, or an element of it, meets a condition.
func (b *bound) passes(v value) bool {
	if len(v.parts) > 0 {
		return slices.ContainsFunc(v.parts, b.passes)
	}
	if v.isNull() {
		return false
	}
	switch b.given.Operator {
	case model.Range:
		for i, operator := range b.given.Bounds.Operators() {
			order := compareValues(v, b.values[i])
			if operator[0] == '>' && order < 0 || operator[0] == '<' && order > 0 || len(operator) == 1 && order == 0 {
				return false
			}
		}
		return true
	case model.Prefix:
		return strings.HasPrefix(v.text, b.values[0].text)
	}
	return slices.ContainsFunc(b.values, func(one value) bool { return compareValues(one, v) == 0 })
}
