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

// Lines are numbered in the statement before and after.
func TestLineNumbers(t *testing.T) {
	before := schema(t, "CREATE TABLE s.t (a int PRIMARY KEY, b int, c int);")
	after := apply.Pair(before, schema(t, "CREATE TABLE s.t (a int PRIMARY KEY, c int, d int);"), false)
	var got [][2]int
	for _, line := range compare.Statements(before, after)[0].Lines {
		got = append(got, [2]int{line.Was, line.Is})
	}
	if diff := cmp.Diff([][2]int{{1, 1}, {2, 2}, {3, 3}, {4, 4}, {5, 5}}, got); diff != "" {
		t.Error(diff)
	}
}

// Names finds what a step of a plan is about.
func TestNames(t *testing.T) {
	m := schema(t, "CREATE TYPE s.a (x int); CREATE TABLE s.t (k int PRIMARY KEY, v int); CREATE INDEX i ON s.t (v); CREATE MATERIALIZED VIEW s.w AS SELECT * FROM s.t WHERE v IS NOT NULL AND k IS NOT NULL PRIMARY KEY (v, k); "+
		"CREATE FUNCTION s.f (a int) RETURNS NULL ON NULL INPUT RETURNS int LANGUAGE java AS 'return a;';")
	names := compare.Names(m)
	for _, name := range []string{"s", "s.a", "s.a.x", "s.t", "s.t.k", "s.i", "s.w", "s.w.v", "s.f(int)"} {
		if id, found := names[name]; !found || compare.Name(m, id) != name {
			t.Errorf("%s is %q of %v", name, id, names)
		}
	}
}
