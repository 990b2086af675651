package mapping

import (
	"slices"

	"widerow/model"
)

// collectedShapes returns alternatives that store what repeats at the end of the
// path in a set instead of rows: the only key, or a unique value, of an entity type that
// only the last relationship type leads to.
func (d *designer) collectedShapes(tails []shape) []shape {
	if d.aggregates() || d.query.Distinct {
		return nil
	}
	var shapes []shape
	for _, branches := range d.collectable() {
		var values, entries []atom
		rest := d.tree
		for _, b := range branches {
			values, entries, rest = append(values, b.value), append(entries, b.entries...), rest.without(b.node, b.relationship)
		}
		in := identityOf(d.graph, rest, d.in)
		for _, tail := range tails {
			missing, ok := in.missing(union(d.equal, d.many, tail.tail), d.keep())
			if !ok || tail.service != Served {
				continue
			}
			tail.in, tail.missing, tail.form = in, append(d.alongPath(missing), d.rowValues(in)...), Collected
			tail.collected, tail.entries, tail.found = values, entries, without(d.found, union(values, entries))
			shapes = append(shapes, tail)
		}
	}
	return shapes
}

// branch is a leaf of the path whose instances can be the elements of a set, or,
// with one attribute of the relationship type, of a map.
type branch struct {
	node, relationship int
	value              atom
	entries            []atom // the values of a map
}

// collectable returns the branches that can be collected: each alone, and all
// together.
func (d *designer) collectable() [][]branch {
	missing, _ := d.in.missing(union(d.equal, d.many, d.sorted, d.ranges), d.keep())
	var alone [][]branch
	var together []branch
	for _, at := range d.in.nodes[:d.in.path] {
		if b, ok := d.branchAt(at, missing); ok {
			alone, together = append(alone, []branch{b}), append(together, b)
		}
	}
	apart := all(together, func(b branch) bool {
		return !slices.ContainsFunc(together, func(other branch) bool { return other.node != b.node && other.relationship == b.relationship })
	})
	if len(alone) > 1 && apart {
		return append([][]branch{together}, alone...)
	}
	return alone
}

// branchAt reports whether the instances of a node can be the elements of a set:
// they repeat, and the node is a leaf of the path, of which one plain attribute is
// found and nothing is given or sorted by.
func (d *designer) branchAt(at int, missing []atom) (branch, bool) {
	relationship := d.tree.leafOf(at)
	repeats := slices.ContainsFunc(missing, func(a atom) bool { return a.node == at })
	if at != d.main && (d.main < 0 || !d.in.closure(d.keysBut(at))[d.main] || d.in.owns(at, d.main)) {
		return branch{}, false // it is a part of what identifies the main rows
	}
	if relationship < 0 || !d.graph.isRelationship(relationship) || d.tree.degree(relationship) != 2 || !repeats {
		return branch{}, false
	}
	var values []atom
	for _, a := range d.found {
		if a.node == at {
			values = append(values, a)
		}
	}
	var entries []atom
	for _, a := range d.found {
		if a.node == relationship {
			entries = append(entries, a)
		}
	}
	used := func(a atom) bool { return a.node == at || a.node == relationship || a.aggregate != "" }
	if len(values) != 1 || len(entries) > 1 || slices.ContainsFunc(union(d.equal, d.many, d.ranges, d.sorted, d.grouped), used) {
		return branch{}, false
	}
	return branch{at, relationship, values[0], entries}, d.differs(values[0]) && len(d.in.own[relationship]) == 0
}

// differs reports whether no two instances have the same value of an attribute: a set of
// others would lose one of two equal ones.
func (d *designer) differs(a atom) bool {
	attribute := d.graph.attribute(a)
	switch {
	case attribute == nil || attribute.MultiValued:
		return false
	case attribute.Unique && attribute.UniqueWithin == "":
		return true
	}
	return attribute.Key == model.Key && len(d.in.own[a.node]) == 1
}

// keysBut returns all key attributes but those of one node.
func (d *designer) keysBut(at int) []atom {
	var keys []atom
	for _, other := range d.in.nodes {
		if other != at {
			keys = append(keys, d.in.own[other]...)
		}
	}
	return keys
}
