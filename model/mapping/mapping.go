// Package mapping derives logical tables from the ER model and the queries, by the mapping rules of
// Chebotko's method ("A Big Data Modeling Methodology for Apache Cassandra", 2015):
//
//	MR1  entity and relationship types become tables, attributes columns
//	MR2  attributes given by = are the partition key and leading clustering columns
//	MR3  an attribute given by a range is the clustering column after those
//	MR4  ORDER BY is the order of clustering columns
//	MR5  the key of what a row stores is in the primary key, so that no row
//	     overwrites another
//
// Read Derive first. All queries share the concepts (concepts.go), so that the work for a query
// depends only on the types near it. A query becomes a question (question.go), whose path through
// the ER model (path.go, steiner.go) determines the identity of a row (identity.go). From both
// follow all legal tables (alternative.go): the orders of clustering columns, the partition keys
// (partition.go), sets and maps instead of rows (collected.go) and one row for each group
// (grouped.go). rank.go ranks them and gives reasons. plan.go chooses tables for all queries, so
// that one table serves several of them where it can (share.go, match.go).
package mapping

import (
	"widerow/model"
	"widerow/model/mapping/er"
)

// Rule is a mapping rule, or empty for what no rule demands.
type Rule string

// The mapping rules.
const (
	MR1 Rule = "MR1"
	MR2 Rule = "MR2"
	MR3 Rule = "MR3"
	MR4 Rule = "MR4"
	MR5 Rule = "MR5"
)

// NoOwner is the code of a weak entity type that nothing identifies: its rows
// overwrite those of other owners.
const NoOwner = "no-owner"

// Column is a column of a derived table. Attribute is empty for a free name and
// for a column that the derivation adds, such as a bucket.
type Column struct {
	Name      string
	Attribute model.ID
	// Participant is set for an attribute of an instance in a role.
	Participant model.ID
	Role        model.Role
	Descending  bool
	Collection  model.Collection
	// Aggregate is the function whose value the column stores.
	Aggregate model.Aggregate
	// Added reports whether the application computes the column, such as a bucket.
	Added bool
	// Rule and Reason explain the role of the column.
	Rule   Rule
	Reason string
	atom   er.Atom
	entry  *er.Atom // the attribute that is the value in a map
	// oneOfSeveral is set for the one value of an attribute in the key, and for all its
	// values, if the table stores both.
	oneOfSeveral bool
}

// Service is the quality of a table's answer to its query.
type Service uint8

// The services, best first.
const (
	// Served answers the query in the order asked for.
	Served Service = iota
	// Unsorted leaves ORDER BY to the application.
	Unsorted
	// Filtered reads rows that do not match and drops them.
	Filtered
)

// Form is the form in which a table stores the rows of its query.
type Form uint8

// The forms.
const (
	// Rows stores one row for each combination of instances.
	Rows Form = iota
	// Collected stores what repeats in a collection.
	Collected
	// Precomputed stores one row a group, with its aggregates.
	Precomputed
	// Counted stores one row a group, with a counter.
	Counted
	// PerSubtype stores the instances of each subtype in a table of its own.
	PerSubtype
)

// Alternative is a legal table for a query.
type Alternative struct {
	Columns []Column
	Service Service
	Form    Form
	// Tables are the tables of an alternative with one for each subtype. Its Columns belong to the
	// first.
	Tables []SubtypeTable
	// Partitions is the number of partitions that the query reads, 0 if it is
	// not known. Bucketed reports whether all rows share a bucket.
	Partitions float64
	Bucketed   bool
	// Estimate is the size of the table, estimated from the numbers of the concepts.
	Estimate Estimate
	// Reasons explain the rank: the strengths of the first, and why the others are not first.
	Reasons []string
	// Hot is the reason that few partitions take most reads or writes, "" if none do.
	Hot string
	// Ideal: it reads one partition, and only the rows asked for.
	Ideal bool
	shape shape
	// severity rates the size of a partition: see Estimate. An unknown size rates at least as high
	// as the size for a longer partition key. unknown reports that nothing bounds the size.
	severity int
	unknown  bool
}

// Key returns the columns of one role, such as the partition key.
func (a *Alternative) Key(role model.Role) []Column {
	var columns []Column
	for _, column := range a.Columns {
		if column.Role == role {
			columns = append(columns, column)
		}
	}
	return columns
}

// OtherReasons are the reasons without the sentence of Numbers.
func (a *Alternative) OtherReasons() []string {
	if a.numbers() != "" {
		return a.Reasons[1:]
	}
	return a.Reasons
}
