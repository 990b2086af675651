package check_test

import (
	"fmt"
	"strings"
	"testing"

	"widerow/cql"
	"widerow/cql/check"
	"widerow/model/advice"
)

// Each statement of a text is listed with its verdict, its partitions and the rows that it reads on
// average and in the worst case.
func TestListStatements(t *testing.T) {
	m, _ := cql.ImportWith(sound+`CREATE TABLE s.t (a uuid, b int, c int, d text, PRIMARY KEY (a, b, c));
		CREATE TABLE s.one (a uuid PRIMARY KEY, d text, l list<text>, n int);
		CREATE INDEX ON s.one (n);`, cql.ImportOptions{})
	for _, relation := range m.Physical.Relations {
		if relation.Name == "t" {
			relation.Rows, relation.Partitions = "100", "7"
		}
	}
	for _, test := range []struct{ statement, want string }{
		{"SELECT * FROM s.t WHERE a = ?", "one partition 1 100"},
		{"SELECT * FROM s.t WHERE a = ? AND b > ?", "one partition 1 ≤100"},
		{"SELECT * FROM s.t WHERE a = ? AND b = ? AND c = ?", "one partition 1 1"},
		{"SELECT * FROM s.t WHERE a = ? AND b = ? AND c IN (1, 2, 3)", "one partition 1 3"},
		{"SELECT * FROM s.t WHERE a = ? AND b = ?", "one partition 1 ≤100"},
		{"SELECT * FROM s.t WHERE a = ? LIMIT 20", "one partition 1 20"},
		{"SELECT count(*) FROM s.t WHERE a = ? LIMIT 20", "one partition 1 100"},
		{"SELECT * FROM s.t WHERE a IN (?, ?)", "several partitions 2 200"},
		{"SELECT * FROM s.t WHERE a IN ?", "several partitions 0 ?"},
		{"SELECT * FROM s.t", "scan 0 700 query/scan"},
		{"SELECT * FROM s.t WHERE a = ? AND d = ? ALLOW FILTERING", "filtering 1 100 query/filtering"},
		{"SELECT * FROM s.one WHERE n = ?", "index 0 ?"},
		{"SELECT * FROM s.one WHERE a = ?", "one partition 1 1"},
		{"SELECT * FROM s.none", "rejected 0 ? cql/invalid"},
		{"SELECT * FRM s.t", "rejected 0 ? cql/syntax"},
		{"SELCT * FROM s.t", "rejected 0 ? cql/syntax"},
		{"SELECT * FROM s.t WHERE a = ? AND b = 1 AND b = 2", "rejected 0 ? cql/invalid"},
		{"INSERT INTO s.t (a, b, c) VALUES (?, 1, 2)", "one partition 1 ?"},
		{"UPDATE s.one SET l = l + ['x'] WHERE a = ?", "one partition 1 ? update/list-append"},
		{"BEGIN BATCH INSERT INTO s.one (a) VALUES (?); DELETE FROM s.t WHERE a = ?; APPLY BATCH", "several partitions 2 ?"},
		{"BEGIN BATCH INSERT INTO s.none (a) VALUES (?); APPLY BATCH", "rejected 1 ? cql/invalid"},
		{"UPDATE s.one SET d = 'x' WHERE a = ? IF d = 'y'", "one partition 1 ?"},
	} {
		list := check.ListStatements(m, advice.Known{}, test.statement+";", "s")
		if len(list.Statements) != 1 {
			t.Errorf("%s: %d statements are listed", test.statement, len(list.Statements))
			continue
		}
		l := list.Statements[0]
		rows := "?"
		if l.Rows != nil {
			rows = strings.Repeat("≤", map[bool]int{true: 1}[l.AtMost]) + fmt.Sprint(*l.Rows)
		}
		if got := strings.TrimSpace(fmt.Sprint(l.Verdict, " ", l.Partitions, " ", rows, " ", strings.Join(l.Advice, " "))); got != test.want {
			t.Errorf("%s: %s, want %s", test.statement, got, test.want)
		}
	}
}

// Statements that are not on rows are counted, not listed; comments that ignore a rule count.
func TestListStatementsLeavesOthers(t *testing.T) {
	m, _ := cql.ImportWith(sound+"CREATE TABLE s.t (a uuid PRIMARY KEY, d text);", cql.ImportOptions{})
	list := check.ListStatements(m, advice.Known{}, "USE s;\nCREATE TABLE u (a int PRIMARY KEY);\nSELECT * FROM t;\n-- widerow:ignore query/scan once a year\nSELECT * FROM t;\n", "")
	if list.Left != 2 || len(list.Statements) != 2 || fmt.Sprint(list.Statements[0].Advice, list.Statements[1].Advice) != "[query/scan] []" || list.Statements[1].Line != 5 {
		t.Errorf("%d left, %+v", list.Left, list.Statements)
	}
}

// Each of several statements on one line has what is found at it alone.
func TestListStatementsOfOneLine(t *testing.T) {
	m, _ := cql.ImportWith(sound+"CREATE TABLE s.t (a uuid PRIMARY KEY, d text);", cql.ImportOptions{})
	text := "SELECT * FROM t WHERE a = ?; SELECT * FROM t; SELECT * FROM none;"
	list := check.ListStatements(m, advice.Known{}, text, "s")
	var got []string
	for i := range list.Statements {
		got = append(got, fmt.Sprint(list.Statements[i].Advice))
	}
	if want := "[] [query/scan] [cql/invalid]"; strings.Join(got, " ") != want {
		t.Errorf("got %s, want %s", strings.Join(got, " "), want)
	}
}
