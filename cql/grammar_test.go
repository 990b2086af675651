package cql_test

import (
	_ "embed"
	"errors"
	"fmt"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	gocql "github.com/apache/cassandra-gocql-driver/v2"

	"widerow/cql"
	"widerow/cql/cassandratest"
)

const grammarFile = "testdata/grammar.txt"

//go:embed testdata/grammar.txt
var grammarText string

// grammarCases are statements with the verdict of Cassandra 5.0's own grammar:
// refusedAt is empty where it takes the statement, otherwise the place where
// it stops, if it has one. Parser, printer and fuzz tests share them.
var grammarCases = readGrammarCases()

type grammarCase struct{ statement, refusedAt string }

func readGrammarCases() []grammarCase {
	var cases []grammarCase
	for line := range strings.Lines(grammarText) {
		if test, isCase := grammarCaseOf(line); isCase {
			cases = append(cases, test)
		}
	}
	return cases
}

// grammarCaseOf reads one line: the verdict, a tab, the statement, which is
// written as a Go string where it has several lines.
func grammarCaseOf(line string) (grammarCase, bool) {
	verdict, statement, found := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
	if !found || strings.HasPrefix(line, "#") {
		return grammarCase{}, false
	}
	if text, err := strconv.Unquote(statement); err == nil {
		statement = text
	}
	return grammarCase{statement, strings.TrimPrefix(verdict, "ok")}, true
}

// otherPlaces are the refusals that we report at another place, or that only
// one of the two gives.
var otherPlaces = map[string]difference{
	"CREATE TABLE t (1a int PRIMARY KEY)": {"1:17", "Its scanner wants a UUID once a digit and a letter have come; " +
		"ours gives two tokens and the parser refuses the first."},
	"CREATE TABLE t (a int PRIMARY KEY); -- no newline at end": {"", "It wants a line end after `--`. A script is divided first, " +
		"as cqlsh does it, and what follows the `;` is never sent."},
	"INSERT INTO t (a) VALUES (1); INSERT INTO t (a) VALUES (2)": {"", oneStatement},
	"CONSISTENCY QUORUM":            {"", onlyCqlsh},
	"SOURCE 'x.cql'":                {"", onlyCqlsh},
	"SHOW TABLES FROM ks":           {"", onlyCqlsh},
	"SELECT DISTINCT JSON a FROM t": {"1:22", stopsInside},
	"SELECT m[a] FROM t":            {"1:11", stopsInside},
	"SELECT m[..] FROM t":           {"1:12", stopsInside},
	"SELECT m[] FROM t":             {"1:10", stopsInside},
	"SELECT ks.cast(a) FROM t":      {"1:15", stopsInside},
	"GRANT SELECT, ALL ON t TO r":   {"1:15", "Its parser fails with an error of Java, without a place."},
}

const (
	oneStatement = "It takes one statement a request; we take scripts."
	onlyCqlsh    = "Commands of cqlsh never reach a server."
	stopsInside  = "Where it tries alternatives it stops before the part that fits none; we stop inside, at what does not fit."
)

func TestGrammarAgrees(t *testing.T) {
	for _, test := range grammarCases {
		want := test.refusedAt
		if other, differs := otherPlaces[test.statement]; differs {
			want = other.ours
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

// TestGrammarOnCassandra asks a real server for the verdict of each case, and
// with -update records it. The server only prepares the statement; a refusal
// from behind the grammar says that the grammar took it.
func TestGrammarOnCassandra(t *testing.T) {
	connection := cassandratest.Connect(t)
	var recorded strings.Builder
	for line := range strings.Lines(grammarText) {
		test, isCase := grammarCaseOf(line)
		if !isCase {
			recorded.WriteString(line)
			continue
		}
		got := grammarVerdict(t, test.statement, connection.Prepare(test.statement))
		if got != test.refusedAt && !*update {
			t.Errorf("Cassandra stops at %q, recorded is %q: %s", got, test.refusedAt, test.statement)
		}
		_, written, _ := strings.Cut(line, "\t")
		if got == "" {
			got = "ok"
		}
		fmt.Fprintf(&recorded, "%s\t%s", got, written)
	}
	if *update {
		if err := os.WriteFile(grammarFile, []byte(recorded.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// serverPlace is how a grammar error begins: the line from 1, the column from
// 0. 0:-1 is the end of the text.
var serverPlace = regexp.MustCompile(`^line (\d+):(-?\d+) `)

// noPlace is the verdict on a statement at which the server's parser fails.
const noPlace = "refused"

// grammarVerdict is the place where the grammar stops, line and column from
// 1, or empty.
func grammarVerdict(t *testing.T, statement string, err error) string {
	t.Helper()
	refusal := gocql.RequestError(nil)
	if err != nil && !errors.As(err, &refusal) {
		t.Fatalf("%v: %s", err, statement)
	}
	if err == nil || refusal.Code() != gocql.ErrCodeSyntax {
		return ""
	}
	place := serverPlace.FindStringSubmatch(refusal.Message())
	switch {
	case strings.HasPrefix(refusal.Message(), "Failed parsing statement"):
		return noPlace
	case place == nil:
		return ""
	case place[1] == "0":
		last := statement[strings.LastIndexByte(statement, '\n')+1:]
		return fmt.Sprintf("%d:%d", 1+strings.Count(statement, "\n"), 1+utf8.RuneCountInString(last))
	}
	column, _ := strconv.Atoi(place[2]) // its own digits
	return fmt.Sprintf("%s:%d", place[1], column+1)
}
