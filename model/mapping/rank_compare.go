package mapping

import (
	"cmp"
	"slices"

	"widerow/model"
	"widerow/model/mapping/er"
)

// compare ranks two alternatives: by what reading costs, then more columns in the
// partition key, then fewer copies. What is not known is not compared. Between the
// two comes sharing, which depends on the other queries: see preferShared.
func (d ranking) compare(a, b *Alternative) int {
	return cmp.Or(
		d.compareReads(a, b),
		cmp.Compare(len(b.shape.partition), len(a.shape.partition)),
		cmp.Compare(a.Estimate.Copies.Typical, b.Estimate.Copies.Typical),
	)
}

// compareReads ranks two alternatives: served before unsorted before filtered, fewer filtered
// ranges, rows in the order asked for, a range of a time served rather than filtered, no row for
// each pair of independent instances, then by form, unknown sizes last, one partition before
// several, sizes that are known and good, partitions within the limits, no hot partitions, fewer
// rows read for one wanted.
func (d ranking) compareReads(a, b *Alternative) int {
	return cmp.Or(
		cmp.Compare(a.Service, b.Service),
		cmp.Compare(len(inBoth(a.shape.filtered, d.Ranges)), len(inBoth(b.shape.filtered, d.Ranges))),
		er.CompareBool(d.isUnsorted(a), d.isUnsorted(b)),
		er.CompareBool(d.filtersTime(a), d.filtersTime(b)),
		er.CompareBool(d.crossed(&a.shape) != "", d.crossed(&b.shape) != ""),
		cmp.Compare(d.formRank(a), d.formRank(b)),
		er.CompareBool(a.unknown, b.unknown),
		cmp.Compare(d.reads(a), d.reads(b)),
		cmp.Compare(d.sizeRank(a), d.sizeRank(b)),
		cmp.Compare(a.severity, b.severity),
		cmp.Compare(a.Estimate.excess(), b.Estimate.excess()),
		er.CompareBool(d.isHot(a), d.isHot(b)),
		cmp.Compare(a.Estimate.wasted(), b.Estimate.wasted()),
	)
}

// filtersTime reports whether a table drops the rows outside a range of a time, while that
// of another attribute is served: rows come as time passes, so that a range of it is a small
// part of a partition, and can be a bucket.
func (d ranking) filtersTime(a *Alternative) bool {
	isTime := func(a er.Atom) bool { return d.isTimeType(a) }
	return (len(d.Sorted) == 0 || d.isUnsorted(a)) && slices.ContainsFunc(inBoth(a.shape.filtered, d.Ranges), isTime) &&
		!slices.ContainsFunc(a.shape.tail[:min(1, len(a.shape.tail))], isTime)
}

// isTimeType reports whether the values of an attribute are times, by its type or its name.
func (d *designer) isTimeType(a er.Atom) bool {
	t := d.Graph.AttributeType(a.Attribute)
	return t.Kind == model.NativeType && slices.Contains([]string{"date", "timestamp", "timeuuid"}, t.Name)
}

// isUnsorted reports whether a table that filters rows returns them in another order than that of
// the query.
func (d ranking) isUnsorted(a *Alternative) bool {
	return a.Service == Filtered && len(er.Without(a.shape.unordered, d.changed())) > 0
}

// sizeRank puts sizes that are known to be good before parts of partitions whose size is known,
// and these before sizes that are known to be too large or hot.
func (d ranking) sizeRank(a *Alternative) int {
	switch {
	case !a.Estimate.Rows.Known:
		return 1
	case a.severity > 1 || d.isHot(a):
		return 2
	}
	return 0
}

// formRank prefers rows to a collection, unless the rows repeat what a
// collection stores once and the collection is small.
func (d ranking) formRank(a *Alternative) int {
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
	static := s.in.Closure(s.partition)
	for _, branches := range (collector{d}).collectable() {
		undone := d.undetermined(branches[0].node)
		for _, a := range s.found {
			if a.Node >= 0 && !undone[a.Node] && !static[a.Node] && !er.Contains(s.key(), a) {
				return true
			}
		}
	}
	return false
}

// undetermined returns the nodes that depend on the keys of one node.
func (d *designer) undetermined(at int) map[int]bool {
	k := d.knows()
	if undetermined, known := k.undetermined[at]; known {
		return undetermined
	}
	determined := d.In.Closure(collector{d}.keysBut(at))
	undetermined := map[int]bool{}
	k.undetermined[at] = undetermined
	for _, other := range d.In.Nodes {
		if !determined[other] {
			undetermined[other] = true
		}
	}
	return undetermined
}

// unknownReads ranks an IN of unknown length like one of ten values.
const unknownReads = 10

func (d ranking) reads(a *Alternative) float64 { return cmp.Or(a.Partitions, unknownReads) }

// maxAggregatedRows is the number of rows up to which a query may aggregate them
// when it reads. Cassandra reads them all each time.
const maxAggregatedRows = 10_000

// aggregatesMany reports whether a table aggregates too many rows when it is read, or
// finds the few different values in too many.
func (d *designer) aggregatesMany(a *Alternative) bool {
	reduces := d.Aggregates() || d.Query.Distinct && a.Estimate.wasted() > 1.01
	return a.Form == Rows && reduces && a.Estimate.Read.Known && a.Estimate.Read.Typical > maxAggregatedRows
}

// overflows reports whether a table stores rows to aggregate in partitions over a limit.
func (d *designer) overflows(a *Alternative) bool {
	return a.Form == Rows && d.Aggregates() && a.Estimate.severity() > 1
}
