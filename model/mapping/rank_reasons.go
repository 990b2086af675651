package mapping

import (
	"fmt"
	"slices"
	"strings"

	"widerow/model"
	"widerow/model/mapping/er"
)

// reasons explains why an alternative is first, or why it is not.
func (d explanation) reasons(first, a *Alternative, best bool) []string {
	var reasons []string
	add := func(format string, arguments ...any) { reasons = append(reasons, fmt.Sprintf(format, arguments...)) }
	if numbers := a.numbers(); numbers != "" {
		add("%s", numbers)
	}
	if outside := er.Without(a.shape.filtered, a.shape.left); len(outside) > 0 {
		add("reads rows outside the range of %s and drops them (ALLOW FILTERING)", d.names(outside))
	}
	if len(a.shape.left) > 0 {
		add("reads rows with other values of %s and drops them (ALLOW FILTERING)%s; an update changes %s in "+
			"place: one write, and no tombstone", d.names(a.shape.left), d.readsFor(a), d.names(a.shape.left))
	}
	if changed := inBoth(a.shape.unordered, d.changed()); len(changed) > 0 {
		add("the application sorts the rows by %s%s; an update changes %s in place: one write, and no tombstone",
			d.names(a.shape.unordered), d.readsAll(), d.names(changed))
	} else if a.Service == Unsorted || ranking(d).isUnsorted(a) {
		first := a.shape.tail[:1]
		if in := er.Without(d.Many, a.shape.partition); len(in) > 0 {
			first = in
		}
		add("returns rows by %s; the application sorts them by %s", d.names(first), d.names(a.shape.unordered))
	}
	if crossed := d.crossed(&a.shape); crossed != "" {
		add("%s", crossed)
	}
	if at := d.rowsOf(&a.shape); a.Form == Rows && d.repeats(&a.shape) && at >= 0 {
		add("repeats what is stored once for each of them in every row of %s", d.Graph.Title(at))
	}
	if len(d.split.leaves) > 0 {
		d.addSubtypeReason(a, add)
	}
	switch a.Form {
	case Collected:
		d.addCollectionReason(a, add)
	case Precomputed:
		add("reads one row a group; the application computes the values when it writes, or a job does later: for groups that are read often or have many rows")
	case Counted:
		add("a counter is cheap to write and read, but a write that is tried again may count twice: for numbers that may be off by a few")
		add("each one is counted by %s", d.countStatement(a))
	}
	switch a.Form {
	case Precomputed, Counted:
		if exact := d.exactTimes(&a.shape); len(exact) > 0 {
			add("has a row for each %s: store it rounded, to the hour or the day, or there are hardly fewer rows than without groups", d.names(exact))
		}
	case Rows:
		d.addGroupReason(a, add)
	}
	d.addPartitionReasons(first, a, best, add)
	a.Ideal = len(reasons) == 0 && best
	switch {
	case !a.Ideal:
	case len(d.Ranges) > 0:
		add("reads one partition, and of it only the rows in the range")
	default:
		add("reads one partition that holds just the rows asked for")
	}
	return reasons
}

// readsFor describes the cost of rows that do not match.
func (d explanation) readsFor(a *Alternative) string {
	if e := &a.Estimate; e.wasted() > 1.01 {
		return fmt.Sprintf(": %s for %s at each read", counted(e.Read.Typical, "row"), round(max(1, e.Wanted.Typical)))
	}
	return ", all of a partition at each read"
}

// readsAll describes the cost of sorting in the application for a query with LIMIT.
func (d explanation) readsAll() string {
	if d.Query.Limit > 0 {
		return fmt.Sprintf(", of which it needs all to know the first %d", d.Query.Limit)
	}
	return ""
}

// rowsOf returns the node whose instances have a row each: that of the last key
// attribute, -1 for a free name.
func (d explanation) rowsOf(s *shape) int {
	key := s.key()
	if len(key) == 0 {
		return -1
	}
	return key[len(key)-1].Node
}

func (d explanation) addCollectionReason(a *Alternative, add func(string, ...any)) {
	names, elements := d.names(a.shape.collected), a.Estimate.Elements
	switch {
	case elements.Known && elements.Worst > maxElements:
		add("stores %s elements of %s as a collection in one row, which is read and written whole: better rows", round(elements.Worst), names)
	case elements.Known:
		add("stores %s elements of %s as a collection in one row", round(elements.Typical), names)
	default:
		add("stores %s as a collection in one row: for dozens of values, not for thousands", names)
	}
}

