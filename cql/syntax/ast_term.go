package syntax

// Term is a value or an expression.
type Term struct {
	Position
	Kind TermKind
	// Text is a constant's value: a string without its quotes, otherwise as
	// written. For CAST it is the type's keyword, since varchar is not text
	// there. It is unused for a function, a column and a field.
	Text string
	// Name is the name of a function, column, field or named bind marker,
	// otherwise nil.
	Name *QualifiedName
	// Type is the type of a cast or a type hint.
	Type *TypeName
	// Terms are the elements of a list, set or tuple, the arguments of a
	// function, or the operands of an operation, a cast or an access. For a
	// map, keys and values alternate.
	Terms []Term
}

// TermKind is the kind of a term.
type TermKind uint8

// The kinds of term.
const (
	StringTerm TermKind = iota
	IntegerTerm
	FloatTerm
	BooleanTerm
	UUIDTerm
	HexTerm
	DurationTerm
	NullTerm
	// WordTerm is a bare word as the value of a property, such as TEXT.
	WordTerm
	// BindTerm is `?` or `:name`.
	BindTerm
	ListTerm
	// SetTerm includes `{}`, which may be an empty map.
	SetTerm
	MapTerm
	TupleTerm
	FunctionTerm
	// CastTerm is `(type) term`, CastFunctionTerm `CAST(term AS type)`.
	CastTerm
	CastFunctionTerm
	// OperationTerm is `left Text right`, NegationTerm `-term`.
	OperationTerm
	NegationTerm
	ColumnTerm
	// StarTerm is the `*` of count(*).
	StarTerm
	// ElementTerm is `column[index]`. SliceTerm is `column[from .. to]`, where an end may be
	// missing; Text records the ends that are present: "..", "from..", "..to", "from..to".
	// FieldTerm is `column.field`.
	ElementTerm
	SliceTerm
	FieldTerm
)

// Entries returns the keys and values of a map.
func (t *Term) Entries() [][2]*Term {
	entries := make([][2]*Term, 0, len(t.Terms)/2)
	for i := 0; i+1 < len(t.Terms); i += 2 {
		entries = append(entries, [2]*Term{&t.Terms[i], &t.Terms[i+1]})
	}
	return entries
}

// IsMap reports whether the term can be a map, as `{}` can.
func (t *Term) IsMap() bool { return t.Kind == MapTerm || t.Kind == SetTerm && len(t.Terms) == 0 }

// Condition is one condition of a WHERE clause, or of the IF of an UPDATE or
// DELETE.
type Condition struct {
	*Remarks
	Position
	Kind ConditionKind
	// List distinguishes `IN (?)` from `IN ?`.
	List bool
	// Columns are the restricted columns: one, or those in parentheses, or
	// the arguments of token().
	Columns []Identifier
	// Operator is "=", "<", "<=", ">", ">=", "!=", "IN", "CONTAINS",
	// "CONTAINS KEY", "LIKE" or "IS NOT NULL".
	Operator string
	// Values are the terms on the right: the list of IN, otherwise one.
	Values []Term
	// Key is the key of `column[key] = value`, Field that of
	// `column.field = value`.
	Key   *Term
	Field Identifier
}

// ConditionKind is the form of the left side of a condition.
type ConditionKind uint8

// The kinds of condition.
const (
	ColumnCondition ConditionKind = iota
	TokenCondition
	// TupleCondition is `(c1, c2) op …`.
	TupleCondition
	// ElementCondition is `column[key] = value`.
	ElementCondition
	// CustomIndexCondition is `expr(index, term)`; Columns holds the index.
	CustomIndexCondition
	// FieldCondition is `column.field op …`, which only IF allows.
	FieldCondition
)
