package mapping

import (
	"maps"
	"slices"

	"widerow/model"
	"widerow/model/mapping/er"
)

// coversPathOf reports whether the table's path contains all nodes of the other's, related
// as there, and does not leave out some of their instances. A relationship that follows from
// the others needs no node: the tenant of the customer owns the ticket, too.
func (t *table) coversPathOf(other *table) bool {
	mine, theirs := t.designer, other.designer
	common := map[int]bool{}
	for _, at := range theirs.Tree.Nodes {
		place, found := mine.Graph.Find(theirs.Graph.Node(at))
		if found && slices.Contains(mine.Tree.Nodes, place) {
			common[place] = true
		} else if !mine.implies(theirs, at) {
			return false
		}
	}
	if !mine.relatesAs(theirs, common) {
		return false
	}
	for _, at := range mine.Tree.Nodes {
		if theirs.implies(mine, at) {
			common[at] = true
		}
	}
	return !mine.restricts(common)
}

// implies reports whether a relationship on another path follows from what is along this one:
// the owner that instances have in common is related to each of them.
func (d *designer) implies(other *designer, relationship int) bool {
	if len(d.In.Commons) == 0 || !other.Graph.IsRelationship(relationship) {
		return false
	}
	ends := map[model.ID]int{}
	for participant, at := range other.Tree.Ends[relationship] {
		place, found := d.Graph.Find(other.Graph.Node(at))
		if !found || !slices.Contains(d.In.Nodes, place) {
			return false
		}
		ends[participant] = place
	}
	return d.In.Relates(other.Graph.Node(relationship).Of, ends)
}

// relatesAs reports whether two paths relate the nodes that both have in the same way.
func (d *designer) relatesAs(other *designer, common map[int]bool) bool {
	for at := range common {
		there, _ := other.Graph.Find(d.Graph.Node(at))
		for participant, place := range d.Tree.Ends[at] {
			theirs, assigned := other.Tree.Ends[there][participant]
			if common[place] && (!assigned || other.Graph.Node(theirs) != d.Graph.Node(place)) {
				return false
			}
		}
		if er.All(slices.Collect(maps.Keys(d.Tree.Ends[at])), func(id model.ID) bool { return common[d.Tree.Ends[at][id]] }) &&
			len(other.Tree.Ends[there]) > len(d.Tree.Ends[at]) {
			return false
		}
	}
	return true
}

// restricts reports whether the rest of the path, beside the common nodes, leaves out instances of
// these nodes without a column that reveals it: the alerts that somebody handles, of all alerts. A
// part that closes a cycle does so, too: the tickets whose agent belongs to their tenant.
func (d *designer) restricts(common map[int]bool) bool {
	rest := d.Tree.Without(slices.Collect(maps.Keys(common))...)
	for at := range common {
		for _, next := range d.Tree.Neighbours(at) {
			if common[next] || !d.Graph.IsRelationship(next) {
				continue
			}
			part := rest.Reach(next)
			if d.edgesBetween(part, common) > 1 || !d.isTotal(at, next) && !d.AsksOf(part) {
				return true
			}
		}
	}
	return false
}

// edgesBetween counts the edges of the path between a part of it and other nodes.
func (d *designer) edgesBetween(part, others map[int]bool) int {
	count := 0
	for _, edge := range d.Tree.Edges {
		if part[edge[0]] && others[edge[1]] || part[edge[1]] && others[edge[0]] {
			count++
		}
	}
	return count
}

// isTotal reports whether each instance of a node takes part in a relationship type.
func (d *designer) isTotal(at, relationship int) bool {
	for id, place := range d.Tree.Ends[relationship] {
		if place == at && d.Graph.Roles[id].Participant != nil && d.Graph.Roles[id].Total {
			return true
		}
	}
	return false
}

// storesSubtypesOf reports whether the rows of the other table are limited to all subtypes to which
// the rows of the table are: a table of all rooms does not serve a query for suites, nor does a
// table of the suites find all rooms with the attributes of suites.
func (t *table) storesSubtypesOf(other *table) bool {
	mine, theirs := t.designer, other.designer
	return er.All(mine.Tree.Nodes, func(at int) bool {
		if mine.In.IsSubtype(at) && !slices.Contains(mine.split.leaves, at) {
			place, found := theirs.Graph.Find(mine.Graph.Node(at))
			return found && slices.Contains(theirs.Tree.Nodes, place) && !slices.Contains(theirs.split.leaves, place)
		}
		return true
	})
}

// storesValuesOf reports whether the other table has a row for each value of the
// multi-valued attributes in the key, too.
func (t *table) storesValuesOf(other *table) bool {
	return er.All(t.shape.key(), func(a er.Atom) bool {
		attribute := t.designer.Graph.Attribute(a)
		if attribute == nil || !attribute.MultiValued {
			return true
		}
		b, found := translate(a, t.designer.Graph, other.designer.Graph)
		return found && er.Contains(other.shape.key(), b)
	})
}

// keyIsOn reports whether each key attribute of the table is of an instance on
// the other's path: rows that lack it are not in the table.
func (t *table) keyIsOn(other *table) bool {
	return er.All(t.shape.key(), func(a er.Atom) bool {
		b, ok := translate(a, t.designer.Graph, other.designer.Graph)
		return ok && (b.Node < 0 || slices.Contains(other.designer.In.Nodes, b.Node))
	})
}
