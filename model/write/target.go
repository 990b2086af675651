package write

import (
	"slices"

	"widerow/model"
	"widerow/model/proof"
)

// target is the rows of a table that a statement writes, and where the values of
// its columns come from.
type target struct {
	table *table
	// known are the columns whose value the application has or reads.
	known map[*column]bool
	// each are the columns with several values, times is the number of
	// combinations.
	each  []*column
	times proof.Amount
	// atMost reports that times is a limit.
	atMost bool
	reads  []*lookup
	// missing are the columns of the key that nothing finds.
	missing []*column
	// range is true if the rows are all of a partition, or of a part of it.
	isRange  bool
	isStatic bool
	// newPartition reports that the row gets another partition key than it had.
	newPartition bool
	constants    map[*column]*model.Given
	// changed are the columns that the statement changes, in rows that exist. wanted
	// are those of a new row that are being looked up.
	changed, wanted []*column
	repeated        map[any]bool
}

// aim starts with what the parameters say about a table.
func (w *planning) aim(t *table) *target {
	target := &target{table: t, known: map[*column]bool{}, times: exactly(1), constants: map[*column]*model.Given{}, repeated: map[any]bool{}}
	for i := range w.parameters {
		parameter := &w.parameters[i]
		for _, c := range w.planner.find(t, parameter.reference) {
			if target.known[c] || !w.isWhole(c, parameter.attribute) || !w.fits(t, c, parameter) {
				continue
			}
			target.known[c] = true
			if parameter.given != nil && parameter.given.Source == model.ConstantSource {
				target.constants[c] = parameter.given
			}
			if parameter.several {
				target.repeat(parameter.given, w.prover.Amount(parameter.given.Count), c)
			}
		}
	}
	for _, c := range t.key() {
		target.known[c] = target.known[c] || c.Added
	}
	return target
}

// isWhole reports whether an attribute gives the value of a column, and not only
// a part of a composite value. A merged column needs all of its attributes.
func (w *planning) isWhole(c *column, attribute model.ID) bool {
	if attribute == "" || len(c.Stores) == 0 {
		return true
	}
	if !slices.Contains(c.Stores, attribute) {
		return c.isCollection() // the values of a map
	}
	return !slices.ContainsFunc(c.Stores, func(id model.ID) bool { return !w.knows(id) })
}

// repeat runs the statement once for each value of the columns. Values of the same
// source are counted once.
func (t *target) repeat(source any, times proof.Amount, columns ...*column) {
	t.each = appendNew(t.each, columns...)
	if !t.repeated[source] {
		t.repeated[source] = true
		t.times = product(t.times, times)
	}
}

// unknown returns those of the columns whose values are not known.
func (t *target) unknown(columns []*column) []*column {
	return filter(columns, func(c *column) bool { return !t.known[c] })
}

// complete looks up the values of columns: all at once if a table has them,
// otherwise one after another, since each may help to find the next.
func (w *planning) complete(t *target, columns []*column) {
	for range len(columns) {
		open := t.unknown(columns)
		if len(open) == 0 {
			return
		}
		if w.lookUp(t, open) {
			continue
		}
		if !slices.ContainsFunc(open, func(c *column) bool { return w.lookUp(t, []*column{c}) }) {
			return
		}
	}
}

// settle takes the columns of a key that no table finds from earlier queries of the
// workflow, and records those that nothing finds.
func (w *planning) settle(t *target, key []*column) {
	for _, c := range t.unknown(key) {
		t.known[c] = w.isSupplied(c)
	}
	if t.missing = t.unknown(key); len(t.missing) > 0 {
		w.addMissing(t)
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
