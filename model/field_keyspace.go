package model

import "fmt"

// relationKeyspaceField moves a table to another keyspace. That keyspace must
// have user-defined types of the same names, because a type's scope is its
// keyspace.
func relationKeyspaceField() Field {
	field := elementField("keyspace", "Keyspace", func(r *Relation) *ID { return &r.Keyspace }, KeyspaceKind).required()
	set := field.set
	field.set = func(m *Model, e Element, text string) error {
		relation := e.Value.(*Relation)
		before := relation.Keyspace
		if err := set(m, e, text); err != nil || relation.Keyspace == before {
			return err
		}
		if err := m.moveToKeyspace(e.ID, relation, before); err != nil {
			relation.Keyspace = before
			return err
		}
		return nil
	}
	return field
}

// moveToKeyspace checks that a relation can be in its new keyspace, and makes its
// columns refer to the types of the same names there.
func (m *Model) moveToKeyspace(id ID, relation *Relation, before ID) error {
	if m.places().relationNamed(relation.Keyspace, relation.Name, id) {
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
	types := map[ID]Type{}
	for columnID, column := range relation.Columns {
		parsed, err := m.userTypes().parseType(relation.Keyspace, m.TypeText(column.Type))
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

func (m places) relationNamed(keyspace ID, name string, but ID) bool {
	for id, relation := range m.Physical.Relations {
		if id != but && relation.Keyspace == keyspace && relation.Name == name {
			return true
		}
	}
	return false
}

// userTypeKeyspaceField moves an unused type to another keyspace.
func userTypeKeyspaceField() Field {
	field := elementField("keyspace", "Keyspace", func(t *UserType) *ID { return &t.Keyspace }, KeyspaceKind).required()
	set := field.set
	field.set = func(m *Model, e Element, text string) error {
		userType := e.Value.(*UserType)
		if ID(text) == userType.Keyspace {
			return nil
		}
		if users := m.userTypes().usersOfType(e.ID); len(users) > 0 {
			return fmt.Errorf("type %s is used by %s; a type's scope is its keyspace, so add it to the other one instead", userType.Name, listTitles(users))
		}
		if _, taken := m.UserTypeNamed(ID(text), userType.Name); taken {
			return fmt.Errorf("keyspace %s already has a type %s", m.Title(ID(text)), userType.Name)
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
