package figure

// Columns selects the columns of a table that are drawn.
type Columns string

// The selections of columns. ColumnsAuto is all of them, but a page of a large model shows only the
// key columns.
const (
	ColumnsAuto Columns = ""
	ColumnsAll  Columns = "all"
	ColumnsKeys Columns = "keys"
	ColumnsNone Columns = "none"
)

// Cardinality is the notation of the ends of a relationship.
type Cardinality string

// The cardinalities: 1, n and m, or min..max.
const (
	CardinalityLetters Cardinality = ""
	CardinalityRanges  Cardinality = "ranges"
)
