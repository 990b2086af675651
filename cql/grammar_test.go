package cql_test

import (
	_ "embed"
	"strconv"
	"strings"
	"testing"

	"widerow/cql"
)

//go:embed testdata/grammar.txt
var grammarText string

// grammarCases are statements with the verdict of Cassandra 5.0's own grammar:
// refusedAt is empty where it takes the statement, otherwise the place where
// it stops. Parser, printer and fuzz tests share them.
var grammarCases = readGrammarCases()

type grammarCase struct{ statement, refusedAt string }

func readGrammarCases() []grammarCase {
	var cases []grammarCase
	for line := range strings.Lines(grammarText) {
		verdict, statement, found := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
		if !found || strings.HasPrefix(line, "#") {
			continue
		}
		if text, err := strconv.Unquote(statement); err == nil {
			statement = text
		}
		cases = append(cases, grammarCase{statement, strings.TrimPrefix(verdict, "ok")})
	}
	return cases
}

// otherPlaces are the refusals that we report at another place.
var otherPlaces = map[string]string{
	// Its scanner wants a UUID once a digit and a letter have come; ours gives
	// two tokens and the parser refuses the first.
	"CREATE TABLE t (1a int PRIMARY KEY)": "1:17",
	// It wants a line end after `--`. A script is divided first, as cqlsh does
	// it, and what follows the `;` is never sent.
	"CREATE TABLE t (a int PRIMARY KEY); -- no newline at end": "",
	// It takes one statement a request; we take scripts.
	"INSERT INTO t (a) VALUES (1); INSERT INTO t (a) VALUES (2)": "",
	// Commands of cqlsh never reach a server.
	"CONSISTENCY QUORUM":  "",
	"SOURCE 'x.cql'":      "",
	"SHOW TABLES FROM ks": "",
	// Where it tries alternatives it stops before the part that fits none;
	// we stop inside, at what does not fit.
	"SELECT DISTINCT JSON a FROM t": "1:22",
	"SELECT m[a] FROM t":            "1:11",
	"SELECT m[..] FROM t":           "1:12",
	"SELECT m[] FROM t":             "1:10",
	"SELECT ks.cast(a) FROM t":      "1:15",
}

func TestGrammarAgrees(t *testing.T) {
	for _, test := range grammarCases {
		want := test.refusedAt
		if other, differs := otherPlaces[test.statement]; differs {
			want = other
		}
		got := ""
		if errors := cql.Parse(test.statement).Errors; len(errors) > 0 {
			got = errors[0].Position.String()
		}
		if got != want {
			t.Errorf("Parse(%q) stops at %q, want %q", test.statement, got, want)
		}
	}
}
