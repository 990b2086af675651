package sizes

import (
	"widerow/web"
)

// LedgerView explains every byte of a table's partitions.
type LedgerView struct {
	Tables    web.Tables
	Starts    []web.Start // if there are no tables
	Problem   string      // why there is no size
	Odd       string      // what is odd about the numbers
	Profiles  []LedgerProfile
	Differ    string // how the profiles differ
	Bar       SizeBar
	Reason    string        // why the partition is large, "" if it is not
	Shares    []LedgerShare // of a typical partition, the largest first
	Split     string        // the address of ways to make smaller partitions, if these are too large
	Inputs    []LedgerInput
	Sections  []LedgerSection
	Widths    []Width // of the columns, by the book
	Limits    LedgerLimits
	Growth    *LedgerGrowth // nil for a table of one row a partition
	Around    *LedgerAround // nil if the size is not known
	Low, High string        // of the interval
	Causes    []LedgerCause
}

// LedgerShare is the part of a partition that a column takes. Share is from 0 to 1, From the sum of those before.
type LedgerShare struct {
	Name, Bytes, Percent string
	From, Share          float64
}

// LedgerProfile is the size by one formula.
type LedgerProfile struct {
	Words                             string // "on disk"
	Level, WorstLevel                 string
	Typical, Worst, Exact, ExactWorst string
	Formulas                          []Formula
}

// LedgerInput is a number of the table. Effect describes what ten times as much of an
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

// LedgerLine is a part that takes bytes, and why.
type LedgerLine struct{ Part, Column, Why, Typical, Worst string }

// LedgerCause is an assumption, and the size if it alone differs.
type LedgerCause struct{ What, Low, High string }

// LedgerLimits are the numbers with which a partition reaches each limit.
type LedgerLimits struct {
	Heads   []string
	Rows    []LimitRow
	Own     string // the limit that the visitor asks for, as it was typed
	Problem string // with Own
}

// LimitRow is a number: its present value, and the largest value within each limit.
type LimitRow struct {
	Name, Href, Now string
	Values          []string
}

// LedgerAround is the space of all partitions on disk in one copy, file by file.
type LedgerAround struct {
	Partitions, Cluster string // how many there are and where the number is from; the address of the cluster
	Inputs              []ClusterInput
	Files               []LedgerFile
	Typical, Worst      string
	Views               []LedgerFile
	Assumed             bool
}

// LedgerFile is the space of a kind of file, or of a view.
type LedgerFile struct{ Name, Href, Why, Typical, Worst, Share string }

// LedgerGrowth is the size of a partition over time.
type LedgerGrowth struct {
	PerDay, From, Asked, Problem string // the new rows of a day
	Years                        int
	Lives                        string // how long rows live, "" for ever
	Unbounded                    bool
	Crossings                    []LedgerCrossing
	Chart                        GrowthChart
}

// LedgerCrossing is the day on which a limit is crossed.
type LedgerCrossing struct{ Limit, Typical, Worst string }

// GrowthChart is a drawing of the growth. Marks are the marks of the bytes, from bottom
// to top; Typical and Worst are the points of the lines.
type GrowthChart struct {
	Width, Height, Left, Right, Top, Bottom int
	Marks, Limits, Years                    []ChartMark
	Typical, Worst, Words                   string
}

// ChartMark is a mark of an axis.
type ChartMark struct {
	At    float64
	Label string
}
