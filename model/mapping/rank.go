package mapping

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"widerow/model"
)

// alternatives returns the legal tables of a question, best first.
func (d *designer) alternatives() ([]Alternative, bool) {
	shapes, ok := d.shapes()
	if !ok {
		return nil, false
	}
	estimator := newEstimator(d)
	var found []Alternative
	for i := range shapes {
		if d.graph.stopped() {
			return nil, false
		}
		shapes[i].finds = [][]atom{d.found}
		a := Alternative{Columns: d.columns(&shapes[i]), Service: shapes[i].service, Form: shapes[i].form,
			Bucketed: len(shapes[i].partition) == 0, shape: shapes[i]}
		a.Partitions = d.partitions(&shapes[i], d.graph.volume.evaluator)
		if a.Form == PerSubtype {
			tables, ok := d.tables(&shapes[i])
			if !ok {
				continue
			}
			a.Tables, a.Columns = tables, tables[0].Columns
			a.Partitions *= float64(len(tables))
			a.Estimate = estimator.largest(&a)
		} else {
			a.Estimate = estimator.of(&a)
		}
		found = append(found, a)
	}
	rateSizes(found)
	slices.SortStableFunc(found, func(a, b Alternative) int { return d.compare(&a, &b) })
	for i := range found {
		found[i].Reasons = d.reasons(&found[0], &found[i], i == 0)
	}
	return found, true
}

// rateSizes rates the sizes of partitions. Where no number says how large one is, it is not
// smaller than with more columns in the partition key.
func rateSizes(alternatives []Alternative) {
	for i := range alternatives {
		alternatives[i].severity = alternatives[i].Estimate.severity()
	}
	for i := range alternatives {
		a := &alternatives[i]
		for j := range alternatives {
			if b := &alternatives[j]; !a.Estimate.Rows.Known && a.Form == b.Form && len(without(a.shape.partition, b.shape.partition)) == 0 {
				a.severity = max(a.severity, b.Estimate.severity())
			}
		}
	}
}

// partitions returns how many partitions a query reads: the product of the
// numbers of IN values in the partition key, 0 if one is not known.
func (d *designer) partitions(s *shape, evaluator *model.Evaluator) float64 {
	partitions := 1.0
	for _, a := range s.partition {
		if a.given == nil || a.given.Operator != model.In {
			continue
		}
		value, missing, err := evaluator.Evaluate(a.given.Count)
		if err != nil || len(missing) > 0 {
			return 0
		}
		partitions *= value.Typical
	}
	return partitions
}

// compare ranks two alternatives: by what reading costs, then more columns in the
// partition key, then fewer copies. What is not known is not compared. Between the
// two comes sharing, which depends on the other queries: see preferShared.
func (d *designer) compare(a, b *Alternative) int {
	return cmp.Or(
		d.compareReads(a, b),
		cmp.Compare(len(b.shape.partition), len(a.shape.partition)),
		cmp.Compare(a.Estimate.Copies.Typical, b.Estimate.Copies.Typical),
	)
}

// compareReads ranks two alternatives: served before unsorted before filtered, of two
// ranges that of a time, no row for each pair of independent instances, then by form, one
// partition before several, sizes that are known and good, partitions within the limits, no
// hot partitions, fewer rows read for one wanted.
func (d *designer) compareReads(a, b *Alternative) int {
	return cmp.Or(
		cmp.Compare(a.Service, b.Service),
		compareBool(d.filtersTime(a), d.filtersTime(b)),
		compareBool(d.crossed(&a.shape) != "", d.crossed(&b.shape) != ""),
		cmp.Compare(d.formRank(a), d.formRank(b)),
		cmp.Compare(d.reads(a), d.reads(b)),
		cmp.Compare(d.sizeRank(a), d.sizeRank(b)),
		cmp.Compare(a.severity, b.severity),
		compareBool(d.isHot(a), d.isHot(b)),
		cmp.Compare(a.Estimate.wasted(), b.Estimate.wasted()),
	)
}

// filtersTime reports whether a table drops the rows outside a range of a time, while that
// of another attribute is served: rows come as time passes, so that a range of it is a small
// part of a partition, and can be a bucket.
func (d *designer) filtersTime(a *Alternative) bool {
	isTime := func(a atom) bool { return d.isTimeType(a) }
	return len(d.sorted) == 0 && slices.ContainsFunc(inBoth(a.shape.filtered, d.ranges), isTime) &&
		!slices.ContainsFunc(a.shape.tail[:min(1, len(a.shape.tail))], isTime)
}

// isTimeType reports whether the values of an attribute are times, by its type or its name.
func (d *designer) isTimeType(a atom) bool {
	t := d.graph.attributeType(a.attribute)
	return t.Kind == model.NativeType && slices.Contains([]string{"date", "timestamp", "timeuuid"}, t.Name)
}

