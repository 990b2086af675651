package mapping

import (
	"maps"
	"slices"

	"widerow/model"
)

// optional returns the nodes that a row has one of by a relationship type, and that
// its key does not need: the branches of the path without a key attribute, and without
// what the query is about. A branch of which the query names nothing is a condition, as is
// a relationship type that closes a cycle, and an aggregate is one of whole rows.
func (d *designer) optional(key []atom) map[int]bool {
	found := map[int]bool{}
	if d.aggregates() {
		return found
	}
	needed := map[int]bool{}
	key = slices.DeleteFunc(slices.Clone(key), func(a atom) bool { return a.node < 0 }) // just a name
	for _, a := range key {
		needed[d.onPath(a.node)] = true
	}
	if d.main >= 0 {
		needed[d.onPath(d.main)] = true
	}
	for _, at := range d.tree.nodes {
		if len(key) == 0 || !d.graph.isRelationship(at) || slices.ContainsFunc(key, func(a atom) bool { return a.node == at }) {
			continue
		}
		rest := d.tree.without(at).reach(d.onPath(key[0].node))
		if d.tree.closesCycle(at, rest) {
			continue
		}
		branch := map[int]bool{}
		for _, other := range d.tree.nodes {
			if !rest[other] {
				branch[other] = true
			}
		}
		if isPart(needed, rest) && d.asksOf(branch) {
			maps.Copy(found, branch)
		}
	}
	return found
}

// onPath returns the node of the path for which a node was added, or itself.
func (d *designer) onPath(at int) int {
	for !slices.Contains(d.tree.nodes, at) {
		by, needed := d.in.neededBy[at]
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
