package syntax

// Select = SELECT [JSON] [DISTINCT] selectors FROM table [WHERE conditions]
// [GROUP BY terms] [ORDER BY orderings] [PER PARTITION LIMIT n] [LIMIT n]
// [ALLOW FILTERING]
type Select struct {
	Base
	JSON, Distinct bool
	// Selectors is empty for `*`.
	Selectors []Selector
	Table     QualifiedName
	Where     []Condition
	GroupBy   []Term
	OrderBy   []Ordering
	// PerPartitionLimit and Limit are an integer or a bind marker, nil
	// without the clause.
	PerPartitionLimit, Limit *Term
	AllowFiltering           bool
}

func (*Select) keyword() string { return "SELECT" }

func (s *Select) subject() QualifiedName { return s.Table }

func (s *Select) walk(w walker) {
	walkAll(s.Selectors, w)
	Walk(&s.Table, w)
	walkAll(s.Where, w)
	walkAll(s.GroupBy, w)
	walkAll(s.OrderBy, w)
	w.optional(s.PerPartitionLimit, s.Limit)
}

// Ordering = column [ANN OF vector] [ASC | DESC]
type Ordering struct {
	Column Identifier
	// ANN is the vector whose nearest neighbours come first, or nil.
	ANN        *Term
	Descending bool
}

// Insert = INSERT INTO table (columns) VALUES (terms) [IF NOT EXISTS] [USING …]
// or INSERT INTO table JSON json [DEFAULT NULL | DEFAULT UNSET]
// [IF NOT EXISTS] [USING …]
type Insert struct {
	Base
	Table   QualifiedName
	Columns []Identifier
	Values  []Term
	// JSON is a string or a bind marker; nil with VALUES.
	JSON        *Term
	Default     JSONDefault
	IfNotExists bool
	Using       []Attribute
}

func (*Insert) keyword() string { return "INSERT" }

func (s *Insert) subject() QualifiedName { return s.Table }

func (s *Insert) walk(w walker) {
	Walk(&s.Table, w)
	walkAll(s.Columns, w)
	walkAll(s.Values, w)
	w.optional(s.JSON)
	walkAll(s.Using, w)
}

// JSONDefault is the value that INSERT JSON writes to columns that the text omits.
type JSONDefault string

// The defaults. Without the clause DefaultNull applies.
const (
	NoDefault    JSONDefault = ""
	DefaultNull  JSONDefault = "NULL"
	DefaultUnset JSONDefault = "UNSET"
)

// Attribute is one part of a USING clause: TIMESTAMP or TTL with an integer or
// a bind marker. The grammar allows duplicates; the last one counts.
type Attribute struct {
	Position
	Kind  AttributeKind
	Value Term
}

// AttributeKind is the keyword of an attribute.
type AttributeKind string

// The attributes. Timeout is a ScyllaDB extension.
const (
	Timestamp  AttributeKind = "TIMESTAMP"
	TimeToLive AttributeKind = "TTL"
	Timeout    AttributeKind = "TIMEOUT"
)

// Update = UPDATE table [USING …] SET assignments WHERE conditions
// [IF EXISTS | IF conditions]
type Update struct {
	Base
	Table       QualifiedName
	Using       []Attribute
	Assignments []Assignment
	Where       []Condition
	IfExists    bool
	If          []Condition
}

func (*Update) keyword() string { return "UPDATE" }

func (s *Update) subject() QualifiedName { return s.Table }

func (s *Update) walk(w walker) {
	Walk(&s.Table, w)
	walkAll(s.Using, w)
	walkAll(s.Assignments, w)
	walkAll(s.Where, w)
	walkAll(s.If, w)
}

// Assignment is one part of SET. It assigns to a column, to an element of it
// (Key) or to a field of it (Field).
type Assignment struct {
	*Remarks
	Position
	Column Identifier
	Key    *Term
	Field  Identifier
	Kind   AssignmentKind
	// Source is the column on the right side of Append, Prepend and Remove,
	// which must equal Column. Joined distinguishes `c -1`, which is scanned as
	// a column and a number, from `c - 1`.
	Source Identifier
	Joined bool
	Value  Term
}

// AssignmentKind is the form of an assignment.
type AssignmentKind uint8

// The kinds: `c = v`, `c = c + v`, `c = c - v`, `c = v + c`, and the short
// forms `c += v` and `c -= v`.
const (
	Assign AssignmentKind = iota
	Append
	Remove
	Prepend
	AppendShort
	RemoveShort
)

// Delete = DELETE [deletions] FROM table [USING TIMESTAMP n] WHERE conditions
// [IF EXISTS | IF conditions]
type Delete struct {
	Base
	// Deletions is empty for whole rows.
	Deletions []Deletion
	Table     QualifiedName
	Using     []Attribute
	Where     []Condition
	IfExists  bool
	If        []Condition
}

func (*Delete) keyword() string { return "DELETE" }

func (s *Delete) subject() QualifiedName { return s.Table }

func (s *Delete) walk(w walker) {
	walkAll(s.Deletions, w)
	Walk(&s.Table, w)
	walkAll(s.Using, w)
	walkAll(s.Where, w)
	walkAll(s.If, w)
}

// Deletion = column | column [ key ] | column . field
type Deletion struct {
	Column Identifier
	Key    *Term
	Field  Identifier
}

// Batch = BEGIN [UNLOGGED | COUNTER] BATCH [USING …] statements APPLY BATCH
type Batch struct {
	Base
	Kind  BatchKind
	Using []Attribute
	// Statements are of the types *Insert, *Update and *Delete.
	Statements []Statement
	// Closing are the comments before APPLY.
	Closing []Remark
}

func (*Batch) keyword() string { return "BEGIN" }

func (s *Batch) walk(w walker) {
	walkAll(s.Using, w)
	for _, inner := range s.Statements {
		Walk(inner, w)
	}
}

// BatchKind is the kind of a batch, by its word.
type BatchKind string

// The kinds.
const (
	LoggedBatch   BatchKind = ""
	UnloggedBatch BatchKind = "UNLOGGED"
	CounterBatch  BatchKind = "COUNTER"
)

// Truncate = TRUNCATE [TABLE] table
type Truncate struct {
	Base
	Table QualifiedName
}

func (*Truncate) keyword() string { return "TRUNCATE" }

func (s *Truncate) subject() QualifiedName { return s.Table }

func (s *Truncate) walk(w walker) { Walk(&s.Table, w) }
