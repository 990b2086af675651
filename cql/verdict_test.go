package cql_test

import (
	"strings"
	"testing"

	"widerow/cql"
	"widerow/cql/parse"
)

// TestJudgeMixedScript: statements on rows are checked against the schema that the
// script has created so far.
func TestJudgeMixedScript(t *testing.T) {
	script := parse.Parse(`SELECT * FROM t;
SELECT * FROM shop.t;
CREATE KEYSPACE shop WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1};
SELECT * FROM shop.t;
USE shop;
CREATE TABLE t (a int, b int, c text, PRIMARY KEY (a, b));
CREATE MATERIALIZED VIEW v AS SELECT * FROM t WHERE a IS NOT NULL AND b IS NOT NULL PRIMARY KEY (b, a);
SELECT * FROM t WHERE a = 1;
SELECT * FROM t WHERE c = 'x';
CREATE INDEX ON t (c);
SELECT * FROM t WHERE c = 'x';
INSERT INTO t (a, c) VALUES (1, 'x');
INSERT INTO v (a, b) VALUES (1, 2);
UPDATE t SET c = 1 WHERE a = 1 AND b = 2;
BEGIN BATCH INSERT INTO t (a, b) VALUES (1, 2); DELETE FROM u WHERE a = 1; APPLY BATCH;
TRUNCATE v;
SELECT * FROM t WHERE a = ? AND b = (nosuch) 3;
SELECT * FROM t WHERE a = ? LIMIT 0;
SELECT * FROM system.local;
DROP TABLE other.t;
ALTER TABLE t ADD d int;
SELECT d FROM shop.t WHERE a = 1;
`)
	want := map[int]string{
		1:  "error: No keyspace has been specified. USE a keyspace, or explicitly specify keyspace.tablename",
		2:  "error: keyspace shop does not exist",
		4:  "error: table t does not exist",
		7:  "warning: Materialized views are disabled. Enable in cassandra.yaml to use.",
		9:  "error: Cannot execute this query as it might involve data filtering and thus may have unpredictable performance. If you want to execute this query despite the performance unpredictability, use ALLOW FILTERING",
		12: "error: Some clustering keys are missing: b",
		13: "error: Cannot directly modify a materialized view",
		14: `error: Invalid INTEGER constant (1) for "c" of type text`,
		15: "error: table u does not exist",
		16: "error: Cannot TRUNCATE materialized view directly; must truncate base table instead",
		17: "error: Unknown type shop.nosuch",
		18: "warning: LIMIT must be strictly positive",
		20: "error: Table 'other.t' doesn't exist",
	}
	for _, finding := range cql.Judge(script) {
		got := string(finding.Severity) + ": " + finding.Message
		if got != want[finding.Statement] {
			t.Errorf("statement %d: %s\nwant %s", finding.Statement, got, want[finding.Statement])
		}
		delete(want, finding.Statement)
	}
	for number, message := range want {
		t.Errorf("statement %d is taken, want %s", number, message)
	}
}

// A refused statement has no plan, even if it is refused for its encoding.
func TestJudgeStatementsOfOtherEncoding(t *testing.T) {
	m, _ := cql.Import("CREATE KEYSPACE shop WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}; "+
		"CREATE TABLE shop.t (a int PRIMARY KEY, b text);", "shop")
	verdicts := cql.JudgeStatements(m, parse.Parse("SELECT * FROM t WHERE a = 1; SELECT * FROM t WHERE a = 1 AND b = '\xff' ALLOW FILTERING"), "shop")
	if first := verdicts[0]; first.Plan == nil || len(first.Findings) > 0 {
		t.Errorf("the statement before has the plan %v and findings %+v", first.Plan, first.Findings)
	}
	if second := verdicts[1]; second.Plan != nil || len(second.Findings) != 1 || second.Findings[0].Position.Line != 1 {
		t.Errorf("the statement has the plan %v and findings %+v", second.Plan, second.Findings)
	}
}

func TestJudgeStatements(t *testing.T) {
	m, _ := cql.Import("CREATE KEYSPACE shop WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}; "+
		"CREATE TABLE shop.t (a int PRIMARY KEY, b int);", "shop")
	verdicts := cql.JudgeStatements(m, parse.Parse("SELECT * FROM t WHERE a IN (1, 2); SELECT * FROM t WHERE b = 1; "+
		"CREATE TABLE u (a int); SELECT nothing FROM; USE other; SELECT * FROM"), "shop")
	var got []string
	for _, verdict := range verdicts {
		line := verdict.Table
		if verdict.Plan != nil {
			line += " " + verdict.Plan.Kind.String()
		}
		for _, finding := range verdict.Findings {
			line += " " + string(finding.Severity) + " at " + finding.Position.String()
		}
		got = append(got, line)
	}
	want := "shop.t partitions\nshop.t error at 1:36\n info at 1:65\n error at 1:108\n error at 1:110\n error at 1:134"
	if strings.Join(got, "\n") != want {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), want)
	}
}
