package syntax

import "widerow/model"

// Script is a text divided into statements. Text that was not parsed is in it
// as Bad.
type Script struct {
	Statements []Statement
	Errors     []*Error
	// Tail are the comments after the last statement.
	Tail []Remark

	// Text is the parsed text, to which all positions refer. Target is the
	// database that it was parsed for.
	Text   string
	Target model.Target
	Limits Limits
}

// Base is common to all statements. Number counts from 1 and skips commands of
// cqlsh, which are not sent to a server.
type Base struct {
	Start, End Position
	Number     int
	// Casts means that the statement contains a cast `(type) term`.
	Casts bool
	// Oversized is the first dimension of a vector that is beyond 32 bits, as
	// written, or "".
	Oversized string
	Remarks
	// Extension are the target's own clauses at the end, as written.
	Extension string
}

func (b *Base) base() *Base { return b }

func (*Base) subject() QualifiedName { return QualifiedName{} }

// Place returns a statement's position, number and comments.
func Place(s Statement) *Base { return s.base() }

// Subject returns the name of the element that a statement concerns. For an index or a trigger, and
// for a statement on rows, the subject is the table. For a statement on a keyspace it is only the
// keyspace. A BATCH and statements on roles have none.
func Subject(s Statement) QualifiedName { return s.subject() }

// Remark is a comment with its marks, as written. Blank means that a blank line
// follows, so that the comment is detached.
type Remark struct {
	Position
	Text  string
	Blank bool
}

// Remarks are the comments on a node. Before are those above or in front of it,
// After those after it on its last line. Parts of a statement, of which few
// have comments, have nil for none.
type Remarks struct {
	Before, After []Remark
}

func (r *Remarks) before() []Remark {
	if r == nil {
		return nil
	}
	return r.Before
}

func (r *Remarks) CommentsAfter() []Remark {
	if r == nil {
		return nil
	}
	return r.After
}

// Identifier is a name as the server stores it: without quotes, and in lower
// case unless it was quoted.
type Identifier struct {
	Position
	Quoted bool
	Name   string
}

// QualifiedName is a name with an optional keyspace.
type QualifiedName struct {
	Keyspace, Name Identifier
}

// Unqualified returns a name without a keyspace.
func Unqualified(name Identifier) *QualifiedName { return &QualifiedName{Name: name} }

// Start returns the position of the name.
func (n QualifiedName) Start() Position {
	if n.Keyspace.Name != "" {
		return n.Keyspace.Position
	}
	return n.Name.Position
}

// String returns the name as CQL.
func (n QualifiedName) String() string {
	if n.Keyspace.Name == "" {
		return QuoteName(n.Name.Name)
	}
	return QuoteName(n.Keyspace.Name) + "." + QuoteName(n.Name.Name)
}

// Other is a command of cqlsh, kept as text. Keyword is its first word, in
// capitals.
type Other struct {
	Base
	Keyword string
	Text    string
}

func (s *Other) keyword() string { return s.Keyword }

func (*Other) walk(walker) {}

// Foreign is a statement that only the script's target supports, kept as text.
// Keyword is its first words.
type Foreign struct {
	Base
	Keyword string
	Text    string
}

func (s *Foreign) keyword() string { return s.Keyword }

func (*Foreign) walk(walker) {}

// Bad is a part of the script that is not a statement, kept as text.
// Script.Errors has the reasons.
type Bad struct {
	Base
	Text   string
	Parsed Statement
}

// Partial returns what was parsed of a statement, as far as the server refuses
// something in it before the syntax error; or nil.
func (s *Bad) Partial() Statement { return s.Parsed }

func (*Bad) keyword() string { return "" }

func (*Bad) walk(walker) {}

// Behind adds comments after a part.
func (r *Remarks) Behind(after []Remark) *Remarks {
	switch {
	case len(after) == 0:
		return r
	case r == nil:
		return &Remarks{After: after}
	}
	r.After = append(r.After, after...)
	return r
}
