package cql_test

import (
	"os"
	"strings"
	"testing"

	"widerow/cql"
	"widerow/cql/parse"
)

// TestHints compares the refused statements in testdata/hints.txt with their
// messages and, after an arrow, their hints. With -update it writes the file
// anew.
func TestHints(t *testing.T) {
	const file = "testdata/hints.txt"
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var written strings.Builder
	for block := range strings.SplitSeq(strings.TrimSpace(string(text)), "\n\n") {
		statement, want, _ := strings.Cut(block, "\n  ")
		got := hintsOf(statement)
		if !*update && got != want {
			t.Errorf("%s\ngot  %s\nwant %s", statement, got, want)
		}
		written.WriteString(statement + "\n  " + got + "\n\n")
	}
	if *update {
		if err := os.WriteFile(file, []byte(strings.TrimSuffix(written.String(), "\n")), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

const hintSetup = `CREATE KEYSPACE shop WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1};
CREATE TYPE shop.address (street text, city text);
CREATE TABLE shop.orders (customer uuid, at timestamp, number int, total decimal, lines list<int>, PRIMARY KEY (customer, at, number));
CREATE TABLE shop.visits (page text PRIMARY KEY, count counter);
`

func hintsOf(statement string) string {
	var hints []string
	for _, finding := range cql.Judge(parse.Parse(hintSetup + statement)) {
		hints = append(hints, finding.Message+"\n    → "+finding.Hint)
	}
	return strings.Join(hints, "\n  ")
}
