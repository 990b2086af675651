package mapping

import (
	"slices"

	"widerow/model"
	"widerow/model/mapping/er"
)

// collectedShapes returns alternatives that store what repeats at the end of the
// path in a set instead of rows: the only key, or a unique value, of an entity type that
// only the last relationship type leads to. LIMIT counts rows, which sets would hide.
func (d *designer) collectedShapes(tails []shape) []shape {
	if d.Aggregates() || d.Query.Distinct || d.Query.Limit > 0 {
		return nil
	}
	var shapes []shape
	for _, branches := range d.collectable() {
		var values, entries []er.Atom
		rest := d.Tree
		for _, b := range branches {
			values, entries, rest = append(values, b.value), append(entries, b.entries...), rest.Without(b.node, b.relationship)
		}
		in := er.IdentityOf(d.Graph, rest, d.In)
		if slices.ContainsFunc(branches, func(b branch) bool { return slices.Contains(in.Nodes, b.node) }) {
			continue // the rows need it to be identified: it is the owner of what stays
		}
		for _, tail := range tails {
			missing, ok := in.Missing(er.Union(d.Equal, d.Many, tail.tail), d.keep())
			if !ok || tail.service != Served {
				continue
			}
			tail.in, tail.missing, tail.form = in, append(d.alongPath(missing), d.rowValues(in)...), Collected
			tail.collected, tail.entries, tail.found = values, entries, er.Without(d.Found, er.Union(values, entries))
			shapes = append(shapes, tail)
		}
	}
	return shapes
}

// branch is a leaf of the path whose instances can be the elements of a set, or,
// with one attribute of the relationship type, of a map.
type branch struct {
	node, relationship int
	value              er.Atom
	entries            []er.Atom // the values of a map
}

// collectable returns the branches that can be collected: each alone, and all
// together.
func (d *designer) collectable() [][]branch {
	k := d.knows()
	if k.collectable == nil {
		k.collectable = d.branches()
	}
	return k.collectable
}

func (d *designer) branches() [][]branch {
	missing, _ := d.In.Missing(er.Union(d.Equal, d.Many, d.Sorted, d.Ranges), d.keep())
	alone := [][]branch{}
	var together []branch
	for _, at := range d.In.Nodes[:d.In.Path] {
		if b, ok := d.branchAt(at, missing); ok {
			alone, together = append(alone, []branch{b}), append(together, b)
		}
	}
	apart := er.All(together, func(b branch) bool {
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
func (d *designer) branchAt(at int, missing []er.Atom) (branch, bool) {
	relationship := d.Tree.LeafOf(at)
	repeats := slices.ContainsFunc(missing, func(a er.Atom) bool { return a.Node == at })
	if at != d.main && (d.main < 0 || !d.In.Closure(d.keysBut(at))[d.main] || d.In.Owns(at, d.main)) {
		return branch{}, false // it is a part of what identifies the main rows
	}
	if relationship < 0 || !d.Graph.IsRelationship(relationship) || d.Tree.Degree(relationship) != 2 || !repeats {
		return branch{}, false
	}
	var values []er.Atom
	for _, a := range d.Found {
		if a.Node == at {
			values = append(values, a)
		}
	}
	var entries []er.Atom
	for _, a := range d.Found {
		if a.Node == relationship {
			entries = append(entries, a)
		}
	}
	used := func(a er.Atom) bool { return a.Node == at || a.Node == relationship || a.Aggregate != "" }
	if len(values) != 1 || len(entries) > 1 || slices.ContainsFunc(er.Union(d.Equal, d.Many, d.Ranges, d.Sorted, d.Grouped), used) {
		return branch{}, false
	}
	return branch{at, relationship, values[0], entries}, d.differs(values[0]) && len(d.In.Own[relationship]) == 0
}

// differs reports whether no two instances have the same value of an attribute: a set of
// others would lose one of two equal ones.
func (d *designer) differs(a er.Atom) bool {
	attribute := d.Graph.Attribute(a)
	switch {
	case attribute == nil || attribute.MultiValued:
		return false
	case attribute.Unique && attribute.UniqueWithin == "":
		return true
	}
	return attribute.Key == model.Key && len(d.In.Own[a.Node]) == 1
}

// keysBut returns all key attributes but those of one node.
func (d *designer) keysBut(at int) []er.Atom {
	var keys []er.Atom
	for _, other := range d.In.Nodes {
		if other != at {
			keys = append(keys, d.In.Own[other]...)
		}
	}
	return keys
}
