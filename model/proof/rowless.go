package proof

import (
	"slices"

	"widerow/model"
)

// addRowless selects a clustering column by which the application recognizes the row that
// Cassandra returns for a partition which has static values, but no rows. It does not if a
// clustering column is restricted.
func (s *statement) addRowless() {
	isStatic := func(c *column) bool { return c.role == model.Static }
	if len(s.table.clustering) == 0 || !slices.ContainsFunc(s.table.columns, isStatic) || s.shape.Distinct || s.isEmpty {
		return
	}
	if !allOf(s.table.clustering, func(c *column) bool { return s.restricted[c] == unrestricted }) || !s.leavesStatic() {
		return
	}
	switch {
	case s.aggregates() && len(s.shape.GroupBy) == 0: // it counts no such row
		return
	case s.aggregates() && !slices.ContainsFunc(s.table.clustering, s.selects):
		if s.returnsRowsOfGroups() {
			s.shape.Selectors = append(s.shape.Selectors, selector(s.table.clustering[0].name))
		}
	case !slices.ContainsFunc(s.table.clustering, s.selects):
		s.shape.Selectors = append(s.shape.Selectors, selector(s.table.clustering[0].name))
	}
	if at := slices.IndexFunc(s.table.clustering, s.selects); at >= 0 {
		s.rowless = s.table.clustering[at].name
	}
}

// leavesStatic reports whether the updates of the workflow may leave a partition that has
// static values, but no rows: they change a static value, or delete rows.
func (s *statement) leavesStatic() bool {
	for _, update := range s.model.Workflow.Updates {
		if update.Kind == model.Delete {
			return true
		}
		for _, write := range update.Writes {
			if update.Kind == model.Change && slices.ContainsFunc(s.table.columns, func(c *column) bool {
				return c.role == model.Static && slices.Contains(c.attributes, write.Element)
			}) {
				return true
			}
		}
	}
	return false
}
