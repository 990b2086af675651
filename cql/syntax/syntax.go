// Package syntax has the tokens and the tree of CQL, the language of Apache
// Cassandra, and prints trees. Package parse makes a tree of a text; package cql
// checks its meaning.
//
// Read it in the order of the stages: token.go and scanner.go (text to tokens),
// ast.go (the syntax tree, with positions) and print.go (tree to canonical
// text). The files of a kind of statement have similar names: ast_role.go,
// print_role.go, and parser_role.go in package parse.
package syntax

import "fmt"

// Position is a position in a script. Line and Column count from 1, Column in
// characters. Offset counts bytes from 0, including a byte order mark. The zero
// Position belongs to a node that was not parsed.
type Position struct {
	Offset, Line, Column int32
}

// String returns line:column.
func (p Position) String() string { return fmt.Sprintf("%d:%d", p.Line, p.Column) }

// Error is a syntax error. Text is Widerow's message. Statement counts from 1.
// Recovered means that the statement was parsed nevertheless and is in the
// script: Cassandra refuses it but an import can use it, such as CREATE SCHEMA
// or a statement without its `;`.
type Error struct {
	Position
	Text      string
	Statement int
	Recovered bool
}

// Error returns the position and the message.
func (e *Error) Error() string { return e.Position.String() + ": " + e.Text }

// Limits bound the memory that a script takes. Zero means no limit.
type Limits struct {
	// Words limits the tokens of one statement, including comments, and the
	// comments between two statements.
	Words int
	// Errors limits the errors that are listed. Those beyond it are counted.
	Errors int
	// Findings limits those that package cql lists. Others are counted.
	Findings int
}

// DefaultLimits are for text from anywhere, such as a request.
var DefaultLimits = Limits{Words: 250_000, Errors: 1000, Findings: 10_000}

// MaxDepth limits the nesting of types and terms. Cassandra has no limit, but
// its parser overflows the stack on deeper text.
const MaxDepth = 128

func (p Position) LineText() string { return fmt.Sprint(p.Line) }
