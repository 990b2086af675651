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

// QuotedName says how an element's name is written in CQL if it needs quotes, else
// it returns "".
func QuotedName(kind model.Kind, name string) string {
	if name == "" || !slices.Contains(cqlNamed, kind) {
		return ""
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

// OddName is QuotedName for a name with other characters than letters, digits and _,
// and for a reserved word. Names with capitals are common, so that a list of columns
// does not mention them.
func OddName(kind model.Kind, name string) string {
	if QuotedName(kind, strings.ToLower(name)) == "" {
		return ""
	}
	return QuotedName(kind, name)
}
