package model

import (
	"fmt"
	"slices"
	"strings"
)

// TypeText returns a type as CQL, with user-defined types by name.
func (m *Model) TypeText(t Type) string {
	return t.Text(func(id ID) string {
		if userType := m.Physical.Types[id]; userType != nil {
			return QuoteTypeName(userType.Name)
		}
		return "@" + string(id)
	})
}

// UserTypeNamed returns the user-defined type of a keyspace with that name.
func (m *Model) UserTypeNamed(keyspace ID, name string) (ID, bool) {
	for id, userType := range m.Physical.Types {
		if userType.Keyspace == keyspace && userType.Name == name {
			return id, true
		}
	}
	return "", false
}

// UserTypes knows the user-defined types that texts name.
type UserTypes struct{ *Model }

// UserTypes returns the user-defined types of the document.
func (m *Model) UserTypes() UserTypes { return UserTypes{m} }

// Parse reads a type. It looks user-defined types up by name in the keyspace.
func (m UserTypes) Parse(keyspace ID, text string) (Type, error) {
	parsed, err := ParseType(text, func(name string) (ID, bool) { return m.UserTypeNamed(keyspace, name) })
	if err != nil {
		return Type{}, err
	}
	if name, found := parsed.Unresolved(); found {
		where := ""
		if keyspace != "" {
			where = " in keyspace " + m.Title(keyspace)
		}
		return Type{}, fmt.Errorf("there is no type %s%s; native types are %s", name, where, strings.Join(NativeTypes, ", "))
	}
	for _, id := range parsed.UserTypes() {
		if userType := m.Physical.Types[id]; userType == nil || userType.Keyspace != keyspace {
			return Type{}, fmt.Errorf("the type @%s is not in keyspace %s", id, m.Title(keyspace))
		}
	}
	return parsed, nil
}

// KeyspaceOf returns the keyspace of a part of the physical model.
func (m UserTypes) KeyspaceOf(e Element) ID {
	if relation := m.Physical.Relations[e.Parent]; relation != nil {
		return relation.Keyspace
	}
	if userType := m.Physical.Types[e.Parent]; userType != nil {
		return userType.Keyspace
	}
	return ""
}

// Reaches reports whether a type contains a user-defined type, directly or
// through the fields of other types.
func (m UserTypes) Reaches(t Type, target ID) bool {
	seen := map[ID]bool{}
	pending := t.UserTypes()
	for len(pending) > 0 {
		id := pending[len(pending)-1]
		pending = pending[:len(pending)-1]
		if id == target {
			return true
		}
		if userType := m.Physical.Types[id]; userType != nil && !seen[id] {
			seen[id] = true
			for _, field := range userType.Fields {
				pending = append(pending, field.Type.UserTypes()...)
			}
		}
	}
	return false
}

// Users returns the titles of the attributes, columns and fields that use a
// type.
func (m UserTypes) Users(id ID) []string {
	var users []string
	for element := range m.Elements() {
		var t Type
		switch value := element.Value.(type) {
		case *Attribute:
			t = value.Type
		case *Column:
			t = value.Type
		case *TypeField:
			t = value.Type
		}
		if slices.Contains(t.UserTypes(), id) {
			users = append(users, m.TitleOf(element))
		}
	}
	return users
}
