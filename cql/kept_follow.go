package cql

import (
	"slices"

	"widerow/cql/parse"
	"widerow/cql/syntax"
	"widerow/model"
)

// FollowTypes renames user-defined types in the functions, aggregates and
// permissions that a document keeps as text, after the document renamed them. It
// changes only the names, in after.
func FollowTypes(before, after *model.Model) {
	renames := map[string]map[string]string{}
	for id, userType := range after.Physical.Types {
		was, keyspace := before.Physical.Types[id], after.Physical.Keyspaces[userType.Keyspace]
		if was == nil || keyspace == nil || was.Name == userType.Name {
			continue
		}
		if renames[keyspace.Name] == nil {
			renames[keyspace.Name] = map[string]string{}
		}
		renames[keyspace.Name][was.Name] = userType.Name
	}
	if len(renames) == 0 {
		return
	}
	for _, kept := range after.Physical.Statements {
		home := ""
		if keyspace := after.Physical.Keyspaces[kept.Keyspace]; keyspace != nil {
			home = keyspace.Name
		}
		kept.Text = withTypes(kept.Text, home, renames)
	}
}

// withTypes renames types in a text that is a single statement. It leaves any other
// text unchanged. home is the keyspace of the statement, if it has one.
func withTypes(text, home string, renames map[string]map[string]string) string {
	script := parse.Parse(text + "\n;")
	if len(script.Statements) != 1 || len(script.Errors) > 0 {
		return text
	}
	if grant, isGrant := script.Statements[0].(*syntax.Grant); isGrant {
		home = grant.Resource.Name.Keyspace.Name
	}
	names := renames[home]
	var found []syntax.Identifier
	syntax.Walk(script.Statements[0], func(node syntax.Node) bool {
		if t, isType := node.(*syntax.TypeName); isType && t.Kind == syntax.UserType && names[t.Name.Name.Name] != "" {
			found = append(found, t.Name.Name)
		}
		return true
	})
	for _, name := range slices.Backward(found) {
		text = text[:name.Offset] + syntax.QuoteTypeName(names[name.Name]) + text[syntax.TokenEnd(text, name.Position).Offset:]
	}
	return text
}
