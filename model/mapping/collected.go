package mapping

import (
	"slices"

	"widerow/model"
	"widerow/model/mapping/er"
)

// collector finds what a table can store in sets and maps.
type collector struct{ *designer }

// shapes returns alternatives that store what repeats at the end of the
// path in a set instead of rows: the only key, or a unique value, of an entity type that
// only the last relationship type leads to. LIMIT counts rows, which sets would hide.
func (c collector) shapes(tails []shape) []shape {
	if c.Aggregates() || c.Query.Distinct || c.Query.Limit > 0 {
		return nil
	}
	var found []shape
	for _, branches := range c.collectable() {
		var values, entries []er.Atom
		rest := c.Tree
		for _, b := range branches {
			values, entries, rest = append(values, b.value), append(entries, b.entries...), rest.Without(b.node, b.relationship)
		}
		in := er.IdentityOf(c.Graph, rest, c.In)
		if slices.ContainsFunc(branches, func(b branch) bool { return slices.Contains(in.Nodes, b.node) }) {
			continue // the rows need it to be identified: it is the owner of what stays
		}
		for _, tail := range tails {
			missing, ok := in.Missing(er.Union(c.Equal, c.Many, tail.tail), c.keep())
			if !ok || tail.service != Served {
				continue
			}
			tail.in, tail.missing, tail.form = in, append(c.alongPath(missing), c.rowValues(in)...), Collected
			tail.collected, tail.entries, tail.found = values, entries, er.Without(c.Found, er.Union(values, entries))
			found = append(found, tail)
		}
	}
	return found
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
func (c collector) collectable() [][]branch {
	k := c.knows()
	if k.collectable == nil {
		k.collectable = c.branches()
	}
	return k.collectable
}

func (c collector) branches() [][]branch {
	missing, _ := c.In.Missing(er.Union(c.Equal, c.Many, c.Sorted, c.Ranges), c.keep())
	alone := [][]branch{}
	var together []branch
	for _, at := range c.In.Nodes[:c.In.Path] {
		if b, ok := c.branchAt(at, missing); ok {
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
func (c collector) branchAt(at int, missing []er.Atom) (branch, bool) {
	relationship := c.Tree.LeafOf(at)
	repeats := slices.ContainsFunc(missing, func(a er.Atom) bool { return a.Node == at })
	if at != c.main && (c.main < 0 || !c.In.Closure(c.keysBut(at))[c.main] || c.In.Owns(at, c.main)) {
		return branch{}, false // it is a part of what identifies the main rows
	}
	if relationship < 0 || !c.Graph.IsRelationship(relationship) || c.Tree.Degree(relationship) != 2 || !repeats {
		return branch{}, false
	}
	var values []er.Atom
	for _, a := range c.Found {
		if a.Node == at {
			values = append(values, a)
		}
	}
	var entries []er.Atom
	for _, a := range c.Found {
		if a.Node == relationship {
			entries = append(entries, a)
		}
	}
	used := func(a er.Atom) bool { return a.Node == at || a.Node == relationship || a.Aggregate != "" }
	if len(values) != 1 || len(entries) > 1 || slices.ContainsFunc(er.Union(c.Equal, c.Many, c.Ranges, c.Sorted, c.Grouped), used) {
		return branch{}, false
	}
	return branch{at, relationship, values[0], entries}, c.differs(values[0]) && len(c.In.Own[relationship]) == 0
}

// differs reports whether no two instances have the same value of an attribute: a set of
// others would lose one of two equal ones.
func (c collector) differs(a er.Atom) bool {
	attribute := c.Graph.Attribute(a)
	switch {
	case attribute == nil || attribute.MultiValued:
		return false
	case attribute.Unique && attribute.UniqueWithin == "":
		return true
	}
	return attribute.Key == model.Key && len(c.In.Own[a.Node]) == 1
}

// keysBut returns all key attributes but those of one node.
func (c collector) keysBut(at int) []er.Atom {
	var keys []er.Atom
	for _, other := range c.In.Nodes {
		if other != at {
			keys = append(keys, c.In.Own[other]...)
		}
	}
	return keys
}
