package cql

import (
	"fmt"
	"slices"
	"strings"

	"widerow/cql/syntax"
	"widerow/model"
)

// cqlNamed lists the kinds of elements whose name becomes a name of CQL.
var cqlNamed = []model.Kind{
	model.TableKind, model.ColumnKind, model.KeyspaceKind, model.RelationElement, model.RelationColumnKind,
	model.IndexKind, model.TypeFieldKind, model.UserTypeKind,
}

// wordNamed lists the kinds whose names have only letters, digits and _ in CQL, also in
// quotes.
var wordNamed = []model.Kind{model.TableKind, model.KeyspaceKind, model.RelationElement}

// QuotedName returns a note for an element's name that CQL accepts only in quotes, or refuses even
// then; "" for any other name.
func QuotedName(kind model.Kind, name string) string {
	if name == "" || !slices.Contains(cqlNamed, kind) {
		return ""
	}
	if slices.Contains(wordNamed, kind) && strings.ContainsFunc(name, notWord) {
		return fmt.Sprintf("Cassandra refuses `%s` here, even in quotes: use letters, digits and `_`.", name)
	}
	quote := syntax.QuoteName
	if kind == model.UserTypeKind {
		quote = syntax.QuoteTypeName
	}
	if quote(name) == name {
		return ""
	}
	return fmt.Sprintf("In CQL this is `%s`, always with quotes.", quote(name))
}

// notWord reports whether a character is none of a word as Cassandra sees it.
func notWord(r rune) bool {
	return r != '_' && (r < '0' || r > '9') && (r < 'a' || r > 'z') && (r < 'A' || r > 'Z')
}

// OddName is QuotedName for a name with other characters than letters, digits and _,
// and for a reserved word. Names with capitals are common, so that a list of columns
// does not mention them.
func OddName(kind model.Kind, name string) string {
	if QuotedName(kind, strings.ToLower(name)) == "" {
		return ""
	}
	return QuotedName(kind, name)
}
