package cql_test

import (
	"cmp"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"widerow/cql"
	"widerow/cql/cassandratest"
	"widerow/cql/parse"
	"widerow/cql/syntax"
	"widerow/cql/syntaxtest"
)

const documentation = "../docs/cql.md"

// difference is a verdict of ours that differs from Cassandra's, with the reason.
type difference struct{ ours, reason string }

// documentedTables are the generated tables of docs/cql.md, by the name in the
// comment before each.
var documentedTables = map[string]func(*testing.T) []string{
	"statements":  statementsTable,
	"places":      placesTable,
	"schema":      schemaDifferencesTable,
	"rows":        rowDifferencesTable,
	"random":      randomDifferencesTable,
	"unreachable": unreachableTable,
}

// TestDocumentation: docs/cql.md describes the verdicts as the tests check them.
// With -update it rewrites the tables.
func TestDocumentation(t *testing.T) {
	text, err := os.ReadFile(documentation)
	if err != nil {
		t.Fatal(err)
	}
	got := string(text)
	for _, name := range slices.Sorted(maps.Keys(documentedTables)) {
		before, rest, found := strings.Cut(got, "<!-- table: "+name+" -->\n")
		_, after, ended := strings.Cut(rest, "<!-- end -->")
		if !found || !ended {
			t.Errorf("%s has no table %s", documentation, name)
			continue
		}
		got = before + "<!-- table: " + name + " -->\n" + strings.Join(documentedTables[name](t), "\n") + "\n<!-- end -->" + after
	}
	switch {
	case got == string(text):
	case !*update:
		t.Errorf("%s is not what the tests hold: run go test ./cql -run Documentation -update", documentation)
	default:
		if err := os.WriteFile(documentation, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

func tableRow(cells ...string) string { return "| " + strings.Join(cells, " | ") + " |" }

func tableHead(names ...string) []string {
	rules := make([]string, len(names))
	for i := range rules {
		rules[i] = "---"
	}
	return []string{tableRow(names...), tableRow(rules...)}
}

// code formats a text as code inside a table.
func code(text string) string {
	text = strings.ReplaceAll(strings.ReplaceAll(text, "\n", " "), "|", `\|`)
	if strings.Contains(text, "`") {
		return "`` " + text + " ``"
	}
	return "`" + text + "`"
}

// statementsTable lists for each kind of statement the rules that apply to it and
// the files that record its verdicts.
func statementsTable(t *testing.T) []string {
	judged, recorded := map[string]string{}, map[string][]string{}
	note := func(statement, file string) {
		script := parse.Parse(statement)
		if len(script.Errors) > 0 || len(script.Statements) == 0 {
			return
		}
		keyword, isCommand := syntax.Keyword(script.Statements[0])
		if isCommand && keyword != "DESCRIBE" {
			return
		}
		if judged[keyword] == "" {
			judged[keyword] = judgedAgainst(script)
		}
		if !slices.Contains(recorded[keyword], file) {
			recorded[keyword] = append(recorded[keyword], file)
		}
	}
	for _, test := range syntaxtest.GrammarCases {
		note(test.Statement, "grammar.txt")
	}
	for _, rule := range readRules(t) {
		note(rule.statement, "rules.txt")
	}
	for _, name := range accessFiles {
		for _, rule := range readVerdicts(t, accessFolder+name) {
			note(rule.statement, name)
		}
	}
	for _, rule := range readVerdicts(t, mixedFile) {
		note(rule.statement, "mixed.txt")
	}
	table := tableHead("statement", "judged by", "recorded in")
	for _, keyword := range slices.Sorted(maps.Keys(judged)) {
		table = append(table, tableRow(keyword, judged[keyword], strings.Join(recorded[keyword], ", ")))
	}
	return table
}

// judgedAgainst names the rules that a statement is checked against.
func judgedAgainst(script *syntax.Script) string {
	switch script.Statements[0].(type) {
	case *syntax.Select, *syntax.Insert, *syntax.Update, *syntax.Delete, *syntax.Batch:
		return "grammar, rows"
	case *syntax.Describe:
		return "grammar, schema"
	}
	for _, finding := range cql.Judge(script) {
		if finding.Code == cql.CodeKept {
			return "grammar"
		}
	}
	return "grammar, schema"
}

func placesTable(t *testing.T) []string {
	recorded := map[string]string{}
	for _, test := range syntaxtest.GrammarCases {
		recorded[test.Statement] = test.RefusedAt
	}
	places := map[string]difference{}
	for statement, other := range syntaxtest.OtherPlaces {
		places[statement] = difference{other.Ours, other.Reason}
	}
	return differencesTable(t, places, func(statement string) (string, bool) {
		place, found := recorded[statement]
		return cmp.Or(place, "ok"), found
	})
}

func schemaDifferencesTable(t *testing.T) []string {
	return differencesTable(t, differences, func(end string) (string, bool) {
		for _, rule := range readRules(t) {
			if strings.HasSuffix(rule.statement, end) {
				return rule.verdict, true
			}
		}
		return "", false
	})
}

func rowDifferencesTable(t *testing.T) []string {
	recorded := map[string]string{}
	for _, name := range accessFiles {
		for _, rule := range readVerdicts(t, accessFolder+name) {
			recorded[rule.statement] = rule.verdict
		}
	}
	return differencesTable(t, accessDifferences, func(statement string) (string, bool) {
		verdict, found := recorded[statement]
		return verdict, found
	})
}

func unreachableTable(*testing.T) []string {
	table := tableHead("message", "why")
	for _, messages := range []map[string]string{unreachable, unreachableRows, unprovoked} {
		for _, message := range slices.Sorted(maps.Keys(messages)) {
			table = append(table, tableRow(code(message), messages[message]))
		}
	}
	return table
}

func randomDifferencesTable(*testing.T) []string {
	table := tableHead("statement", "Cassandra "+cassandratest.Released, "Widerow", "why")
	for _, d := range randomDifferences {
		table = append(table, tableRow(code(d.statement), code(d.server), code(d.ours), d.reason))
	}
	return table
}

// differencesTable fails if a difference is about no recorded statement, or if the
// verdicts do not differ.
func differencesTable(t *testing.T, differences map[string]difference, recorded func(string) (string, bool)) []string {
	table := tableHead("statement", "Cassandra "+cassandratest.Released, "Widerow", "why")
	for _, statement := range slices.Sorted(maps.Keys(differences)) {
		d := differences[statement]
		verdict, found := recorded(statement)
		ours := cmp.Or(d.ours, "ok")
		if !found || verdict == ours {
			t.Errorf("%s: recorded is %q, ours %q: this difference is none", statement, verdict, ours)
		}
		table = append(table, tableRow(code(statement), code(verdict), code(ours), d.reason))
	}
	return table
}
