package web

import (
	"strings"
	"unicode"

	"widerow/model"
)

// SizesView is the tab of sizes: all tables and the quantities.
type SizesView struct {
	Formulas   []Choice // the book's formula or the older one
	Rows       []SizeRow
	Quantities []QuantityRow
	New        []Field
	Readonly   bool
}

// Choice is one link of a switch.
type Choice struct {
	Label, Href string
	Current     bool
}

// SizeRow is one table's size.
type SizeRow struct {
	Element                model.ID
	Name, Keyspace, Href   string
	Level                  string
	WorstOnly              bool
	Derived                bool   // the rows follow from the concepts
	Rows, Cells, Bytes     string // typical
	WorstCells, WorstBytes string
	Exact                  string // all digits, for the title
	Selected               bool
	Missing                []Link
	Problem                string
}

// QuantityRow is a quantity with its inputs and its values.
type QuantityRow struct {
	PartRow
	Values  string // values of the expressions, unless they are plain numbers
	Problem string
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
	Missing                  []Link
	Problem                  string
	Derived                  bool // the rows follow from the concepts
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
