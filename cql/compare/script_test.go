package compare_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"widerow/cql/apply"
	"widerow/cql/compare"
)

// Statements that differ are compared line by line.
func TestStatements(t *testing.T) {
	before := schema(t, "CREATE TABLE s.t (a int PRIMARY KEY, b int, c int); CREATE TABLE s.u (a int PRIMARY KEY); CREATE TABLE s.same (a int PRIMARY KEY);")
	after := apply.Pair(before, schema(t, "CREATE TABLE s.t (a int PRIMARY KEY, b bigint, c int, d int); CREATE TABLE s.same (a int PRIMARY KEY); CREATE TABLE s.v (a int PRIMARY KEY);"), false)
	var got []string
	for _, statement := range compare.Statements(before, after) {
		got = append(got, string(statement.Kind)+" "+statement.Name)
		for _, line := range statement.Lines {
			if line.Before != line.After {
				got = append(got, line.Before+" → "+line.After)
			}
		}
	}
	want := []string{
		"changed s.t", "    b int, →     b bigint,", "    c int →     c int,", " →     d int",
		"added s.v", " → CREATE TABLE s.v (", " →     a int PRIMARY KEY", " → );",
		"removed s.u", "CREATE TABLE s.u ( → ", "    a int PRIMARY KEY → ", "); → ",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}
