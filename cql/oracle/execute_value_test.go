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
func (x *execution) value(v write.Value, one run) (value, error) { return x.valueFor(v, one, "") }

// areOne reports whether an instance of a row is the one that the update changes: all pairs are equal.
func (x *execution) areOne(pairs [][2]write.Value, one run) (bool, error) {
	for _, pair := range pairs {
		first, err := x.value(pair[0], one)
		if err != nil {
			return false, err
		}
		whole := pair[1]
		if whole.Step == write.Given {
			whole.Element = false // any of them
		}
		second, err := x.value(whole, one)
		if err != nil {
			return false, err
		}
		isIn := slices.ContainsFunc(second.parts, func(part value) bool { return part.text == first.text })
		if first.isNull() || first.text != second.text && !isIn {
			return false, nil
		}
	}
	return true, nil
}

// valueFor is one that is compared by an operator: an end of a range.
func (x *execution) valueFor(v write.Value, one run, operator string) (value, error) {
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
		if p := x.parameterOf(r, v.New || x.update.Kind == model.Insert, operator); p != nil {
			return p.value, nil
		}
		return null, fmt.Errorf("the update does not give %s %s", v.Name, x.m.Title(v.Participant))
	}
	return null, fmt.Errorf("the plan does not say where %s comes from", v.Column)
}

// parameterOf finds what the application knows of an attribute: a value that it writes if isNew,
// else one that is given.
func (x *execution) parameterOf(r reference, isNew bool, operator string) *parameter {
	for _, exact := range []bool{true, false} {
		for _, want := range []bool{isNew, !isNew} {
			var found []*parameter
			for i := range x.parameters {
				p := &x.parameters[i]
				if p.of == r.of && p.isNew == want && (p.operator == "" || p.operator == operator) && (p.reference == r || !exact) {
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
	plain := len(slices.DeleteFunc(slices.Clone(markers), func(m marker) bool { return m.isIf }))
	saysIf := len(s.Values) == len(markers)
	if plain != len(s.Values) && !saysIf {
		return "", fmt.Errorf("%d markers, %d values: %s", plain, len(s.Values), text)
	}
	var out strings.Builder
	for i, m := range markers {
		literal, err := "", error(nil)
		if m.isIf && !saysIf {
			literal, err = x.expected(s, m)
		} else {
			literal, err = x.literalOf(s, m, s.Values[i], one)
		}
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

// errNull stands for Cassandra's error about a null in a key.
var errNull = errors.New("invalid null value in condition")

// expected is the literal that a lightweight transaction compares a column with: what the update is given, or the
// value that the application has read.
func (x *execution) expected(s *write.Statement, m marker) (string, error) {
	c := x.table(s.Table).column(m.column)
	if p := x.parameterOf(c.reference, false, m.operator); p != nil && !p.isNew {
		return p.value.literal, nil
	}
	if old, known := x.old[c.reference.of]; known {
		return old.literal, nil
	}
	return "", fmt.Errorf("the plan does not say what %s must be: %s", m.column, x.line(s))
}

// spanFor is the value of a bucket that the application computes from another value of the statement.
func (x *execution) spanFor(s *write.Statement, c *tableColumn, one run) (value, error) {
	if span, chosen := one.elements[spanIn(c)]; chosen {
		return span, nil
	}
	for _, from := range s.Values {
		if from.Column != c.source {
			continue
		}
		from, err := x.oldOrNew(s, from, one)
		if err != nil {
			return null, err
		}
		v, err := x.valueFor(from, one, "=")
		return c.inType(spanOf(c.name, v)), err
	}
	return null, fmt.Errorf("the plan does not say of what %s is the %s: %s", c.source, c.name, x.line(s))
}

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
	case from.Step == write.Computed && c.source != "":
		if v, err = x.spanFor(s, c, one); err != nil {
			return "", err
		}
	case from.Step == write.Computed && c.isUnknown():
		return bucketValue(c.typ).literal, nil
	case from.Step == write.Computed && c.typ.IsCounter():
		return "1", nil
	case from.Step == write.Computed && (c.aggregate != "" || c.collects() && (!isWhole || !c.multi)): // or the values of several instances
		if v, err = x.computedFor(s, c, one); err != nil {
			return "", err
		}
	case from.Step == write.Computed && isWhole:
		v = whole
	default:
		if from, err = x.oldOrNew(s, from, one); err != nil {
			return "", fmt.Errorf("%w: %s", err, x.line(s))
		}
		if v, err = x.valueFor(from, one, m.operator); err != nil {
			return "", fmt.Errorf("%w: %s", err, x.line(s))
		}
		if isWhole && m.isNew && !m.element && !c.inKey() && from.Step >= 0 && x.isComputed(c) {
			v = whole // from the old one that was read
		}
	}
	if v.isNull() && !m.isIf && (!m.isNew || c.inKey()) {
		return "", fmt.Errorf("%w for column %s: %s", errNull, m.column, x.line(s))
	}
	return m.literal(c, v), nil
}

// oldOrNew returns the new value for an old one of the changed instance, as the plan says.
func (x *execution) oldOrNew(s *write.Statement, from write.Value, one run) (write.Value, error) {
	if from.NewIf == 0 {
		return from, nil
	}
	is, err := x.areOne(s.Alike[from.NewIf-1], one)
	if is {
		from.Step, from.From, from.New, from.Element, from.Participant = write.Given, "", true, false, ""
	}
	return from, err
}

// literal is a value as a marker of a column takes it.
func (m marker) literal(c *tableColumn, v value) string {
	kind := c.typ.Unfrozen().Kind
	switch {
	case v.isNull():
		return "null"
	case m.field != "":
		return v.literal
	case m.in:
		return "(" + v.literal + ")"
	case m.element && !m.key && kind == model.ListType && v.literal[0] != '[':
		return "[" + v.literal + "]"
	case m.element && !m.key && kind == model.SetType && len(v.parts) == 0:
		return "{" + v.literal + "}"
	case kind == model.ListType && v.literal[0] == '{':
		return "[" + v.literal[1:len(v.literal)-1] + "]"
	case c.collects() && !m.element && kind == model.SetType && len(v.parts) == 0:
		return "{" + v.literal + "}"
	}
	return v.literal
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
