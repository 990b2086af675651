package disk

import "math"

// writer adds the columns of a row to its body and its ledger.
type writer struct {
	row    *Row
	ledger Ledger
	body   sum
}

// cell collects the bytes of a column in a row that has it.
type cell struct {
	*writer
	column *Column
	bytes  sum
}

func (w *writer) column(column *Column) {
	if column.Share <= 0 {
		return
	}
	c := cell{writer: w, column: column}
	switch {
	case column.Removed != nil:
		c.put(CellFlags, Exactly(1))
		c.put(CellTime, Exactly(w.row.ownTime()))
		c.put(CellExpiry, Exactly(column.Removed.At.vint()))
	case column.Elements != nil:
		c.elements(column.Elements)
	default:
		c.put(CellFlags, Exactly(1))
		c.put(CellTime, Exactly(w.row.ownTime()))
		c.put(CellExpiry, Exactly(w.row.ownExpiry()))
		c.put(CellValue, column.Value.stored())
	}
	w.body.addShare(column.Share, c.bytes.amount())
}

func (c *cell) put(part Part, a Amount) {
	if a.Mean == 0 {
		return
	}
	c.bytes.add(a)
	c.ledger = append(c.ledger, Line{part, c.column.Name, c.column.Share * a.Mean})
}

// elements puts a collection or a user-defined type that is not frozen.
func (c *cell) elements(e *Elements) {
	if e.Replaced != nil {
		c.put(Replacement, Exactly(e.Replaced.bytes()))
	}
	each := 1 + c.row.ownTime() + c.row.ownExpiry()
	if e.Fields != nil {
		c.put(Count, Exactly(Exactly(float64(len(e.Fields))).vint()))
		c.put(Paths, Exactly(float64(len(e.Fields))*(each+fieldPath)))
		for _, field := range e.Fields {
			c.put(Values, field.prefixed())
		}
		return
	}
	c.put(Count, Exactly(e.Count.vint()))
	c.put(Paths, e.Path.prefixed().plus(each).Times(e.Count))
	if !e.NoValue {
		c.put(Values, e.Value.prefixed().Times(e.Count))
	}
}

// fieldPath is the path of a field: a vint and two bytes.
const fieldPath = 3

// time returns the bytes of the time of the write, the last one if there are
// several.
func (r *Row) time() float64 {
	if r.Updates > 1 {
		return r.Written.latest(r.Updates)
	}
	return r.Written.vint()
}

// ownTime returns the bytes of a cell's time: none if the cell has the time of the row marker.
func (r *Row) ownTime() float64 {
	if r.Marker {
		return 0
	}
	return r.time()
}

func (r *Row) ownExpiry() float64 {
	if r.Marker || r.Expires == nil {
		return 0
	}
	return r.Expires.bytes()
}

// maxBitmap is the number of columns from which the missing ones are a list of
// indexes instead of a bitmap.
const maxBitmap = 64

// missingColumns returns the bytes that name the columns that a row lacks: none if
// it has all.
func missingColumns(columns []Column) Amount {
	all, present := 1.0, 0.0
	for i := range columns {
		all *= columns[i].share()
		present += columns[i].share()
	}
	switch {
	case all == 1:
		return Amount{}
	case len(columns) >= maxBitmap:
		return Exactly((1 - all) * missingList(columns, present))
	}
	// The bitmap is as long as the index of the last column that is missing.
	bytes, later := 0.0, 1.0
	for i := len(columns) - 1; i >= 0; i-- {
		share := columns[i].share()
		bytes += later * (1 - share) * float64(Vint(1<<i))
		later *= share
	}
	return Exactly(bytes)
}

func (c *Column) share() float64 { return min(max(c.Share, 0), 1) }

// missingList returns the bytes of a list of indexes: of the columns that are
// present if these are fewer, or else of those that are missing.
func missingList(columns []Column, present float64) float64 {
	total := float64(len(columns))
	bytes := Exactly(math.Round(total - present)).vint()
	for i := range columns {
		share := 1 - columns[i].share()
		if present < total/2 {
			share = columns[i].share()
		}
		bytes += share * float64(Vint(uint64(i)))
	}
	return bytes
}
