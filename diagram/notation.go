package diagram

import "widerow/diagram/figure"

// The names with which callers describe the parts of a picture. Package figure defines them.
type (
	// Options hold what a view adds to a drawing. They do not affect the layout.
	Options = figure.Options
	// Badge rates the partition size of a table.
	Badge = figure.Badge
	// Picks mark the concepts that a query uses in an ER diagram.
	Picks = figure.Picks
	// Revision identifies the version of the model that is drawn.
	Revision = figure.Revision
	// Description is an element of a picture in words.
	Description = figure.Description
	// Columns selects the columns of a table that are drawn.
	Columns = figure.Columns
	// Cardinality is the notation of the ends of a relationship.
	Cardinality = figure.Cardinality
	// Difference is the sign of an element in a comparison.
	Difference = figure.Difference
	// Sign is the difference of an element from the model before.
	Sign = figure.Sign
)

// The selections of columns, and the notations of cardinalities.
const (
	ColumnsAuto = figure.ColumnsAuto
	ColumnsAll  = figure.ColumnsAll
	ColumnsKeys = figure.ColumnsKeys
	ColumnsNone = figure.ColumnsNone

	CardinalityLetters = figure.CardinalityLetters
	CardinalityRanges  = figure.CardinalityRanges
)
