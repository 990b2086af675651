package hint

import (
	"slices"
	"strings"

	"widerow/cql/parse"
	"widerow/cql/syntax"
)

// SyntaxHint returns the advice about a syntax error: the usual intention behind the word, or the
// most similar word that the grammar accepts there. It is empty if the error is enough.
func SyntaxHint(text string, err *syntax.Error) string {
	s := syntax.ScannerAt(text, err.Position)
	token := s.Scan()
	word := strings.ToUpper(s.Text(token))
	next := strings.ToUpper(s.Text(s.Scan()))
	for _, h := range syntaxHints {
		if h.word == word && (h.next == "" || h.next == next) {
			return h.text
		}
	}
	switch {
	case token.Kind == syntax.Illegal && s.Unclosed(token):
		return "Close it with the same quote that opens it; inside, write that quote twice."
	case strings.HasPrefix(word, "${"), strings.HasPrefix(word, "%"), strings.HasPrefix(word, "{{"), word == "{" && next == "{", word == "$" && next == "{":
		return "It looks like a placeholder of a template: replace it by its value, with `widerow check --define NAME=VALUE` for example."
	case word == "{" && (next == "%" || strings.HasPrefix(next, "#")):
		return "It looks like a template: let its engine fill it in, and check what comes out."
	case word == "(" && strings.Contains(err.Text, "column's type"):
		return "A type has no length: remove the parentheses."
	case token.Kind == syntax.Name && token.Word() == "":
		return strings.TrimSpace(wordSuggestion(err.Text, word))
	}
	return ""
}

// wordSuggestion suggests one of the keywords that the error lists as expected.
func wordSuggestion(expected, word string) string {
	var words []string
	before, _, _ := strings.Cut(expected, ", got ")
	for _, part := range strings.FieldsFunc(before, func(r rune) bool { return r < 'A' || r > 'Z' }) {
		if len(part) > 1 {
			words = append(words, part)
		}
	}
	if strings.Contains(expected, "a statement") {
		words = slices.Clone(parse.FirstWords())
	}
	return DidYouMean(word, words)
}

// wordHint is the hint for a word. If next is set, that word must follow.
type wordHint struct{ word, next, text string }

// syntaxHints are words of other languages, other databases and earlier
// versions.
var syntaxHints = []wordHint{
	{"SCHEMA", "", "Write KEYSPACE; `--target cassandra-3.11` accepts SCHEMA."},
	{"DATABASE", "", "In CQL it is a KEYSPACE."},
	{"NOT", "NULL", "Columns outside the key may always be null: remove NOT NULL."},
	{"NULL", "", "Columns outside the key may always be null: remove it."},
	{"DEFAULT", "", "CQL has no default values: write them in the application."},
	{"AUTO_INCREMENT", "", "Use a uuid or timeuuid: a cluster has no sequences."},
	{"SERIAL", "", "Use a uuid or timeuuid: a cluster has no sequences."},
	{"UNIQUE", "", "Only the primary key is unique: use INSERT … IF NOT EXISTS."},
	{"REFERENCES", "", "CQL has no foreign keys: store the key of the other row, or copy the values that you show."},
	{"FOREIGN", "", "CQL has no foreign keys: store the key of the other row, or copy the values that you show."},
	{"CHECK", "", "Cassandra 5.0 has no CHECK: check in the application."},
	{"CONSTRAINT", "", "CQL has no named constraints: write PRIMARY KEY (…)."},
	{"JOIN", "", "CQL has no joins: create a table with all columns that the query returns."},
	{"INNER", "", "CQL has no joins: create a table with all columns that the query returns."},
	{"LEFT", "", "CQL has no joins: create a table with all columns that the query returns."},
	{"OR", "", "WHERE has only AND: use IN, or two queries."},
	{"BETWEEN", "", "Write >= … AND <= …"},
	{"OFFSET", "", "Use the driver's paging, or continue after the last key."},
	{"HAVING", "", "Filter the groups in the application."},
	{"UNION", "", "Run two queries."},
	{"RETURNING", "", "Read after the write, or use IF, which returns the row if it is not applied."},
	{"VALUE", "", "Write VALUES."},
	{"<>", "", "Write != in a condition; WHERE has no such operator."},
	{"BYPASS", "", "It belongs to ScyllaDB: check with --target scylladb."},
	{"TIMEOUT", "", "It belongs to ScyllaDB: check with --target scylladb."},
	{"PRUNE", "", "It belongs to ScyllaDB: check with --target scylladb."},
	{"ATTACH", "", "It belongs to ScyllaDB: check with --target scylladb."},
	{"DETACH", "", "It belongs to ScyllaDB: check with --target scylladb."},
	{"RESTORE", "", "It belongs to Amazon Keyspaces: check with --target amazon-keyspaces."},
	{"SEARCH", "INDEX", "It belongs to DataStax Enterprise: use CREATE CUSTOM INDEX … USING 'sai'."},
	{"DETERMINISTIC", "", "It belongs to DataStax Enterprise: remove it."},
	{"MONOTONIC", "", "It belongs to DataStax Enterprise: remove it."},
	{"LIKE", "", "Cassandra 5.0 has no CREATE TABLE … LIKE; in WHERE it follows a column."},
	{"`", "", "Put names in double quotes, or in none."},
}
