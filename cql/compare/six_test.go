package compare_test

import (
	"os"
	"strings"
	"testing"

	"widerow/cql"
	"widerow/model"
)

// A script for Cassandra 6.0 does not differ from what 6.0-alpha2 describes after it:
// constraints, LIKE, options that only 6.0 has, and comments and labels after a RENAME and
// a DROP of what they are on.
func TestSixDescribes(t *testing.T) {
	script, described := sixSchema(t, "testdata/six.cql"), sixSchema(t, "testdata/six.describe.cql")
	for _, pair := range [][2]*model.Model{{script, described}, {described, script}} {
		if found := words(between(pair[0], pair[1])); found != "" {
			t.Errorf("differences:\n%s", found)
		}
	}
}

// A schema of 6.0 for 5.0 keeps each table: what is left out are constraints, comments and
// options, and none that has the value of its default.
func TestSixIsWrittenForFive(t *testing.T) {
	m := sixSchema(t, "testdata/six.describe.cql")
	m.Target = model.Cassandra50
	text, left := cql.PrintAccepted(m, cql.PrintOptions{Target: m.Target, Options: cql.ChangedOptions})
	for _, table := range []string{"copy", "opts", "readings", "users", "visits"} {
		if !strings.Contains(text, "\nCREATE TABLE s."+table+" (") {
			t.Errorf("the table %s is missing:\n%s", table, text)
		}
	}
	for _, finding := range left {
		what, _, _ := strings.Cut(finding.Message, " is left out: ")
		if !strings.Contains(what, " CHECK ") && what != "COMMENT" && what != "SECURITY" && what != "transactional_mode = 'full'" {
			t.Errorf("%s: %s", finding.Name, finding.Message)
		}
	}
}

func sixSchema(t *testing.T, file string) *model.Model {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	m, report := cql.ImportFor(model.Cassandra60, string(text), "S")
	if len(report.Refused) > 0 {
		t.Fatal(report.Refused)
	}
	return &model.Model{Target: m.Target, Physical: m.Physical}
}
