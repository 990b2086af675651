// Package access judges a SELECT, INSERT, UPDATE, DELETE or BATCH on a table: it predicts how
// Apache Cassandra runs the statement, or why Cassandra refuses it.
//
// Read Table.Select in select.go first: it goes through the checks in the server's order. The
// writes are in write.go, batches in batch.go. The WHERE clause of all of them is in where.go,
// their values are in check.go, and the functions that they call in resolve.go. identity.go finds
// values that are stored as the same bytes, for conditional batches.
//
// The package knows no CQL text, only the shape of a statement, so a script and a query that is
// designed on a form obey the same rules. A Refusal is the first message that a server of 5.0
// gives. To add one, declare a Code with the server's message and our hint in a file refusal_*.go,
// and return it from a rule. Package cql writes the message.
//
// A Condition is one part of WHERE. Cassandra calls it a relation, but here a relation is a table
// or a view (model.Relation). An IfCondition is one part of IF. A restriction combines all
// conditions on a column.
//
// The rules follow Apache Cassandra 5.0: the packages cql3.restrictions, cql3.statements,
// cql3.selection and cql3.functions, and the class cql3.Operation. "f follows C.m" in a comment
// names the Java method m of class C whose rules f has. The results are checked against a server of
// the version in cql/cassandratest.
package access

// PlanKind is the kind of a Plan, from the cheapest to the most expensive.
type PlanKind uint8

// The kinds of plan.
const (
	// OnePartition reads or writes one partition.
	OnePartition PlanKind = iota
	// Partitions reads or writes several partitions, each by its key.
	Partitions
	// Index asks every node for the rows that an index finds.
	Index
	// FilterInPartition reads partitions by their keys and drops rows that do
	// not match.
	FilterInPartition
	// Scan reads all partitions of the table, or those in a range of tokens.
	Scan
)

func (k PlanKind) String() string {
	return [...]string{"one partition", "partitions", "index", "filter in partition", "scan"}[k]
}

// Plan describes how the server runs a statement that it accepts.
type Plan struct {
	Kind PlanKind
	// Partitions is the number of partition keys that the statement names, 0 if
	// a bind marker, an index or a scan leaves it open.
	Partitions int
	// Reversed reports whether rows are returned against the clustering order.
	Reversed bool
	// Filtering reports whether rows are read and then dropped.
	Filtering bool
	// Indexes are the names of the indexes that the statement uses.
	Indexes []string
}

// Statement is the kind of a statement, as messages name it.
type Statement string

// The kinds of statement.
const (
	SelectStatement Statement = "SELECT"
	InsertStatement Statement = "INSERT"
	UpdateStatement Statement = "UPDATE"
	DeleteStatement Statement = "DELETE"
	BatchStatement  Statement = "BATCH"
)

// Operator is the operator of a condition.
type Operator string

// The operators.
const (
	Equal          Operator = "="
	Less           Operator = "<"
	LessOrEqual    Operator = "<="
	Greater        Operator = ">"
	GreaterOrEqual Operator = ">="
	NotEqual       Operator = "!="
	In             Operator = "IN"
	Contains       Operator = "CONTAINS"
	ContainsKey    Operator = "CONTAINS KEY"
	Like           Operator = "LIKE"
	IsNotNull      Operator = "IS NOT NULL"
	NotIn          Operator = "NOT IN"
	NotContains    Operator = "NOT CONTAINS"
	NotContainsKey Operator = "NOT CONTAINS KEY"
	nearest        Operator = "ANN"
)

func (o Operator) isSlice() bool {
	return o == Less || o == LessOrEqual || o == Greater || o == GreaterOrEqual
}

// ofElements reports whether the operator compares elements or keys of a collection.
func (o Operator) ofElements() bool { return o == Contains || o == NotContains || o.ofKeys() }

func (o Operator) ofKeys() bool { return o == ContainsKey || o == NotContainsKey }

// ConditionKind is the kind of a condition, by its left side.
type ConditionKind uint8

// The kinds of condition.
const (
	// ColumnCondition is `column operator value`.
	ColumnCondition ConditionKind = iota
	// TupleCondition is on several columns at once: `(c1, c2) > (1, 2)`.
	TupleCondition
	// TokenCondition is `token(columns) operator value`.
	TokenCondition
	// EntryCondition is on an entry of a map: `column[key] = value`.
	EntryCondition
	// IndexCondition is `expr(index, value)`. Columns holds the name of the
	// custom index.
	IndexCondition
)

// Condition is one part of a WHERE clause.
type Condition struct {
	Kind     ConditionKind
	Columns  []string
	Operator Operator
	// Key is the key of an EntryCondition.
	Key *Value
	// Values has one element, except for In with a List, which has any number,
	// and IsNotNull, which has none.
	Values []Value
	// List is true for `IN (?)`, a list with one marker, and false for `IN ?`, a
	// marker for the list.
	List bool
}
