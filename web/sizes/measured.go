package sizes

import (
	"widerow/model"
	"widerow/web"
)

// MeasuredView is the page of measured sizes: the form that takes outputs of tools, and
// what they told beside the estimates.
type MeasuredView struct {
	Text, Node, Date string
	Problem          string   // with the form
	Problems         []string // of single lines
	Unknown          []string // tables that the model lacks
	Read             int      // tables that were read although there are problems
	CanKeep, CanUse  bool
	Rows             []MeasuredRow
	Tables           int
	Starts           []web.Start
	Readonly         bool
}

// MeasuredRow is one table.
type MeasuredRow struct {
	Element           model.ID
	Name, Keyspace    string
	Href, Ledger      string
	Mean, Most        string // measured
	Estimate, Worst   string
	Ratio, WorstRatio Ratio // of the estimate to what was measured
	Sources           []MeasuredSource
	Changes, Notes    []string // of a calibration
	Effects           []MeasuredEffect
	Problem           string
}

// MeasuredEffect is the effect of a calibration on the partitions of a table.
type MeasuredEffect struct{ Name, Before, After string }

// Ratio is a ratio with the level of its distance from 1.
type Ratio struct{ Text, Level string }

// MeasuredSource is one measurement.
type MeasuredSource struct {
	Element              model.ID
	Href, Words, Figures string
}

// measuredPlaceholder is the beginning of what nodetool tablestats prints.
const measuredPlaceholder = `Keyspace : shop
	Table: orders_by_customer
	…
	Compacted partition maximum bytes: 1131752
	Compacted partition mean bytes: 9887`
