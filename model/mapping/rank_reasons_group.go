package mapping

import (
	"slices"
	"strings"

	"widerow/model"
	"widerow/model/mapping/er"
)

// countStatement is the write that a table of counters needs for each instance.
func (d explanation) countStatement(a *Alternative) string {
	var set, where []string
	for _, c := range a.Columns {
		switch {
		case c.Role == model.RoleCounter:
			set = append(set, c.Name+" = "+c.Name+" + 1")
		case c.Role.InKey():
			where = append(where, c.Name+" = ?")
		}
	}
	return "UPDATE … SET " + strings.Join(set, ", ") + " WHERE " + strings.Join(where, " AND ")
}

// exactTimes returns the timestamps by which rows are grouped only because a range of them
// is given.
func (d explanation) exactTimes(s *shape) []er.Atom {
	over, _ := d.AggregatedNodes()
	return slices.DeleteFunc(slices.Clone(s.tail), func(a er.Atom) bool {
		t := d.Graph.AttributeType(a.Attribute)
		exact := t.Equal(model.Native("timestamp")) || t.Equal(model.Native("timeuuid"))
		return !exact || !slices.Contains(over, a.Node) || !er.Contains(d.Ranges, a) || er.Contains(d.Grouped, a)
	})
}

func (d explanation) addGroupReason(a *Alternative, add func(string, ...any)) {
	switch {
	case !d.Aggregates() && d.aggregatesMany(a):
		add("reads %s rows for their different values: exact, but slow", round(a.Estimate.Read.Typical))
	case !d.Aggregates():
	case d.aggregatesMany(a):
		add("aggregates %s rows at each read: exact, but slow", round(a.Estimate.Read.Typical))
	case d.overflows(a):
		add("aggregates the rows at each read: exact, but their partition is too large")
	default:
		add("aggregates the rows at each read: exact, and nothing to keep in step, for up to %s rows", round(maxAggregatedRows))
	}
}
