package parse_test

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	gocql "github.com/apache/cassandra-gocql-driver/v2"

	"widerow/cql/cassandratest"
	"widerow/cql/parse"
	"widerow/cql/syntaxtest"
)

var update = flag.Bool("update", false, "record the verdicts of grammar.txt anew from a real Cassandra")

func TestMain(m *testing.M) { os.Exit(cassandratest.Main(m)) }

const grammarFile = "../syntaxtest/grammar.txt"

func TestGrammarAgrees(t *testing.T) {
	for _, test := range syntaxtest.GrammarCases {
		want := test.RefusedAt
		if other, differs := syntaxtest.OtherPlaces[test.Statement]; differs {
			want = other.Ours
		}
		got := ""
		if errors := parse.Parse(test.Statement).Errors; len(errors) > 0 {
			got = errors[0].Position.String()
		}
		if got != want {
			t.Errorf("Parse(%q) stops at %q, want %q", test.Statement, got, want)
		}
	}
}

// TestGrammarOnCassandra asks a real server for the verdict on each case, and with
// -update records it. The server only prepares the statement. A refusal by a later
// check means that the grammar accepts it.
func TestGrammarOnCassandra(t *testing.T) {
	connection := cassandratest.Connect(t)
	var recorded strings.Builder
	for line := range strings.Lines(syntaxtest.GrammarText) {
		test, isCase := syntaxtest.GrammarCaseOf(line)
		if !isCase {
			recorded.WriteString(line)
			continue
		}
		got := grammarVerdict(t, test.Statement, connection.Prepare(test.Statement))
		if got != test.RefusedAt && !*update {
			t.Errorf("Cassandra stops at %q, recorded is %q: %s", got, test.RefusedAt, test.Statement)
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

// serverPlace matches the start of a grammar error: the line from 1, the column
// from 0. 0:-1 is the end of the text.
var serverPlace = regexp.MustCompile(`^line (\d+):(-?\d+) `)

// noPlace is the verdict on a statement at which the server's parser fails.
const noPlace = "refused"

// grammarVerdict returns the place where the grammar stops, line and column from 1,
// or "".
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
