package web

import (
	"fmt"

	"widerow/model"
)

// DeriveView is what deriving tables would change, with what can be chosen.
type DeriveView struct {
	Queries []DeriveQuery
	Tables  []DeriveTable
	Failed  []DeriveFailure
	// Unused are tables that would serve no query any more.
	Unused []Link
	// Added, Changed and Kept count the tables that are not left out, Shared
	// those of them that serve several queries.
	Added, Changed, Kept, Shared int
	// Mark identifies what is shown. Stale reports that something else was shown
	// when the user wanted to apply it.
	Mark  string
	Stale bool
}

// DeriveQuery is a query that can be derived. Level is ok if it would be served.
type DeriveQuery struct {
	ID          model.ID
	Label, Name string
	Checked     bool
	Level       string
}

// DeriveTable is a table that is new, changed or kept. Key is the first query
// that it serves, Lines are the reasons of its columns.
type DeriveTable struct {
	Key, Kind, Name   string
	Left              bool
	Columns           []DeriveColumn
	Queries           []DeriveServed
	Lines             []DeriveReason
	Reasons, Warnings []string
}

// DeriveColumn is a column in the notation. Class is that of its mark.
type DeriveColumn struct {
	Name, Mark, Class string
	Rule, Reason, Was string
	New, ByHand       bool
}

// DeriveReason says why columns have their role.
type DeriveReason struct {
	Columns      []string
	Reason, Rule string
}

// DeriveServed is a query that a table serves. Own reports that it was given a
// table of its own.
type DeriveServed struct {
	ID                   model.ID
	Label, Name, Href    string
	Verdict, Level, Path string
	// Paths are those to choose from, if several are as short.
	Paths        []DerivePath
	Reads        string
	Own          bool
	Alternatives []DeriveAlternative
	More         int
}

// DerivePath is a path through the ER model. Chosen reports that it was chosen, not
// only taken because it is the first.
type DerivePath struct {
	Signature, Words string
	Chosen           bool
}

// DeriveAlternative is a legal table for a query.
type DeriveAlternative struct {
	Signature, Form string
	Reasons         []string
	Chosen          bool
}

// DeriveFailure is a query without a table.
type DeriveFailure struct{ Label, Name, Message, Href string }

// Count counts the tables.
func (v *DeriveView) Count() {
	for _, table := range v.Tables {
		if table.Left {
			continue
		}
		switch table.Kind {
		case "new":
			v.Added++
		case "changed":
			v.Changed++
		default:
			v.Kept++
		}
		if len(table.Queries) > 1 {
			v.Shared++
		}
	}
}

// applyLabel is the text of the button that saves.
func (v *DeriveView) applyLabel() string {
	if changes := v.Added + v.Changed; changes != 1 {
		return fmt.Sprintf("Apply %d changes", changes)
	}
	return "Apply 1 change"
}

// level is the colour of a kind of change.
func (t DeriveTable) level() string {
	return map[string]string{"new": "ok", "changed": "warn"}[t.Kind]
}
