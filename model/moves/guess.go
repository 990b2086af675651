package moves

import (
	"cmp"
	"slices"
	"strings"

	"widerow/model"
)

// The functions in this file guess the defaults of parameters from the concepts and
// the quantities.

// attributeOf returns the attribute that a column stores, nil if there is none or
// it stores several.
func (t *table) attributeOf(c column) *model.Attribute {
	_, attribute := t.attributeElement(c)
	return attribute
}

// attributeElement is like attributeOf, with the place of the attribute in the model.
func (t *table) attributeElement(c column) (model.Element, *model.Attribute) {
	from := c.Value.From.Sorted()
	if len(from) != 1 {
		return model.Element{}, nil
	}
	logical, found := t.model.Element(from[0])
	if !found {
		return model.Element{}, nil
	}
	column, is := logical.Value.(*model.LogicalColumn)
	if !is {
		return model.Element{}, nil
	}
	element, _ := t.model.Element(column.Attribute)
	attribute, _ := element.Value.(*model.Attribute)
	return element, attribute
}

// quantityLike returns the quantity whose name has one of the words, "" if there is
// none: rooms_per_hotel for room_number. What it is counted per does not count:
// readings_per_day are no days.
func (t *table) quantityLike(among []model.ID, words ...string) string {
	for _, id := range among {
		quantity := t.model.Quantities[id]
		if quantity == nil {
			continue
		}
		counted, _, _ := strings.Cut(quantity.Name, "_per_")
		for part := range strings.SplitSeq(counted, "_") {
			if slices.Contains(words, strings.TrimSuffix(part, "s")) {
				return quantity.Name
			}
		}
	}
	return ""
}

// valuesOf guesses how many values a column has within a partition: a quantity of
// the rows that is named like the column, the days of a date, 2 of a boolean, or 10.
func (t *table) valuesOf(c column) string {
	among := t.Rows.Quantities()
	if quantity := t.quantityLike(among, strings.Split(c.Value.Name, "_")...); quantity != "" {
		return quantity
	}
	if isType(c, "date", "timestamp") {
		if days := t.quantityLike(among, "day"); days != "" {
			return days
		}
	}
	if isType(c, "boolean") {
		return "2"
	}
	return cmp.Or(t.onlyRow(c), "10")
}

// onlyRow returns the rows of a partition for a column whose value is different in
// each: the only clustering column.
func (t *table) onlyRow(c column) string {
	if clustering := t.inRole(model.Clustering); len(clustering) == 1 && clustering[0].ID == c.ID {
		return t.rows()
	}
	return ""
}

// forColumn makes the default of a parameter follow the choice of a column.
func (t *table) forColumn(p Parameter, value func(column) string) Parameter {
	p.follows = "column"
	p.valueFor = func(id string) string { return value(t.column(id)) }
	return p
}
