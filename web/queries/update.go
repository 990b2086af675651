package queries

import "widerow/web"

// UpdatePanel shows how the application carries out the selected update.
type UpdatePanel struct {
	Level string // ok, info, warn or bad
	// Verdict is in words: "Writes 3 tables". Tables are links to them, with what is
	// written in each.
	Verdict  string
	Tables   []UpdateTable
	Findings []UpdateFinding
	Fixes    []ProofFix
	Steps    []UpdateStep
	// Parameters are the conditions, and values that earlier queries return.
	Parameters []ProofParameter
	// Href opens all statements on the Statements tab, "" if there they have no
	// table.
	Href string
	// Views are maintained by the server. Copies and Skipped are sentences.
	Views   []web.Link
	Copies  []UpdateCopy
	Skipped []UpdateTable
}

// UpdateTable is a table with what happens to it.
type UpdateTable struct {
	web.Link
	Text string
}

// UpdateCopy is an attribute with the tables that store it.
type UpdateCopy struct {
	Attribute string
	Tables    []web.Link
}

// UpdateFinding is a sentence with a hint. Its level is as in UpdatePanel.
type UpdateFinding struct{ Level, Message, Hint string }

// UpdateStep is a statement or a batch. Title names it: "Logged batch". Size is the size of a
// batch, Runs the number of runs of each statement in words. Failure describes the state after a
// failure.
type UpdateStep struct {
	Title, Size string
	Statement   []web.CodeLine
	Runs        []string
	Failure     string
}
