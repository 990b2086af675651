// Package oracle judges derived tables, statements of queries and plans of updates on a real
// Cassandra. What is right it computes from the concepts and from docs/updates.md alone: it takes from the
// code under judgement only what that prints, and what the document says a column stores.
//
// Read domain_test.go first (what a file in testdata says), then world_test.go (random data of an ER
// model), path_test.go (what a query is about), query_test.go (its answer by brute force), table_test.go (what
// a table has), ask_test.go (the statement of a query), change_test.go (what an update does to the data)
// and plan_test.go (its statements, one by one). judge_test.go compares.
//
// make oracle runs all, with a seed that it prints.
package oracle
