package cql

import (
	"slices"
	"strings"

	"widerow/cql/parse"
	"widerow/cql/syntax"
	"widerow/model"
)

// FollowRenames renames user-defined types in the functions, aggregates and permissions that
// a document keeps as text, and columns, types and fields in its comments and labels, after
// the document renamed them. It changes only the names, in after. A comment on what the
// document no longer has is removed.
func FollowRenames(before, after *model.Model) {
	followTypes(before, after)
	followSubjects(before, after)
}

func followTypes(before, after *model.Model) {
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

// followSubjects makes COMMENT ON and SECURITY LABEL follow their columns, types and fields.
func followSubjects(before, after *model.Model) {
	for id, kept := range after.Physical.Statements {
		comment := commentIn(kept.Text)
		if comment == nil {
			continue
		}
		var stays bool
		switch comment.What {
		case "COLUMN":
			comment.Part.Name, stays = renamedColumn(before.Physical.Relations[kept.Table], after.Physical.Relations[kept.Table], comment.Part.Name)
		case "TYPE", "FIELD":
			stays = renameField(before, after, kept.Keyspace, comment)
		default:
			continue // they name what the statement belongs to
		}
		if !stays {
			delete(after.Physical.Statements, id)
			continue
		}
		if text := strings.TrimSuffix(strings.TrimSpace(syntax.PrintStatement(comment)), ";"); commentIn(text) != nil {
			kept.Text = text
		}
	}
}

// commentIn returns the comment or label that a text is, nil for any other text.
func commentIn(text string) *syntax.CommentOn {
	if !strings.HasPrefix(text, "COMMENT") && !strings.HasPrefix(text, "SECURITY") {
		return nil
	}
	script := parse.ParseFor(model.Cassandra60, text+"\n;")
	if len(script.Statements) != 1 || len(script.Errors) > 0 {
		return nil
	}
	comment, _ := script.Statements[0].(*syntax.CommentOn)
	return comment
}

// renamedColumn returns the name that a column has now. stays is false if it is gone. The name
// of a column that was not there before stays as it is.
func renamedColumn(before, after *model.Relation, name string) (now string, stays bool) {
	if before == nil || after == nil {
		return name, after != nil
	}
	for id, column := range before.Columns {
		if column.Name != name {
			continue
		}
		if found := after.Columns[id]; found != nil {
			return found.Name, true
		}
		return name, false
	}
	return name, true
}

// renameField renames the type and the field of a comment. It reports false if one is gone.
func renameField(before, after *model.Model, keyspace model.ID, comment *syntax.CommentOn) bool {
	for id, was := range before.Physical.Types {
		if was.Keyspace != keyspace || was.Name != comment.Name.Name.Name {
			continue
		}
		now := after.Physical.Types[id]
		if now == nil {
			return false
		}
		comment.Name.Name.Name = now.Name
		for id, field := range was.Fields {
			if field.Name != comment.Part.Name {
				continue
			}
			if now.Fields[id] == nil {
				return false
			}
			comment.Part.Name = now.Fields[id].Name
			return true
		}
	}
	return true
}
