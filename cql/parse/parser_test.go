package parse_test

import (
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"widerow/cql/parse"
	"widerow/cql/syntax"
)

func TestSyntaxErrors(t *testing.T) {
	for _, test := range []struct {
		name, script string
		want         []string
	}{
		{"wrong word", "CREATE TABLE t (\n  a int\n  PRIMARY KEY (a)\n);", []string{"3:15: expected `,` or `)` after the primary key, got `(`"}},
		{"missing comma", "CREATE TABLE t (\n  a int,\n  b int c int\n);", []string{"3:9: expected `,` or `)` after the column's type, got `c`"}},
		{"columns count characters", "CREATE TABLE t (\"näme\" int, 名 int)", []string{"1:29: unexpected character `名`: only a quoted name or a string may hold it"}},
		{"each statement has its own", "CREATE TABLE;\nUSE a;\nCREATE INDEX ON t a);\nUSE b", []string{
			"1:13: expected the name of the table, got `;`", "3:19: expected `(` after the table's name, got `a`"}},
		{"missing semicolon", "USE a\nCREATE TABLE t (a int PRIMARY KEY);", []string{"2:1: expected `;` before `CREATE`: the statement of line 1 has no end"}},
		{"missing semicolon behind a kept statement", "INSERT INTO t (a) VALUES (1)\n-- next\nCREATE TABLE t (a int PRIMARY KEY);",
			[]string{"3:1: expected `;` before `CREATE`: the statement of line 1 has no end"}},
		{"batch without end", "BEGIN BATCH\nINSERT INTO t (a) VALUES (1);\nCREATE TABLE t (a int PRIMARY KEY);",
			[]string{"3:1: expected `APPLY BATCH` at the end of the batch of line 1, got `CREATE`"}},
		{"cut in the middle", "CREATE TABLE t (a int, b fro", []string{"1:29: expected `,` or `)` after the column's type, got the end of the text"}},
		{"unclosed string", "CREATE TABLE t (a int PRIMARY KEY) WITH comment = 'x;", []string{"1:51: this string is never closed"}},
		{"unclosed comment", "USE a; /* x\nUSE b;", []string{"1:8: this comment is never closed"}},
		{"bare key in a map", "CREATE KEYSPACE k WITH replication = {class: 'x'}", []string{"1:44: the key `class` has to be in single quotes"}},
		{"string in double quotes", `CREATE TABLE t (a int PRIMARY KEY) WITH comment = "x"`, []string{"1:51: expected a value (a string has to be in single quotes), got `\"x\"`"}},
		{"hash", "# shop\nUSE a;", []string{"1:1: unexpected `#`: a comment begins with `--` or `//`"}},
		{"typographic quotes", "CREATE TABLE t (a int PRIMARY KEY) WITH comment = ‘x’", []string{"1:51: unexpected ‘: this is a typographic quote, use ' or \""}},
		{"not UTF-8", "USE a;\nUSE \"b\xff\";", []string{"2:7: the text is not UTF-8: save it as UTF-8"}},
		{"deep", "CREATE TABLE t (a " + strings.Repeat("list<", 200), []string{"1:659: nested more than 128 deep"}},
		{"broken WHERE", "SELECT * FROM t WHERE a = 1 OR b = 2", []string{"1:29: expected `;` after the statement, got `OR`"}},
		{"string in double quotes in WHERE", `SELECT * FROM t WHERE a = "x"`, []string{"1:30: expected `(` after the function's name (a string has to be in single quotes), got the end of the text"}},
		{"broken batch costs itself", "BEGIN BATCH\nINSERT INTO t VALUES (1);\nUPDATE t SET a = 1;\nAPPLY BATCH;\nDROP t;\nTRUNCATE t", []string{
			"2:15: expected `(` and the columns, or `JSON`, after the table's name, got `VALUES`", "5:6: expected the kind of thing to drop, got `t`"}},
		{"missing semicolon before SELECT", "USE a\nSELECT * FROM t", []string{"2:1: expected `;` before `SELECT`: the statement of line 1 has no end"}},
		{"DESCRIBE of two things", "DESC TABLES x\nUSE a", []string{"1:13: expected `;` after the statement, got `x`"}},
		{"NUL", "USE a\x00", []string{"1:6: unexpected character U+0000"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			var got []string
			for _, err := range parse.Parse(test.script).Errors {
				got = append(got, err.Error())
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("errors of %q (-want +got):\n%s", test.script, diff)
			}
		})
	}
}

