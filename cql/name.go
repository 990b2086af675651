package cql

import (
	"strings"

	"widerow/model/schema"
)

// QuoteName writes the name of a keyspace, table, column, field or index,
// quoted exactly when Cassandra needs it: when it would not be read as the
// same name without quotes.
func QuoteName(name string) string {
	if isPlainName(name) && !isReserved(name) {
		return name
	}
	return quoted(name, '"')
}

// QuoteTypeName writes the name of a user-defined type. The names of native
// types and a few more words need quotes here although they are free to name
// a column.
func QuoteTypeName(name string) string {
	found, isKeyword := lookupKeyword(name)
	if schema.ReservedTypeName(name) {
		return quoted(name, '"')
	}
	if !isPlainName(name) || isReserved(name) || isKeyword && !namesType(found) {
		return quoted(name, '"')
	}
	return name
}

// namesType reports whether a keyword may stand unquoted as the name of a
// user-defined type: non_type_ident of the grammar.
func namesType(w word) bool { return w.kind == unreserved || w.text == "KEY" }

// QuoteString writes a string constant.
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

// isReserved reports whether a word cannot be a name. true and false are in
// no list of keywords but are read as constants.
func isReserved(name string) bool {
	if name == "true" || name == "false" {
		return true
	}
	found, ok := lookupKeyword(name)
	return ok && found.kind == reserved
}

func isLetter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }
func isDigit(c byte) bool  { return c >= '0' && c <= '9' }
func isHex(c byte) bool    { return isDigit(c) || c|0x20 >= 'a' && c|0x20 <= 'f' }
