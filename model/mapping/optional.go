package mapping

import (
	"maps"
	"slices"

	"widerow/model"
	"widerow/model/mapping/er"
)

// optional returns the nodes that a row has one of by a relationship type, and that
// its key does not need: the branches of the path without a key attribute, and without
// what the query is about. A branch of which the query names nothing is a condition, as is
// a relationship type that closes a cycle, and an aggregate is one of whole rows.
func (d *designer) optional(key []er.Atom) map[int]bool {
	found := map[int]bool{}
	if d.Aggregates() {
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
		if d.Tree.ClosesCycle(at, rest) {
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
