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
	for _, at := range d.tree.nodes {
		if len(key) == 0 || !d.graph.isRelationship(at) || slices.ContainsFunc(key, func(a atom) bool { return a.node == at }) {
			continue
		}
		rest := d.tree.without(at).reach(key[0].node)
		if d.tree.closesCycle(at, rest) {
			continue
		}
		branch := map[int]bool{}
		for _, other := range d.tree.nodes {
			if !rest[other] {
				branch[other] = true
			}
		}
		if all(key, func(a atom) bool { return rest[a.node] }) && (d.main < 0 || rest[d.main]) && d.asksOf(branch) {
			maps.Copy(found, branch)
		}
	}
	return found
}

// closesCycle reports whether a node is between others that are connected without it; rest
// are those that are reached then.
func (t tree) closesCycle(at int, rest map[int]bool) bool {
	neighbours := 0
	for _, edge := range t.edges {
		for i, end := range edge {
			if end == at && rest[edge[1-i]] {
				neighbours++
			}
		}
	}
	return neighbours > 1
}

// reach returns the nodes of a tree to which others lead from one.
func (t tree) reach(from int) map[int]bool {
	reached := map[int]bool{from: true}
	for grown := true; grown; {
		grown = false
		for _, edge := range t.edges {
			if reached[edge[0]] != reached[edge[1]] {
				reached[edge[0]], reached[edge[1]], grown = true, true, true
			}
		}
	}
	return reached
}

func stores(table *model.LogicalTable, is func(*model.LogicalColumn) bool) bool {
	for _, c := range table.Columns {
		if is(c) {
			return true
		}
	}
	return false
}
