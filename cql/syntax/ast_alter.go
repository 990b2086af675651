package syntax

// AlterKeyspace = ALTER KEYSPACE [IF EXISTS] name WITH properties
type AlterKeyspace struct {
	Base
	IfExists bool
	Name     Identifier
	Options  []Option
}

func (*AlterKeyspace) keyword() string { return "ALTER KEYSPACE" }

func (s *AlterKeyspace) subject() QualifiedName { return QualifiedName{Keyspace: s.Name} }

func (s *AlterKeyspace) walk(w walker) {
	w.names(s.Name)
	walkAll(s.Options, w)
}

// AlterTable = ALTER TABLE [IF EXISTS] name action
type AlterTable struct {
	Base
	IfExists bool
	Name     QualifiedName
	Action   AlterAction
	// IfPart is the IF EXISTS or IF NOT EXISTS of the columns.
	IfPart bool
	// Column belongs to the actions AlterPartType, AlterMask, DropMask, AlterCheck and DropCheck;
	// Type, Mask and Check to those that have one.
	Column Identifier
	Type   TypeName
	Mask   *Mask
	Check  *Check
	// Added are the columns of AddParts, Dropped those of DropParts with
	// their Timestamp, an integer as written or empty.
	Added     []ColumnDefinition
	Dropped   []Identifier
	Timestamp string
	Renames   []Rename
	Options   []Option
}

func (*AlterTable) keyword() string { return "ALTER TABLE" }

func (s *AlterTable) subject() QualifiedName { return s.Name }

func (s *AlterTable) walk(w walker) {
	Walk(&s.Name, w)
	w.names(s.Column)
	if s.Action == AlterPartType {
		Walk(&s.Type, w)
	}
	if s.Mask != nil {
		Walk(s.Mask, w)
	}
	if s.Check != nil {
		Walk(s.Check, w)
	}
	for i := range s.Added {
		w.column(&s.Added[i])
	}
	walkAll(s.Dropped, w)
	w.renames(s.Renames)
	walkAll(s.Options, w)
}

// AlterAction is the action of an ALTER TABLE or ALTER TYPE.
type AlterAction uint8

// The actions; a part is a column or a field.
const (
	// AlterOptions = WITH properties
	AlterOptions AlterAction = iota
	// AlterPartType = ALTER part TYPE type
	AlterPartType
	// AlterMask = ALTER [IF EXISTS] column mask
	AlterMask
	// DropMask = ALTER [IF EXISTS] column DROP MASKED
	DropMask
	// AddParts = ADD [IF NOT EXISTS] part, or several in parentheses
	AddParts
	// DropParts = DROP [IF EXISTS] column, or several in parentheses
	DropParts
	// RenameParts = RENAME [IF EXISTS] part TO part {AND part TO part}
	RenameParts
	// DropCompactStorage = DROP COMPACT STORAGE
	DropCompactStorage
	// AlterCheck = ALTER [IF EXISTS] column check
	AlterCheck
	// DropCheck = ALTER [IF EXISTS] column DROP CHECK
	DropCheck
)

// Rename = name TO name
type Rename struct {
	From, To Identifier
}

// AlterType = ALTER TYPE [IF EXISTS] name action, one of AlterPartType,
// AddParts and RenameParts
type AlterType struct {
	Base
	IfExists bool
	Name     QualifiedName
	Action   AlterAction
	// IfPart is the IF EXISTS or IF NOT EXISTS of the fields.
	IfPart bool
	// Field and Type belong to the actions AlterPartType and AddParts.
	Field   Identifier
	Type    TypeName
	Renames []Rename
}

func (*AlterType) keyword() string { return "ALTER TYPE" }

func (s *AlterType) subject() QualifiedName { return s.Name }

func (s *AlterType) walk(w walker) {
	Walk(&s.Name, w)
	w.names(s.Field)
	if s.Action != RenameParts {
		Walk(&s.Type, w)
	}
	w.renames(s.Renames)
}

// AlterView = ALTER MATERIALIZED VIEW [IF EXISTS] name WITH properties
type AlterView struct {
	Base
	IfExists bool
	Name     QualifiedName
	Options  []Option
}

func (*AlterView) keyword() string { return "ALTER MATERIALIZED VIEW" }

func (s *AlterView) subject() QualifiedName { return s.Name }

func (s *AlterView) walk(w walker) {
	Walk(&s.Name, w)
	walkAll(s.Options, w)
}

// Drop = DROP (KEYSPACE | TABLE | TYPE | INDEX | MATERIALIZED VIEW)
// [IF EXISTS] name. A keyspace has only Name.Name.
type Drop struct {
	Base
	Kind     DropKind
	IfExists bool
	Name     QualifiedName
}

func (s *Drop) keyword() string { return "DROP " + string(s.Kind) }

func (s *Drop) subject() QualifiedName {
	if s.Kind == DropKeyspace {
		return QualifiedName{Keyspace: s.Name.Name}
	}
	return s.Name
}

func (s *Drop) walk(w walker) { Walk(&s.Name, w) }

// DropKind is the kind of the dropped element, in the words of the statement.
type DropKind string

// The kinds.
const (
	DropKeyspace DropKind = "KEYSPACE"
	DropTable    DropKind = "TABLE"
	DropType     DropKind = "TYPE"
	DropIndex    DropKind = "INDEX"
	DropView     DropKind = "MATERIALIZED VIEW"
)
