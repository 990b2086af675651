// Package stored defines the meaning of a table's rows: which instances of the ER model a row is
// about, how they are related, and whose attribute each column stores. The answers to queries, the
// plans of updates and the search for damage follow from that alone.
//
// Read Meaning first. complete.go adds what identifies a row, closure.go finds the nodes that a
// known instance determines, embed.go embeds one meaning in another, and answers.go checks that a
// table has exactly the instances of a pattern.
package stored

import "widerow/model"

// Meaning is the meaning of a table's rows: there is one row for each choice of an instance per
// node in which the instances are related by the links.
//
// A relationship type is a node like any other: the owner of a weak entity type is linked to it
// through the identifying relationship type, even if no query names that relationship type.
type Meaning struct {
	Nodes []Node
	Links []Link
	// Columns holds the value that each column stores, by the ID of the logical or physical column.
	// Columns that the application computes, such as a bucket, are left out.
	Columns map[model.ID]Value
	// Merged holds the further values of a column that stores several, such as a date and an hour
	// in one timestamp.
	Merged map[model.ID][]Value
	// Grouped reports that a row stands for all choices with the same primary key.
	Grouped bool
	// Queries are the queries that define the meaning. Without any, the meaning follows from the
	// columns.
	Queries []model.ID
	// rules are the dependencies among the instances that Copy hands on.
	rules []rule
}

// Node is an instance of an entity type or of a relationship type.
type Node struct {
	Of model.ID
	// Participant is the role in which a query names the instance, "" for none.
	Participant model.ID
	// Optional reports that a row may lack the node, as an order without its courier. Nodes that
	// depend on an optional node are optional, too.
	Optional bool
	// Collected reports that a row has several instances of the node, in collections.
	Collected bool
}

// Link relates two nodes. From is the relationship type, To the instance that takes part in
// it as Participant; or From is the subtype and To its supertype, the same instance, and
// Participant is "".
type Link struct {
	From, To    int
	Participant model.ID
}

// Value is the value that a column stores: an attribute of the instance of a node.
type Value struct {
	Node      int
	Attribute model.ID
	// Aggregate is the function of the attribute's values in the group, "" for none. A
	// count of instances has no attribute.
	Aggregate model.Aggregate
	// Element reports that the column has one of the values of a multi-valued attribute,
	// and the table a row for each of them.
	Element bool
}
