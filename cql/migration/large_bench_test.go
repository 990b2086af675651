package migration_test

import (
	"fmt"
	"strings"
	"testing"

	"widerow/cql/apply"
	"widerow/cql/compare"
	"widerow/cql/migration"
)

// manyTables are 300 tables of ten columns; of every fiftieth, the key has another
// order of columns if changed.
func manyTables(changed bool) string {
	var script strings.Builder
	script.WriteString(keyspace)
	for table := range 300 {
		fmt.Fprintf(&script, "CREATE TABLE s.t%d (a text, b int, c int", table)
		for column := range 7 {
			fmt.Fprintf(&script, ", v%d text", column)
		}
		key := "a, b"
		if changed && table%50 == 0 {
			key = "a, c"
		}
		fmt.Fprintf(&script, ", PRIMARY KEY (%s));\n", key)
	}
	return script.String()
}

// BenchmarkManyTables: a plan takes at most 50 ms, also of 300 tables.
func BenchmarkManyTables(b *testing.B) {
	before, after := imported(b, manyTables(false)), imported(b, manyTables(true))
	after = apply.Pair(before, after, false)
	b.Run("plan", func(b *testing.B) {
		for b.Loop() {
			if len(migration.New(before, after).Steps) == 0 {
				b.Fatal("there is nothing to do")
			}
		}
	})
	b.Run("changes", func(b *testing.B) {
		for b.Loop() {
			compare.Models(before, after, true)
		}
	})
	b.Run("state", func(b *testing.B) {
		for b.Loop() {
			compare.StateOf(after)
		}
	})
	state := compare.StateOf(before)
	changed := compare.StateOf(after)
	b.Run("findings", func(b *testing.B) {
		for b.Loop() {
			compare.FindingsOf(state, changed)
		}
	})
}
