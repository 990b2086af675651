package cql_test

import (
	"os"
	"regexp"
	"strings"
	"testing"
	"time"

	"widerow/cql"
	"widerow/cql/cassandratest"
	"widerow/cql/parse"
)

// mixedFile holds the statements of one script, on the schema and on rows, each
// with the verdict of a real Cassandra 5.0 after the statements before it. A
// statement with a bind marker was only prepared.
const mixedFile = "testdata/mixed.txt"

var bindMarker = regexp.MustCompile(`\?|[ (]:\w`)

// TestMixedScript checks a script as `widerow check` does.
func TestMixedScript(t *testing.T) {
	rules := readVerdicts(t, mixedFile)
	var text strings.Builder
	for _, rule := range rules {
		text.WriteString(rule.statement + ";\n")
	}
	script := parse.Parse(text.String())
	if len(script.Statements) != len(rules) {
		t.Fatalf("%d statements, want %d", len(script.Statements), len(rules))
	}
	verdicts := map[int32]string{}
	for _, finding := range cql.Judge(script) {
		if finding.Severity == cql.Error {
			verdicts[finding.Position.Line] = finding.Code + ": " + finding.Message
		}
	}
	for i, rule := range rules {
		got := verdicts[int32(i+1)]
		if got == "" {
			got = "ok"
		}
		if sortedCommon(got) != sortedCommon(rule.verdict) {
			t.Errorf("%s\n got %s\nwant %s", rule.statement, got, rule.verdict)
		}
	}
}

func TestMixedScriptOnCassandra(t *testing.T) {
	server := cassandratest.Connect(t)
	var recorded strings.Builder
	for _, rule := range readVerdicts(t, mixedFile) {
		ask := server.Run
		if bindMarker.MatchString(rule.statement) {
			ask = server.Prepare
		}
		got := builtVerdict(func() string { return verdictOf(ask(rule.statement)) })
		same := sortedCommon(got) == sortedCommon(rule.verdict)
		recorded.WriteString(rule.statement + "\n  " + recordedVerdict(same, rule.verdict, got) + "\n\n")
		if !*update && !same {
			t.Errorf("%s\n got %s\nwant %s", rule.statement, got, rule.verdict)
		}
	}
	if *update {
		if err := os.WriteFile(mixedFile, []byte(strings.TrimSuffix(recorded.String(), "\n")), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// builtVerdict asks again while the server builds a new index.
func builtVerdict(ask func() string) string {
	const pause, tries = 100 * time.Millisecond, 3000
	verdict := ask()
	for range tries {
		if !strings.Contains(verdict, "INDEX_NOT_AVAILABLE") {
			break
		}
		time.Sleep(pause)
		verdict = ask()
	}
	return verdict
}
