package mapping

import (
	"fmt"
	"slices"

	"widerow/model"
)

// groupedShapes returns the alternatives of an aggregate that store one row a
// group: with the values computed when data is written, or, to count, with a
// counter. Of DISTINCT, they store each combination of values once.
func (d *designer) groupedShapes() []shape {
	over, counting := d.aggregatedNodes()
	if d.query.Distinct && len(d.implied) > 0 && !d.aggregates() {
		return d.distinctShapes()
	}
	if len(over) == 0 || len(d.severalInGroup()) > 0 {
		return nil
	}
	plain := slices.DeleteFunc(slices.Clone(d.found), func(a atom) bool { return a.aggregate != "" })
	var keys []atom // attributes of what is aggregated identify the group themselves
	var instances []int
	for _, a := range plain {
		switch {
		case len(d.grouped) > 0: // GROUP BY names the whole key of a group
		case slices.Contains(over, a.node) && !contains(d.implied, a): // depends on the others
		case slices.Contains(over, a.node):
			keys = append(keys, a)
		case a.node >= 0 && !slices.Contains(instances, a.node):
			instances = append(instances, a.node)
		}
	}
	in := d.in.about(instances)
	var shapes []shape
	groups := d.grouped
	if len(d.many) > 0 {
		groups = union(groups, d.implied) // a group may have rows for several values of IN
	}
	for _, tail := range d.tails(groups) {
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
			// Cassandra allows no other columns beside counters.
			tail.form = Counted
			tail.found = slices.DeleteFunc(slices.Clone(d.found), func(a atom) bool {
				return a.aggregate == "" && !contains(union(d.equal, d.many, tail.tail, missing), a)
			})
			shapes = append(shapes, tail)
		}
	}
	return shapes
}

// distinctShapes returns the alternatives that store what DISTINCT returns: its values
// are the primary key.
func (d *designer) distinctShapes() []shape {
	if len(without(d.ranges, d.implied)) > 0 {
		return nil
	}
	var shapes []shape
	for _, tail := range d.tails(d.implied) {
		if tail.service != Served {
			continue
		}
		tail.in, tail.form, tail.aggregated, tail.found = d.in.about(nil), Precomputed, true, d.found
		tail.tail = union(tail.tail, without(d.found, union(d.equal, d.many)))
		shapes = append(shapes, tail)
	}
	return shapes
}

// rangeInGroups reports whether a range selects some of the rows that a group
// aggregates: the value of the group cannot be stored then.
func (d *designer) rangeInGroups(over []int) bool {
	groups := d.in.closure(union(d.equal, d.implied))
	return len(d.implied) > 0 && slices.ContainsFunc(d.ranges, func(a atom) bool {
		return !contains(d.implied, a) && (a.node < 0 || slices.Contains(over, a.node) || !groups[a.node])
	})
}

// impliedGroups returns what the rows are grouped by without GROUP BY, or beside it.
//
// If a query asks for an aggregate beside single values, but names no groups, Cassandra
// would return one row, with the single values of the first. That is right if all rows
// have the same ones, which depend on what is given by =. Other values are those of a
// group each: the group is their instances, or the values themselves where they are of
// the instances that are aggregated.
//
// DISTINCT returns one row for each combination of values. Groups may be sorted by what
// depends on them, or selected by a range of it: that is in front of them in the key.
func (d *designer) impliedGroups() []atom {
	if len(d.grouped) == 0 && !d.query.Distinct && !d.aggregates() {
		return nil
	}
	given := d.in.closure(d.equal)
	isPlain := func(a atom) bool { return a.aggregate == "" && !d.isGiven(a) && (a.node < 0 || !given[a.node]) }
	plain := slices.DeleteFunc(slices.Clone(d.found), func(a atom) bool { return !isPlain(a) })
	switch {
	case len(d.grouped) > 0:
		return without(union(d.rangesOf(d.grouped), d.sorted), d.grouped)
	case d.query.Distinct && !d.aggregates():
		if d.in.identifies(union(d.equal, plain)) || len(plain) == 0 {
			return nil
		}
		return d.fewestGroups(union(d.rangesOf(plain), d.sorted, plain))
	case len(plain) == 0:
		return nil
	}
	over, _ := d.aggregatedNodes()
	groups := without(d.sorted, d.equal)
	var instances []int
	for _, a := range plain {
		switch {
		case a.node < 0 || slices.Contains(over, a.node):
			groups = union(groups, []atom{a})
		case !slices.Contains(instances, a.node):
			instances = append(instances, a.node)
		}
	}
	missing, _ := d.in.about(instances).missing(union(d.equal, groups), d.keep())
	groups = union(groups, d.alongPath(missing))
	return d.fewestGroups(union(d.rangesOf(groups), groups))
}