func (d explanation) addPartitionReasons(first, a *Alternative, best bool, add func(string, ...any)) {
	switch {
	case a.Bucketed && len(d.Ranges) > 0:
		add("only a range is given: all rows share the bucket, whose size grows with the data; %s bounds it", d.boundOf(a))
	case a.Bucketed:
		add("nothing is given: all rows share the bucket, whose size grows with the data")
	case a.Estimate.Rows.Known: // the numbers say how many it reads
	case a.Partitions == 0:
		add("reads a partition for each value of IN")
	case a.Partitions > 1:
		add("reads %.0f partitions, one for each value of IN", a.Partitions)
	}
	if a.Hot = d.hotReason(a); a.Hot != "" {
		add("%s", a.Hot)
	}
	left := er.Without(first.shape.partition, a.shape.partition)
	switch {
	case best || len(left) == 0 || a.Service != first.Service:
	case first.Estimate.Rows.Known && a.Estimate.Rows.Known:
		add("serves queries that give only %s too", d.names(a.shape.partition))
	default:
		add("larger partitions, since all values of %s share one; serves queries that give only %s too", d.names(left), d.names(a.shape.partition))
	}
}

// boundOf names the bucket that bounds the partitions of a table of which only a range is
// given: one of what the rows are sorted by.
func (d explanation) boundOf(a *Alternative) string {
	first := a.shape.clustering()[0]
	isPrefix := func(a er.Atom) bool { return a.Same(first) && a.Given != nil && a.Given.Operator == model.Prefix }
	switch {
	case d.isTimeType(first):
		return "a bucket per day or month"
	case slices.ContainsFunc(d.Ranges, isPrefix):
		return "a bucket of the first letters of " + d.names([]er.Atom{first})
	}
	return "a bucket for each of some ranges of " + d.names([]er.Atom{first})
}

// names lists attributes in a sentence.
func (d *designer) names(atoms []er.Atom) string {
	var names []string
	for _, a := range atoms {
		if attribute := d.Graph.Attribute(a); attribute != nil {
			names = append(names, d.Graph.Title(a.Node)+"."+attribute.Name)
		} else {
			names = append(names, a.Name)
		}
	}
	if len(names) > 1 {
		return strings.Join(names[:len(names)-1], ", ") + " and " + names[len(names)-1]
	}
	return strings.Join(names, "")
}

// countStatement is the write that a table of counters needs for each instance.
func (d explanation) countStatement(a *Alternative) string {
	var set, where []string
	for _, c := range a.Columns {
		switch {
		case c.Role == model.RoleCounter:
			set = append(set, c.Name+" = "+c.Name+" + 1")
		case c.Role.InKey():
			where = append(where, c.Name+" = ?")
		}
	}
	return "UPDATE … SET " + strings.Join(set, ", ") + " WHERE " + strings.Join(where, " AND ")
}

// exactTimes returns the timestamps by which rows are grouped only because a range of them
// is given.
func (d explanation) exactTimes(s *shape) []er.Atom {
	over, _ := d.AggregatedNodes()
	return slices.DeleteFunc(slices.Clone(s.tail), func(a er.Atom) bool {
		t := d.Graph.AttributeType(a.Attribute)
		exact := t.Equal(model.Native("timestamp")) || t.Equal(model.Native("timeuuid"))
		return !exact || !slices.Contains(over, a.Node) || !er.Contains(d.Ranges, a) || er.Contains(d.Grouped, a)
	})
}

func (d explanation) addGroupReason(a *Alternative, add func(string, ...any)) {
	switch {
	case !d.Aggregates() && d.aggregatesMany(a):
		add("reads %s rows for their different values: exact, but slow", round(a.Estimate.Read.Typical))
	case !d.Aggregates():
	case d.aggregatesMany(a):
		add("aggregates %s rows at each read: exact, but slow", round(a.Estimate.Read.Typical))
	case d.overflows(a):
		add("aggregates the rows at each read: exact, but their partition is too large")
	default:
		add("aggregates the rows at each read: exact, and nothing to keep in step, for up to %s rows", round(maxAggregatedRows))
	}
}
