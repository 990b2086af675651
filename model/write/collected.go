package write

import (
	"widerow/model"
	"widerow/model/access"
)

// changeElements adds elements to the collections of a row, or removes them: instances that
// are related to it. of is the node of what is deleted, -1 for none.
func (w *planning) changeElements(r *rows, how access.AssignmentKind, of int) {
	t := r.table
	columns := filter(t.columns, func(c *column) bool {
		return isRegular(c) && c.stores && c.isCollection() && t.meaning.Nodes[c.value.Node].Collected && c.aggregate() == "" && r.isElementOf(c)
	})
	for _, static := range []bool{true, false} {
		if group := filter(columns, func(c *column) bool { return (c.Role == model.Static) == static }); len(group) > 0 {
			w.changeElementsOf(r, group, static, how, of)
		}
	}
}

// changeElementsOf does so for columns that are static, or for those that are not.
func (w *planning) changeElementsOf(r *rows, columns []*column, static bool, how access.AssignmentKind, of int) {
	t := r.table
	elements := filter(columns, func(c *column) bool { return !r.knows(c) })
	found := r.aimFor(static, elements)
	var set []assignment
	var uncopied []*column
	for _, c := range columns {
		if !r.knows(c) {
			uncopied = append(uncopied, c)
		}
		if how == access.Subtract && !w.isOneElement(t, c, of) {
			w.computed = appendNew(w.computed, t.Access.Name+"."+c.Name)
			set = append(set, computedAssignment(c, access.Assign))
			continue
		}
		set = append(set, w.changeElement(found, c, how)...)
		if how == access.Subtract && w.facts.known[c.value.Attribute].Key == model.NoKey {
			w.computed = appendNew(w.computed, t.Access.Name+"."+c.Name) // another instance may have it, too
		}
	}
	if len(uncopied) > 0 {
		r.addUncopied(uncopied)
	}
	s := found.updateStatement(set)
	found.use(columns, false)
	s.Purpose = "adds to " + listNames(columns)
	if how == access.Subtract {
		s.Purpose = "removes from " + listNames(columns)
	}
	w.add(s)
}

// isElementOf reports whether the rows are about one element of a collection: its instance
// is one that the update is about.
func (r *rows) isElementOf(c *column) bool {
	n := r.Nodes[r.at[c.value.Node]]
	return !n.Optional && !n.Collected || r.fresh[r.at[c.value.Node]] || r.sure[r.at[c.value.Node]]
}

// isOneElement reports whether an element of a collection is there by the relationship of a node alone.
// Otherwise it stays as long as there is another one: a drug that several patients get at one visit.
func (w *planning) isOneElement(t *table, c *column, of int) bool {
	if !w.concepts.IsRelationship(t.meaning.Nodes[of].Of) {
		return true
	}
	return t.closure.Of([]int{c.value.Node}, t.valuesOf(t.key()))[of]
}
