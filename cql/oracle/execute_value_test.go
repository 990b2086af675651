package oracle

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"widerow/model"
	"widerow/model/write"
)

// value is the value that the plan says.
func (x *execution) value(v write.Value, one run) (value, error) {
	if v.Element {
		if element, chosen := one.elements[elementOf(v)]; chosen {
			return element, nil
		}
	}
	switch {
	case v.Step >= 0:
		row, chosen := one.rows[v.Step]
		if !chosen || row < 0 {
			return null, nil
		}
		has, read := x.reads[v.Step].rows[row].values[v.From]
		if !read {
			return null, fmt.Errorf("step %d does not read %s", v.Step, v.From)
		}
		return has, nil
	case v.Step == write.Given:
		r := reference{v.Attribute, v.Participant}
		if p := x.parameterOf(r, v.New || x.update.Kind == model.Insert); p != nil {
			return p.value, nil
		}
		return null, fmt.Errorf("the update does not give %s %s", v.Name, x.m.Title(v.Participant))
	}
	return null, fmt.Errorf("the plan does not say where %s comes from", v.Column)
}

// parameterOf finds what the application knows of an attribute: a value that it writes if isNew,
// else one that is given.
func (x *execution) parameterOf(r reference, isNew bool) *parameter {
	for _, exact := range []bool{true, false} {
		for _, want := range []bool{isNew, !isNew} {
			var found []*parameter
			for i := range x.parameters {
				p := &x.parameters[i]
				if p.of == r.of && p.isNew == want && (p.reference == r || !exact) {
					found = append(found, p)
				}
			}
			if len(found) == 1 || len(found) > 1 && !slices.ContainsFunc(found, func(p *parameter) bool { return p.value.text != found[0].value.text }) {
				return found[0]
			}
		}
	}
	return nil
}

func (x *execution) text(s *write.Statement, one run) (string, error) {
	text := x.line(s)
	markers := markersOf(s)
	if len(markers) != len(s.Values) {
		return "", fmt.Errorf("%d markers, %d values: %s", len(markers), len(s.Values), text)
	}
	var out strings.Builder
	for i, m := range markers {
		literal, err := x.literalOf(s, m, s.Values[i], one)
		if err != nil {
			return "", err
		}
		before, after, _ := strings.Cut(text, "?")
		out.WriteString(before + literal)
		text = after
	}
	return out.String() + text, nil
}

// identifies reports whether a column has a part of the identity of an instance.
func (x *execution) identifies(c *tableColumn) bool {
	element, _ := x.m.Element(c.reference.of)
	attribute, is := element.Value.(*model.Attribute)
	return is && attribute.Key != model.NoKey
}

// errNull is what Cassandra says of a null in a key.
var errNull = errors.New("invalid null value in condition")

// literalOf is the literal for a marker.
func (x *execution) literalOf(s *write.Statement, m marker, from write.Value, one run) (string, error) {
	c := x.table(s.Table).column(m.column)
	if c == nil {
		return "", fmt.Errorf("there is no column %s", m.column)
	}
	if from.Column != m.column {
		return "", fmt.Errorf("a value of %s for the marker of %s: %s", from.Column, m.column, x.line(s))
	}
	var v value
	var err error
	whole, isWhole := x.whole[c.reference.of]
	switch {
	case from.Step == write.Computed && c.isUnknown():
		return bucketValue(c.typ).literal, nil
	case from.Step == write.Computed && isWhole:
		v = whole
	case from.Step == write.Computed && c.typ.IsCounter():
		return "1", nil
	default:
		if v, err = x.value(from, one); err != nil {
			return "", fmt.Errorf("%w: %s", err, x.line(s))
		}
		if isWhole && m.isNew && !m.element && !c.inKey() && from.Step >= 0 && x.isComputed(c) {
			v = whole // from the old one that was read
		}
	}
	literal := v.literal
	kind := c.typ.Unfrozen().Kind
	switch {
	case v.isNull() && (!m.isNew || c.inKey()):
		return "", fmt.Errorf("%w for column %s: %s", errNull, m.column, x.line(s))
	case v.isNull():
		return "null", nil
	case m.field != "":
		return literal, nil
	case m.in:
		return "(" + literal + ")", nil
	case m.element && !m.key && kind == model.ListType && literal[0] != '[':
		return "[" + literal + "]", nil
	case m.element && !m.key && kind == model.SetType && len(v.parts) == 0:
		return "{" + literal + "}", nil
	case kind == model.ListType && literal[0] == '{':
		return "[" + literal[1:len(literal)-1] + "]", nil
	case c.collects() && !m.element && kind == model.SetType && len(v.parts) == 0:
		return "{" + literal + "}", nil
	}
	return literal, nil
}

// isComputed reports whether the application computes the whole value of a column from what it has
// read: with a new part, or with an element more or less.
func (x *execution) isComputed(c *tableColumn) bool {
	for _, write := range x.update.Writes {
		if write.Element == c.reference.of {
			return c.multi && x.update.Kind != model.Change
		}
	}
	return true
}
