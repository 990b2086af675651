package print

import (
	"fmt"
	"strconv"
	"strings"

	"widerow/cql/syntax"
	"widerow/model"
	"widerow/model/access"
	"widerow/model/schema"
)

// RefusalText returns Cassandra's message for a refusal.
func RefusalText(refusal *access.Refusal) string {
	return FillPlaceholders(refusal.Code.Text, func(name string) string { return RefusalPart(refusal, name) })
}

// RefusalCode returns the code that our findings give to a refusal.
func RefusalCode(refusal *access.Refusal) string {
	if refusal.Code.Syntax {
		return string(schema.Syntax)
	}
	return string(schema.Invalid)
}

// FillPlaceholders replaces each {name} in a text by part(name). It replaces
// once, so braces in a part are left alone.
func FillPlaceholders(text string, part func(string) string) string {
	var out strings.Builder
	for {
		before, rest, found := strings.Cut(text, "{")
		out.WriteString(before)
		if !found {
			return out.String()
		}
		name, after, _ := strings.Cut(rest, "}")
		out.WriteString(part(name))
		text = after
	}
}

// RefusalPart returns the text for a placeholder of a message. The server joins
// columns in three ways: {columns}, {close} and {common}.
func RefusalPart(r *access.Refusal, name string) string {
	switch name {
	case "column":
		return r.Column
	case "other":
		return r.Other
	case "columns":
		return strings.Join(r.Columns, ", ")
	case "close":
		return strings.Join(r.Columns, ",")
	case "common":
		return strings.Join(r.Columns, " ,")
	case "quoted":
		return syntax.QuoteName(r.Column)
	case "statement":
		return string(r.Statement)
	case "operator":
		return string(r.Operator)
	case "table":
		return tableName(r.Table).String()
	case "type":
		return typeText(r.Table, r.Type)
	case "value":
		return ValueText{r.Table, r.Selecting}.Of(r.Value)
	case "condition":
		return conditionText(r.Table, r.Condition)
	case "operation":
		return assignmentText(r.Table, r.Assignment)
	case "text":
		return r.Text
	case "cause":
		return RefusalText(r.Cause)
	case "want":
		return strconv.Itoa(r.Want)
	case "got":
		return strconv.Itoa(r.Got)
	case "writes":
		if r.Statement == access.UpdateStatement {
			return "updates"
		}
		return "deletions"
	}
	return refusalPartOfValue(r, name)
}

func refusalPartOfValue(r *access.Refusal, name string) string {
	switch name {
	case "kind":
		return literalNames[r.Value.Kind]
	case "literal":
		return r.Value.Text
	case "signature":
		return signatureText(r.Table, r.Function, nil)
	case "signatures":
		return signaturesText(r.Table, r.Functions)
	case "constants":
		return signatureText(r.Table, r.Function, r.Value.Constants())
	case "function":
		return r.Function.Keyspace + "." + r.Function.Name
	case "operands":
		return typeText(r.Table, r.Function.Arguments[0]) + " " + r.Text + " " + typeText(r.Table, r.Function.Arguments[1])
	case "native":
		return "system." + r.Name.Name
	case "called":
		return calledText(r.Name)
	case "second":
		return ValueText{r.Table, r.Selecting}.Of(r.Second)
	case "returns":
		return typeText(r.Table, r.Function.Returns)
	case "mask":
		return maskText(r)
	case "place":
		return r.Table.Keyspace + "." + r.Table.Name
	case "usertype":
		return userTypeName(r.Table, r.Type.Unfrozen().UserType)
	case "like":
		return fmt.Sprintf(likeForms[r.Text], "<term>")
	}
	return ""
}

var literalNames = map[access.ValueKind]string{access.String: "STRING", access.Integer: "INTEGER", access.Float: "FLOAT",
	access.Boolean: "BOOLEAN", access.UUID: "UUID", access.Hex: "HEX", access.Duration: "DURATION"}

var likeForms = map[string]string{"PREFIX": "LIKE '%s%%'", "SUFFIX": "LIKE '%%%s'", "CONTAINS": "LIKE '%%%s%%'", "MATCHES": "LIKE '%s'"}

func userTypeName(table *access.Table, id model.ID) string {
	if userType := table.Types[id]; userType != nil {
		return userType.Name
	}
	return string(id)
}

// typeText formats a type as these messages do: every tuple has frozen<>.
func typeText(table *access.Table, t model.Type) string {
	switch t.Kind {
	case model.FrozenType:
		text := typeText(table, t.Arguments[0])
		if kind := t.Arguments[0].Kind; kind == model.TupleType || kind == model.VectorType {
			return text
		}
		return "frozen<" + text + ">"
	case model.NativeType:
		return t.Name
	case model.CustomType:
		return syntax.QuoteString(t.Name)
	case model.UserTypeRef:
		return syntax.QuoteName(userTypeName(table, t.UserType))
	}
	arguments := make([]string, len(t.Arguments), len(t.Arguments)+1)
	for i, argument := range t.Arguments {
		arguments[i] = typeText(table, argument)
	}
	if t.Kind == model.VectorType {
		arguments = append(arguments, strconv.Itoa(t.Dimension))
	}
	text := string(t.Kind) + "<" + strings.Join(arguments, ", ") + ">"
	if t.Kind == model.TupleType {
		return "frozen<" + text + ">"
	}
	return text
}

func conditionText(table *access.Table, r *access.Condition) string {
	left := syntax.QuoteName(r.Columns[0])
	switch r.Kind {
	case access.TupleCondition, access.TokenCondition:
		quoted := make([]string, len(r.Columns))
		for i, name := range r.Columns {
			quoted[i] = syntax.QuoteName(name)
		}
		left = "(" + strings.Join(quoted, ", ") + ")"
		if r.Kind == access.TokenCondition {
			left = "token" + left
		}
	case access.EntryCondition:
		left += "[" + ValueText{Table: table}.Of(r.Key) + "]"
	}
	switch {
	case r.Operator == access.IsNotNull:
		return left + " IS NOT NULL"
	case r.List:
		return left + " IN (" + ValueText{Table: table}.all(r.Values) + ")"
	}
	return left + " " + string(r.Operator) + " " + ValueText{Table: table}.all(r.Values)
}

// assignmentText formats one part of SET as messages repeat it, with
// unquoted names.
func assignmentText(table *access.Table, a *access.Assignment) string {
	value := ValueText{Table: table}.Of(&a.Value)
	switch a.Kind {
	case access.AssignElement:
		return a.Column + "[" + ValueText{Table: table}.Of(a.Key) + "] = " + value
	case access.AssignField:
		return a.Column + "." + a.Field + " = " + value
	case access.Add:
		return a.Column + " = " + a.Column + " + " + value
	case access.Subtract:
		return a.Column + " = " + a.Column + " - " + value
	case access.Prepend:
		return a.Column + " = " + value + " - " + a.Column
	}
	return a.Column + " = " + value
}
