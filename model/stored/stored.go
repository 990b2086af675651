// Package stored says what the rows of a table mean: which instances of the ER model a
// row is about, how they are related, and whose attribute each column stores. Queries are
// answered, updates planned and damages found from that alone.
//
// Read Meaning first. complete.go adds what identifies a row, closure.go says what a known
// instance determines, embed.go where one meaning is a part of another one, and answers.go
// whether a table has exactly the instances of a pattern.
package stored

import "widerow/model"

// Meaning is what the rows of a table are about: there is one row for each choice of an
// instance for each node such that they are related as the links say.
//
// A relationship type is a node like any other: the owner of a weak entity type is linked to
// it through the identifying relationship type, also where no query names that.
type Meaning struct {
	Nodes []Node
	Links []Link
	// Columns say what each column stores, by the ID of the logical or physical column.
	// Those that the application computes, as a bucket, are not in it.
	Columns map[model.ID]Value
	// Merged are the further values of a column that stores several, as a date and an hour
	// in one timestamp.
	Merged map[model.ID][]Value
	// Grouped reports that a row stands for all choices with the same primary key.
	Grouped bool
	// Queries are those that the meaning comes from. There are none for a table of which
	// no query tells: its meaning follows from its columns.
	Queries []model.ID
}

// Node is an instance of an entity type or of a relationship type.
type Node struct {
	Of model.ID
	// Participant is the role in which a query names the instance, "" for none.
	Participant model.ID
	// Optional reports that a row may be without it, as an order without its courier. What
	// hangs on an optional node is optional, too.
	Optional bool
	// Collected reports that a row has several of it, in collections.
	Collected bool
}

// Link relates two nodes. From is the relationship type, To the instance that takes part in
// it as Participant; or From is the subtype and To its supertype, the same instance, and
// Participant is "".
type Link struct {
	From, To    int
	Participant model.ID
}

// Value is what a column stores: an attribute of the instance of a node.
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
