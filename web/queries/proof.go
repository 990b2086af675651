// Package queries draws what the details show of a query or an update: its text, and its
// proof or plan.
package queries

import (
	"widerow/model"
	"widerow/web"
)

// ProofPanel shows how the tables answer the selected query.
type ProofPanel struct {
	Level string // ok, info, warn or bad
	// Verdict is in words: "One partition". Table is the table of the statement, ""
	// if there is none; Others are further tables that serve the query.
	Verdict string
	Table   *web.Link
	Others  []web.Link
	// Message is Cassandra's, without ALLOW FILTERING. Hint names what helps.
	Message, Hint string
	// Notes are sentences about the statement: who computes a bucket, how often it
	// is run, what the table lacks.
	Notes []string
	Fixes []ProofFix
	// Statement is highlighted CQL. Href opens it on the Statements tab, "" if
	// there it has no table.
	Statement []web.CodeLine
	Href      string
	// Lookups are further statements for what the table lacks.
	Lookups []ProofLookup
	Reads   string
	// Parameters are in the order of the query.
	Parameters []ProofParameter
	Paging     *Paging
}

// ProofFix is a button that improves the verdict in one revision. Cost names the
// queries that are not served any more then.
type ProofFix struct{ Text, Do, Cost string }

// ProofParameter is a condition with the source of its value.
type ProofParameter struct {
	Given   model.ID
	Name    string
	Href    string
	Source  string // "user", "'open'", or "from" with the links of From
	From    []web.Link
	Missing bool
}

// ProofLookup is a further statement. Runs describes how it runs: "for each row, with its
// guest_id".
type ProofLookup struct {
	Table     web.Link
	Runs      string
	Statement []web.CodeLine
}

// Paging shows how a program reads the query page by page. Steps are for a statement that runs for
// several partitions, Limits say what cannot be done.
type Paging struct {
	Title         string
	Statements    []ProofPage
	Steps, Limits []string
}

// ProofPage is a statement for a page. When names the row after which it runs, Values those of its
// bind markers.
type ProofPage struct {
	When      string
	Statement []web.Span
	Values    string
}
