package syntaxtest

import (
	_ "embed"
	"strconv"
	"strings"
)

// GrammarText is the file of the grammar cases.
//
//go:embed grammar.txt
var GrammarText string

// GrammarCase is a statement with the verdict of Cassandra 5.0's own grammar.
// RefusedAt is empty if the grammar accepts the statement. Otherwise it is the
// place where the grammar stops, if known.
type GrammarCase struct{ Statement, RefusedAt string }

// GrammarCases are the cases of GrammarText.
var GrammarCases = readGrammarCases()

func readGrammarCases() []GrammarCase {
	var cases []GrammarCase
	for line := range strings.Lines(GrammarText) {
		if test, isCase := GrammarCaseOf(line); isCase {
			cases = append(cases, test)
		}
	}
	return cases
}

// GrammarCaseOf parses one line: the verdict, a tab, and the statement, written as
// a Go string if it has several lines.
func GrammarCaseOf(line string) (GrammarCase, bool) {
	verdict, statement, found := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
	if !found || strings.HasPrefix(line, "#") {
		return GrammarCase{}, false
	}
	if text, err := strconv.Unquote(statement); err == nil {
		statement = text
	}
	return GrammarCase{statement, strings.TrimPrefix(verdict, "ok")}, true
}

// Difference is a place that differs from Cassandra's, with the reason. Ours is
// empty if we accept the statement.
type Difference struct{ Ours, Reason string }

// OtherPlaces are the refusals that we report at a different place, or that only
// one of the two reports.
var OtherPlaces = map[string]Difference{
	"CREATE TABLE t (1a int PRIMARY KEY)": {"1:17", "After a digit and a letter, its scanner expects a UUID; " +
		"ours returns two tokens, and the parser rejects the first."},
	"CREATE TABLE t (a int PRIMARY KEY); -- no newline at end": {"", "It requires a line end after `--`. We split a script into statements first, " +
		"as cqlsh does, and never send what follows the last `;`."},
	"SELECT a FROM t WHERE a = --1": {"1:26",
		"What is missing at the end is missing after the last token, before comments and line ends."},
	"INSERT INTO t (a) VALUES (1); INSERT INTO t (a) VALUES (2)": {"", oneStatement},
	"CONSISTENCY QUORUM":            {"", onlyCqlsh},
	"SOURCE 'x.cql'":                {"", onlyCqlsh},
	"SHOW TABLES FROM ks":           {"", onlyCqlsh},
	"SELECT DISTINCT JSON a FROM t": {"1:22", stopsInside},
	"SELECT m[a] FROM t":            {"1:11", stopsInside},
	"SELECT m[..] FROM t":           {"1:12", stopsInside},
	"SELECT m[] FROM t":             {"1:10", stopsInside},
	"SELECT ks.cast(a) FROM t":      {"1:15", stopsInside},
	"GRANT SELECT, ALL ON t TO r":   {"1:15", "Its parser fails with a Java error, without a position."},
}

const (
	oneStatement = "The server reads one statement per request; we read scripts."
	onlyCqlsh    = "cqlsh runs these commands itself, without the server."
	stopsInside  = "Where its grammar has alternatives, it reports the start of the part that matches none; we report the token inside that does not match."
)
