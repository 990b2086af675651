package cql_test

import (
	"os"
	"strings"
	"testing"

	"widerow/cql"
	"widerow/cql/parse"
	"widerow/model"
)

// targetSetup creates what the statements of TestTargets use. What it lacks in a
// target is not part of the tests.
const targetSetup = `CREATE KEYSPACE k WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1};
CREATE TABLE k.t (p int, c int, v int, l list<int>, m map<int, int>, n int, PRIMARY KEY (p, c));
CREATE TABLE k.u (p int PRIMARY KEY, at timeuuid);
CREATE TABLE k.s (p int, c int, x text, v int, PRIMARY KEY (p, c));
CREATE TYPE k.y (a int);
`

// readTargets reads testdata/targets.txt: blocks of a statement and, indented, the
// findings in each target, "ok" for none. A target that is not named has the
// verdict of `*`.
func readTargets(t *testing.T) []targetCase {
	text, err := os.ReadFile("testdata/targets.txt")
	if err != nil {
		t.Fatal(err)
	}
	var cases []targetCase
	for block := range strings.SplitSeq(strings.TrimSpace(string(text)), "\n\n") {
		statement, verdicts, _ := strings.Cut(block, "\n  ")
		cases = append(cases, targetCase{statement, strings.Split(verdicts, "\n  ")})
	}
	return cases
}

type targetCase struct {
	statement string
	verdicts  []string
}

// TestTargets: each statement is checked for each database.
func TestTargets(t *testing.T) {
	cases := readTargets(t)
	var written strings.Builder
	for _, test := range cases {
		var got []string
		for _, target := range cql.Targets() {
			got = append(got, string(target)+": "+targetVerdict(target, test.statement))
		}
		if !*update && strings.Join(got, "\n") != strings.Join(test.verdicts, "\n") {
			t.Errorf("%s\ngot  %s\nwant %s", test.statement, strings.Join(got, "\n     "), strings.Join(test.verdicts, "\n     "))
		}
		written.WriteString(test.statement + "\n  " + strings.Join(got, "\n  ") + "\n\n")
	}
	if *update {
		if err := os.WriteFile("testdata/targets.txt", []byte(strings.TrimSuffix(written.String(), "\n")), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

func targetVerdict(target model.Target, statement string) string {
	setup := cql.Judge(parse.ParseFor(target, targetSetup))
	var verdicts []string
	for _, finding := range cql.Judge(parse.ParseFor(target, targetSetup+statement))[len(setup):] {
		verdicts = append(verdicts, string(finding.Severity)+" "+finding.Code+" "+finding.Message)
	}
	if len(verdicts) == 0 {
		return "ok"
	}
	return strings.Join(verdicts, "; ")
}
