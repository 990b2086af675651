package mapping

import (
	"fmt"
	"slices"

	"widerow/model"
)

// groupedShapes returns the alternatives of an aggregate that store one row a
// group: with the values computed when data is written, or, to count, with a
// counter.
func (d *designer) groupedShapes() []shape {
	over, counting := d.aggregatedNodes()
	if len(over) == 0 {
		return nil
	}
	plain := slices.DeleteFunc(slices.Clone(d.found), func(a atom) bool { return a.aggregate != "" })
	var keys []atom // attributes of what is aggregated identify the group themselves
	var instances []int
	for _, a := range plain {
		if slices.Contains(over, a.node) {
			keys = append(keys, a)
		} else if a.node >= 0 && !slices.Contains(instances, a.node) {
			instances = append(instances, a.node)
		}
	}
	in := d.in.about(instances)
	var shapes []shape
	for _, tail := range d.tails(d.grouped) {
		if tail.service != Served || d.rangeInGroups(over) {
			continue
		}
		tail.tail = union(tail.tail, without(keys, union(d.equal, d.many)))
		missing, ok := in.missing(union(d.equal, d.many, tail.tail), d.keep())
		if !ok {
			continue
		}
		tail.in, tail.missing, tail.form, tail.aggregated, tail.found = in, d.alongPath(missing), Precomputed, true, d.found
		shapes = append(shapes, tail)
		if counting {
			tail.form = Counted
			tail.found = slices.DeleteFunc(slices.Clone(d.found), func(a atom) bool {
				return a.aggregate == "" && !contains(union(d.equal, d.many, tail.tail, missing), a)
			})
			shapes = append(shapes, tail)
		}
	}
	return shapes
}

// rangeInGroups reports whether a range selects some of the rows that a group
// aggregates: the value of the group cannot be stored then.
func (d *designer) rangeInGroups(over []int) bool {
	return len(d.implied) > 0 && slices.ContainsFunc(d.ranges, func(a atom) bool {
		return slices.Contains(over, a.node) && !contains(d.implied, a)
	})
}

// aggregatedNodes returns the nodes whose instances are aggregated. counting
// reports whether only their number is asked for.
func (d *designer) aggregatedNodes() (over []int, counting bool) {
	counting = true
	for _, find := range model.Sorted(d.query.Find) {
		if find.Value.Aggregate == "" {
			continue
		}
		counting = counting && find.Value.Aggregate == model.Count
		owner := find.Value.Attribute
		if element, found := d.graph.model.Element(owner); found && element.Kind == model.AttributeKind {
			owner = element.Parent
		}
		if at, found := d.graph.index[d.graph.nodeOf(owner, find.Value.Participant)]; found && owner != "" {
			over = append(over, at)
		}
	}
	return over, counting && len(over) > 0
}

// impliedGroups returns what the rows are grouped by if a query asks for an
// aggregate beside single values, but names no groups. On rows, Cassandra would
// return one row without GROUP BY, with the single values of the first. That is
// right if all rows have the same ones, which depend on what is given by =. Other
// values are those of a group each: the group is their instances, or the values
// themselves where they are of the instances that are aggregated.
func (d *designer) impliedGroups() []atom {
	if len(d.grouped) > 0 || !d.aggregates() {
		return nil
	}
	given := d.in.closure(d.equal)
	isPlain := func(a atom) bool { return a.aggregate == "" && !contains(d.equal, a) && (a.node < 0 || !given[a.node]) }
	plain := slices.DeleteFunc(slices.Clone(d.found), func(a atom) bool { return !isPlain(a) })
	if len(plain) == 0 {
		return nil
	}
	over, _ := d.aggregatedNodes()
	var groups []atom
	var instances []int
	for _, a := range union(d.sorted, plain) {
		switch {
		case a.node >= 0 && given[a.node]:
		case a.node < 0 || slices.Contains(over, a.node):
			groups = union(groups, []atom{a})
		case !slices.Contains(instances, a.node):
			instances = append(instances, a.node)
		}
	}
	missing, _ := d.in.about(instances).missing(union(d.equal, groups), d.keep())
	return d.fewestGroups(union(groups, d.alongPath(missing)))
}

// fewestGroups leaves out what the other groups determine: the type of a room
// beside its number.
func (d *designer) fewestGroups(groups []atom) []atom {
	for _, a := range slices.Clone(groups) {
		rest := without(groups, []atom{a})
		if attribute := d.graph.attribute(a); attribute != nil && attribute.Key == model.NoKey && !contains(d.sorted, a) &&
			d.in.closure(union(d.equal, rest))[a.node] {
			groups = rest
		}
	}
	return groups
}

// about returns the identity of rows that are combinations of some instances only.
func (in *identity) about(nodes []int) *identity {
	about := *in
	about.nodes, about.path = slices.Clone(nodes), len(nodes)
	for _, at := range in.nodes {
		if !slices.Contains(nodes, at) {
			about.nodes = append(about.nodes, at)
		}
	}
	return &about
}

// reportImplied says by what the rows are grouped although the query does not.
func (d *designer) reportImplied() {
	if len(d.implied) > 0 {
		d.note(d.id, "implied-groups", fmt.Sprintf(
			"It asks for an aggregate beside single values, so each %s has a value of its own; without GROUP BY, Cassandra would return one value for all rows", d.names(d.implied)))
	}
}

// Group is an attribute by which the rows of a query are grouped, or a name in a
// model without concepts.
type Group struct {
	Attribute   model.ID
	Name        string
	Participant model.ID
}

// ImpliedGroups returns what the rows of a query are grouped by that asks for an
// aggregate beside single values without GROUP BY. There are none if the values are
// the same in all rows.
func ImpliedGroups(m *model.Model, query *model.Query) []Group {
	q := questionOf(m, "", query)
	tree, _, found := q.path()
	if !found {
		return nil
	}
	d := newDesigner(q, tree)
	var groups []Group
	for _, a := range d.implied {
		group := Group{Attribute: a.attribute, Name: a.name}
		if a.node >= 0 {
			group.Participant = d.graph.nodes[a.node].participant
		}
		groups = append(groups, group)
	}
	return groups
}
