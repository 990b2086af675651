package disk

// Partition is one partition of a table.
type Partition struct {
	Format Format
	// Key holds the lengths of the columns of the partition key.
	Key []Amount
	// Static is the static row, nil if no row of the file has a static column.
	Static *Row
	// Rows holds the rows in their order, equal ones together.
	Rows []Rows
}

// Rows is a number of rows, one after the other, that are described alike. The
// number can be a fraction.
type Rows struct {
	Count float64
	Row   Row
}

// Row describes a row, or many alike.
type Row struct {
	Static     bool
	Clustering []Value
	// Columns holds all columns of the file's rows, or of its static rows, in
	// the order of the file: those of one cell, then collections, each by name.
	Columns []Column
	// Written is the time of the write.
	Written Delta
	// Updates is the number of writes of which the last one counts, 1 or less for
	// one. A static row is written anew with each row.
	Updates float64
	// Marker reports that the row was written by INSERT, which leaves a row marker
	// with its time. After UPDATE each cell has its own.
	Marker bool
	// Expires is nil if the row has no TTL.
	Expires *Expiry
	// Removed is nil if the row was not deleted.
	Removed *Removal
	// Bound makes the row a bound of a range deletion with these clustering
	// values.
	Bound bool
}

// Expiry is the TTL of a write and its end in seconds, each less the smallest of
// the file.
type Expiry struct{ TTL, At Delta }

// Removal is a deletion: its time in microseconds, and in seconds.
type Removal struct{ Written, At Delta }

// Column is a column of a row.
type Column struct {
	Name string
	// Share is the share of the rows that have a value, from 0 to 1.
	Share float64
	// Value is the value of a column of one cell.
	Value Value
	// Removed replaces the value by a tombstone.
	Removed *Removal
	// Elements is the content of a collection or a user-defined type that is not
	// frozen, and nil otherwise.
	Elements *Elements
}

// Elements is the content of a collection or a user-defined type that is not
// frozen: each element is a cell of its own.
type Elements struct {
	// Count is the number of elements, each with a path and a value. The elements
	// of a set have only paths.
	Count       Amount
	Path, Value Value
	NoValue     bool
	// Replaced is the deletion of what the column held, which a write of the whole
	// column brings with it.
	Replaced *Removal
	// Fields replaces all of these for a user-defined type.
	Fields []Value
}

// Value is a value without its length prefix. Fixed reports that its type has a
// fixed size, so that a cell needs none.
type Value struct {
	Length Amount
	Fixed  bool
}

// Of returns a value of variable length.
func Of(length float64) Value { return Value{Length: Varied(length)} }

// stored returns the bytes of the value in a cell or a clustering. An empty value
// takes none.
func (v Value) stored() Amount {
	if v.Fixed || v.Length.Mean == 0 {
		return v.Length
	}
	return v.Length.Prefixed()
}

// prefixed returns the bytes of the value in an element, whose length is stored
// even if its type has a fixed size.
func (v Value) prefixed() Amount { return v.Length.Prefixed() }
