package cql

import (
	"slices"
	"strings"

	"widerow/cql/syntax"
	"widerow/model"
	"widerow/model/access"
)

// calledText is the name of a function as its call gives it.
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

// signatureText writes a function as `name : (arguments) -> result`.
// constants tells which arguments are known before anything is read.
func signatureText(table *access.Table, f *access.Signature, constants []bool) string {
	arguments := make([]string, len(f.Arguments))
	for i, argument := range f.Arguments {
		arguments[i] = argumentText(table, argument)
		if slices.Contains(constants, true) && constants[i] {
			arguments[i] += "(constant)"
		}
	}
	return quotedFunction(access.FunctionName{Keyspace: f.Keyspace, Name: f.Name}) + " : (" + strings.Join(arguments, ", ") + ") -> " +
		refusedType(table, f.Returns)
}

// argumentText writes a tuple without the frozen<> that it has elsewhere.
func argumentText(table *access.Table, t model.Type) string {
	text := refusedType(table, t)
	if t.Kind == model.TupleType {
		return strings.TrimSuffix(strings.TrimPrefix(text, "frozen<"), ">")
	}
	return text
}

// signaturesText lists functions in the order of their texts: the server's
// is another each time that it starts.
func signaturesText(table *access.Table, functions []*access.Signature) string {
	texts := make([]string, len(functions))
	for i, f := range functions {
		texts[i] = signatureText(table, f, nil)
	}
	slices.Sort(texts)
	return strings.Join(texts, ", ")
}
