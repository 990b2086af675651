package model

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// StatementTable is a table that a CQL statement names. Keyspace is empty unless the
// statement names one.
type StatementTable struct {
	// Verb is SELECT, INSERT, UPDATE or DELETE.
	Verb, Keyspace, Name string
}

// StatementTables returns the tables that a statement, or the statements of a batch, read
// or write, one for each statement.
func StatementTables(text string) []StatementTable {
	var tables []StatementTable
	words, verb := statementWords(text), ""
	for i, word := range words {
		keyword := strings.ToUpper(word)
		switch keyword {
		case "SELECT", "INSERT", "UPDATE", "DELETE":
			verb = keyword
		}
		names := keyword == "INTO" && verb == "INSERT" || keyword == "UPDATE" || keyword == "FROM" && (verb == "SELECT" || verb == "DELETE")
		if !names || i+1 == len(words) {
			continue
		}
		table := StatementTable{Verb: verb, Name: unquoted(words[i+1])}
		if i+3 < len(words) && words[i+2] == "." {
			table.Keyspace, table.Name = table.Name, unquoted(words[i+3])
		}
		tables = append(tables, table)
	}
	return tables
}

// StatementNames returns the names in a statement, as CQL reads them: those of its columns
// are among them.
func StatementNames(text string) map[string]bool {
	names := map[string]bool{}
	for _, word := range statementWords(text) {
		names[unquoted(word)] = true
	}
	return names
}

// Is reports whether a relation of the model is the table.
func (t StatementTable) Is(m *Model, relation *Relation) bool {
	keyspace := m.Physical.Keyspaces[relation.Keyspace]
	return relation.Name == t.Name && (t.Keyspace == "" || keyspace != nil && keyspace.Name == t.Keyspace)
}

// unquoted returns a name as CQL reads it.
func unquoted(word string) string {
	if inner, quoted := strings.CutPrefix(word, `"`); quoted {
		return strings.ReplaceAll(strings.TrimSuffix(inner, `"`), `""`, `"`)
	}
	return strings.ToLower(word)
}

// statementWords splits a statement into words, quoted names and signs. It leaves out
// comments, and strings but for their first quote.
func statementWords(text string) []string {
	var words []string
	for at := 0; at < len(text); {
		end := statementWordEnd(text, at)
		if word := text[at:end]; word[0] == '\'' || word[0] == '$' {
			words = append(words, "'")
		} else if !isGap(word) {
			words = append(words, word)
		}
		at = end
	}
	return words
}

func isGap(word string) bool {
	return strings.TrimSpace(word) == "" || strings.HasPrefix(word, "--") || strings.HasPrefix(word, "//") || strings.HasPrefix(word, "/*")
}

// statementWordEnd returns the end of the word, the string, the comment or the sign at an
// offset.
func statementWordEnd(text string, at int) int {
	rest := text[at:]
	after := func(begin, end string) int {
		if found := strings.Index(rest[len(begin):], end); found >= 0 {
			return at + len(begin) + found + len(end)
		}
		return len(text)
	}
	for _, span := range [][2]string{{"$$", "$$"}, {"--", "\n"}, {"//", "\n"}, {"/*", "*/"}, {"'", "'"}, {`"`, `"`}} {
		if strings.HasPrefix(rest, span[0]) {
			end := after(span[0], span[1])
			for doubled := span[0] == span[1] && len(span[0]) == 1; doubled && end < len(text) && text[end:end+1] == span[1]; {
				rest, at = text[end:], end
				end = after(span[0], span[1])
			}
			return end
		}
	}
	isPart := func(c byte) bool {
		return c == '_' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
	}
	if end := slices.IndexFunc([]byte(rest), func(c byte) bool { return !isPart(c) }); end > 0 {
		return at + end
	} else if end < 0 {
		return len(text)
	}
	_, size := utf8.DecodeRuneInString(rest)
	return at + size
}
