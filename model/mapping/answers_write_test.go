package mapping_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"widerow/model"
	"widerow/model/mapping"
)

// row has a list of values for each column.
type row map[model.ID][]int

// write writes the rows that a query asks for into a table.
func (s *stored) write(table, query model.ID) {
	logical := s.m.Logical.Tables[table]
	if s.tables[table] == nil {
		s.tables[table] = map[string]row{}
	}
	columns := logical.SortedColumns()
	groups := map[string][]mapping.Row{}
	for _, instance := range s.d.Plan(query).Rows(s.world) {
		for _, key := range s.keys(columns, instance) {
			groups[keyText(columns, key)] = append(groups[keyText(columns, key)], instance)
			s.put(table, columns, instance, key)
		}
	}
	for place, rows := range groups {
		for _, c := range columns {
			if c.Value.Aggregate != "" {
				s.tables[table][place][c.ID] = aggregate(c.Value.Aggregate, c.Value.Attribute, c.Value.Participant, rows)
			}
		}
	}
}

// keys returns the primary key columns of an instance: several if a multi-valued
// attribute is in the key, none if a part of it has no value.
func (s *stored) keys(columns []model.Item[*model.LogicalColumn], instance mapping.Row) []row {
	keys := []row{{}}
	for _, c := range columns {
		if !c.Value.Role.InKey() {
			continue
		}
		values := []int{0} // a bucket
		if c.Value.Attribute != "" {
			values, _ = instance.Values(c.Value.Attribute, c.Value.Participant)
		}
		var next []row
		for _, key := range keys {
			for _, value := range values {
				extended := maps.Clone(key)
				extended[c.ID] = []int{value}
				next = append(next, extended)
			}
		}
		keys = next
	}
	return keys
}

func keyText(columns []model.Item[*model.LogicalColumn], key row) string {
	var words []string
	for _, c := range columns {
		if c.Value.Role.InKey() {
			words = append(words, fmt.Sprint(key[c.ID]))
		}
	}
	return strings.Join(words, " ")
}

func (s *stored) put(table model.ID, columns []model.Item[*model.LogicalColumn], instance mapping.Row, key row) {
	place := keyText(columns, key)
	existing := s.tables[table][place]
	if existing == nil {
		existing = key
		s.tables[table][place] = existing
	}
	for _, c := range columns {
		if c.Value.Role.InKey() || c.Value.Aggregate != "" || c.Value.Attribute == "" {
			continue
		}
		values, found := instance.Values(c.Value.Attribute, c.Value.Participant)
		if !found {
			continue
		}
		before, had := existing[c.ID]
		switch {
		case s.collects(c.Value):
			existing[c.ID] = slices.Compact(slices.Sorted(slices.Values(append(slices.Clone(before), values...))))
			continue
		case had && !slices.Equal(before, values):
			s.fault("%s: rows of %s overwrite each other at %s", s.name, s.words(table), place)
		}
		existing[c.ID] = values
	}
}

// collects reports whether a column has the values of several instances.
func (s *stored) collects(c *model.LogicalColumn) bool {
	element, found := s.m.Element(c.Attribute)
	return found && c.Attribute != "" && c.Collection != model.SingleValue && !element.Value.(*model.Attribute).MultiValued
}

// aggregate is the value of a function of the rows of one group.
func aggregate(function model.Aggregate, attribute, participant model.ID, rows []mapping.Row) []int {
	var values []int
	for _, r := range rows {
		if attribute == "" {
			values = append(values, 1)
			continue
		}
		if found, is := r.Values(attribute, participant); is {
			values = append(values, found...)
		}
	}
	return computed(function, values)
}

// computed is the value of a function; that of an average is 60 times it, so that
// it is whole.
func computed(function model.Aggregate, values []int) []int {
	sum := 0
	for _, value := range values {
		sum += value
	}
	switch {
	case function == model.Count:
		return []int{len(values)}
	case len(values) == 0 && function != model.Sum:
		return nil
	case function == model.Sum:
		return []int{sum}
	case function == model.Avg:
		return []int{sum * 1000 / len(values)}
	case function == model.Min:
		return []int{slices.Min(values)}
	}
	return []int{slices.Max(values)}
}
