package cql_test

import (
	"fmt"
	"runtime"
	"slices"
	"strings"
	"testing"

	"widerow/cql"
	"widerow/cql/parse"
)

// TestHostileScripts: a script of at most 5 MB is parsed, checked and exported in
// time linear in its length, whatever it creates. Quadratic work takes hours, and
// exceeds the time limit of go test.
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
			t.Parallel()
			m, report := cql.Import(test.script, "hostile")
			cql.CheckModel(m)
			script := cql.PrintModel(m, cql.PrintOptions{})
			t.Logf("%d KB; %d refused, %d aside, %d KB out", len(test.script)>>10, len(report.Refused), len(report.Aside), len(script)>>10)
		})
	}
}

// Parsing and judging 5 MB of any text allocates at most 640 MB, so it never
// holds more. It reads all of the text, whatever is wrong with it.
func TestHostileMemory(t *testing.T) {
	// With the race detector, the worst case allocates 515 MB, else 434 MB.
	const textSize, most = 5 << 20, 640 << 20
	filled := func(head, part, tail string) string {
		return head + strings.Repeat(part, (textSize-len(head)-len(tail))/len(part)) + tail
	}
	const keyspace = "CREATE KEYSPACE k WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1};\n"
	var tables strings.Builder
	for tables.WriteString(keyspace); tables.Len() < textSize; {
		fmt.Fprintf(&tables, "CREATE TABLE k.t%d (a int PRIMARY KEY);\n", tables.Len())
	}
	for _, test := range []struct{ name, script, want string }{
		{"line comments", filled("", "--\n", ""), "more than 250000 comments in a row: the rest of the text was not read"},
		{"comments", filled("", "/**/", "USE k;"), "more than 250000 comments in a row: the rest of the text was not read"},
		{"comments after an error", filled("CREATE TABLE (", "/**/", "; USE k;"), "expected the name of the table, got `(`"},
		{"comments in a statement", filled("SELECT a ", "/**/", "FROM k.t;"), "a statement of more than 250000 words"},
		{"tables", tables.String(), "the script makes more than 25000 tables and views: the rest was not read"},
		{"columns", filled("CREATE TABLE k.t (a int PRIMARY KEY", ", b int", ");"), "a statement of more than 250000 words"},
		{"wide tuple", filled("CREATE TABLE k.t (a int PRIMARY KEY, b tuple<int", ",int", ">);"), "a statement of more than 250000 words"},
		{"tuple of values", filled("SELECT a FROM k.t WHERE a = (1", ",1", ");"), "a statement of more than 250000 words"},
		{"map", filled("CREATE TABLE k.t (a int PRIMARY KEY) WITH a = {1:1", ",1:1", "};"), "a statement of more than 250000 words"},
		{"selectors", filled("SELECT a", ",a", " FROM k.t;"), "a statement of more than 250000 words"},
		{"conditions", filled("SELECT a FROM k.t WHERE a=1", " AND a=1", ";"), "a statement of more than 250000 words"},
		{"comments among conditions", filled("SELECT a FROM k.t WHERE a=1", "--\nAND a=1", ";"), "a statement of more than 250000 words"},
		{"comments in conditions", filled("SELECT a FROM k.t WHERE a=1", " /**/AND/**/ a/**/=/**/1", ";"), "a statement of more than 250000 words"},
		{"options", filled("CREATE TABLE k.t (a int PRIMARY KEY) WITH a=1", " AND a=1", ";"), "a statement of more than 250000 words"},
		{"comments among options", filled("CREATE TABLE k.t (a int PRIMARY KEY) WITH a=1", "--\nAND a=1", ";"), "a statement of more than 250000 words"},
		{"assignments", filled("UPDATE k.t SET a=1", ",a=1", " WHERE b=1;"), "a statement of more than 250000 words"},
		{"statements", filled("", "USE k;\n", ""), "738982 more findings are not listed"},
		{"errors", filled("", "x;", ""), "2620440 more syntax errors"},
		{"errors and statements", filled("", "x;USE k;", ""), "646361 more findings are not listed"},
	} {
		t.Run(test.name, func(t *testing.T) {
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			findings := cql.Judge(parse.Parse(test.script))
			runtime.ReadMemStats(&after)
			if got := after.TotalAlloc - before.TotalAlloc; got > most {
				t.Errorf("allocates %d MB", got>>20)
			}
			reported := func(f cql.Finding) bool { return f.Message == test.want }
			if !slices.ContainsFunc(findings, reported) {
				t.Errorf("findings %.3v, want %q", findings[max(0, len(findings)-2):], test.want)
			}
		})
	}
}
