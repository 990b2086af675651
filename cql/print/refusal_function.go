package print

import (
	"slices"
	"strings"

	"widerow/cql/syntax"
	"widerow/model"
	"widerow/model/access"
)

// calledText formats the name of a function as a call writes it.
func calledText(name access.FunctionName) string {
	if name.Keyspace == "" {
		return name.Name
	}
	return name.Keyspace + "." + name.Name
}

func quotedFunction(name access.FunctionName) string {
	switch {
	case name.Name == "token":
		return name.Name
	case name.Keyspace == "":
		return syntax.QuoteName(name.Name)
	}
	return syntax.QuoteName(name.Keyspace) + "." + syntax.QuoteName(name.Name)
}

// signatureText formats a function as `name : (arguments) -> result`. constants
// reports which arguments of the call are constant, nil for none.
func signatureText(table *access.Table, f *access.Signature, constants []bool) string {
	arguments := make([]string, len(f.Arguments))
	for i, argument := range f.Arguments {
		arguments[i] = argumentText(table, argument)
		if slices.Contains(constants, true) && constants[i] {
			arguments[i] += "(constant)"
		}
	}
	return quotedFunction(access.FunctionName{Keyspace: f.Keyspace, Name: f.Name}) + " : (" + strings.Join(arguments, ", ") + ") -> " +
		typeText(table, f.Returns)
}

// argumentText formats a type. A tuple has no frozen<> here.
func argumentText(table *access.Table, t model.Type) string {
	text := typeText(table, t)
	if t.Kind == model.TupleType {
		return strings.TrimSuffix(strings.TrimPrefix(text, "frozen<"), ">")
	}
	return text
}

// signaturesText formats functions and sorts them. The server's order differs
// each time it is started.
func signaturesText(table *access.Table, functions []*access.Signature) string {
	texts := make([]string, len(functions))
	for i, f := range functions {
		texts[i] = signatureText(table, f, nil)
	}
	slices.Sort(texts)
	return strings.Join(texts, ", ")
}
