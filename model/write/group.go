package write

import (
	"slices"

	"widerow/model"
	"widerow/model/access"
)

// isComputed reports whether a column stores an aggregate of several rows.
func (w *planning) isComputed(t *table, c *column) bool {
	return (c.aggregate() != "" || c.computed) && !c.Role.InKey() && !c.typ.IsCounter()
}

// compute sets the aggregates of the groups that an update changes.
func (w *planning) compute(r *rows, columns []*column) { w.computeIn(r, columns, AnyGroup) }

// computeIn does so for groups in a state.
func (w *planning) computeIn(r *rows, columns []*column, state Group) {
	if len(columns) == 0 {
		return
	}
	found := r.aim(r.table.key(), nil, true)
	var set []assignment
	for _, c := range columns {
		w.computed = appendNew(w.computed, r.table.Access.Name+"."+c.Name)
		set = append(set, computedAssignment(c, access.Assign))
	}
	s := found.updateStatement(set)
	s.Purpose, s.IfGroup = "computes "+listNames(columns), state
	w.add(s)
}

// shrink computes the groups that lose an instance, and deletes those that have none left.
func (w *planning) shrink(r *rows) {
	w.computeIn(r, w.computedOf(r.table), Left)
	s := r.aim(r.table.key(), nil, true).deleteStatement(nil)
	s.Purpose, s.IfGroup = "deletes the group without instances", EmptyGroup
	w.emptied = appendNew(w.emptied, r.table.Access.Name)
	w.add(s)
}

// replaceGroups computes the groups that a replaced relationship was in.
func (w replacement) replaceGroups(t *table, node int, other model.ID, old *pattern) {
	r := w.oldRows(t, node, old)
	isVarying := r.varying(node, other)
	isSame := !slices.ContainsFunc(t.key(), func(c *column) bool {
		return slices.ContainsFunc(r.placesOf(c), func(at place) bool { return isVarying[at.node] })
	})
	switch n := t.meaning.Nodes[node]; {
	case isSame || r.lacking() >= 0:
	case n.Optional || n.Collected:
		w.compute(r, w.computedOf(t))
	default:
		w.shrink(r)
	}
}

// computedAssignment sets a column to a value that the application computes, or changes it by
// that.
func computedAssignment(c *column, kind access.AssignmentKind) assignment {
	return assignment{Assignment: access.Assignment{Kind: kind, Column: c.Name}, value: bind{column: c, computed: true}}
}

// computedOf returns the columns of a table whose values are computed from groups.
func (w *planning) computedOf(t *table) []*column {
	return filter(t.columns, func(c *column) bool { return w.isComputed(t, c) })
}
