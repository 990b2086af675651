// Package parse makes syntax trees of CQL. It checks the grammar only.
//
// Begin with parser.go. Its siblings have one function per rule of the grammar of Cassandra 5.0.
// statement.go lists the first words of each kind of statement.
//
// A script is divided into statements as in cqlsh. A statement that cannot be parsed is kept as
// text, with an error that has a position, and parsing continues with the next one.
package parse
