package proof

import (
	"slices"

	"widerow/model"
)

// combining are the functions that combine the stored values of several groups.
// There is none for an average: the average of averages differs from it.
var combining = map[model.Aggregate]model.Aggregate{
	model.Count: model.Sum, model.Sum: model.Sum, model.Min: model.Min, model.Max: model.Max,
}

// selectStored selects an aggregate whose values the table stores; stored is set if each
// group is one row. It is false if the table has the rows that are aggregated.
func (s *statement) selectStored(find *model.Find, stored bool) bool {
	r := reference{find.Attribute, find.Name, find.Participant}
	values := s.valuesOf(find, r)
	if len(values) == 0 {
		return false
	}
	same, sum, count := withFunction(values, find.Aggregate), withFunction(values, model.Sum), withFunction(values, model.Count)
	switch {
	case same != nil && (stored || find.Aggregate != model.Avg):
		s.selectColumn(&model.Find{Aggregate: combining[find.Aggregate]}, same, stored)
	case find.Aggregate == model.Avg && sum != nil && count != nil:
		for _, c := range []*column{sum, count} {
			s.selectColumn(&model.Find{Aggregate: model.Sum}, c, stored)
		}
	default:
		s.missing = append(s.missing, Missing{r.attribute, string(find.Aggregate) + " of " + s.concepts.nameOf(r), r.participant, find.Aggregate})
	}
	return true
}

// valuesOf returns the columns with the values of functions of an attribute, none if
// the table has the attribute itself as well. The number of rows has no attribute.
func (s *statement) valuesOf(find *model.Find, r reference) []*column {
	if s.countsInstances(find) {
		return slices.DeleteFunc(slices.Clone(s.table.columns), func(c *column) bool { return len(c.attributes) > 0 || !c.computes(model.Count) })
	}
	columns := s.columnsOf(s.table, r)
	values := slices.DeleteFunc(slices.Clone(columns), func(c *column) bool { return len(c.functions) == 0 })
	if len(values) < len(columns) && withFunction(values, find.Aggregate) == nil && (find.Aggregate != model.Avg || withFunction(values, model.Sum) == nil) {
		return nil
	}
	return values
}

// countsInstances reports whether a query asks for the number of rows or of instances.
func (s *statement) countsInstances(find *model.Find) bool {
	return find.Aggregate == model.Count && (s.concepts.isType(find.Attribute) || find.Attribute == "" && find.Name == "*")
}

func (c *column) computes(function model.Aggregate) bool {
	return slices.Contains(c.functions, function)
}

func withFunction(columns []*column, function model.Aggregate) *column {
	if at := slices.IndexFunc(columns, func(c *column) bool { return c.computes(function) }); at >= 0 {
		return columns[at]
	}
	return nil
}

// selectAggregate selects an aggregate: its stored values or the function of rows.
func (s *statement) selectAggregate(find *model.Find, stored bool) {
	if s.selectStored(find, stored) {
		return
	}
	if find.Aggregate == model.Count && !stored && s.countsRows(find) {
		s.shape.Selectors = append(s.shape.Selectors, s.countOfRows())
		return
	}
	functions := []model.Aggregate{find.Aggregate}
	if find.Aggregate == model.Avg && s.spread != nil && !stored {
		functions = []model.Aggregate{model.Sum, model.Count} // averages of several statements have no average
	}
	for _, c := range s.found(reference{find.Attribute, find.Name, find.Participant}) {
		for _, function := range functions {
			s.selectColumn(&model.Find{Aggregate: function}, c, stored)
		}
	}
}

// counted returns a column of stored counts that the statement selects itself, or "".
func (s *statement) counted() string {
	isAsked := slices.ContainsFunc(model.Sorted(s.query.Find), func(item model.Item[*model.Find]) bool { return item.Value.Aggregate == model.Count })
	for _, c := range s.table.columns {
		if isAsked && c.computes(model.Count) && s.selects(c) {
			return c.name
		}
	}
	return ""
}
