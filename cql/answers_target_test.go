package cql_test

import (
	"fmt"
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
	ours, theirs := answersFor(t, targetOfVersion(*versionOf)), recordedAnswers(t, *versionOf)
	if len(ours) != len(theirs) {
		t.Fatalf("we have %d answers, Cassandra %d", len(ours), len(theirs))
	}
	compared, differ := 0, 0
	for i, answer := range theirs {
		if unknownThere.MatchString(answer.verdict) {
			continue // what an earlier statement should have created
		}
		got := ours[i]
		if i < len(syntaxtest.GrammarCases) && answer.verdict == "ok" && !strings.HasPrefix(got, grammarError) {
			got = "ok" // these were prepared only
		}
		compared++
		if (got == "ok") != (answer.verdict == "ok") {
			differ++
			fmt.Printf("%s\n  ours: %s\n  %s: %s\n\n", answer.statement, got, *versionOf, answer.verdict)
		}
	}
	fmt.Printf("%s: %d of %d statements, %d verdicts differ, %.2f %% agree\n", *versionOf, compared, len(theirs), differ, 100-100*float64(differ)/float64(compared))
}

// unknownThere matches what a server answers about an element that it lacks, and about
// what depends on its users.
var unknownThere = regexp.MustCompile(`does not exist|doesn't exist|unconfigured table|Unknown type|[Uu]nknown function|You have to be logged in|Only superusers|CassandraRoleManager doesn't support|DATACENTERS`)

// answersFor returns our verdicts for a target, in the order of askVersion.
func answersFor(t *testing.T, target model.Target) []string {
	var answers []string
	for _, test := range syntaxtest.GrammarCases {
		answers = append(answers, judgeFor(target, "", []rule{{statement: test.Statement}})...)
	}
	answers = append(answers, judgeFor(target, readSetup(t), readRules(t))...)
	for _, name := range accessFiles {
		answers = append(answers, judgeFor(target, readAccess(t, "setup.cql"), readVerdicts(t, accessFolder+name))...)
	}
	answers = append(answers, judgeFor(target, "", readVerdicts(t, mixedFile))...)
	return append(answers, judgeFor(target, "", readVerdicts(t, rolesFile))...)
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
