package cql_test

import (
	"fmt"
	"runtime"
	"strings"
	"testing"
	"time"

	"widerow/cql"
)

// TestHostileScripts: a script of at most 5 MB is read, judged and exported in
// a time that grows with its length, whatever it makes.
func TestHostileScripts(t *testing.T) {
	repeated := func(count int, format string) string {
		var text strings.Builder
		for i := range count {
			text.WriteString(strings.ReplaceAll(format, "#", fmt.Sprint(i)))
		}
		return text.String()
	}
	const keyspace = "CREATE KEYSPACE k WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}; USE k;\n"
	doubling := keyspace + "CREATE TYPE t0 (a duration);\n"
	for i := range 60 {
		doubling += fmt.Sprintf("CREATE TYPE t%d (a frozen<t%d>, b frozen<t%d>);\n", i+1, i, i)
	}
	wide := keyspace + "CREATE TABLE w (id int PRIMARY KEY" + repeated(20_000, ", c# int")
	for _, test := range []struct{ name, script string }{
		{"types that double", doubling + "CREATE TABLE t (a t60 PRIMARY KEY); CREATE TABLE u (a frozen<t60> PRIMARY KEY); CREATE TABLE v (a int PRIMARY KEY, b t60);" +
			"CREATE MATERIALIZED VIEW x AS SELECT a, b FROM v WHERE a IS NOT NULL AND b IS NOT NULL PRIMARY KEY (b, a);"},
		{"tables", keyspace + repeated(20_000, "CREATE TABLE t# (a int PRIMARY KEY);\n")},
		{"keyspaces", repeated(5_000, "CREATE TABLE k#.t (a int PRIMARY KEY);\n")},
		{"columns", wide + ");"},
		{"key of many columns", keyspace + "CREATE TABLE w (" + repeated(20_000, "c# int, ") + "PRIMARY KEY (c0" + repeated(20_000, ", c#") + "));"},
		{"indexes of a wide table", wide + ");\n" + repeated(20_000, "CREATE INDEX ON w (c#);\n")},
		{"views of a wide table", wide + ");\n" + repeated(5_000, "CREATE MATERIALIZED VIEW v# AS SELECT * FROM w WHERE id IS NOT NULL PRIMARY KEY (id);\n")},
		{"options", keyspace + "CREATE TABLE t (a int PRIMARY KEY) WITH comment = ''" + repeated(100_000, " AND o# = 1") + ";"},
	} {
		t.Run(test.name, func(t *testing.T) {
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			start := time.Now()
			m, report := cql.Import(test.script, "hostile")
			cql.CheckModel(m)
			script := cql.PrintModel(m, cql.PrintOptions{})
			elapsed := time.Since(start)
			runtime.ReadMemStats(&after)
			if elapsed > 2*time.Minute { // what grows with the square takes hours
				t.Errorf("took %v", elapsed)
			}
			t.Logf("%d KB in %v, %d MB allocated; %d refused, %d aside, %d KB out", len(test.script)>>10, elapsed.Round(time.Millisecond),
				(after.TotalAlloc-before.TotalAlloc)>>20, len(report.Refused), len(report.Aside), len(script)>>10)
		})
	}
}
