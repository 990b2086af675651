// Package cql applies and checks statements of CQL, the language of Apache
// Cassandra. Package syntax reads and writes them.
//
// Read it in this order: statement.go (how each kind of statement is checked),
// resolve.go (the statements of a script applied in order to a schema),
// declare.go and its siblings (statements converted for package schema),
// verdict.go and shape.go (statements on rows converted for package access),
// refusal.go and hint.go (messages and hints for refusals) and print_model.go
// (a model as a script).
package cql
