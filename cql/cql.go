// Package cql resolves and judges statements of CQL, the language of Apache
// Cassandra, which package syntax reads and writes.
//
// Read it in this order: statement.go (what judges each kind of statement),
// resolve.go (the statements of a script applied in order to a schema),
// declare.go and its siblings (statements as package schema judges them),
// verdict.go and shape.go (statements on rows as package access judges them),
// refusal.go and hint.go (what is said about a refusal) and print_model.go (a
// model as a script).
package cql
