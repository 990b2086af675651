// Package access answers what Apache Cassandra does with a SELECT, INSERT,
// UPDATE, DELETE or BATCH on a table: how the server runs it, or why the
// server refuses it.
//
// It is a pure function of a Table and the shape of a statement. It knows no
// CQL text: whoever reads CQL and whoever designs a query on a form asks the
// same rules. A Refusal is a Code with arguments and stands for the first
// message that a server of version 5.0.5 gives, in the server's order. A new
// refusal is a rule that returns it and one Code in a file refusal_*.go, which
// has the server's message and our hint; package cql fills in the arguments.
//
// Cassandra calls a part of WHERE a relation. Here it is a Condition, because a
// model.Relation is a table or a view; a part of IF is an IfCondition. A
// restriction is what all conditions on a column amount to.
//
// Source: Apache Cassandra 5.0, cql3/restrictions, cql3/statements and
// cql3/Operation, checked against a server of version 5.0.5.
package access

// PlanKind is how the server runs a statement, from the best to the worst.
type PlanKind uint8

// The kinds of plan.
const (
	// OnePartition reads or writes in one partition.
	OnePartition PlanKind = iota
	// Partitions goes to several partitions, each by its key.
	Partitions
	// Index finds the rows by an index, on every node.
	Index
	// FilterInPartition reads partitions by their keys and drops rows.
	FilterInPartition
	// Scan reads partition after partition of the whole table or of a range
	// of tokens.
	Scan
)

func (k PlanKind) String() string {
	return [...]string{"one partition", "partitions", "index", "filter in partition", "scan"}[k]
}

// Plan is how the server runs a statement that it takes.
type Plan struct {
	Kind PlanKind
	// Partitions is how many keys the statement names; 0 where a marker, an
	// index or a scan leaves it open.
	Partitions int
	// Reversed says that rows come against the clustering order.
	Reversed bool
	// Filtering says that rows are read and then dropped.
	Filtering bool
	// Indexes are the names of the indexes that answer a condition.
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
	nearest        Operator = "ANN"
)

func (o Operator) isSlice() bool {
	return o == Less || o == LessOrEqual || o == Greater || o == GreaterOrEqual
}

// ConditionKind is what the left side of a condition is.
type ConditionKind uint8

// The kinds of condition.
const (
	// ColumnCondition is on one column.
	ColumnCondition ConditionKind = iota
	// TupleCondition is on several columns at once, `(c1, c2) > (1, 2)`.
	TupleCondition
	// TokenCondition is on the token of the columns.
	TokenCondition
	// EntryCondition is on a map's entry, `column[key] = value`.
	EntryCondition
	// IndexCondition is an expression for a custom index, whose name is in Columns.
	IndexCondition
)

// Condition is one part of a WHERE clause.
type Condition struct {
	Kind     ConditionKind
	Columns  []string
	Operator Operator
	// Key is the key of an EntryCondition.
	Key *Value
	// Values are those of an IN in their list, none of IsNotNull, else one.
	Values []Value
	// List tells `IN (?)` from `IN ?`.
	List bool
}
