package measured

import (
	"math"

	"widerow/model"
	"widerow/model/mapping"
	"widerow/model/sizing"
)

// countedRows are the rows that a tool has counted, or that follow from what it has counted.
func (c *calibrator) countedRows() (model.Value, bool) {
	f := c.figures
	rows := model.Value{Typical: f[model.MeanRows], Worst: f[model.MaxRows]}
	if rows.Typical == 0 {
		rows.Typical = c.rowsOfBytes()
	}
	if rows.Typical == 0 {
		rows.Typical = c.mean(rowFigures, f[model.MaxRows], 1)
	}
	if cells := c.cellsOfRow(); rows.Typical == 0 && cells > 0 {
		rows = model.Value{Typical: c.mean(cellFigures, model.Middle(f[model.MaxCells]), cells), Worst: model.Middle(f[model.MaxCells]) / cells}
	}
	if rows.Typical == 0 {
		return rows, false
	}
	rows.Typical = max(1, rows.Typical)
	rows.Worst = max(rows.Worst, rows.Typical)
	return rows, true
}

// rowsOfBytes returns the rows that take the average bytes, at the bytes per row of the largest
// partition: sstablepartitions gives both of its figures exactly, not as the ends of buckets.
func (c *calibrator) rowsOfBytes() float64 {
	f := c.figures
	size := mapping.SizeOf(c.model, c.id, sizing.Disk)
	if f[model.MeanBytes] == 0 || f[model.MaxRows] == 0 || f[model.MaxBytes] == 0 || size.Err != nil || !c.isExact() {
		return 0
	}
	without := min(size.At(0, false).Bytes, f[model.MeanBytes]/2) // what a partition has beside its rows
	return (f[model.MeanBytes] - without) / (f[model.MaxBytes] - without) * f[model.MaxRows]
}

// isExact reports whether the figures of the largest partition are exact.
func (c *calibrator) isExact() bool {
	for _, measurement := range c.relation.Measured {
		if measurement.Tool == model.SSTablePartitions {
			return true
		}
	}
	return false
}

// The percentiles of rows, cells and bytes, in one order.
var (
	rowFigures  = []model.Figure{model.P50Rows, model.P95Rows, model.P99Rows}
	cellFigures = []model.Figure{model.P50Cells, model.P95Cells, model.P99Cells}
	byteFigures = []model.Figure{model.P50Bytes, model.P95Bytes, model.P99Bytes}
)

// mean returns the average of what percentiles are known of, divided by each: a median is
// none. Where the average of the bytes is known, it has as many rows as the bytes of the
// percentiles; otherwise the average lies between what the percentiles allow.
func (c *calibrator) mean(percentiles []model.Figure, most, each float64) float64 {
	f := c.figures
	var counted, bytes float64
	for i, figure := range percentiles {
		counted, bytes = counted+f[figure], bytes+f[byteFigures[i]]
	}
	switch {
	case f[percentiles[0]] == 0:
		return 0
	case f[model.MeanBytes] > 0 && bytes > 0 && f[byteFigures[0]] > 0:
		return f[model.MeanBytes] * counted / bytes / each
	}
	low, high := bounds(f, percentiles, most)
	if high > 1.25*low {
		c.note("The average lies between %s and %s rows: percentiles do not tell more. sstablepartitions -t 0 counts them.",
			sizing.FormatNumber(low/each), sizing.FormatNumber(high/each))
	}
	return (low + high) / 2 / each
}

// bounds returns between what the average of values lies of which percentiles are known,
// each the end of a bucket: what is below the first may be as small as can be.
func bounds(f model.Figures, percentiles []model.Figure, most float64) (low, high float64) {
	shares := []float64{0.5, 0.45, 0.04, 0.01} // below the first, between two, and above the last
	last := f[percentiles[0]]
	low, high = shares[0]*last/bucketEnd, shares[0]*last
	for i, figure := range append(percentiles[1:len(percentiles):len(percentiles)], "") {
		next := max(last, f[figure])
		if figure == "" {
			next = max(last, most)
		}
		low, high = low+shares[i+1]*last/bucketEnd, high+shares[i+1]*next
		last = next
	}
	return low, high
}

// bucketEnd is the ratio of the ends of neighbouring buckets of a histogram.
const bucketEnd = 1.2

// cellsOfRow returns the cells of each row if every row has as many: one. A column that is
// never set has none, so the cells of several columns do not tell the rows.
func (c *calibrator) cellsOfRow() float64 {
	columns := 0
	for _, column := range c.relation.Columns {
		switch column.Type.Kind {
		case model.ListType, model.SetType, model.MapType, model.UserTypeRef:
			return 0
		}
		if !column.Role.InKey() {
			columns++
		}
	}
	if columns != 1 {
		if cells := c.figures[model.P50Cells]; cells > 0 && columns > 1 {
			c.note("Cells do not tell the rows, since a column that is not set has none: half of the partitions have at most %s rows.", sizing.FormatNumber(cells))
		}
		return 0
	}
	return 1
}

// fittingRows are the rows with which a partition has the bytes that were measured.
func (c *calibrator) fittingRows() model.Value {
	size := mapping.SizeOf(c.model, c.id, sizing.Disk)
	within := func(bytes float64, worst bool) float64 {
		if bytes <= 0 || size.Err != nil {
			return 0
		}
		rows := size.RowsWithin(sizing.Limit{Bytes: bytes}, worst)
		if math.IsInf(rows, 0) {
			return 0
		}
		return rows
	}
	rows := model.Value{Typical: within(c.figures.Mean(), false), Worst: within(c.worstBytes(), true)}
	if rows.Typical > 0 {
		rows.Worst = max(rows.Worst, rows.Typical)
	}
	return rows
}

// worstBytes is the largest partition: of a histogram the middle of the last bucket.
func (c *calibrator) worstBytes() float64 {
	if c.isExact() {
		return c.figures[model.MaxBytes]
	}
	return model.Middle(c.figures[model.MaxBytes])
}
