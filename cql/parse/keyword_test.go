package parse_test

import (
	"fmt"
	"strings"
	"testing"

	"widerow/cql/parse"
	"widerow/cql/syntax"
	"widerow/cql/syntaxtest"
	"widerow/model"
)

// TestEveryStatementHasItsNode: a statement that the grammar accepts becomes the
// node of its keyword, never text.
func TestEveryStatementHasItsNode(t *testing.T) {
	for _, test := range syntaxtest.GrammarCases {
		script := parse.Parse(test.Statement)
		if len(script.Errors) > 0 {
			continue
		}
		for _, statement := range script.Statements {
			keyword, command := syntax.Keyword(statement)
			text := strings.ToUpper(test.Statement[syntax.Place(statement).Start.Offset:])
			verb, object, _ := strings.Cut(keyword, " ")
			if verb == "DESCRIBE" {
				verb = "DESC"
			}
			if !strings.HasPrefix(text, verb) || !strings.Contains(strings.ReplaceAll(text, "COLUMNFAMILY", "TABLE"), object) {
				t.Errorf("Parse(%q) = %T with the keyword %s", test.Statement, statement, keyword)
			}
			if _, isText := statement.(*syntax.Other); isText && !command {
				t.Errorf("Parse(%q) keeps it as text", test.Statement)
			}
		}
	}
}

// TestGrammarCasesPrint: printing a legal statement and parsing it again gives the
// same statement.
func TestGrammarCasesPrint(t *testing.T) {
	for _, test := range syntaxtest.GrammarCases {
		script := parse.Parse(test.Statement)
		once := syntax.Print(script)
		again := parse.ParseFor(model.Cassandra60, once)
		if twice := syntax.Print(again); len(again.Errors) > 0 || twice != once {
			t.Errorf("%q is printed as\n%s\nand then as\n%s\nwith errors %v", test.Statement, once, twice, again.Errors)
		}
		for i, statement := range again.Statements {
			if i >= len(script.Statements) {
				break
			}
			if got, want := fmt.Sprintf("%T", statement), fmt.Sprintf("%T", script.Statements[i]); got != want && len(script.Errors) == 0 {
				t.Errorf("%q comes back as %s, want %s", test.Statement, got, want)
			}
		}
	}
}

func TestKeywords(t *testing.T) {
	for _, test := range []struct {
		statement, keyword string
		command            bool
	}{
		{"SELECT * FROM t", "SELECT", false},
		{"create or replace function f () RETURNS NULL ON NULL INPUT RETURNS int LANGUAGE java AS ''", "CREATE FUNCTION", false},
		{"ALTER MATERIALIZED VIEW v WITH comment = ''", "ALTER MATERIALIZED VIEW", false},
		{"DROP TABLE IF EXISTS t", "DROP TABLE", false},
		{"BEGIN UNLOGGED BATCH APPLY BATCH", "BEGIN", false},
		{"desc keyspaces", "DESCRIBE", true},
		{"?", "?", true},
	} {
		keyword, command := syntax.Keyword(parse.Parse(test.statement).Statements[0])
		if keyword != test.keyword || command != test.command {
			t.Errorf("Keyword(%q) = %s, %t, want %s, %t", test.statement, keyword, command, test.keyword, test.command)
		}
	}
}
