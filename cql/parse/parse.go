// Package parse makes syntax trees of CQL. It checks the grammar only.
//
// Begin with reader.go, which divides a script into statements, and parser.go: the tokens, and the
// parts of the grammar (termGrammar, rowGrammar, schemaGrammar, roleGrammar), which have one
// function per rule of the grammar of Cassandra 5.0. statement.go lists the first words of each
// kind of statement.
//
// A script is divided into statements as in cqlsh. A statement that cannot be parsed is kept as
// text, with an error that has a position, and parsing continues with the next one.
package parse
