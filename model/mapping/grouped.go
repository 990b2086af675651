package mapping

import (
	"fmt"
	"slices"

	"widerow/model"
	"widerow/model/mapping/er"
)

// groupedShapes returns the alternatives of an aggregate that store one row a
// group: with the values computed when data is written, or, to count, with a
// counter. Of DISTINCT, they store each combination of values once.
func (d grouping) groupedShapes() []shape {
	over, counting := d.AggregatedNodes()
	if d.Query.Distinct && len(d.implied) > 0 && !d.Aggregates() {
		return d.distinctShapes()
	}
	if len(over) == 0 || len(d.severalInGroup()) > 0 {
		return nil
	}
	plain := slices.DeleteFunc(slices.Clone(d.Found), func(a er.Atom) bool { return a.Aggregate != "" })
	var keys []er.Atom // attributes of what is aggregated identify the group themselves
	var instances []int
	for _, a := range plain {
		switch {
		case len(d.Grouped) > 0: // GROUP BY names the whole key of a group
		case slices.Contains(over, a.Node) && !er.Contains(d.implied, a): // depends on the others
		case slices.Contains(over, a.Node):
			keys = append(keys, a)
		case a.Node >= 0 && !slices.Contains(instances, a.Node):
			instances = append(instances, a.Node)
		}
	}
	in := d.In.About(instances)
	var shapes []shape
	groups := d.Grouped
	if len(d.Many) > 0 {
		groups = er.Union(groups, d.implied) // a group may have rows for several values of IN
	}
	for _, tail := range d.tails(groups) {
		if tail.service != Served || d.rangeInGroups(over) {
			continue
		}
		tail.tail = er.Union(tail.tail, er.Without(keys, er.Union(d.Equal, d.Many)))
		missing, ok := in.Missing(er.Union(d.Equal, d.Many, tail.tail), d.keep())
		if !ok {
			continue
		}
		tail.in, tail.missing, tail.form, tail.aggregated, tail.found = in, d.alongPath(missing), Precomputed, true, d.Found
		shapes = append(shapes, tail)
		if counting {
			// Cassandra allows no other columns beside counters.
			tail.form = Counted
			tail.found = slices.DeleteFunc(slices.Clone(d.Found), func(a er.Atom) bool {
				return a.Aggregate == "" && !er.Contains(er.Union(d.Equal, d.Many, tail.tail, missing), a)
			})
			shapes = append(shapes, tail)
		}
	}
	return shapes
}

// distinctShapes returns the alternatives that store what DISTINCT returns: its values
// are the primary key.
func (d grouping) distinctShapes() []shape {
	if len(er.Without(d.Ranges, d.implied)) > 0 {
		return nil
	}
	var shapes []shape
	for _, tail := range d.tails(d.implied) {
		if tail.service != Served {
			continue
		}
		tail.in, tail.form, tail.aggregated, tail.found = d.In.About(nil), Precomputed, true, d.Found
		tail.tail = er.Union(tail.tail, er.Without(d.Found, er.Union(d.Equal, d.Many)))
		shapes = append(shapes, tail)
	}
	return shapes
}

// rangeInGroups reports whether a range selects some of the rows that a group
// aggregates: the value of the group cannot be stored then.
func (d grouping) rangeInGroups(over []int) bool {
	groups := d.In.Closure(er.Union(d.Equal, d.implied))
	return len(d.implied) > 0 && slices.ContainsFunc(d.Ranges, func(a er.Atom) bool {
		return !er.Contains(d.implied, a) && (a.Node < 0 || slices.Contains(over, a.Node) || !groups[a.Node])
	})
}

// impliedGroups returns the attributes that the rows are grouped by without GROUP BY, or beside it.
//
// If a query asks for an aggregate beside single values, but names no groups, Cassandra would
// return one row, with the single values of the first. That is right if the values given by =
// determine these single values, so that all rows have the same ones. Otherwise each group has its
// own: the groups are the instances with the values, or the values themselves if they belong to the
// aggregated instances.
//
// DISTINCT returns one row for each combination of values. Groups may be sorted by an attribute
// that depends on them, or selected by a range of it: the attribute then precedes them in the key.
func (d grouping) impliedGroups() []er.Atom {
	if len(d.Grouped) == 0 && !d.Query.Distinct && !d.Aggregates() {
		return nil
	}
	given := d.In.Closure(d.Equal)
	isPlain := func(a er.Atom) bool { return a.Aggregate == "" && !d.IsGiven(a) && (a.Node < 0 || !given[a.Node]) }
	plain := slices.DeleteFunc(slices.Clone(d.Found), func(a er.Atom) bool { return !isPlain(a) })
	switch {
	case len(d.Grouped) > 0:
		return er.Without(er.Union(d.rangesOf(d.Grouped), d.Sorted), d.Grouped)
	case d.Query.Distinct && !d.Aggregates():
		if d.In.Identifies(er.Union(d.Equal, plain)) || len(plain) == 0 {
			return nil
		}
		return d.fewestGroups(er.Union(d.rangesOf(plain), d.Sorted, plain))
	case len(plain) == 0:
		return nil
	}
	over, _ := d.AggregatedNodes()
	groups := er.Without(d.Sorted, d.Equal)
	var instances []int
	for _, a := range plain {
		switch {
		case a.Node < 0 || slices.Contains(over, a.Node):
			groups = er.Union(groups, []er.Atom{a})
		case !slices.Contains(instances, a.Node):
			instances = append(instances, a.Node)
		}
	}
	missing, _ := d.In.About(instances).Missing(er.Union(d.Equal, groups), d.keep())
	groups = er.Union(groups, d.alongPath(missing))
	return d.fewestGroups(er.Union(d.rangesOf(groups), groups))
}

