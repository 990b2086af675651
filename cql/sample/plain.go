package sample

import (
	"math"
	"slices"

	"widerow/model"
	"widerow/model/suggest"
)

// plainRows returns the number of partitions, and of rows in each, for a table whose rows the model does not
// describe.
func (t *table) plainRows(factor float64) (partitions, rows float64) {
	partitions = t.numberOr(t.relation.Partitions, assumedInstances)
	rows = max(1, t.size.Typical.Rows)
	if t.size.Typical.Rows > 0 && t.relation.Rows == "" && rows > assumedInstances {
		rows = assumedPerOne // it is assumed
	}
	all := max(1, partitions*rows*factor)
	rows = min(rows, all)
	return max(1, math.Round(all/rows)), max(1, math.Round(rows))
}

func (t *table) numberOr(e model.Expression, missing float64) float64 {
	if value := t.world.valueOf(e); value > 0 {
		return value
	}
	return missing
}

// plain yields rows of which only the types are known. Columns of the same name and type have the same
// values, so that rows of one table are found by those of another.
func (t *table) plain(yield func(Row) bool) {
	partitions, rows := t.plainRows(t.factor())
	for p := range uint64(partitions) {
		for r := range uint64(rows) {
			if !t.plainRow(p, r, yield) {
				return
			}
		}
	}
}

// factor returns the factor with which plainRows gives the expected number of rows.
func (t *table) factor() float64 {
	partitions, rows := t.plainRows(1)
	return t.expected / (partitions * rows)
}

func (t *table) plainRow(partition, place uint64, yield func(Row) bool) bool {
	row := make([]any, len(t.columns))
	inPartition, clustering := 0, 0
	for i, c := range t.columns {
		var ordinal uint64
		switch {
		case c.Role == model.Partition:
			ordinal = partition
			if inPartition > 0 {
				ordinal = partition % (assumedPerOne + uint64(inPartition))
			}
			inPartition++
		case c.Role == model.Clustering:
			ordinal = place
			if clustering > 0 {
				ordinal = mix(partition, place)
			}
			clustering++
		case c.Role == model.Static:
			ordinal = mix(c.number, partition)
		default:
			ordinal = mix(c.number, partition, place)
		}
		if suggest.IsID(c.Name) && !c.Role.InKey() {
			ordinal %= assumedInstances
		}
		row[i] = t.plainValue(c, ordinal)
	}
	encoded := make(Row, len(t.columns))
	for i, c := range t.columns {
		if encoded[i] = t.encode(c.Type, row[i], subject{words: c.words, hash: c.number}); encoded[i] == nil && c.Role.InKey() {
			return true
		}
	}
	return yield(encoded)
}

func (t *table) plainValue(c *column, ordinal uint64) any {
	return t.scalar(c.Type, subject{words: c.words, ordinal: ordinal, hash: t.hash(c.number, ordinal), apart: c.Role.InKey()})
}

// view yields the rows of a view, which have the columns of its table by name. A row without a value in the key of
// the view is not in it.
func (t *table) view(base *table, yield func(Row) bool) {
	from := make([]int, len(t.columns))
	for i, c := range t.columns {
		from[i] = slices.IndexFunc(base.columns, func(o *column) bool { return o.Name == c.Name })
	}
	base.rows(func(row Row) bool {
		projected := make(Row, len(t.columns))
		for i, c := range t.columns {
			if from[i] >= 0 {
				projected[i] = row[from[i]]
			}
			if projected[i] == nil && c.Role.InKey() {
				return true
			}
		}
		return yield(projected)
	})
}
