package mapping

import (
	"maps"
	"slices"

	"widerow/model"
	"widerow/model/mapping/er"
)

// optional returns the nodes that a row reaches through a to-one relationship that its key does not
// need: the branches of the path without a key attribute, and without what the query is about. A
// branch of which the query names nothing is a condition, and so is a relationship type that closes
// a cycle. An aggregate is an aggregate of whole rows. VIA is a promise: what it names is in each
// row, unless there is one row at most.
func (d *designer) optional(key []er.Atom) map[int]bool {
	found := map[int]bool{}
	if d.Aggregates() || len(d.Query.Path) > 0 && !d.findsOne() {
		return found
	}
	needed := map[int]bool{}
	key = slices.DeleteFunc(slices.Clone(key), func(a er.Atom) bool { return a.Node < 0 }) // just a name
	for _, a := range key {
		needed[d.onPath(a.Node)] = true
	}
	if d.main >= 0 {
		needed[d.onPath(d.main)] = true
	}
	for _, at := range d.Tree.Nodes {
		if len(key) == 0 || !d.Graph.IsRelationship(at) || slices.ContainsFunc(key, func(a er.Atom) bool { return a.Node == at }) {
			continue
		}
		rest := d.Tree.Without(at).Reach(d.onPath(key[0].Node))
		if d.Tree.ClosesCycle(at, rest) || d.takesPart(rest, at) {
			continue
		}
		branch := map[int]bool{}
		for _, other := range d.Tree.Nodes {
			if !rest[other] {
				branch[other] = true
			}
		}
		if isPart(needed, rest) && d.AsksOf(branch) {
			maps.Copy(found, branch)
		}
	}
	return found
}

// findsOne reports whether a query finds one row at most: what it gives by = determines all
// that is on its path.
func (d *designer) findsOne() bool {
	given := d.In.Closure(d.Equal)
	return len(d.Equal) > 0 && er.All(d.Tree.Nodes, func(at int) bool { return given[at] })
}

// takesPart reports whether each instance of some nodes takes part in a relationship type.
func (d *designer) takesPart(nodes map[int]bool, relationship int) bool {
	return slices.ContainsFunc(d.Tree.Neighbours(relationship), func(at int) bool { return nodes[at] && d.isTotal(at, relationship) })
}

// onPath returns the node of the path for which a node was added, or itself.
func (d *designer) onPath(at int) int {
	for !slices.Contains(d.Tree.Nodes, at) {
		by, needed := d.In.NeededBy[at]
		if !needed || by == at {
			break
		}
		at = by
	}
	return at
}

// isPart reports whether all nodes are among others.
func isPart(nodes, others map[int]bool) bool {
	for at := range nodes {
		if !others[at] {
			return false
		}
	}
	return true
}

func stores(table *model.LogicalTable, is func(*model.LogicalColumn) bool) bool {
	for _, c := range table.Columns {
		if is(c) {
			return true
		}
	}
	return false
}
