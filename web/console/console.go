// Package console shows the console, which runs statements on a cluster.
package console

import (
	"net/url"
	"strings"

	"widerow/model"
	"widerow/web"
	"widerow/web/canvas"
)

// Page is the console of a model.
type Page struct {
	web.Page
	Model, Name string
	Connections []Connection
	Keyspaces   []string
	Levels      []string // of consistency
	Sizes       []int    // of a page
	Form        Form
	History     []string // what the person ran, the newest first
	// Scripts are kept with the model, Script is the one that is open, and Edits reports that the person may change them.
	Scripts []Script
	Script  *Script
	Edits   bool
	Saving  Saving
	// Problem is why nothing ran, Place where it is in the statement, and Hint what to do.
	Problem, Hint string
	Place         *Place
	OfConnection  bool   // the page of the connection helps
	Differs       bool   // the tables of the model would have taken the statement
	Run           string // names the page, to cancel what it sends
	// Statements lists the statements of the text, if the form does not name the one to run.
	Statements []Statement
	// Chosen is the statement that the form means.
	Chosen     string
	Table      model.ID // of the model that it is about
	Checked    string   // against which schema
	Markers    []Marker // its parameters
	AsksValues bool     // they have no values yet, or wrong ones
	Query      string   // the title of the query that runs, "" for other statements
	Trail      []Back
	Self       string // the query with its values, for the trail of the next one
	Question   *Question
	Ran, Note  string // what was sent, and what was added to it
	Limited    bool
	Result     *Result
}

// View is the page with the diagram beside it.
type View struct {
	Page
	Diagram *canvas.Canvas
}

// Connection is a choice.
type Connection struct {
	ID, Name string
	Writes   bool
}

// Form holds the fields of the console as they were typed.
type Form struct {
	Connection, Keyspace, Consistency, Text string
	// At is the place of the cursor in Text, in UTF-16 code units, and Selection the text selected from there. They
	// choose a statement, unless Statement is the number of one.
	At, Selection, Statement string
	// Query is the query that the text is of, Values those of the parameters of ValuesOf, and Trail the queries whose rows led here.
	Query, ValuesOf  string
	Values, Trail    []string
	PageSize         int
	Trace, Unlimited bool
	// Script is the script that is open, and ScriptSeen the mark that it had when it was opened.
	Script, ScriptSeen string
}

// Statement is one of several.
type Statement struct {
	Number int
	Text   string
}

// Marker is a parameter with its value. Sign is its operator, "" for equality.
type Marker struct {
	Name, Sign, Type, Typed, Hint, Problem string
	Choice                                 bool // between yes and no
}

// Offer is a button of a row: a query, or an update, with values of the row.
type Offer struct{ Label, Title, Take, Update string }

// Back is a button to a query whose rows led here.
type Back struct {
	Number int
	Label  string
}

// Question must be answered before a statement leaves: by a button, or by typing Word.
type Question struct {
	Words, Hint  string
	Rejected     bool // Cassandra would reject the statement
	Place        *Place
	Word         string // to type; "" for a button alone
	Wrong        bool   // another word was typed
	Sure, Button string
}

// Result is a page of rows.
type Result struct {
	Columns           []Column
	Rows              [][]Cell
	Offers            [][]Offer // by row; nil if the rows lead nowhere
	Next              string    // the state of the next page, "" after the last
	Later             bool      // it is not the first page
	Took, Coordinator string
	Warnings          []string
	Truncated         string
	Trace             []Event
}

// Column is a column of a result.
type Column struct{ Name, Type string }

// Cell is a value.
type Cell struct {
	Null    bool
	Text    string
	Omitted int // bytes that are not shown
}

// Event is a step of a trace. Percent is its time as a part of the whole.
type Event struct {
	After, Source, Activity string
	Percent                 int
}

// Place is a statement with a marked part.
type Place struct{ Before, At, After string }

// sum counts the rows of a page.
func (r Result) sum() string {
	if len(r.Columns) == 0 {
		return "Done in " + r.Took + " by " + r.Coordinator
	}
	words := web.Count(len(r.Rows), "row")
	if r.Next != "" {
		words += ", and more"
	}
	return words + " in " + r.Took + " by " + r.Coordinator
}

// again is the query of an address at which a statement is in the form.
func again(form Form, statement string) string {
	return url.Values{"connection": {form.Connection}, "keyspace": {form.Keyspace}, "text": {statement}}.Encode()
}

// kind is the operator and the type of a parameter.
func (m Marker) kind() string {
	if m.Sign == "" {
		return m.Type
	}
	return m.Sign + " " + m.Type
}

// first is the parameter that is to be typed first: a wrong one, an empty one, or the first.
func (p Page) first() int {
	for i, marker := range p.Markers {
		if marker.Problem != "" {
			return i
		}
	}
	for i, marker := range p.Markers {
		if marker.Typed == "" {
			return i
		}
	}
	return 0
}

// rows is the height of the text: those of a query show their values without scrolling.
func (f Form) rows() int {
	const fewest, usual, most = 3, 8, 16
	lines := strings.Count(strings.TrimSpace(f.Text), "\n") + 1
	if f.Query != "" {
		return min(max(fewest, lines), most)
	}
	return min(max(usual, lines), most)
}
