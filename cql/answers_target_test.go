package cql_test

import (
	"compress/gzip"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"widerow/cql"
	"widerow/cql/parse"
	"widerow/cql/syntax"
	"widerow/cql/syntaxtest"
	"widerow/model"
)

// targetOfVersion returns the target that a version of Cassandra is.
func targetOfVersion(version string) model.Target {
	return model.Target("cassandra-" + regexp.MustCompile(`^\d+\.\d+`).FindString(version))
}

// TestTargetOfVersion compares our verdicts for the target of a version with that
// version's answers, which make judge has recorded: what one accepts and the other
// rejects. It compares no messages: all targets use those of 5.0.
func TestTargetOfVersion(t *testing.T) {
	if *versionOf == "" {
		t.Skip("-of names no version")
	}
	compared, differ := compareVersion(t, *versionOf, recordedAnswers(t, *versionOf), func(statement, ours, theirs string) {
		fmt.Printf("%s\n  ours: %s\n  %s: %s\n\n", statement, ours, *versionOf, theirs)
	})
	fmt.Printf("%s: %d statements, %d verdicts differ, %.2f %% agree\n", *versionOf, compared, differ, 100-100*float64(differ)/float64(compared))
}

// TestTargetsAnswerAsRecorded replays the answers of versions before 5.0, which need a Java
// of their own to be asked.
func TestTargetsAnswerAsRecorded(t *testing.T) {
	for version, most := range map[string]int{"3.11.19": 174, "4.0.19": 63, "4.1.10": 49} {
		compared, differ := compareVersion(t, version, readRecorded(t, version), func(string, string, string) {})
		t.Logf("%s: %d of %d verdicts differ, %.2f %% agree", version, differ, compared, 100-100*float64(differ)/float64(compared))
		if differ > most || compared < 4000 {
			t.Errorf("%s: %d of %d verdicts differ, at most %d did (-of %s lists them)", version, differ, compared, most, version)
		}
	}
}

// readRecorded reads the answers of a version in testdata.
func readRecorded(t *testing.T, version string) []rule {
	t.Helper()
	file, err := os.Open(filepath.Join("testdata", "versions", version+".txt.gz"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	unpacked, err := gzip.NewReader(file)
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), version+".txt")
	text, err := io.ReadAll(unpacked)
	if err == nil {
		err = os.WriteFile(path, text, 0o644)
	}
	if err != nil {
		t.Fatal(err)
	}
	return readVerdicts(t, path)
}

// compareVersion compares our verdicts with recorded ones, and shows those that differ.
// Statements that were written since the recording have no answer.
func compareVersion(t *testing.T, version string, theirs []rule, show func(statement, ours, theirs string)) (compared, differ int) {
	t.Helper()
	ours := answersFor(t, targetOfVersion(version))
	next := 0
	for i, ask := range ours {
		if next == len(theirs) || theirs[next].statement != strings.ReplaceAll(ask.statement, "\n", " ") {
			continue
		}
		answer := theirs[next]
		next++
		if unknownThere.MatchString(answer.verdict) {
			continue // what an earlier statement should have created
		}
		got := ask.verdict
		if i < len(syntaxtest.GrammarCases) && answer.verdict == "ok" && !strings.HasPrefix(got, grammarError) {
			got = "ok" // these were prepared only
		}
		compared++
		if (got == "ok") != (answer.verdict == "ok") {
			differ++
			show(answer.statement, got, answer.verdict)
		}
	}
	if next < len(theirs) {
		t.Errorf("%s: %q and what follows is no statement of ours: record its answers again (make judge VERSION=%s)", version, theirs[next].statement, version)
	}
	return compared, differ
}

// unknownThere matches what a server answers about an element that it lacks, about what
// depends on its users, and where a library of the server's is missing.
var unknownThere = regexp.MustCompile(`does not exist|doesn't exist|unconfigured table|Unknown type|[Uu]nknown function|You have to be logged in|Only superusers|NoClassDefFoundError|CassandraRoleManager doesn't support|DATACENTERS`)

// answersFor returns our verdicts for a target, in the order of askVersion.
func answersFor(t *testing.T, target model.Target) (answers []rule) {
	judge := func(setup string, rules []rule) {
		for i, verdict := range judgeFor(target, setup, rules) {
			answers = append(answers, rule{rules[i].statement, verdict})
		}
	}
	for _, test := range syntaxtest.GrammarCases {
		judge("", []rule{{statement: test.Statement}})
	}
	judge(readSetup(t), readRules(t))
	for _, name := range accessFiles {
		judge(readAccess(t, "setup.cql"), readVerdicts(t, accessFolder+name))
	}
	judge("", readVerdicts(t, mixedFile))
	judge("", readVerdicts(t, rolesFile))
	return answers
}

// setupFor returns a setup without the columns of vectors and the statements that a
// version lacks.
func setupFor(target model.Target, setup string) string {
	var text strings.Builder
	for _, statement := range parse.Parse(setup).Statements {
		if table, is := statement.(*syntax.CreateTable); is && target != model.Cassandra60 && target != model.Cassandra50 {
			table.Elements = slices.DeleteFunc(table.Elements, func(e syntax.TableElement) bool {
				return e.Column != nil && (e.Column.Mask != nil || strings.Contains(e.Column.Type.String(), "vector<"))
			})
		}
		written := syntax.PrintStatement(statement)
		if !slices.ContainsFunc(cql.Judge(parse.ParseFor(target, written)), func(f cql.Finding) bool { return f.Code == cql.CodeTarget }) {
			text.WriteString(written + "\n")
		}
	}
	return text.String()
}

// judgeFor returns the first error of each statement after a setup, "ok" for none.
func judgeFor(target model.Target, setup string, rules []rule) []string {
	setup = setupFor(target, setup)
	before := len(parse.ParseFor(target, setup).Statements)
	text := setup
	for _, rule := range rules {
		text += strings.TrimSuffix(rule.statement, ";") + "\n;\n"
	}
	verdicts := make([]string, len(rules))
	for i := range verdicts {
		verdicts[i] = "ok"
	}
	for _, finding := range cql.Judge(parse.ParseFor(target, text)) {
		if at := finding.Statement - before - 1; finding.Severity == cql.Error && at >= 0 && at < len(rules) && verdicts[at] == "ok" {
			verdicts[at] = finding.Code + ": " + finding.Message
		}
	}
	return verdicts
}