// rangesOf returns the ranges that select whole groups, since the groups determine them.
// They are in front of them in the key.
func (d *designer) rangesOf(groups []atom) []atom {
	determined := d.in.closure(union(d.equal, groups))
	return slices.DeleteFunc(slices.Clone(d.ranges), func(a atom) bool { return !contains(groups, a) && (a.node < 0 || !determined[a.node]) })
}

// leaveOrder takes what has no meaning out of the order of a query that returns groups:
// of one group there is no order, and several are sorted by what has one value in each.
func (d *designer) leaveOrder() {
	groups := d.grouped
	switch {
	case len(d.sorted) == 0 || !d.query.Distinct && !d.aggregates():
		return
	case d.query.Distinct && !d.aggregates():
		groups = d.found
	case len(groups) == 0:
		given := d.in.closure(d.equal)
		if all(d.found, func(a atom) bool { return a.aggregate != "" || contains(d.equal, a) || a.node >= 0 && given[a.node] }) {
			d.sorted, d.unordered = nil, d.sorted
		}
		return
	}
	determined := d.in.closure(union(d.equal, groups))
	gone := slices.DeleteFunc(slices.Clone(d.sorted), func(a atom) bool { return contains(groups, a) || a.node >= 0 && determined[a.node] })
	if len(gone) > 0 {
		d.sorted, d.unordered = without(d.sorted, gone), gone
		d.problem(d.id, "order", fmt.Sprintf("The rows that it returns have no single %s to be sorted by; %s", d.names(gone), orderHint(d.query.Distinct)))
	}
}

func orderHint(distinct bool) string {
	if distinct {
		return "select it, or leave it out of ORDER BY"
	}
	return "group by it, or leave it out of ORDER BY"
}

// fewestGroups leaves out what the other groups determine: the type of a room
// beside its number.
func (d *designer) fewestGroups(groups []atom) []atom {
	for _, a := range slices.Clone(groups) {
		rest := without(groups, []atom{a})
		if d.graph.attribute(a) != nil && !contains(union(d.sorted, d.ranges), a) && d.in.closure(union(d.equal, rest))[a.node] {
			groups = rest
		}
	}
	return groups
}

// severalInGroup returns the single values of which a group may have several.
func (d *designer) severalInGroup() []atom {
	if len(d.grouped) == 0 {
		return nil
	}
	determined := d.in.closure(union(d.equal, d.grouped))
	return slices.DeleteFunc(slices.Clone(d.found), func(a atom) bool {
		return a.aggregate != "" || contains(union(d.equal, d.grouped), a) || a.node >= 0 && determined[a.node]
	})
}

// reportGroups says which single values of a query are not those of whole groups.
func (d *designer) reportGroups() {
	if several := d.severalInGroup(); len(several) > 0 {
		d.problem(d.id, "group-values", fmt.Sprintf("A group may have several values of %s, of which Cassandra returns the first; group by it too, or aggregate it", d.names(several)))
	}
}

// reportTwice names attributes with a condition besides = or IN: CQL takes one.
func (d *designer) reportTwice() {
	var twice []atom
	for _, one := range model.Sorted(d.query.Given) {
		for _, other := range model.Sorted(d.query.Given) {
			a, ok := d.givenAtom(one.Value)
			b, also := d.givenAtom(other.Value)
			if one.ID != other.ID && !one.Value.Operator.IsRange() && ok && also && a.same(b) && !contains(twice, a) {
				twice = append(twice, a)
			}
		}
	}
	if len(twice) > 0 {
		d.problem(d.id, "twice", fmt.Sprintf("%s is given by = or IN, and again: CQL takes one such condition; leave the others out", d.names(twice)))
	}
}

// givenAtom returns the attribute of a condition.
func (d *designer) givenAtom(given *model.Given) (atom, bool) {
	for _, a := range union(d.equal, d.many, d.ranges) {
		of := a.attribute
		if of == given.Attribute && (of != "" || a.name == given.Name) && (given.Participant == "" || d.graph.participant(a) == given.Participant) {
			return a, true
		}
	}
	return atom{}, false
}

// reportImplied says by what the rows are grouped although the query does not.
func (d *designer) reportImplied() {
	if len(d.implied) > 0 && len(d.grouped) == 0 && d.aggregates() {
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

// Grouping is what the rows of a query are grouped by beside its GROUP BY, and the part
// of its order that has no meaning for groups: see impliedGroups and leaveOrder.
type Grouping struct{ Implied, Unordered []Group }

// GroupingOf returns the grouping of a query. It is empty if all rows have the same
// values.
func (s *Stored) GroupingOf(query *model.Query) Grouping {
	q := questionOf(s.concepts, "", query)
	tree, _, found := q.path()
	if !found {
		return Grouping{}
	}
	d := newDesigner(q, tree)
	return Grouping{d.groupsOf(d.implied), d.groupsOf(d.unordered)}
}

func (d *designer) groupsOf(atoms []atom) []Group {
	var groups []Group
	for _, a := range atoms {
		groups = append(groups, Group{a.attribute, a.name, d.graph.participant(a)})
	}
	return groups
}