// sizeRank puts what is known to be good before what is not known, and that before what is
// known to be too large or hot.
func (d *designer) sizeRank(a *Alternative) int {
	switch {
	case a.severity > 1:
		return 2
	case !a.Estimate.Rows.Known:
		return 1
	case d.isHot(a):
		return 2
	}
	return 0
}

func compareBool(a, b bool) int {
	switch {
	case a == b:
		return 0
	case a:
		return 1
	}
	return -1
}

// formRank prefers rows to a collection, unless the rows repeat what a
// collection stores once and the collection is small.
func (d *designer) formRank(a *Alternative) int {
	switch {
	case d.aggregatesMany(a) || d.overflows(a):
		return int(PerSubtype) + 2
	case a.Form == Collected && a.Estimate.Elements.Worst > maxElements:
		return int(Collected) + 2
	case a.Form == Rows && d.repeats(&a.shape):
		return int(Collected) + 1
	case a.Form == PerSubtype:
		return int(Rows)
	case a.Form > Collected:
		return int(a.Form) + 1
	}
	return int(a.Form)
}

// repeats reports whether a table stores an attribute in every row of a branch
// that could be collected, although it does not depend on it.
func (d *designer) repeats(s *shape) bool {
	static := s.in.closure(s.partition)
	for _, branches := range d.collectable() {
		undone := d.undetermined(branches[0].node)
		for _, a := range s.found {
			if a.node >= 0 && !undone[a.node] && !static[a.node] && !contains(s.key(), a) {
				return true
			}
		}
	}
	return false
}

// undetermined returns the nodes that depend on the keys of one node.
func (d *designer) undetermined(at int) map[int]bool {
	determined := d.in.closure(d.keysBut(at))
	undetermined := map[int]bool{}
	for _, other := range d.in.nodes {
		if !determined[other] {
			undetermined[other] = true
		}
	}
	return undetermined
}

// crossed names two entity types that have nothing to do with each other, but of
// which the table stores a row for each pair.
func (d *designer) crossed(s *shape) string {
	var repeated []int
	var values []atom
	for _, a := range s.missing {
		if attribute := d.graph.attribute(a); attribute != nil && attribute.MultiValued {
			values = append(values, a)
			continue
		}
		if !slices.Contains(repeated, a.node) {
			repeated = append(repeated, a.node)
		}
	}
	if len(values) > 1 {
		return fmt.Sprintf("%s do not depend on each other, and the table has a row for each pair", d.names(values))
	}
	for i, one := range repeated {
		for _, other := range repeated[i+1:] {
			if disjoint(d.undetermined(one), d.undetermined(other)) {
				return fmt.Sprintf("%s and %s do not depend on each other, and the table has a row for each pair", d.graph.title(one), d.graph.title(other))
			}
		}
	}
	return ""
}

func disjoint(a, b map[int]bool) bool {
	for at := range a {
		if b[at] {
			return false
		}
	}
	return true
}

// unknownReads ranks an IN of unknown length like one of ten values.
const unknownReads = 10

func (d *designer) reads(a *Alternative) float64 { return cmp.Or(a.Partitions, unknownReads) }

// reasons says why an alternative is first, or why it is not.
func (d *designer) reasons(first, a *Alternative, best bool) []string {
	var reasons []string
	add := func(format string, arguments ...any) { reasons = append(reasons, fmt.Sprintf(format, arguments...)) }
	if numbers := a.numbers(); numbers != "" {
		add("%s", numbers)
	}
	if outside := without(a.shape.filtered, a.shape.left); len(outside) > 0 {
		add("reads rows outside the range of %s and drops them (ALLOW FILTERING)", d.names(outside))
	}
	if len(a.shape.left) > 0 {
		add("reads rows with other values of %s and drops them (ALLOW FILTERING)%s; an update changes %s in place: one write, and no tombstone", d.names(a.shape.left), d.readsFor(a), d.names(a.shape.left))
	}
	if changed := inBoth(a.shape.unordered, d.changed()); len(changed) > 0 {
		add("the application sorts the rows by %s%s; an update changes %s in place: one write, and no tombstone", d.names(a.shape.unordered), d.readsAll(), d.names(changed))
	} else if a.Service == Unsorted {
		first := a.shape.tail[:1]
		if in := without(d.many, a.shape.partition); len(in) > 0 {
			first = in
		}
		add("returns rows by %s; the application sorts them by %s", d.names(first), d.names(a.shape.unordered))
	}
	if crossed := d.crossed(&a.shape); crossed != "" {
		add("%s", crossed)
	}
	if at := d.rowsOf(&a.shape); a.Form == Rows && d.repeats(&a.shape) && at >= 0 {
		add("repeats what is stored once for each of them in every row of %s", d.graph.title(at))
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
	case len(d.ranges) > 0:
		add("reads one partition, and of it only the rows in the range")
	default:
		add("reads one partition that holds just the rows asked for")
	}
	return reasons
}

