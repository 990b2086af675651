package measured

import (
	"math"
	"slices"
	"strings"

	"widerow/model"
	"widerow/model/sizing"
)

// rows returns the rows of a partition as far as they are known, 0 if nothing tells them.
// counted reports that a tool has counted them. What cannot be told stays as it is in the
// document, unless it lies out of the span of what is possible.
func (c *calibrator) rows(t *trial) (rows model.Value, counted bool) {
	f := c.figures
	if f[model.MeanRows] > 0 {
		return model.Value{Typical: f[model.MeanRows], Worst: max(f[model.MaxRows], f[model.MeanRows])}, true
	}
	size := t.size()
	if size.Err != nil {
		return model.Value{}, false
	}
	within, most := c.rowSpan()
	switch byLargest := c.rowsOfBytes(&size); {
	case byLargest > 0:
		rows.Typical = byLargest
	case f.Mean() > 0:
		rows.Typical = c.fittingRows(&size)
	case within == anything:
		return model.Value{}, false
	default:
		rows.Typical = c.rowsWithin(within, size.Terms.Rows.Typical)
	}
	rows.Typical = max(1, within.clamp(rows.Typical))
	fitting := c.largestRows(&size, rows.Typical)
	rows.Worst = most.clamp(fitting)
	if fitting > 0 && f.Mean() > 0 { // where the largest partition has shorter rows, the mean one has them, too
		rows.Typical = max(1, within.clamp(rows.Typical*rows.Worst/fitting))
	}
	rows.Worst = max(rows.Worst, rows.Typical)
	return rows, false
}

// rowsWithin returns the mean of the rows of which only a span is known: the one that was
// entered, as far as it is possible, or the middle.
func (c *calibrator) rowsWithin(within span, now float64) float64 {
	switch most := sizing.FormatNumber(within.high); {
	case math.IsInf(within.high, 1):
		c.note("The mean is at least %s rows: the percentiles of cells do not tell more. sstablepartitions -t 0 counts them.", sizing.FormatNumber(within.low))
		return now
	case within.isWide():
		c.note("The mean is between %s and %s rows: percentiles do not tell more. sstablepartitions -t 0 counts them.", sizing.FormatNumber(within.low), most)
	}
	if c.isEntered() {
		return now
	}
	return within.middle()
}

// largestRows returns the rows of the largest partition if its rows have as many bytes as
// those of the mean one.
func (c *calibrator) largestRows(size *sizing.Size, mean float64) float64 {
	bytes := c.worstBytes()
	if bytes == 0 {
		return size.Terms.Rows.Worst
	}
	if measured := c.figures.Mean(); measured > 0 {
		bytes *= size.At(mean, true).Bytes / measured
	}
	return rowsWithin(size, bytes, true)
}

// rowSpan returns the span of the mean number of rows, and the span of the rows of the largest partition.
func (c *calibrator) rowSpan() (mean, most span) {
	f := c.figures
	if found, known := spanOf(f, rowsOf); known {
		return found, span{f[model.MaxRows], f[model.MaxRows]}
	}
	cells, known := spanOf(f, cellsOf)
	columns, isOneCell := c.cellsOfRow()
	if !known || !isOneCell || columns == 0 {
		return anything, anything
	}
	largest := span{bucketStart(f[model.MaxCells]), f[model.MaxCells]}
	if columns == 1 {
		return cells, largest
	}
	c.note("Cells do not tell the rows, since a column that is not set has none: half of the partitions have at most %s cells, of up to %d in a row.",
		sizing.FormatNumber(f[model.P50Cells]), columns)
	mean, most = span{cells.low / float64(columns), math.Inf(1)}, span{largest.low / float64(columns), math.Inf(1)}
	if c.hasCellInEachRow() {
		mean.high, most.high = cells.high, largest.high
	}
	return mean, most
}

// cellsOfRow returns the number of cells that a row has at most. isOneCell reports that
// each of its columns is stored as one.
func (c *calibrator) cellsOfRow() (columns int, isOneCell bool) {
	for _, column := range c.relation.Columns {
		switch kind := column.Type.Kind; {
		case column.Role.InKey():
		case column.Role == model.Static, slices.Contains(manyCells, kind):
			return 0, false
		default:
			columns++
		}
	}
	return columns, true
}

var manyCells = []model.TypeKind{model.ListType, model.SetType, model.MapType, model.UserTypeRef}

// hasCellInEachRow reports whether a row without a cell does not exist, as after UPDATE and
// in a table of counters.
func (c *calibrator) hasCellInEachRow() bool {
	for _, column := range c.relation.Columns {
		if column.Type.IsCounter() {
			return true
		}
	}
	return c.relation.Written == model.ByUpdate
}

// rowsOfBytes returns the rows that take the mean bytes, at the bytes per row of the largest
// partition, 0 if it is not known: sstablepartitions gives both of its figures exactly, not
// as the ends of buckets.
func (c *calibrator) rowsOfBytes(size *sizing.Size) float64 {
	f := c.figures
	if f[model.MeanBytes] == 0 || f[model.MaxRows] == 0 || f[model.MaxBytes] == 0 || !c.isExact() {
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

// fittingRows returns the rows with which a partition has the mean bytes that were measured.
// If lengths are assumed, the bytes do not tell rows from lengths: rows that were entered
// stay if they are possible.
func (c *calibrator) fittingRows(size *sizing.Size) float64 {
	fitting := rowsWithin(size, c.figures.Mean(), false)
	unknown := unknownOf(size)
	if len(unknown) == 0 {
		c.note("The rows follow from the bytes and the lengths of the model. sstablepartitions -t 0 counts them.")
		return fitting
	}
	shortest := rowsWithin(c.shortest(unknown), c.figures.Mean(), false)
	c.note("A partition has between 1 and %s rows: the bytes do not tell rows from lengths that are assumed (%s). sstablepartitions -t 0 counts them.",
		sizing.FormatNumber(max(1, shortest)), strings.Join(unknownWords(unknown), ", "))
	if c.isEntered() && size.Terms.Rows.Typical <= shortest {
		return size.Terms.Rows.Typical
	}
	return fitting
}

// shortest returns the size of the table with nothing in the columns whose length is unknown.
func (c *calibrator) shortest(unknown []sizing.Assumption) *sizing.Size {
	t := trialOf(c.model, c.id)
	t.options.Instead = map[sizing.Input]float64{}
	for _, assumption := range unknown {
		t.options.Instead[assumption.Input()] = 0.1
	}
	size := t.size()
	return &size
}

// isEntered reports whether people gave the rows, and no measurement.
func (c *calibrator) isEntered() bool {
	if c.relation.Rows.IsEmpty() {
		return false
	}
	for _, id := range c.relation.Rows.Quantities() {
		if quantity := c.model.Quantities[id]; quantity != nil && strings.HasPrefix(quantity.Source, measuredWord) {
			return false
		}
	}
	return true
}

// rowsWithin returns the rows, also a fraction, that a number of bytes are.
func rowsWithin(size *sizing.Size, bytes float64, worst bool) float64 {
	rows := size.RowsWithin(sizing.Limit{Bytes: bytes}, worst)
	if math.IsInf(rows, 0) {
		return 0
	}
	low, high := size.At(rows, worst).Bytes, size.At(rows+1, worst).Bytes
	if high <= low || bytes <= low {
		return rows
	}
	return rows + (bytes-low)/(high-low)
}

// worstBytes is the largest partition: of a histogram the middle of the last bucket.
func (c *calibrator) worstBytes() float64 {
	if c.isExact() {
		return c.figures[model.MaxBytes]
	}
	return model.Middle(c.figures[model.MaxBytes])
}
