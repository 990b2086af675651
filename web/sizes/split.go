package sizes

import (
	"cmp"

	"widerow/web"
	"widerow/web/derive"
)

// SplitView compares the ways to split the partitions of a table.
type SplitView struct {
	Tables web.Tables
	Design derive.DesignView // the mark of the choice
	Table  *web.TableLink
	Starts []web.Start // if there are no tables
	Inputs []SplitInput
	Hidden [][2]string // of the form of numbers: what it does not ask for
	// Summary names the best way, Level rates the table as it is.
	Summary, Level string
	// Queries are the queries of the columns.
	Queries []web.Link
	Now     SplitRow
	// Options do what is needed, Others do not.
	Options, Others []SplitRow
	Refused         []SplitRefused
	WritesFrom      string // where the writes to the busiest partition come from
	// Name is the chosen move, Title what it does.
	Name, Title string
	Choice      *derive.DesignChoice // nil if there is none
}

// SplitInput is a number that the comparison needs.
type SplitInput struct{ Name, Label, Value, Placeholder, Hint, Problem string }

// SplitRow is the table after a split, or as it is.
type SplitRow struct {
	What, Href string
	Chosen     bool
	// Note is about a second table.
	Note                             string
	Typical, Worst, Cells            string
	TypicalLevel, WorstLevel, Counts string
	Reads                            []SplitReads // one for each query
	Busiest, Share                   string
	Judgement, Level                 string
}

// SplitReads counts the partitions that a query reads, with what it does besides.
type SplitReads struct{ Text, Note, Level string }

// SplitRefused is a way to split that is not possible.
type SplitRefused struct{ Title, Reason string }

// assumptions are the numbers of the comparison: what was entered, else what is assumed.
func (v *SplitView) assumptions() derive.Settings {
	var settings derive.Settings
	for _, in := range v.Inputs {
		settings.Values = append(settings.Values, [2]string{in.Label, cmp.Or(in.Value, in.Placeholder)})
		settings.Open = settings.Open || in.Value != "" || in.Problem != ""
	}
	return settings
}
