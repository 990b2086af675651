package mapping

import (
	"slices"

	"widerow/model"
)

// Meaning is what a row of a table represents: one instance of each part, related
// as the path of a query says. There is a row for each such combination.
type Meaning struct {
	Query model.ID
	// Parts are those on the path, and then the owners and participants that identify
	// them.
	Parts []Part
	// Grouped reports that a row represents all combinations with the same key.
	Grouped bool
}

// Part is an entity type or a relationship type in the meaning of a row.
type Part struct {
	Of model.ID
	// Optional reports that a row may lack it: one of several subtypes, or what the row
	// has one of by a relationship type, as an order its courier, and is not in the key.
	Optional bool
	// Collected reports that a row has several of it, in a collection.
	Collected bool
	Links     []PartLink
}

// PartLink leads from a part to another one that it is related to. Participant is the
// end of a relationship type: that of the part, or of the other one if the part is
// the relationship type. It is empty between a subtype and its supertype, and between
// a weak entity type and its owner.
type PartLink struct {
	To          int
	Participant model.ID
}

// Has reports whether each row represents an instance of a type.
func (m *Meaning) Has(of model.ID) bool {
	return slices.ContainsFunc(m.Parts, func(part Part) bool { return part.Of == of && !part.Optional && !part.Collected })
}

// Meanings returns what the rows of a logical table represent, by each query that it
// serves. A query does not tell if the primary key does not identify the combinations
// along its path, or if it has a table for each subtype.
func Meanings(m *model.Model, table model.ID) []Meaning {
	logical := m.Logical.Tables[table]
	if logical == nil {
		return nil
	}
	var queries []model.ID
	for _, arrow := range model.Sorted(m.Logical.Arrows) {
		if q := arrow.Value.Access; arrow.Value.To == table && m.Workflow.Queries[q] != nil && !slices.Contains(queries, q) {
			queries = append(queries, q)
		}
	}
	var found []Meaning
	c := newConcepts(m)
	for _, query := range queries {
		if meaning, known := c.meaningOf(logical, query); known {
			found = append(found, meaning)
		}
	}
	return found
}

func (c *concepts) meaningOf(table *model.LogicalTable, query model.ID) (Meaning, bool) {
	q := newQuestion(c, query)
	if len(q.all()) == 0 {
		return Meaning{}, false
	}
	tree, _, found := q.path()
	if !found {
		return Meaning{}, false
	}
	d := newDesigner(q, tree)
	if len(d.split.leaves) > 0 && len(c.model.TablesOf(query)) > 1 {
		return Meaning{}, false
	}
	key, known := d.keyOf(table)
	if !known || len(key) == 0 && !isOnlyBucket(table) || d.hasOther(table) {
		return Meaning{}, false
	}
	grouped := stores(table, func(c *model.LogicalColumn) bool { return c.Aggregate != "" }) && d.storesGroups(key)
	in := d.storedBy(table)
	if missing, ok := in.missing(key, d.keep()); !ok || len(missing) > 0 && !grouped {
		return Meaning{}, false
	}
	return d.meaning(in, key, grouped), true
}

func stores(table *model.LogicalTable, is func(*model.LogicalColumn) bool) bool {
	for _, c := range table.Columns {
		if is(c) {
			return true
		}
	}
	return false
}

// hasOther reports whether a key column is an attribute that is not on the path.
func (d *designer) hasOther(table *model.LogicalTable) bool {
	return stores(table, func(c *model.LogicalColumn) bool {
		if !c.Role.InKey() || c.Attribute == "" {
			return false
		}
		_, is := d.atomOf(c)
		return !is
	})
}

// meaning lists the parts of the path, which a table stores as in says.
func (d *designer) meaning(in *identity, key []atom, grouped bool) Meaning {
	meaning := Meaning{Query: d.id, Grouped: grouped}
	optional := map[int]bool{}
	if !grouped {
		optional = d.optional(key)
	}
	nodes := slices.Clone(d.in.nodes)
	place := map[int]int{}
	for i, at := range nodes {
		place[at] = i
		meaning.Parts = append(meaning.Parts, Part{Of: d.graph.node(at).of, Optional: slices.Contains(d.split.leaves, at) || optional[at], Collected: i < d.in.path && !slices.Contains(in.nodes[:in.path], at)})
	}
	link := func(one, other int, participant model.ID) {
		a, b := place[one], place[other]
		meaning.Parts[a].Links = append(meaning.Parts[a].Links, PartLink{b, participant})
		meaning.Parts[b].Links = append(meaning.Parts[b].Links, PartLink{a, participant})
	}
	for _, at := range nodes {
		for _, end := range d.in.ends[at] {
			link(at, end.node, end.id)
		}
		for _, owner := range d.in.ownedBy[at] {
			link(at, owner, "")
		}
		if by, needed := d.in.neededBy[at]; needed && !d.graph.isRelationship(by) && !slices.Contains(d.in.ownedBy[by], at) {
			link(at, by, "")
		}
	}
	for _, edge := range d.tree.edges {
		if !d.graph.isRelationship(edge[0]) && !d.graph.isRelationship(edge[1]) {
			link(edge[0], edge[1], "")
		}
	}
	return meaning
}

// optional returns the nodes that a row has one of by a relationship type, and that
// its key does not need: the branches of the path without a key attribute, and without
// what the query is about.
func (d *designer) optional(key []atom) map[int]bool {
	found := map[int]bool{}
	for _, at := range d.tree.nodes {
		if len(key) == 0 || !d.graph.isRelationship(at) || slices.ContainsFunc(key, func(a atom) bool { return a.node == at }) {
			continue
		}
		rest := d.tree.without(at).reach(key[0].node)
		if all(key, func(a atom) bool { return rest[a.node] }) && (d.main < 0 || rest[d.main]) {
			for _, other := range d.tree.nodes {
				if !rest[other] {
					found[other] = true
				}
			}
		}
	}
	return found
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
