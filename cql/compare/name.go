package compare

import (
	"strings"

	"widerow/cql"
	"widerow/model"
	"widerow/model/access"
)

// Name returns the dotted name of an element: shop.orders.total. Names of
// functions have their arguments; a statement on rows, which has no name, is
// shortened to one line. It is "" for an element that is missing.
func Name(m *model.Model, id model.ID) string {
	element, found := m.Element(id)
	if id == "" || !found {
		return ""
	}
	switch value := element.Value.(type) {
	case *model.Keyspace:
		return value.Name
	case *model.UserType:
		return dotted(Name(m, value.Keyspace), value.Name)
	case *model.Relation:
		return dotted(Name(m, value.Keyspace), value.Name)
	case *model.Index:
		table := m.Physical.Relations[element.Parent]
		return dotted(Name(m, table.Keyspace), access.NameOf(table, value))
	case *model.Statement:
		if cql.OnRows(value.Text) {
			return model.OneLine(value.Text, maxStatement)
		}
		return dotted(Name(m, value.Keyspace), statementName(value))
	case *model.Column:
		return dotted(Name(m, element.Parent), value.Name)
	case *model.TypeField:
		return dotted(Name(m, element.Parent), value.Name)
	}
	return m.Title(id)
}

// Names returns the elements of a schema by their dotted names.
func Names(m *model.Model) map[string]model.ID {
	names := map[string]model.ID{}
	add := func(name string, id model.ID) string {
		names[name] = id
		return name
	}
	keyspaces := map[model.ID]string{}
	for id, keyspace := range m.Physical.Keyspaces {
		keyspaces[id] = add(keyspace.Name, id)
	}
	for id, userType := range m.Physical.Types {
		name := add(dotted(keyspaces[userType.Keyspace], userType.Name), id)
		for field, value := range userType.Fields {
			add(dotted(name, value.Name), field)
		}
	}
	for id, relation := range m.Physical.Relations {
		name := add(dotted(keyspaces[relation.Keyspace], relation.Name), id)
		for column, value := range relation.Columns {
			add(dotted(name, value.Name), column)
		}
		for index, value := range relation.Indexes {
			add(dotted(keyspaces[relation.Keyspace], access.NameOf(relation, value)), index)
		}
	}
	for id := range m.Physical.Statements {
		add(Name(m, id), id)
	}
	return names
}

func dotted(parent, name string) string {
	if parent == "" {
		return name
	}
	return parent + "." + name
}

// statementName returns the name of a kept statement without its kind.
func statementName(statement *model.Statement) string {
	if role := cql.KeptRole(statement.Text); role != "" {
		return role
	}
	name := cql.KeptName(statement.Text)
	for _, kind := range []string{"FUNCTION ", "AGGREGATE ", "TRIGGER ", "COMMENT ON ", "SECURITY LABEL ON "} {
		if rest, found := strings.CutPrefix(name, kind); found {
			return rest
		}
	}
	return name
}

// maxStatement is the number of characters at which the text of a statement on rows is cut for its
// name.
const maxStatement = 80
