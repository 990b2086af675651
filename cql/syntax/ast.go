package syntax

import "widerow/model"

// Script is a text divided into statements, all of it: what was not
// understood is there as Bad.
type Script struct {
	Statements []Statement
	Errors     []*Error
	// Tail are the comments after the last statement.
	Tail []Remark

	// Text is what was parsed, the text of all positions, and Target the
	// database that it was parsed for.
	Text   string
	Target model.Target
}

// Base is what every statement has. Number counts from 1 and leaves out the
// commands of cqlsh, which no server sees.
type Base struct {
	Start, End Position
	Number     int
	// Casts says that a cast `(type) term` is somewhere in it.
	Casts bool
	Remarks
	// Extension are clauses at the end that only the target of the script
	// knows, as written.
	Extension string
}

func (b *Base) base() *Base { return b }

func (*Base) subject() QualifiedName { return QualifiedName{} }

// Place is where a statement begins, its number, and its comments.
func Place(s Statement) *Base { return s.base() }

// Subject names what a statement is about: of an index or a trigger its table,
// of a statement on rows theirs, of one on a keyspace only the keyspace. A
// BATCH and statements on roles have none.
func Subject(s Statement) QualifiedName { return s.subject() }

// Remark is a comment with its marks, as written. Blank says that a blank
// line follows: it stands by itself.
type Remark struct {
	Position
	Text  string
	Blank bool
}

// Remarks are the comments on a node: Before are those above or in front of
// it, After those behind it on its last line. A part of a statement, of which
// there are many and seldom with comments, has nil for none.
type Remarks struct {
	Before, After []Remark
}

func (r *Remarks) before() []Remark {
	if r == nil {
		return nil
	}
	return r.Before
}

func (r *Remarks) after() []Remark {
	if r == nil {
		return nil
	}
	return r.After
}

// Identifier is a name as the server knows it: without quotes, and in lower
// case unless it was quoted.
type Identifier struct {
	Position
	Quoted bool
	Name   string
}

// QualifiedName is a name that may have its keyspace in front.
type QualifiedName struct {
	Keyspace, Name Identifier
}

// Unqualified is a name without a keyspace.
func Unqualified(name Identifier) *QualifiedName { return &QualifiedName{Name: name} }

// Start is where the name begins.
func (n QualifiedName) Start() Position {
	if n.Keyspace.Name != "" {
		return n.Keyspace.Position
	}
	return n.Name.Position
}

// String writes the name as CQL.
func (n QualifiedName) String() string {
	if n.Keyspace.Name == "" {
		return QuoteName(n.Name.Name)
	}
	return QuoteName(n.Keyspace.Name) + "." + QuoteName(n.Name.Name)
}

// Other is a command of cqlsh, kept as text. Keyword is what it begins with,
// in capitals.
type Other struct {
	Base
	Keyword string
	Text    string
}

func (s *Other) keyword() string { return s.Keyword }

func (*Other) walk(walker) {}

// Foreign is a statement that only the target of the script knows, kept as
// text. Keyword are the words that it begins with.
type Foreign struct {
	Base
	Keyword string
	Text    string
}

func (s *Foreign) keyword() string { return s.Keyword }

func (*Foreign) walk(walker) {}

// Bad is a piece of the script that is no statement, as text; the script's
// Errors say why.
type Bad struct {
	Base
	Text string
}

func (*Bad) keyword() string { return "" }

func (*Bad) walk(walker) {}