// readsFor says what rows that do not match cost.
func (d *designer) readsFor(a *Alternative) string {
	if e := &a.Estimate; e.wasted() > 1.01 {
		return fmt.Sprintf(": %s for %s at each read", counted(e.Read.Typical, "row"), round(max(1, e.Wanted.Typical)))
	}
	return ", all of a partition at each read"
}

// readsAll says what an order that the application makes costs a query with LIMIT.
func (d *designer) readsAll() string {
	if d.query.Limit > 0 {
		return fmt.Sprintf(", of which it needs all to know the first %d", d.query.Limit)
	}
	return ""
}

// countStatement is the write that a table of counters needs for each instance.
func (d *designer) countStatement(a *Alternative) string {
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
func (d *designer) exactTimes(s *shape) []atom {
	over, _ := d.aggregatedNodes()
	return slices.DeleteFunc(slices.Clone(s.tail), func(a atom) bool {
		t := d.graph.attributeType(a.attribute)
		exact := t.Equal(model.Native("timestamp")) || t.Equal(model.Native("timeuuid"))
		return !exact || !slices.Contains(over, a.node) || !contains(d.ranges, a) || contains(d.grouped, a)
	})
}

// rowsOf returns the node whose instances have a row each: that of the last key
// attribute, -1 for a free name.
func (d *designer) rowsOf(s *shape) int {
	key := s.key()
	if len(key) == 0 {
		return -1
	}
	return key[len(key)-1].node
}

// maxAggregatedRows is the number of rows up to which a query may aggregate them
// when it reads. Cassandra reads them all each time.
const maxAggregatedRows = 10_000

// aggregatesMany reports whether a table aggregates too many rows when it is read, or
// finds the few different values in too many.
func (d *designer) aggregatesMany(a *Alternative) bool {
	reduces := d.aggregates() || d.query.Distinct && a.Estimate.wasted() > 1.01
	return a.Form == Rows && reduces && a.Estimate.Read.Known && a.Estimate.Read.Typical > maxAggregatedRows
}

// overflows reports whether a table stores rows to aggregate in partitions over a limit.
func (d *designer) overflows(a *Alternative) bool {
	return a.Form == Rows && d.aggregates() && a.Estimate.severity() > 1
}

func (d *designer) aggregates() bool {
	for _, find := range d.query.Find {
		if find.Aggregate != "" {
			return true
		}
	}
	return false
}

func (d *designer) addGroupReason(a *Alternative, add func(string, ...any)) {
	switch {
	case !d.aggregates() && d.aggregatesMany(a):
		add("reads %s rows for their different values: exact, but slow", round(a.Estimate.Read.Typical))
	case !d.aggregates():
	case d.aggregatesMany(a):
		add("aggregates %s rows at each read: exact, but slow", round(a.Estimate.Read.Typical))
	case d.overflows(a):
		add("aggregates the rows at each read: exact, but their partition is too large")
	default:
		add("aggregates the rows at each read: exact, and nothing to keep in step, for up to %s rows", round(maxAggregatedRows))
	}
}

func (d *designer) addCollectionReason(a *Alternative, add func(string, ...any)) {
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

func (d *designer) addPartitionReasons(first, a *Alternative, best bool, add func(string, ...any)) {
	switch {
	case a.Bucketed && len(d.ranges) > 0:
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
	left := without(first.shape.partition, a.shape.partition)
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
func (d *designer) boundOf(a *Alternative) string {
	first := a.shape.clustering()[0]
	t := d.graph.attributeType(first.attribute)
	switch {
	case d.isTimeType(first):
		return "a bucket per day or month"
	case t.Equal(model.Native("text")) || t.Equal(model.Native("ascii")):
		return "a bucket of the first letters of " + d.names([]atom{first})
	}
	return "a bucket for each of some ranges of " + d.names([]atom{first})
}

// names lists attributes in a sentence.
func (d *designer) names(atoms []atom) string {
	var names []string
	for _, a := range atoms {
		if attribute := d.graph.attribute(a); attribute != nil {
			names = append(names, d.graph.title(a.node)+"."+attribute.Name)
		} else {
			names = append(names, a.name)
		}
	}
	if len(names) > 1 {
		return strings.Join(names[:len(names)-1], ", ") + " and " + names[len(names)-1]
	}
	return strings.Join(names, "")
}
