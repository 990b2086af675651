// Package syntax reads and writes the text of CQL, the language of Apache
// Cassandra: text to tree and back. It judges nothing; that is package cql's.
//
// Read it in the order of the stages: token.go and scanner.go (text to
// tokens), ast.go (what can be written, with positions), parser.go and its
// siblings (one function a grammar rule; the grammar is Cassandra 5.0's) and
// print.go (AST to canonical text). The files of a kind of statement have like
// names: ast_role.go, parser_role.go, print_role.go. What each kind has to have
// is in statement.go.
//
// A script is divided into statements as cqlsh does it. A statement that
// cannot be read is kept as text, with an error that has its place, and the
// next one goes on.
package syntax

import "fmt"

// Position is a place in a script. Line and Column count from 1, Column in
// characters; Offset counts bytes from 0, a byte order mark included. The
// zero Position is "nowhere": a node that was not parsed.
type Position struct {
	Offset, Line, Column int32
}

func (p Position) String() string { return fmt.Sprintf("%d:%d", p.Line, p.Column) }

// Error is a place where the text does not follow the grammar, in our
// own words. Statement counts from 1. Recovered says that the statement was
// understood all the same and is in the script: what Cassandra refuses but an
// import can use, such as CREATE SCHEMA or a missing `;`.
type Error struct {
	Position
	Text      string
	Statement int
	Recovered bool
}

func (e *Error) Error() string { return e.Position.String() + ": " + e.Text }

// MaxErrors is how many errors are collected before the rest of a script is
// left unread.
const MaxErrors = 1000

// MaxWords bounds the tokens of one statement, comments among them, and the
// comments between two statements: by it the memory that they take.
const MaxWords = 250_000

// MaxDepth bounds how deep types and terms nest. Cassandra has no such bound;
// deeper text ends its parser with a stack overflow.
const MaxDepth = 128

func (p Position) lineText() string { return fmt.Sprint(p.Line) }
