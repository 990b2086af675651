package web

// LedgerView explains every byte of a table's partitions.
type LedgerView struct {
	Tables    DesignView // only its tables
	Table     *DesignTable
	Starts    []Start // if there are no tables
	Problem   string  // why there is no size
	Odd       string  // what is odd about the numbers
	Profiles  []LedgerProfile
	Differ    string // how the profiles differ
	Inputs    []LedgerInput
	Sections  []LedgerSection
	Widths    []Width // of the columns, by the book
	Low, High string  // of the interval
	Causes    []LedgerCause
}

// LedgerProfile is the size by one formula.
type LedgerProfile struct {
	Words                             string // "on disk"
	Level, WorstLevel                 string
	Typical, Worst, Exact, ExactWorst string
	Formulas                          []Formula
}

// LedgerInput is a number of the table. Effect says what ten times as much of an
// assumed one does.
type LedgerInput struct {
	Label  string
	Input  SizeInput
	Effect string
}

// LedgerSection is the ledger of a partition or a row.
type LedgerSection struct {
	Title, Typical, Worst string
	Lines                 []LedgerLine
}

// LedgerLine is what takes bytes, and why.
type LedgerLine struct{ Part, Column, Why, Typical, Worst string }

// LedgerCause is what is not known, and the size if it alone is otherwise.
type LedgerCause struct{ What, Low, High string }