// rangesOf returns the ranges that select whole groups, since the groups determine them.
// They are in front of them in the key.
func (d grouping) rangesOf(groups []er.Atom) []er.Atom {
	determined := d.In.Closure(er.Union(d.Equal, groups))
	return slices.DeleteFunc(slices.Clone(d.Ranges), func(a er.Atom) bool { return !er.Contains(groups, a) && (a.Node < 0 || !determined[a.Node]) })
}

// leaveOrder removes meaningless columns from the order of a query that returns groups: a single
// group has no order, and several can only be sorted by attributes with one value per group.
func (d grouping) leaveOrder() {
	groups := d.Grouped
	switch {
	case len(d.Sorted) == 0 || !d.Query.Distinct && !d.Aggregates():
		return
	case d.Query.Distinct && !d.Aggregates():
		groups = d.Found
	case len(groups) == 0:
		given := d.In.Closure(d.Equal)
		if er.All(d.Found, func(a er.Atom) bool {
			return a.Aggregate != "" || er.Contains(d.Equal, a) || a.Node >= 0 && given[a.Node]
		}) {
			d.Sorted, d.unordered = nil, d.Sorted
		}
		return
	}
	determined := d.In.Closure(er.Union(d.Equal, groups))
	gone := slices.DeleteFunc(slices.Clone(d.Sorted), func(a er.Atom) bool { return er.Contains(groups, a) || a.Node >= 0 && determined[a.Node] })
	if len(gone) > 0 {
		d.Sorted, d.unordered = er.Without(d.Sorted, gone), gone
		d.Problem(d.ID, "order", fmt.Sprintf("The rows that it returns have no single %s to be sorted by; %s", d.names(gone), orderHint(d.Query.Distinct)))
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
func (d grouping) fewestGroups(groups []er.Atom) []er.Atom {
	for _, a := range slices.Clone(groups) {
		rest := er.Without(groups, []er.Atom{a})
		if d.Graph.Attribute(a) != nil && !er.Contains(er.Union(d.Sorted, d.Ranges), a) && d.In.Closure(er.Union(d.Equal, rest))[a.Node] {
			groups = rest
		}
	}
	return groups
}

// severalInGroup returns the single values of which a group may have several.
func (d grouping) severalInGroup() []er.Atom {
	if len(d.Grouped) == 0 {
		return nil
	}
	determined := d.In.Closure(er.Union(d.Equal, d.Grouped))
	return slices.DeleteFunc(slices.Clone(d.Found), func(a er.Atom) bool {
		return a.Aggregate != "" || er.Contains(er.Union(d.Equal, d.Grouped), a) || a.Node >= 0 && determined[a.Node]
	})
}

// reportGroups reports single values of a query that are not the same in a whole group.
func (d grouping) reportGroups() {
	if several := d.severalInGroup(); len(several) > 0 {
		d.Problem(d.ID, "group-values", fmt.Sprintf("A group may have several values of %s, of which Cassandra "+
			"returns the first; group by it too, or aggregate it", d.names(several)))
	}
}

// reportTwice names attributes with a condition besides = or IN: CQL takes one.
func (d grouping) reportTwice() {
	var twice []er.Atom
	for _, one := range model.Sorted(d.Query.Given) {
		for _, other := range model.Sorted(d.Query.Given) {
			a, ok := d.givenAtom(one.Value)
			b, also := d.givenAtom(other.Value)
			if one.ID != other.ID && !one.Value.Operator.IsRange() && ok && also && a.Same(b) && !er.Contains(twice, a) {
				twice = append(twice, a)
			}
		}
	}
	if len(twice) > 0 {
		d.Problem(d.ID, "twice", fmt.Sprintf("%s is given by = or IN, and again: CQL takes one such condition; leave the others out", d.names(twice)))
	}
}

// givenAtom returns the attribute of a condition.
func (d grouping) givenAtom(given *model.Given) (er.Atom, bool) {
	for _, a := range er.Union(d.Equal, d.Many, d.Ranges) {
		of := a.Attribute
		if of == given.Attribute && (of != "" || a.Name == given.Name) && (given.Participant == "" || d.Graph.Participant(a) == given.Participant) {
			return a, true
		}
	}
	return er.Atom{}, false
}

// reportImplied names the attributes by which the rows are grouped although the query has no GROUP
// BY.
func (d grouping) reportImplied() {
	if len(d.implied) > 0 && len(d.Grouped) == 0 && d.Aggregates() {
		d.Note(d.ID, "implied-groups", fmt.Sprintf(
			"It asks for an aggregate beside single values, so each %s has a value of its own; without GROUP BY, "+
				"Cassandra would return one value for all rows", d.names(d.implied)))
	}
}

// Group is an attribute by which the rows of a query are grouped, or a name in a
// model without concepts.
type Group struct {
	Attribute   model.ID
	Name        string
	Participant model.ID
}

// Grouping holds the attributes that the rows of a query are grouped by beside its GROUP BY, and
// the part of its order that has no meaning for groups: see impliedGroups and leaveOrder.
type Grouping struct{ Implied, Unordered []Group }

// GroupingOf returns the grouping of a query. It is empty if all rows have the same
// values.
func (s *Stored) GroupingOf(query *model.Query) Grouping {
	q := er.QuestionOf(s.concepts, "", query)
	tree, _, found := q.Path()
	if !found {
		return Grouping{}
	}
	d := grouping{newDesigner(q, tree)}
	return Grouping{d.groupsOf(d.implied), d.groupsOf(d.unordered)}
}

func (d grouping) groupsOf(atoms []er.Atom) []Group {
	var groups []Group
	for _, a := range atoms {
		groups = append(groups, Group{a.Attribute, a.Name, d.Graph.Participant(a)})
	}
	return groups
}
