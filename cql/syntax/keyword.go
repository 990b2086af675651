package syntax

import (
	"slices"
	"strings"

	"widerow/model/schema"
)

// Keyword returns the first keywords of a statement in capitals: one word, or
// two for statements that create, alter and drop ("ALTER TABLE"). command
// reports whether it is a command of cqlsh.
func Keyword(statement Statement) (keyword string, command bool) {
	switch statement.(type) {
	case *Other, *Describe:
		command = true
	}
	return statement.keyword(), command
}

func createOrAlter(alter bool) string {
	if alter {
		return "ALTER"
	}
	return "CREATE"
}

func grantOrRevoke(revoke bool) string {
	if revoke {
		return "REVOKE"
	}
	return "GRANT"
}

// Keywords lists the keywords in capitals, in order. onlyReserved selects those
// that must be quoted to be names.
func Keywords(onlyReserved bool) []string {
	if onlyReserved {
		return reservedInOrder
	}
	return keywordsInOrder
}

// NativeTypes lists the words of the native types in lower case, in order.
func NativeTypes() []string { return strings.Fields(strings.ToLower(nativeTypeWords)) }

var (
	reservedInOrder = inOrder(schema.ReservedWords)
	keywordsInOrder = inOrder(schema.ReservedWords + " " + unreservedWords + " " + nativeTypeWords + " " + contextualWords)
)

func inOrder(words string) []string { return slices.Sorted(strings.FieldsSeq(words)) }
