// Package oracle judges derived tables, statements of queries and plans of updates on a real
// Cassandra. What is right it computes from the concepts and from docs/updates.md alone: it takes from the
// code under judgement only what that prints, and what the document says a column stores.
//
// Read domain_test.go first (what a file in testdata says), then world_test.go (random data of an ER
// model), path_test.go (what a query is about), query_test.go (its answer by brute force), table_test.go (what
// a table has), ask_test.go (the statement of a query), change_test.go (what an update does to the data)
// and plan_test.go (its statements, one by one). judge_test.go compares. random_test.go makes random queries
// and updates, mutant_test.go damages tables that check must notice, and missing_test.go looks for tables that
// give what a plan says is missing.
//
// go test runs a share of the domains, always with the same data; make oracle runs all, with a seed that it
// prints. What is known to be wrong is listed in the files of the domains.
package oracle
