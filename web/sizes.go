package web

import (
	"strings"
	"unicode"

	"widerow/model"
)

// SizesView is the tab of sizes: all tables and the quantities.
type SizesView struct {
	Formulas   []Choice // on disk, the book's formula or the older one
	Asks       []SizeAsk
	Heads      []SortHead
	Rows       []SizeRow
	Quantities []QuantityRow
	WhatIf     *WhatIf
	New        []Field
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

// SizeInput is the input of a number. Note says where the number comes from, Needs
// which quantity it waits for, Clears that it can be set back to what is assumed.
type SizeInput struct {
	Field  Field
	Note   string
	Needs  *QuantityLink
	Clears bool
}

// QuantityLink leads to a quantity that a number needs: to the one whose value is
// missing, or else to the row for a new one, which scripts give the name.
type QuantityLink struct {
	Name, Href, Focus string
	New               bool
}

// fill is the input that gets the name, and the name.
func (q QuantityLink) fill() string { return "new-quantity-name=" + q.Name }

// Choice is one link of a switch.
type Choice struct {
	Label, Href string
	Current     bool
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
	Selected               bool
	Numbers                []LedgerInput // of the selected table
	Problem                string
}

// QuantityRow is a quantity with its inputs and its values.
type QuantityRow struct {
	PartRow
	Values  string // values of the expressions, unless they are plain numbers
	Problem string
	Source  string   // where the number comes from
	Used    []Choice // the elements that use it
	Moves   []Choice // the tables whose size depends on it
}

// WhatIf is what moves with one quantity. By is from -100, a tenth, to 100, ten times as
// much. Value and Then are empty unless it is varied.
type WhatIf struct {
	Choices     []model.Choice
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

// SizePanel is the size of one table in its inspector.
type SizePanel struct {
	Level, WorstLevel        string
	Cells, Bytes, WorstCells string
	WorstBytes, BytesTitle   string
	Share, WorstShare        float64 // of the limit, 0 to 1 for the bar
	Formulas                 []Formula
	Widths                   []Width
	Limit                    string
	Assumed                  []string
	Needs                    []QuantityLink
	Odd                      string // what is odd about the numbers
	Problem                  string
	Derived                  bool // the rows follow from the concepts
	LedgerHref, SplitHref    string
	Switch                   []Choice
	QuantitiesHref           string
}

// Formula is a formula in symbols and in numbers. In Name and Symbols an
// underscore starts a subscript. A sum over columns has Names instead of
// Symbols, since column names may contain underscores.
type Formula struct{ Name, Symbols, Names, Numbers, Result string }

// Width is the size of one column, in bytes.
type Width struct{ Column, Type, Group, Typical, Worst, From string }

// part is a piece of a formula. Low parts are subscripts.
type part struct {
	Text string
	Low  bool
}

// indexed splits "N_pk × 2" into N, pk low, and the rest.
func indexed(text string) []part {
	var parts []part
	for {
		before, after, found := strings.Cut(text, "_")
		parts = append(parts, part{Text: before})
		if !found {
			return parts
		}
		end := strings.IndexFunc(after, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
		if end < 0 {
			end = len(after)
		}
		parts = append(parts, part{after[:end], true})
		text = after[end:]
	}
}
