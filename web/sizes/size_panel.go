package sizes

import (
	"strings"
	"unicode"
)

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
