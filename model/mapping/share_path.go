package mapping

import (
	"maps"
	"slices"

	"widerow/model"
)

// coversPathOf reports whether the table's path contains all nodes of the other's, related
// as there, and does not leave out some of their instances. A relationship that follows from
// the others needs no node: the tenant of the customer owns the ticket, too.
func (t *table) coversPathOf(other *table) bool {
	mine, theirs := t.designer, other.designer
	common := map[int]bool{}
	for _, at := range theirs.tree.nodes {
		place, found := mine.graph.find(theirs.graph.node(at))
		if found && slices.Contains(mine.tree.nodes, place) {
			common[place] = true
		} else if !mine.implies(theirs, at) {
			return false
		}
	}
	if !mine.relatesAs(theirs, common) {
		return false
	}
	for _, at := range mine.tree.nodes {
		if theirs.implies(mine, at) {
			common[at] = true
		}
	}
	return !mine.restricts(common)
}

// implies reports whether a relationship on another path follows from what is along this one:
// the owner that instances have in common is related to each of them.
func (d *designer) implies(other *designer, relationship int) bool {
	if len(d.in.commons) == 0 || !other.graph.isRelationship(relationship) {
		return false
	}
	ends := map[model.ID]int{}
	for participant, at := range other.tree.ends[relationship] {
		place, found := d.graph.find(other.graph.node(at))
		if !found || !slices.Contains(d.in.nodes, place) {
			return false
		}
		ends[participant] = place
	}
	return d.in.relates(other.graph.node(relationship).of, ends)
}

// relatesAs reports whether two paths relate the nodes that both have in the same way.
func (d *designer) relatesAs(other *designer, common map[int]bool) bool {
	for at := range common {
		there, _ := other.graph.find(d.graph.node(at))
		for participant, place := range d.tree.ends[at] {
			theirs, assigned := other.tree.ends[there][participant]
			if common[place] && (!assigned || other.graph.node(theirs) != d.graph.node(place)) {
				return false
			}
		}
		if all(slices.Collect(maps.Keys(d.tree.ends[at])), func(id model.ID) bool { return common[d.tree.ends[at][id]] }) &&
			len(other.tree.ends[there]) > len(d.tree.ends[at]) {
			return false
		}
	}
	return true
}

// restricts reports whether a part of the path beside some of its nodes leaves out instances
// of these, and no column tells which: the alerts that somebody handles, of all alerts. A part
// that closes a cycle does so, too: the tickets whose agent is of their tenant.
func (d *designer) restricts(common map[int]bool) bool {
	rest := d.tree.without(slices.Collect(maps.Keys(common))...)
	for at := range common {
		for _, next := range d.tree.neighbours(at) {
			if common[next] || !d.graph.isRelationship(next) {
				continue
			}
			part := rest.reach(next)
			if d.edgesBetween(part, common) > 1 || !d.isTotal(at, next) && !d.asksOf(part) {
				return true
			}
		}
	}
	return false
}

// edgesBetween counts the edges of the path between a part of it and other nodes.
func (d *designer) edgesBetween(part, others map[int]bool) int {
	count := 0
	for _, edge := range d.tree.edges {
		if part[edge[0]] && others[edge[1]] || part[edge[1]] && others[edge[0]] {
			count++
		}
	}
	return count
}

// isTotal reports whether each instance of a node takes part in a relationship type.
func (d *designer) isTotal(at, relationship int) bool {
	for id, place := range d.tree.ends[relationship] {
		if place == at && d.graph.roles[id].Participant != nil && d.graph.roles[id].Total {
			return true
		}
	}
	return false
}

// storesSubtypesOf reports whether the rows of the other table are of the subtypes of which
// those of the table are: a table of all rooms does not find the suites, nor does one of the
// suites find all rooms with what only suites have.
func (t *table) storesSubtypesOf(other *table) bool {
	mine, theirs := t.designer, other.designer
	return all(mine.tree.nodes, func(at int) bool {
		if mine.in.isSubtype(at) && !slices.Contains(mine.split.leaves, at) {
			place, found := theirs.graph.find(mine.graph.node(at))
			return found && slices.Contains(theirs.tree.nodes, place) && !slices.Contains(theirs.split.leaves, place)
		}
		return true
	})
}

// storesValuesOf reports whether the other table has a row for each value of the
// multi-valued attributes in the key, too.
func (t *table) storesValuesOf(other *table) bool {
	return all(t.shape.key(), func(a atom) bool {
		attribute := t.designer.graph.attribute(a)
		if attribute == nil || !attribute.MultiValued {
			return true
		}
		b, found := translate(a, t.designer.graph, other.designer.graph)
		return found && contains(other.shape.key(), b)
	})
}

// keyIsOn reports whether each key attribute of the table is of an instance on
// the other's path: rows that lack it are not in the table.
func (t *table) keyIsOn(other *table) bool {
	return all(t.shape.key(), func(a atom) bool {
		b, ok := translate(a, t.designer.graph, other.designer.graph)
		return ok && (b.node < 0 || slices.Contains(other.designer.in.nodes, b.node))
	})
}
