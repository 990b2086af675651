package cql_test

import (
	"strings"
	"testing"

	"widerow/cql"
	"widerow/cql/parse"
)

const rolesFile = "testdata/roles.txt"

// TestRoles compares our verdicts on roles that a script creates and drops with
// those of a Cassandra 5.0 with PasswordAuthenticator and CassandraAuthorizer, as
// superuser. The server of the other tests has no users and refuses all of these
// statements.
func TestRoles(t *testing.T) {
	rules := readVerdicts(t, rolesFile)
	var script strings.Builder
	for _, rule := range rules {
		script.WriteString(rule.statement + ";\n")
	}
	verdicts := map[int]string{}
	for _, finding := range cql.Judge(parse.Parse(script.String())) {
		if finding.Severity == cql.Error {
			verdicts[finding.Statement] = finding.Code + ": " + finding.Message
		}
	}
	for i, rule := range rules {
		got := verdicts[i+1]
		if got == "" {
			got = "ok"
		}
		if got != rule.verdict {
			t.Errorf("%s\n got %s\nwant %s", rule.statement, got, rule.verdict)
		}
	}
}

// TestRolesOfTheCluster: a role that the script does not create may exist.
func TestRolesOfTheCluster(t *testing.T) {
	for _, finding := range cql.Judge(parse.Parse("GRANT SELECT ON ALL KEYSPACES TO a; ALTER ROLE b WITH LOGIN = true; DROP ROLE c; GRANT d TO e;")) {
		if finding.Severity == cql.Error {
			t.Error(finding.Message)
		}
	}
}
