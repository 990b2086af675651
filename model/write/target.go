package write

import (
	"slices"

	"widerow/model"
	"widerow/model/proof"
	"widerow/model/stored"
)

// target is the rows of a table that a statement writes, and where the values of
// its columns come from.
type target struct {
	*rows
	// key are the columns by which the statement finds its rows.
	key []*column
	// each are the columns with several values, drivers the sources of those values, and times is
	// the number of combinations.
	each    []*column
	drivers []source
	times   proof.Amount
	// atMost reports that times is a limit.
	atMost bool
	// missing are the columns of the key without a source, unsure the nodes that may not exist and
	// that no read checks.
	missing []*column
	unsure  []int
	// untold are values without which it is open whether a row has a changed instance twice.
	untold []place
	// tells are the nodes that the rows require, and whose existence reads check.
	tells []int
	// isRange is true if the rows are all of a partition, or of a part of it.
	isRange  bool
	isStatic bool
	// afterwards reports that the rows have their new key: another statement may move them, too.
	afterwards bool
	// newPartition reports that the row gets another partition key than it had.
	newPartition bool
	// leavesRow reports that another row is written in the partition from which one is deleted.
	leavesRow bool
	// look checks whether the partition has a row; nil if no check is needed.
	look    *look
	differs []difference
}

type difference struct {
	column   *column
	old, new source
}

// aim finds the rows by their key, and the values of other columns. If exists is set, it also finds
// reads that confirm the row.
func (r *rows) aim(key, others []*column, exists bool) *target {
	t := &target{rows: r, key: key}
	if exists {
		t.tells = r.open()
	}
	r.find(&need{places: append(r.unknown(key), r.compared(key)...), wanted: append(r.unknown(others), r.compared(others)...), nodes: t.tells})
	r.supply(key)
	t.untold = r.compared(slices.Concat(key, others))
	t.missing = append(filter(key, func(c *column) bool { return !r.knows(c) }), r.table.sourcesBeside(key)...)
	t.unsure = filter(t.tells, func(at int) bool { return !r.sure[at] })
	t.repeat()
	if len(t.missing)+len(t.unsure)+len(t.untold) > 0 {
		r.addMissing(t)
	}
	return t
}

// repeat finds the values of the key for each of which a statement is repeated: of a multi-valued
// attribute that changes, the old or the new ones.
func (t *target) repeat() {
	t.each, t.drivers = nil, nil
	for _, c := range t.key {
		for _, at := range t.placesOf(c) {
			from, known := t.known[at]
			if changed, is := t.news[at]; is && at.element && t.afterwards {
				from, known = changed, true
			}
			if known && !t.isAdded(at) {
				before := len(t.drivers)
				if t.drivers = from.drivers(t.drivers); len(t.drivers) > before || len(from.drivers(nil)) > 0 {
					t.each = appendNew(t.each, c)
				}
			}
		}
	}
	t.times, t.atMost = times(t.drivers)
}

// use marks the reads that a statement with some columns needs. isNew reports that it writes
// the row after the update.
func (t *target) use(columns []*column, isNew bool) {
	t.addThrough(columns, isNew)
	t.addAlike(slices.Concat(t.key, columns))
	for _, c := range slices.Concat(t.key, columns) {
		for _, at := range t.placesOf(c) {
			if from, known := t.known[at]; known && from.read != nil && !t.isAdded(at) {
				t.useRead(from.read)
				from.read.selects(from.column)
			}
		}
	}
	for _, at := range t.tells {
		if by, found := t.by[at]; found {
			t.useRead(by.read)
			if by.column != nil {
				by.read.selects(by.column)
			}
		}
	}
}

// useRead marks a read, and those whose values it needs.
func (w *planning) useRead(r *read) {
	for _, needed := range r.needed(nil) {
		needed.used = true
		for _, c := range slices.Concat(needed.where, needed.keep) {
			if from := needed.from[c]; from.read != nil {
				from.read.selects(from.column)
			}
		}
		for _, c := range needed.keep {
			needed.selects(c)
		}
	}
}

// supply takes values from earlier queries of the workflow, of instances of which there is
// only one.
func (r *rows) supply(columns []*column) {
	open := r.unknown(columns)
	if len(open) == 0 {
		return
	}
	bound := r.concepts.Closure(r.Meaning).Of(nil, r.pattern.values())
	for _, at := range open {
		from := r.prover.Supplied(r.id, at.attribute)
		if len(from) == 0 || !bound[at.node] || at.element {
			continue
		}
		r.known[at] = source{attribute: at.attribute, participant: r.Nodes[at.node].Participant}
		if !slices.ContainsFunc(r.plan.Supplied, func(s Supplied) bool { return s.Attribute == at.attribute }) {
			r.plan.Supplied = append(r.plan.Supplied, Supplied{at.attribute, r.prover.Name(at.attribute), from})
		}
	}
}

// partitions returns the number of partitions that are written: each run of the
// statement writes one, unless only clustering columns differ.
func (t *target) partitions() proof.Amount {
	if slices.ContainsFunc(t.each, func(c *column) bool { return c.Role == model.Partition }) {
		return t.times
	}
	return exactly(1)
}

// isWholeRow reports whether a row is one choice of instances, not a group of them.
func (t *table) isWholeRow() bool { return t.meaning == nil || !t.meaning.Grouped }

// determines reports whether columns identify the instance of a node of a table.
func (t *table) determines(columns []*column, node int) bool {
	return t.closure.Of(nil, t.valuesOf(columns))[node]
}

// valuesOf are the values that columns store.
func (t *table) valuesOf(columns []*column) (values []stored.Value) {
	for _, c := range columns {
		if c.stores {
			values = append(append(values, c.value), c.merged...)
		}
	}
	return values
}
