package syntax

import (
	"slices"
	"strings"

	"widerow/model/schema"
)

// Keyword tells what a statement begins with, in capitals: one word, or for
// statements that create, alter and drop also what ("ALTER TABLE"). command
// marks the commands of cqlsh.
func Keyword(statement Statement) (keyword string, command bool) {
	switch s := statement.(type) {
	case *Other:
		return s.Keyword, true
	case *Describe:
		return "DESCRIBE", true
	case *Foreign:
		return s.Keyword, false
	case *CreateFunction, *CreateAggregate, *CreateTrigger:
		return "CREATE " + createdKind(statement), false
	case *AlterKeyspace, *AlterTable, *AlterType, *AlterView:
		return "ALTER " + alteredKind(statement), false
	case *Role:
		return createOrAlter(s.Alter) + " ROLE", false
	case *User:
		return createOrAlter(s.Alter) + " USER", false
	case *Drop, *DropFunction, *DropTrigger, *DropRole:
		return "DROP " + droppedKind(statement), false
	case *AddIdentity:
		return "ADD", false
	}
	return dataKeyword(statement), false
}

func dataKeyword(statement Statement) string {
	switch s := statement.(type) {
	case *Select:
		return "SELECT"
	case *Insert:
		return "INSERT"
	case *Update:
		return "UPDATE"
	case *Delete:
		return "DELETE"
	case *Batch:
		return "BEGIN"
	case *Truncate:
		return "TRUNCATE"
	case *Use:
		return "USE"
	case *List:
		return "LIST"
	case *Grant:
		return grantOrRevoke(s.Revoke)
	case *GrantRole:
		return grantOrRevoke(s.Revoke)
	}
	return "CREATE " + createdKind(statement)
}

func createdKind(statement Statement) string {
	switch statement.(type) {
	case *CreateKeyspace:
		return "KEYSPACE"
	case *CreateType:
		return "TYPE"
	case *CreateTable:
		return "TABLE"
	case *CreateIndex:
		return "INDEX"
	case *CreateView:
		return "MATERIALIZED VIEW"
	case *CreateFunction:
		return "FUNCTION"
	case *CreateAggregate:
		return "AGGREGATE"
	}
	return "TRIGGER"
}

func alteredKind(statement Statement) string {
	switch statement.(type) {
	case *AlterKeyspace:
		return "KEYSPACE"
	case *AlterTable:
		return "TABLE"
	case *AlterType:
		return "TYPE"
	}
	return "MATERIALIZED VIEW"
}

func droppedKind(statement Statement) string {
	switch s := statement.(type) {
	case *Drop:
		return string(s.Kind)
	case *DropFunction:
		if s.Aggregate {
			return "AGGREGATE"
		}
		return "FUNCTION"
	case *DropRole:
		return s.Kind
	}
	return "TRIGGER"
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

// Keywords lists the keywords in capitals, in order; of them only those that
// are no names unless they are quoted, if so asked.
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
