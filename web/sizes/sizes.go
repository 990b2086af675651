package sizes

import (
	"widerow/model"
	"widerow/model/edit"
	"widerow/web"
	"widerow/web/canvas"
)

// View is the tab of sizes: all tables and the quantities.
type View struct {
	Formulas   []Choice // on disk, the book's formula or the older one
	Asks       []SizeAsk
	Heads      []SortHead
	Rows       []SizeRow
	Quantities []QuantityRow
	WhatIf     *WhatIf
	New        []web.Field
	Readonly   bool
}

// SortHead is the head of a column, with the address of the table in its order. Sorted
// is "ascending", "descending" or "".
type SortHead struct {
	Name, Title, Href, Sorted string
	Number                    bool
}

// SizeAsk is an assumed number that moves the sizes much.
type SizeAsk struct {
	Label, Where, Href string // Where are the tables
	Input              SizeInput
	Rows               bool // the input is in the row of the table
	Effect             string
}

// SizeRow is one table's size.
type SizeRow struct {
	Element                model.ID
	Name, Keyspace, Href   string
	Ledger                 string // the address of its ledger
	Split                  string // that of ways to split partitions, if these are too large
	Level                  string
	WorstOnly, Known       bool
	Input                  SizeInput // the rows in a partition
	Assumed                string    // what is assumed beside the rows
	Measured, MeasuredHref string    // what a cluster says of it
	Rows, Cells, Bytes     string    // typical
	WorstCells, WorstBytes string
	Exact                  string // all digits, for the title
	Bar                    SizeBar
	Reason                 string // why the level is not ok
	Selected               bool
	Numbers                []LedgerInput // of the selected table
	Problem                string
}

// SizeBar shows a partition against the advised limits, on a logarithmic scale: shares from 0 to 1 of
// the bar's length.
type SizeBar struct {
	Typical, Worst, Limit float64
	Words                 string // for screen readers
}

// QuantityRow is a quantity with its inputs and its values.
type QuantityRow struct {
	canvas.PartRow
	Values  string // values of the expressions, unless they are plain numbers
	Problem string
	Source  string   // where the number comes from
	Used    []Choice // the elements that use it
	Moves   []Choice // the tables whose size depends on it
}

// WhatIf shows the sizes that one quantity moves. By is from -100, a tenth, to 100, ten times as
// much. Value and Then are empty unless it is varied.
type WhatIf struct {
	Choices     []edit.Choice
	Chosen      model.ID
	By          int
	Value, Then string
	Rows        []WhatIfRow
	Quantities  []string // others that change
}

// WhatIfRow is a table whose size changes.
type WhatIfRow struct {
	Name, Href          string
	WasLevel, Level     string
	Now, Then           string
	WorstNow, WorstThen string
	Problem             string
}
