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

// CreateKeyspace = CREATE KEYSPACE [IF NOT EXISTS] name WITH properties
type CreateKeyspace struct {
	Base
	IfNotExists bool
	Name        Identifier
	Options     []Option
}

func (*CreateKeyspace) keyword() string { return "CREATE KEYSPACE" }

func (s *CreateKeyspace) subject() QualifiedName { return QualifiedName{Keyspace: s.Name} }

func (s *CreateKeyspace) walk(w walker) {
	w.names(s.Name)
	walkAll(s.Options, w)
}

// CreateType = CREATE TYPE [IF NOT EXISTS] name ( field {, field} )
type CreateType struct {
	Base
	IfNotExists bool
	Name        QualifiedName
	Fields      []Field
	Closing     []Remark
}

func (*CreateType) keyword() string { return "CREATE TYPE" }

func (s *CreateType) subject() QualifiedName { return s.Name }

func (s *CreateType) walk(w walker) {
	Walk(&s.Name, w)
	walkAll(s.Fields, w)
}

// Field is a field of a user-defined type.
type Field struct {
	*Remarks
	Name Identifier
	Type TypeName
}

// CreateTable = CREATE TABLE [IF NOT EXISTS] name ( elements ) [WITH options]
type CreateTable struct {
	Base
	IfNotExists bool
	Name        QualifiedName
	Elements    []TableElement
	// Closing are the comments before the closing parenthesis.
	Closing []Remark
	Options []Option
}

func (*CreateTable) keyword() string { return "CREATE TABLE" }

func (s *CreateTable) subject() QualifiedName { return s.Name }

func (s *CreateTable) walk(w walker) {
	Walk(&s.Name, w)
	walkAll(s.Elements, w)
	walkAll(s.Options, w)
}

// TableElement is a column or a PRIMARY KEY clause; the other is nil. A table
// may be written with none or several of these clauses; that is for the
// schema rules to judge.
type TableElement struct {
	*Remarks
	Column *ColumnDefinition
	Key    *PrimaryKey
}

// ColumnDefinition = name type [STATIC] [mask] [PRIMARY KEY]
type ColumnDefinition struct {
	Name               Identifier
	Type               TypeName
	Mask               *Mask
	Static, PrimaryKey bool
}

// Mask = MASKED WITH ( DEFAULT | function ). Without a Function it is DEFAULT.
type Mask struct {
	Position
	Function *Term
}

// PrimaryKey = PRIMARY KEY ( partition {, clustering} )
type PrimaryKey struct {
	Position
	Partition, Clustering []Identifier
}

// TypeName is a type as it is written. Kind is the word before the `<`,
// NativeType, CustomType for a Java class in quotes, or UserType for the name
// of one. Name is that of the last three, nil for all others; those of native
// types are shared and have no place.
type TypeName struct {
	Position
	Kind      TypeKind
	Name      *QualifiedName
	Arguments []TypeName
	// Dimension is that of a vector, as written: the rules refuse one below 1.
	Dimension string
}

// TypeKind is the outermost constructor of a type.
type TypeKind uint8

// The constructors.
const (
	UserType TypeKind = iota
	NativeType
	CustomType
	ListType
	SetType
	MapType
	TupleType
	VectorType
	FrozenType
)

func (k TypeKind) String() string {
	return [...]string{"", "native", "custom", "list", "set", "map", "tuple", "vector", "frozen"}[k]
}

// Option is one part of a WITH clause: a property, CLUSTERING ORDER BY or
// COMPACT STORAGE.
type Option struct {
	*Remarks
	Kind OptionKind
	Name Identifier
	// Value is that of a property.
	Value Term
	// Order are the columns of CLUSTERING ORDER BY.
	Order []OrderColumn
}

// OptionKind is the kind of an option.
type OptionKind uint8

// The kinds.
const (
	Property OptionKind = iota
	ClusteringOrder
	CompactStorage
)

// OrderColumn = name (ASC | DESC)
type OrderColumn struct {
	Column     Identifier
	Descending bool
}

// CreateIndex = CREATE [CUSTOM] INDEX [IF NOT EXISTS] [name] ON table
// ( targets ) [USING 'class'] [WITH properties]
type CreateIndex struct {
	Base
	Custom, IfNotExists bool
	// Name is empty when the server is to choose one.
	Name    Identifier
	Table   QualifiedName
	Targets []IndexTarget
	Closing []Remark
	// Using is the class, HasUsing whether there is a USING.
	Using    string
	HasUsing bool
	Options  []Option
}

func (*CreateIndex) keyword() string { return "CREATE INDEX" }

func (s *CreateIndex) subject() QualifiedName { return s.Table }

func (s *CreateIndex) walk(w walker) {
	w.names(s.Name)
	Walk(&s.Table, w)
	walkAll(s.Targets, w)
	walkAll(s.Options, w)
}

// IndexTarget = column | (VALUES | KEYS | ENTRIES | FULL) ( column ).
// Function is "values", "keys", "entries", "full" or empty.
type IndexTarget struct {
	*Remarks
	Function string
	Column   Identifier
}

// CreateView = CREATE MATERIALIZED VIEW [IF NOT EXISTS] name AS SELECT
// selectors FROM table [WHERE conditions] PRIMARY KEY key [WITH options]
type CreateView struct {
	Base
	IfNotExists bool
	Name        QualifiedName
	// Selectors is empty for `*`.
	Selectors []Selector
	Table     QualifiedName
	Where     []Condition
	Key       PrimaryKey
	Options   []Option
}

func (*CreateView) keyword() string { return "CREATE MATERIALIZED VIEW" }

func (s *CreateView) subject() QualifiedName { return s.Name }

func (s *CreateView) walk(w walker) {
	Walk(&s.Name, w)
	walkAll(s.Selectors, w)
	Walk(&s.Table, w)
	walkAll(s.Where, w)
	w.key(s.Key)
	walkAll(s.Options, w)
}

// Selector = term [AS alias]; in a selector a term may name columns.
type Selector struct {
	*Remarks
	Term  Term
	Alias Identifier
}

// Use = USE keyspace
type Use struct {
	Base
	Keyspace Identifier
}

func (*Use) keyword() string { return "USE" }

func (s *Use) subject() QualifiedName { return QualifiedName{Keyspace: s.Keyspace} }

func (s *Use) walk(w walker) { w.names(s.Keyspace) }

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
