package cql

import (
	"widerow/model"
	"widerow/web"
)

// ListView is the pane of the statements that are kept with a model.
type ListView struct {
	// Lists are all lists. Chosen is the address of the one that is shown.
	Lists  []web.Link
	Chosen string
	// List is the list that is shown, nil for none.
	List *StatementList
	// New is the form for a further list.
	New ListForm
}

// StatementList is a list with its statements.
type StatementList struct {
	ID         model.ID
	Name, Kept string // Kept names who kept it, and when
	// Counts are all statements and those of each verdict, as links that filter. Filter is the address
	// of the current one.
	Counts []ListCount
	Filter string
	Heads  []ListHead
	Rows   []ListRow
	// Left describes the other statements in the text, "" for none.
	Left string
	// Range is the part that the page shows, "" for all; Earlier and Later lead to the others.
	Range, Earlier, Later string
	// CSV and JSON export the statements as they are shown.
	CSV, JSON string
	Edit      ListForm
}

// ListCount is the number of statements with a verdict.
type ListCount struct{ ID, Level, Words, Href string }

// ListHead is the heading of a column. Href sorts by it, Sorted is "ascending", "descending" or "".
type ListHead struct {
	ID, Title, Explains, Href, Sorted string
	Number                            bool
}

// ListRow is one statement.
type ListRow struct {
	Line                     int
	Text                     string
	Level, Verdict           string
	Tables                   []web.Link
	Partitions               string
	Rows, RowsTitle          string
	Idempotent, RepeatsTitle string
	Findings                 []ListFinding
}

// ListFinding is a finding about a statement. Why leads to the rule, "" for a message of the server.
type ListFinding struct{ Level, Code, Message, Why string }

// ListForm is the form of a list.
type ListForm struct {
	List           model.ID // "" for a new one
	Name, Text     string
	Base           string // the digest of the text that was changed
	Keyspace       string
	Keyspaces      []string
	Problem, Field string
	Open           bool
}

// key begins the ids of the fields of the form.
func (f ListForm) key() string {
	if f.List == "" {
		return "list-new"
	}
	return "list-edit"
}
