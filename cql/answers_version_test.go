package cql_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"widerow/cql/cassandratest"
	"widerow/cql/parse"
	"widerow/cql/syntax"
	"widerow/cql/syntaxtest"
)

var (
	versionOf      = flag.String("of", "", "version of Cassandra whose answers to all recorded statements are recorded")
	versionAgainst = flag.String("against", cassandratest.Released, "version whose answers they are compared with")
	versionFolder  = flag.String("answers", "../artifacts", "folder of the answers")
)

// TestAnswersOfVersion records what a version answers to all statements that we
// have, and lists what another version answers otherwise (make judge). It judges
// nothing of ours.
func TestAnswersOfVersion(t *testing.T) {
	if *versionOf == "" {
		t.Skip("-of names no version")
	}
	before, now := recordedAnswers(t, *versionAgainst), askVersion(t, *versionOf)
	writeAnswers(t, *versionOf, now)
	changed := 0
	for i, answer := range now {
		if i < len(before) && comparableAnswer(before[i].verdict) != comparableAnswer(answer.verdict) {
			changed++
			fmt.Printf("%s\n  %s: %s\n  %s: %s\n\n", answer.statement, *versionAgainst, before[i].verdict, *versionOf, answer.verdict)
		}
	}
	fmt.Printf("%s answers %d of %d statements otherwise than %s; all answers are in %s\n", *versionOf, changed, len(now), *versionAgainst, versionFile(*versionOf))
}

func comparableAnswer(verdict string) string {
	return unordered(sortedCommon(withoutAddress(verdict)))
}

func versionFile(version string) string {
	return filepath.Join(*versionFolder, "answers-"+version+".txt")
}

// recordedAnswers reads the answers of a version, or asks it first.
func recordedAnswers(t *testing.T, version string) []rule {
	if _, err := os.Stat(versionFile(version)); err == nil {
		return readVerdicts(t, versionFile(version))
	}
	answers := askVersion(t, version)
	writeAnswers(t, version, answers)
	return answers
}

func writeAnswers(t *testing.T, version string, answers []rule) {
	t.Helper()
	var text strings.Builder
	for _, answer := range answers {
		text.WriteString(answer.statement + "\n  " + answer.verdict + "\n\n")
	}
	if err := os.MkdirAll(*versionFolder, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(versionFile(version), []byte(text.String()), 0o644); err != nil {
		t.Fatal(err)
	}
}

// askVersion returns a version's answers to the statements of all files.
func askVersion(t *testing.T, version string) []rule {
	server := cassandratest.ConnectTo(t, version)
	v := versionAsker{version: version, server: server}
	for _, test := range syntaxtest.GrammarCases {
		v.note(test.Statement, server.Prepare)
	}
	v.sequence(t, readSetup(t), readRules(t))
	for _, name := range accessFiles {
		v.sequence(t, readAccess(t, "setup.cql"), readVerdicts(t, accessFolder+name))
	}
	v.sequence(t, "", readVerdicts(t, mixedFile))
	users := cassandratest.ConnectAsSuperuser(t, version)
	for _, rule := range readVerdicts(t, rolesFile) {
		v.note(rule.statement, users.Run)
	}
	return v.answers
}

// placeOfError is the place in a grammar error.
var placeOfError = regexp.MustCompile(`line \d+:-?\d+`)

type versionAsker struct {
	version string
	server  *cassandratest.Connection
	answers []rule
}

// note asks for the verdict on one statement, which becomes one line.
func (v *versionAsker) note(statement string, ask func(string) error) string {
	verdict := builtVerdict(func() string {
		err := ask(statement)
		verdict := verdictOf(err)
		if verdict == grammarError {
			verdict += " " + placeOfError.FindString(err.Error())
		}
		return verdict
	})
	v.answers = append(v.answers, rule{strings.ReplaceAll(statement, "\n", " "), verdict})
	return verdict
}

// sequence runs a setup and statements after one another, and drops what they made.
func (v *versionAsker) sequence(t *testing.T, setup string, rules []rule) {
	for _, statement := range parse.Parse(setupFor(targetOfVersion(v.version), setup)).Statements {
		if err := v.server.Run(strings.TrimSuffix(strings.TrimSpace(syntax.PrintStatement(statement)), ";")); err != nil {
			t.Fatalf("%v: %s", err, syntax.PrintStatement(statement))
		}
	}
	for _, rule := range rules {
		if verdict := v.note(rule.statement, v.server.Run); strings.HasSuffix(verdict, "Invalid amount of bind variables") {
			v.answers = v.answers[:len(v.answers)-1]
			v.note(rule.statement, v.server.Prepare)
		}
	}
	v.dropAll(t)
}

// dropAll drops all keyspaces but the server's own.
func (v *versionAsker) dropAll(t *testing.T) {
	for _, name := range keyspacesOf(v.answers) {
		if err := v.server.Run("DROP KEYSPACE IF EXISTS " + syntax.QuoteName(name)); err != nil {
			t.Error(err)
		}
	}
	if err := v.server.Run("DROP KEYSPACE IF EXISTS q"); err != nil {
		t.Error(err)
	}
}

// keyspacesOf returns the keyspaces that statements name after CREATE KEYSPACE.
func keyspacesOf(answers []rule) []string {
	names := []string{"shop", "other", "alt", "fn", "fn2", "vf", "mix"}
	for _, answer := range answers {
		for _, statement := range parse.Parse(answer.statement).Statements {
			if created, is := statement.(*syntax.CreateKeyspace); is && answer.verdict == "ok" && !slices.Contains(names, created.Name.Name) {
				names = append(names, created.Name.Name)
			}
		}
	}
	return names
}
