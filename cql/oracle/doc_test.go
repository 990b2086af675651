// Package oracle judges derived tables, statements of queries and plans of updates on a real
// Cassandra. What is right it computes from the concepts and from docs/updates.md alone: it takes from the
// code under judgement only what that prints, and what the document says a column stores.
//
// Read domain_test.go first (what a file in testdata says), then world_test.go (random data of an ER
// model) and site_test.go (its tables on a cluster). A query: path_test.go (its path; path_beside_test.go tells two people on it apart), subject_test.go (what its rows need), choice_test.go (the
// ways to choose instances), query_test.go (its answer by brute force), ask_test.go (its statement) and
// differ_test.go. A table: table_test.go and materialize_test.go (what it has). An update: event_test.go (what it
// does to the data), execute_test.go (its statements, one by one) and judge_update_test.go. random_test.go
// makes random queries and updates, damage_test.go and mutant_test.go damage tables, which check must notice, and
// missing_test.go looks for tables that give what a plan says is missing.
// judge_damaged_test.go damages plans, which the oracle itself must notice.
// perform_test.go carries out plans by the requests that the console sends.
// lookup_test.go makes the tables that plans propose, and judge_failure_test.go lets the application fail, and gives
// it values that are taken.
//
// go test runs a share of the domains, always with the same data, and only derives those of testdata/further; make oracle runs all, with a seed that it
// prints. What is known to be wrong is listed in the files of the domains.
package oracle
