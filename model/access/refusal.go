package access

import "widerow/model"

// Refusal is the server's refusal of a statement: a code, and the parts of the statement that its
// message names.
type Refusal struct {
	Code      *Code
	Statement Statement
	// Table is the table of the statement, nil for a refusal of a batch as a
	// whole.
	Table *Table
	// Column is the column that is refused, or a part of one such as
	// "value(tags)". Other is a second column, or a field.
	Column, Other string
	// Columns are several columns. The server names the columns that two tuple
	// conditions share in random order.
	Columns  []string
	Operator Operator
	Type     model.Type
	// Value, Second, Condition and Assignment are parts of the statement that
	// the message repeats.
	Value      *Value
	Second     *Value
	Condition  *Condition
	Assignment *Assignment
	Text       string
	Want, Got  int
	// Name is the name of a function as the call writes it, Function the
	// signature that was found, and Functions are the candidates, in no order.
	Name      FunctionName
	Function  *Signature
	Functions []*Signature
	// Selecting reports whether the values are selectors. Messages format those
	// in another way than terms.
	Selecting bool
	// Cause is the refusal of a value inside a JSON text.
	Cause *Refusal
	// Alternatives are refusals that the server may give in place of this one,
	// because it checks in random order.
	Alternatives []*Refusal
	// AtRun reports whether the server prepares the statement and refuses it
	// only when it is run.
	AtRun bool
}

func (r *Refusal) in(statement Statement, table *Table) *Refusal {
	r.Statement, r.Table = statement, table
	if r.Cause != nil {
		r.Cause.in(statement, table)
	}
	return r
}

func (r *Refusal) atRun() *Refusal {
	if r != nil {
		r.AtRun = true
	}
	return r
}

// Code is one reason to refuse a statement: the message of the server and what
// to do about it. Codes are compared by their address. Each is declared once,
// in the file of its family: refusal_value.go, refusal_where.go and so on.
//
// Package cql replaces a word in braces, such as {column}, with that part of the
// Refusal.
type Code struct {
	// Text is Cassandra's message.
	Text string
	// Hint is the remedy, in our words; empty where the message names it.
	Hint string
	// Syntax reports whether the refusal comes from the server's parser.
	Syntax bool
}
