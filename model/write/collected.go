package write

import (
	"slices"

	"widerow/model"
	"widerow/model/access"
)

// changeElements adds elements to the collections of a row, or removes them: instances that
// are related to it. of is the node of what is deleted, -1 for none.
func (w *planning) changeElements(r *rows, how access.AssignmentKind, of int) {
	t := r.table
	lost := r.collectedBy(of)
	columns := filter(t.columns, func(c *column) bool {
		return isRegular(c) && c.stores && c.isCollection() && t.meaning.Nodes[c.value.Node].Collected && c.aggregate() == "" &&
			(r.isElementOf(c) || lost[c.value.Node])
	})
	computed := filter(columns, func(c *column) bool { // before a read finds elements
		return how == access.Subtract && (!r.isElementOf(c) || !r.isOneElement(c, of, lost))
	})
	for _, static := range []bool{true, false} {
		if group := filter(columns, func(c *column) bool { return (c.Role == model.Static) == static }); len(group) > 0 {
			w.changeElementsOf(r, group, computed, static, how)
		}
	}
}

// changeElementsOf does so for columns that are static, or for those that are not.
func (w *planning) changeElementsOf(r *rows, columns, computed []*column, static bool, how access.AssignmentKind) {
	t := r.table
	elements := filter(columns, func(c *column) bool { return !r.knows(c) && !slices.Contains(computed, c) })
	found := r.aimFor(static, elements)
	var set []assignment
	var uncopied []*column
	for _, c := range columns {
		if slices.Contains(computed, c) {
			w.computed = appendNew(w.computed, t.Access.Name+"."+c.Name)
			set = append(set, computedAssignment(c, access.Assign))
			continue
		}
		if !r.knows(c) {
			uncopied = append(uncopied, c)
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

// collectedBy returns the nodes that rows collect only by way of one of their nodes: the teams of a festival by its
// helpers. None for -1.
func (r *rows) collectedBy(node int) map[int]bool {
	lost := map[int]bool{}
	if node < 0 {
		return lost
	}
	meaning := r.table.meaning
	gone, left := r.goneWith(node), map[int]bool{}
	for at, n := range meaning.Nodes {
		left[at] = !n.Optional && !n.Collected
	}
	for changed := true; changed; {
		changed = false
		for _, l := range meaning.Links {
			if !gone[l.From] && !gone[l.To] && left[l.From] != left[l.To] {
				left[l.From], left[l.To], changed = true, true, true
			}
		}
	}
	for at, n := range meaning.Nodes {
		lost[at] = n.Collected && !left[at]
	}
	return lost
}

// isOneElement reports whether an element of a collection is there by the instance of a node alone. Otherwise it stays
// as long as there is another one: a drug that several patients get at one visit. lost are the nodes that rows collect
// only by way of that node.
func (r *rows) isOneElement(c *column, of int, lost map[int]bool) bool {
	t := r.table
	if !r.concepts.IsRelationship(t.meaning.Nodes[of].Of) && !lost[c.value.Node] {
		return true
	}
	return t.closure.Of([]int{c.value.Node}, t.valuesOf(t.key()))[of]
}
