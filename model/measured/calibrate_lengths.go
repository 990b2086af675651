package measured

import (
	"fmt"
	"math"
	"strings"

	"widerow/model"
	"widerow/model/mapping"
	"widerow/model/sizing"
)

// mostFactor bounds the factor by which assumed lengths grow: beyond it something else is wrong.
const mostFactor = 50

// fitLengths multiplies the assumed lengths so that partitions of these rows have the
// bytes that were measured.
func (c *calibrator) fitLengths(rows model.Value) {
	bytes := c.figures.Mean()
	if bytes == 0 {
		return
	}
	options := sizing.Options{Formula: sizing.Disk, Derived: mapping.Followed(c.model)}
	document := withRows(c.model, c.id, rows)
	size := options.Of(document, c.id)
	if size.Err != nil {
		return
	}
	lengths, shared := c.lengthsOf(&size)
	if len(shared) > 0 {
		c.note("%s: assumed, too, and left as it is, since the type is not of this table alone.", strings.Join(shared, ", "))
	}
	if len(lengths) == 0 {
		if off := size.Typical.Bytes / bytes; off > 1.1 || off < 1/1.1 {
			c.note("No length is assumed that could be calibrated: with these rows the estimate is %.2f times what was measured.", off)
		}
		return
	}
	at := func(factor float64) float64 {
		options.Instead = map[sizing.Input]float64{}
		for _, length := range lengths {
			options.Instead[length.Input()] = c.lengthAt(length, factor)
		}
		sized := options.Of(document, c.id)
		return sized.Typical.Bytes
	}
	if at(mostFactor) < bytes || at(1.0/mostFactor) > bytes {
		c.note("No lengths within reason give the measured bytes: see how the rows are written, their TTL, and which columns are set.")
		return
	}
	low, high := 1.0/mostFactor, float64(mostFactor)
	for range 40 {
		if middle := math.Sqrt(low * high); at(middle) < bytes {
			low = middle
		} else {
			high = middle
		}
	}
	c.setLengths(lengths, high)
	if len(lengths) > 1 {
		c.note("The bytes tell the sum of these lengths and not which of them is longer: enter those that you know.")
	}
}

// longest are the lengths that values of a type have at most.
var longest = map[string]float64{"inet": 16}

// lengthAt is an assumed length times a factor, as far as its type can hold it.
func (c *calibrator) lengthAt(length sizing.Assumption, factor float64) float64 {
	value := max(length.Value*factor, 0.1)
	if most, bounded := longest[c.relation.Columns[length.Element].Type.Name]; bounded {
		return min(value, most)
	}
	return value
}

// lengthsOf returns the assumed lengths of the columns of a table itself. shared names the fields
// of types with assumed lengths: other tables, which nobody measured, use the same types.
func (c *calibrator) lengthsOf(size *sizing.Size) (own []sizing.Assumption, shared []string) {
	for _, assumption := range size.Assumed {
		switch {
		case assumption.Field != "length" && assumption.Field != "key_length" || assumption.Needs != "":
		case c.relation.Columns[assumption.Element] == nil || assumption.Path != "":
			shared = append(shared, assumption.What)
		default:
			own = append(own, assumption)
		}
	}
	return own, shared
}

func (c *calibrator) setLengths(lengths []sizing.Assumption, factor float64) {
	for _, length := range lengths {
		element, found := c.model.Element(length.Element)
		field, known := model.FieldOf(element.Kind, length.Field)
		if !found || !known {
			continue
		}
		value := numberText(c.lengthAt(length, factor))
		c.result.Commands = append(c.result.Commands, model.Set{Element: length.Element, Field: length.Field, Was: field.Text(c.model, element), Value: value})
		c.result.Changes = append(c.result.Changes, fmt.Sprintf("%s: %s assumed → %s", length.What, sizing.FormatNumber(length.Value), value))
	}
}
