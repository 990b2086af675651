package syntax

import (
	"strings"

	"widerow/model/schema"
)

// QuoteName returns the name of a keyspace, table, column, field or index as
// CQL. It adds quotes exactly when the unquoted name would be parsed as another
// one.
func QuoteName(name string) string {
	if isPlainName(name) && !isReserved(name) {
		return name
	}
	return quoted(name, '"')
}

// QuoteTypeName returns the name of a user-defined type as CQL. The names of
// native types and a few other words need quotes here, although they may name a
// column unquoted.
func QuoteTypeName(name string) string {
	found := LookupKeyword(name)
	if !isPlainName(name) || schema.ReservedTypeName(name) || found.Kind != 0 && !NamesType(found.Kind, found.text) {
		return quoted(name, '"')
	}
	return name
}

// NamesType reports whether a keyword may name a user-defined type without
// quotes: non_type_ident of the grammar.
func NamesType(kind keyword, text string) bool { return kind == unreserved || text == "KEY" }

// QuoteString returns a string constant as CQL.
func QuoteString(text string) string { return quoted(text, '\'') }

func quoted(text string, quote byte) string {
	mark := string(quote)
	return mark + strings.ReplaceAll(text, mark, mark+mark) + mark
}

// isPlainName matches [a-z][a-z0-9_]*.
func isPlainName(name string) bool {
	if name == "" || name[0] < 'a' || name[0] > 'z' {
		return false
	}
	for _, c := range []byte(name) {
		if !isLetter(c) && !isDigit(c) && c != '_' || 'A' <= c && c <= 'Z' {
			return false
		}
	}
	return true
}

// isReserved reports whether a word cannot be a name.
func isReserved(name string) bool {
	kind := LookupKeyword(name).Kind
	return kind == Reserved || kind == constant
}
