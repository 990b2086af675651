package measured

import (
	"fmt"
	"strings"

	"widerow/model"
	"widerow/model/edit"
	"widerow/model/sizing"
)

// fitLength fits the one length that is assumed of a table, if all else is known, so that
// partitions have the bytes that were measured. The length of a part of a type is not of
// this table alone.
func (c *calibrator) fitLength(t *trial) {
	size, bytes := t.size(), c.figures.Mean()
	if unknown := unknownOf(&size); bytes > 0 && size.Err == nil && len(unknown) == 1 {
		length := unknown[0]
		column := c.relation.Columns[length.Element]
		if column == nil || length.Path != "" || length.Field == "elements" || c.isClustered() && column.Role != model.Regular {
			return
		}
		c.fit(t, length, lengthsOf(column))
	}
}

// fit enters a length with which the mean bytes are those that were measured, and, in a
// table of one row a partition, the largest ones.
func (c *calibrator) fit(t *trial, length sizing.Assumption, possible span) {
	at := func(value float64) sizing.Figures {
		t.setLength(length, model.Value{Typical: value, Worst: value})
		size := t.size()
		return size.Typical
	}
	solve := func(bytes float64) (float64, bool) {
		low, high := possible.low, min(possible.high, bytes)
		if high <= low || at(low).Bytes > bytes || at(high).Bytes < bytes {
			return 0, false
		}
		for range 40 {
			if middle := (low + high) / 2; at(middle).Bytes < bytes {
				low = middle
			} else {
				high = middle
			}
		}
		return high, true
	}
	before := t.relation.Columns
	typical, found := solve(c.figures.Mean())
	if !found {
		t.relation.Columns = before
		return
	}
	value := model.Value{Typical: typical, Worst: typical}
	if worst, found := solve(c.worstBytes()); found && !c.isClustered() {
		value.Worst = max(worst, typical)
	}
	t.setLength(length, value)
	c.setLength(length, value)
}

func (c *calibrator) setLength(length sizing.Assumption, value model.Value) {
	element, found := c.model.Element(length.Element)
	field, known := edit.FieldOf(element.Kind, length.Field)
	if !found || !known {
		return
	}
	text := numberText(value.Typical)
	if worst := numberText(value.Worst); worst != text {
		text += "/" + worst
	}
	c.result.Commands = append(c.result.Commands, edit.Set{Element: length.Element, Field: length.Field, Was: field.Text(c.model, element), Value: text})
	c.result.Changes = append(c.result.Changes, fmt.Sprintf("%s: %s assumed → %s", length.What, sizing.FormatNumber(length.Value), text))
}

// possibleLengths are the possible lengths of values by type. Values of other types can have any length.
var possibleLengths = map[string]span{"inet": {4, 16}, "varint": {1, 40}, "decimal": {5, 44}, "duration": {3, 27}}

// longestValue is the largest value of a cell in bytes.
const longestValue = 1 << 31

func lengthsOf(column *model.Column) span {
	if possible, bounded := possibleLengths[column.Type.Name]; bounded {
		return possible
	}
	return span{0.1, longestValue}
}

// unknownOf returns the lengths and the numbers of elements that are assumed.
func unknownOf(size *sizing.Size) (unknown []sizing.Assumption) {
	for _, assumption := range size.Assumed {
		if assumption.Field != "rows" {
			unknown = append(unknown, assumption)
		}
	}
	return unknown
}

func unknownWords(unknown []sizing.Assumption) (words []string) {
	const most = 4
	for i, assumption := range unknown {
		if i == most {
			return append(words, fmt.Sprintf("%d more", len(unknown)-most))
		}
		words = append(words, strings.TrimPrefix(assumption.What, "length of "))
	}
	return words
}
