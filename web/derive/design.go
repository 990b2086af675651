package derive

import (
	"cmp"

	"widerow/web"
)

// DesignView is a physical table with the moves that apply to it.
type DesignView struct {
	Tables web.Tables
	Starts []web.Start // if there are no tables
	Moves  []DesignMove
	// Split is the address of the page that compares splits of the table.
	Split string
	// Patterns are known designs by name.
	Patterns []DesignPattern
	// Mark identifies what the chosen move does. Stale reports that it did
	// something else when the user wanted to apply it.
	Mark  string
	Stale bool
}

// DesignMove is a move that applies to the table. Sizes are the sizes of one partition of each
// changed table, before and after.
type DesignMove struct {
	Name, Title, Reason, Href string
	Sizes                     []DesignSize
	// Choice is the effect of the chosen move, nil for the others.
	Choice *DesignChoice
}

// DesignPattern is a known design. Moves lead to it from the chosen table, where
// they apply.
type DesignPattern struct {
	Name, Title, Text, When, Href string
	Moves                         []web.Link
	Statements                    []string
	// Choice is the addition of the chosen pattern, nil for the others.
	Choice *DesignChoice
}

// DesignSize is the size of a table's partition before and after a move. Either
// may be empty.
type DesignSize struct {
	Table, Before, After, BeforeLevel, AfterLevel string
}

// DesignChoice is the chosen move with its parameters and its preview. Problem is the reason why
// the move cannot be made, beside the problems of the parameters.
//
// Hidden are the further values of its form. Statements run once for each of several partitions.
// Scripts are the CQL of the changed tables, where a page shows it.
type DesignChoice struct {
	Parameters    []web.Field
	Hidden        [][2]string
	Statements    []web.SplitStatement
	Scripts       []web.SplitScript
	Cost, Problem string
	Changes       []DesignChange
	Queries       []DesignQuery
}

// Settings are the values of a folded form, each with its label. Open shows the form, as
// something in it is wrong or was entered.
type Settings struct {
	Values [][2]string
	Open   bool
}

// settings are the parameters in words.
func (c *DesignChoice) settings() Settings {
	settings := Settings{Open: c.Problem != ""}
	for _, f := range c.Parameters {
		value := f.Value
		for _, choice := range f.Choices {
			if choice.Value == f.Value {
				value = choice.Label
			}
		}
		settings.Values = append(settings.Values, [2]string{f.Label, cmp.Or(value, "–")})
		settings.Open = settings.Open || f.Problem != ""
	}
	return settings
}

// DesignChange is a table before and after the move. Either card may be nil.
type DesignChange struct {
	Before, After *DesignCard
}

// DesignCard is a table as the notation draws it.
type DesignCard struct {
	Name, Level, Size string
	Italic            bool // a materialized view
	Columns           []DesignColumn
}

// DesignColumn is a column of a card. Class is the class of its mark. Change is "new",
// "gone", "changed" or empty.
type DesignColumn struct {
	Name, Type, Mark, Class, Change string
}

// DesignQuery is a query that reads a changed table. Reads are in words.
type DesignQuery struct {
	Label, Name, Href                             string
	Before, BeforeLevel, After, AfterLevel, Reads string
	Note                                          string
	Worse                                         bool
}
