package edit

import (
	"fmt"

	"widerow/model"
)

// relationKeyspaceField moves a table to another keyspace. That keyspace must
// have user-defined types of the same names, because a type's scope is its
// keyspace.
func relationKeyspaceField() Field {
	field := elementField("keyspace", "Keyspace", func(r *model.Relation) *model.ID { return &r.Keyspace }, model.KeyspaceKind).required()
	set := field.set
	field.set = func(m *model.Model, e model.Element, text string) error {
		relation := e.Value.(*model.Relation)
		before := relation.Keyspace
		if err := set(m, e, text); err != nil || relation.Keyspace == before {
			return err
		}
		if err := moveToKeyspace(m, e.ID, relation, before); err != nil {
			relation.Keyspace = before
			return err
		}
		return nil
	}
	return field
}

// moveToKeyspace checks that a relation can be in its new keyspace, and makes its
// columns refer to the types of the same names there.
func moveToKeyspace(m *model.Model, id model.ID, relation *model.Relation, before model.ID) error {
	if m.Parts().RelationNamed(relation.Keyspace, relation.Name, id) {
		return fmt.Errorf("keyspace %s already has a table %s", m.Title(relation.Keyspace), relation.Name)
	}
	if before == "" {
		return nil
	}
	for otherID, other := range m.Physical.Relations {
		if other.Base == id || relation.Base == otherID {
			return fmt.Errorf("table %s and its view must stay in one keyspace", m.Title(id))
		}
	}
	types := map[model.ID]model.Type{}
	for columnID, column := range relation.Columns {
		parsed, err := m.UserTypes().Parse(relation.Keyspace, m.TypeText(column.Type))
		if err != nil {
			return fmt.Errorf("column %s: %w", column.Name, err)
		}
		types[columnID] = parsed
	}
	for columnID, parsed := range types {
		relation.Columns[columnID].Type = parsed
	}
	return nil
}

// userTypeKeyspaceField moves an unused type to another keyspace.
func userTypeKeyspaceField() Field {
	field := elementField("keyspace", "Keyspace", func(t *model.UserType) *model.ID { return &t.Keyspace }, model.KeyspaceKind).required()
	set := field.set
	field.set = func(m *model.Model, e model.Element, text string) error {
		userType := e.Value.(*model.UserType)
		if model.ID(text) == userType.Keyspace {
			return nil
		}
		if users := m.UserTypes().Users(e.ID); len(users) > 0 {
			return fmt.Errorf("type %s is used by %s; a type's scope is its keyspace, so add it to the other one instead", userType.Name, listTitles(users))
		}
		if _, taken := m.UserTypeNamed(model.ID(text), userType.Name); taken {
			return fmt.Errorf("keyspace %s already has a type %s", m.Title(model.ID(text)), userType.Name)
		}
		for _, field := range userType.Fields {
			if len(field.Type.UserTypes()) > 0 {
				return fmt.Errorf("field %s has a type of keyspace %s", field.Name, m.Title(userType.Keyspace))
			}
		}
		return set(m, e, text)
	}
	return field
}
