package cql

import (
	"slices"
	"strings"

	"widerow/cql/syntax"
)

// syntaxHint returns what to do about a syntax error: what people mean who
// write the word, or the most similar word that the grammar accepts there. It
// is empty if the error says enough.
func syntaxHint(text string, err *syntax.Error) string {
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
		return "Close it with the mark that it began with; inside, write the mark twice."
	case strings.HasPrefix(word, "${"), strings.HasPrefix(word, "%"), strings.HasPrefix(word, "{{"), word == "{" && next == "{", word == "$" && next == "{":
		return "It looks like a place of a template: fill it in before the script is read."
	case word == "(" && strings.Contains(err.Text, "column's type"):
		return "A type has no length: leave the parentheses out."
	case token.Kind == syntax.Name && token.Word() == "":
		return strings.TrimSpace(wordSuggestion(err.Text, word))
	}
	return ""
}

// wordSuggestion suggests one of the keywords that the error's text says are
// expected.
func wordSuggestion(expected, word string) string {
	var words []string
	before, _, _ := strings.Cut(expected, ", got ")
	for _, part := range strings.FieldsFunc(before, func(r rune) bool { return r < 'A' || r > 'Z' }) {
		if len(part) > 1 {
			words = append(words, part)
		}
	}
	if strings.Contains(expected, "a statement") {
		words = slices.Clone(syntax.FirstWords())
	}
	return didYouMean(word, words)
}

// wordHint is the hint for a word. If next is set, that word must follow.
type wordHint struct{ word, next, text string }

// syntaxHints are words of other languages, other databases and earlier
// versions.
var syntaxHints = []wordHint{
	{"SCHEMA", "", "Write KEYSPACE; `--target cassandra-3.11` takes SCHEMA."},
	{"DATABASE", "", "In CQL it is a KEYSPACE."},
	{"NOT", "NULL", "Columns outside the key may always be null: leave NOT NULL out."},
	{"NULL", "", "Columns outside the key may always be null: leave it out."},
	{"DEFAULT", "", "CQL has no default values: the application writes them."},
	{"AUTO_INCREMENT", "", "Use a uuid or timeuuid: nothing counts rows across a cluster."},
	{"SERIAL", "", "Use a uuid or timeuuid: nothing counts rows across a cluster."},
	{"UNIQUE", "", "Only the primary key is unique: INSERT … IF NOT EXISTS."},
	{"REFERENCES", "", "CQL has no foreign keys: keep the key of the other row, or copy what you show."},
	{"FOREIGN", "", "CQL has no foreign keys: keep the key of the other row, or copy what you show."},
	{"CHECK", "", "Cassandra 5.0 has no CHECK: the application checks."},
	{"CONSTRAINT", "", "CQL has no named constraints: write PRIMARY KEY (…)."},
	{"JOIN", "", "CQL has no joins: make a table that holds what the query shows."},
	{"INNER", "", "CQL has no joins: make a table that holds what the query shows."},
	{"LEFT", "", "CQL has no joins: make a table that holds what the query shows."},
	{"OR", "", "WHERE has only AND: use IN, or two queries."},
	{"BETWEEN", "", "Write >= … AND <= …"},
	{"OFFSET", "", "Go on with the driver's paging, or after the last key."},
	{"HAVING", "", "Drop the groups in the application."},
	{"UNION", "", "Make two queries."},
	{"RETURNING", "", "Read after the write, or use IF … whose answer holds the row."},
	{"VALUE", "", "Write VALUES."},
	{"<>", "", "Write != in a condition; WHERE has no such operator."},
	{"BYPASS", "", "It is ScyllaDB's: check with --target scylladb."},
	{"TIMEOUT", "", "It is ScyllaDB's: check with --target scylladb."},
	{"PRUNE", "", "It is ScyllaDB's: check with --target scylladb."},
	{"ATTACH", "", "It is ScyllaDB's: check with --target scylladb."},
	{"DETACH", "", "It is ScyllaDB's: check with --target scylladb."},
	{"RESTORE", "", "It is of Amazon Keyspaces: check with --target amazon-keyspaces."},
	{"SEARCH", "INDEX", "It is of DataStax Enterprise: use CREATE CUSTOM INDEX … USING 'sai'."},
	{"DETERMINISTIC", "", "It is of DataStax Enterprise: leave it out."},
	{"MONOTONIC", "", "It is of DataStax Enterprise: leave it out."},
	{"LIKE", "", "Cassandra 5.0 has no CREATE TABLE … LIKE; in WHERE it stands behind a column."},
	{"#", "", "Write -- in front of a comment."},
	{"`", "", "Put names in double quotes, or in none."},
}
