package syntax

// Term is a value or an expression.
type Term struct {
	Position
	Kind TermKind
	// Text is a constant as the server understands it: a string without its
	// quotes, all else as written. Of CAST it is the type's keyword: there
	// varchar is not text. For a function, a column and a field it is unused.
	Text string
	// Name is that of a function, column, field or bind marker; nil of all
	// else, and of `?`.
	Name *QualifiedName
	// Type is that of a cast or a type hint.
	Type *TypeName
	// Terms are the elements of a list, set or tuple, the arguments of a
	// function, and the operands of an operation, a cast or an access; those
	// of a map are keys and values in turn.
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
	// SetTerm is also `{}`, which may be an empty map.
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
	// ElementTerm is `column[index]`, SliceTerm `column[from .. to]` where an
	// end may be missing (Text tells which is there: "..", "from..", "..to",
	// "from..to"), FieldTerm `column.field`.
	ElementTerm
	SliceTerm
	FieldTerm
)

// Entries lists the keys and values of a map.
func (t *Term) Entries() [][2]*Term {
	entries := make([][2]*Term, 0, len(t.Terms)/2)
	for i := 0; i+1 < len(t.Terms); i += 2 {
		entries = append(entries, [2]*Term{&t.Terms[i], &t.Terms[i+1]})
	}
	return entries
}

// IsMap reports whether the term can be a map: `{}` is one too.
func (t *Term) IsMap() bool { return t.Kind == MapTerm || t.Kind == SetTerm && len(t.Terms) == 0 }

// Condition is one condition of a WHERE clause, or of the IF of an UPDATE or
// DELETE.
type Condition struct {
	*Remarks
	Position
	Kind ConditionKind
	// List tells `IN (?)` from `IN ?`.
	List bool
	// Columns are the restricted columns: one, or those in parentheses, or
	// the arguments of token().
	Columns []Identifier
	// Operator is "=", "<", "<=", ">", ">=", "!=", "IN", "CONTAINS",
	// "CONTAINS KEY", "LIKE" or "IS NOT NULL".
	Operator string
	// Values are the right-hand terms: those of IN in their list, otherwise one.
	Values []Term
	// Key is the key of `column[key] = value`, Field that of
	// `column.field = value`.
	Key   *Term
	Field Identifier
}

// ConditionKind is what the left side of a condition is.
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
	// FieldCondition is `column.field op …`; only those of IF have it.
	FieldCondition
)