func TestMissingSemicolonCostsOneStatement(t *testing.T) {
	var script strings.Builder
	for i := range 9 {
		end := ";"
		if i == 4 {
			end = ""
		}
		fmt.Fprintf(&script, "CREATE TABLE t%d (a int PRIMARY KEY)%s\n", i, end)
	}
	tables := 0
	for _, statement := range parse.Parse(script.String()).Statements {
		if _, isTable := statement.(*syntax.CreateTable); isTable {
			tables++
		}
	}
	if tables != 9 {
		t.Errorf("%d of 9 tables were read", tables)
	}
}

func TestPositions(t *testing.T) {
	script := parse.Parse("\uFEFF-- é\r\nCREATE TABLE \"ä\".t (\r\n\tid uuid, -- é\r\n\tv vector<float,3>,\r\n\tPRIMARY KEY (id)\r\n) WITH comment = 'ö' AND cdc = true;")
	table := script.Statements[0].(*syntax.CreateTable)
	for _, test := range []struct {
		what string
		got  syntax.Position
		want string
	}{
		{"statement", table.Start, "2:1"},
		{"keyspace", table.Name.Start(), "2:14"},
		{"table", table.Name.Name.Position, "2:18"},
		{"type of v", table.Elements[1].Column.Type.Position, "4:4"},
		{"key column", table.Elements[2].Key.Partition[0].Position, "5:15"},
		{"cdc", table.Options[1].Name.Position, "6:26"},
		{"true", table.Options[1].Value.Position, "6:32"},
	} {
		if test.got.String() != test.want {
			t.Errorf("%s is at %v, want %s", test.what, test.got, test.want)
		}
	}
}

// TestHostileText: hostile text gives errors, in memory linear in its length and in
// linear time, too: quadratic work on these texts takes hours, and exceeds the time
// limit of go test.
func TestHostileText(t *testing.T) {
	const million, mostAllocated = 1_000_000, 50
	for _, test := range []struct{ name, text string }{
		{"parentheses", strings.Repeat("(", million)},
		{"nested condition of a view", "CREATE MATERIALIZED VIEW v AS SELECT * FROM t WHERE " + strings.Repeat("(", million)},
		{"nested term", "CREATE TABLE t (a int PRIMARY KEY) WITH x = " + strings.Repeat("{1:", million)},
		{"nested type", "CREATE TYPE t (a " + strings.Repeat("frozen<", million)},
		{"long sum", "CREATE TABLE t (a int MASKED WITH f(1" + strings.Repeat("+1", million)},
		{"long access", "CREATE MATERIALIZED VIEW v AS SELECT a" + strings.Repeat(".b", million)},
		{"quotes", strings.Repeat("'", 5*million+1)},
		{"openings of comments", strings.Repeat("CREATE TABLE /*\n", million/4)},
		{"openings of strings", strings.Repeat("CREATE TABLE $$\n", million/4) + "$"},
		{"signs of durations", strings.Repeat("-P", million)},
		{"bad statements", strings.Repeat("x;", million)},
		{"nested selector", "SELECT " + strings.Repeat("(", million)},
		{"nested negation", "SELECT " + strings.Repeat("- ", million)},
		{"nested type hint", "SELECT " + strings.Repeat("(int) ", million)},
		{"nested condition", "DELETE FROM t WHERE " + strings.Repeat("(", million)},
		{"long assignment", "UPDATE t SET a = 1" + strings.Repeat("+1", million)},
		{"batches without end", strings.Repeat("BEGIN BATCH x;", million/4)},
		{"batch without end", "BEGIN BATCH\n" + strings.Repeat("DELETE FROM t WHERE a = 1\n", million/8)},
		{"comments in a statement", "SELECT a" + strings.Repeat(" /**/", million) + " FROM"},
		{"comments behind conditions", "SELECT a FROM t WHERE a = 1" + strings.Repeat(" /**/ AND /**/ a = 1", million/8) + " x"},
		{"one line", "CREATE TABLE t (" + strings.Repeat("c text, ", million/2) + ")"},
		{"binary", strings.Repeat("\xff\x00\xfe", million)},
	} {
		t.Run(test.name, func(t *testing.T) {
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			script := parse.Parse(test.text)
			runtime.ReadMemStats(&after)
			if len(script.Errors) == 0 && test.name != "one line" {
				t.Error("no error")
			}
			allocated := (after.TotalAlloc - before.TotalAlloc) / uint64(len(test.text))
			if allocated > mostAllocated {
				t.Errorf("%d bytes are allocated for each byte of text, want at most %d", allocated, mostAllocated)
			}
			t.Logf("%d bytes allocated for each byte of text, %d errors", allocated, len(script.Errors))
		})
	}
}
