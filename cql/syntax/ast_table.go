package syntax

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

// ColumnDefinition = name type [STATIC] [NOT NULL] [mask] [check] [PRIMARY KEY]
type ColumnDefinition struct {
	Name               Identifier
	Type               TypeName
	Mask               *Mask
	Check              *Check
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

// Option is one part of a WITH clause: a property, CLUSTERING ORDER BY or
// COMPACT STORAGE.
type Option struct {
	*Remarks
	Kind OptionKind
	Name Identifier
	// Value is the value of a property.
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
