package model

import (
	"fmt"
	"slices"
	"strings"
)

// typeField returns the field of a CQL type, as text. User-defined types are
// looked up by name in the keyspace of the element's table or type.
func typeField[T any](at func(T) *Type) Field {
	return Field{Name: "type", Label: "Type", Input: TypeInput,
		Hint:    "A CQL type: text, int, set<text>, map<text, frozen<address>> …",
		get:     func(m *Model, e Element) string { return m.TypeText(*at(e.Value.(T))) },
		choices: typeChoices,
		set: func(m *Model, e Element, text string) error {
			parsed, err := m.userTypes().parseType(m.userTypes().keyspaceOf(e), text)
			if err != nil {
				return fmt.Errorf("Type %q: %w", shorten(text, 60), err)
			}
			if e.Kind == TypeFieldKind && m.userTypes().typeReaches(parsed, e.Parent) {
				return fmt.Errorf("Type %s would make %s contain itself", shorten(text, 60), m.Title(e.Parent))
			}
			*at(e.Value.(T)) = parsed
			if column, is := e.Value.(*Column); is {
				column.TypeAssumed = false
			}
			return nil
		}}
}

// TypeText returns a type as CQL, with user-defined types by name.
func (m *Model) TypeText(t Type) string {
	return t.Text(func(id ID) string {
		if userType := m.Physical.Types[id]; userType != nil {
			return quoteTypeName(userType.Name)
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

// userTypes knows the user-defined types that texts name.
type userTypes struct{ *Model }

func (m *Model) userTypes() userTypes { return userTypes{m} }

func (m userTypes) parseType(keyspace ID, text string) (Type, error) {
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

// Unresolved returns a name in the type that could not be resolved.
func (t Type) Unresolved() (string, bool) {
	if t.Kind == UnresolvedType {
		return t.Name, true
	}
	for _, argument := range t.Arguments {
		if name, found := argument.Unresolved(); found {
			return name, true
		}
	}
	return "", false
}

// keyspaceOf returns the keyspace of a part of the physical model.
func (m userTypes) keyspaceOf(e Element) ID {
	if relation := m.Physical.Relations[e.Parent]; relation != nil {
		return relation.Keyspace
	}
	if userType := m.Physical.Types[e.Parent]; userType != nil {
		return userType.Keyspace
	}
	return ""
}

// typeReaches reports whether a type contains a user-defined type, directly or
// through the fields of other types.
func (m userTypes) typeReaches(t Type, target ID) bool {
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

func typeChoices(m *Model, e Element) []Choice {
	var choices []Choice
	for _, name := range NativeTypes {
		choices = append(choices, Choice{name, name})
	}
	keyspace := m.userTypes().keyspaceOf(e)
	for _, userType := range Sorted(m.Physical.Types) {
		if userType.Value.Keyspace == keyspace && userType.ID != e.Parent {
			name := "frozen<" + quoteTypeName(userType.Value.Name) + ">"
			choices = append(choices, Choice{name, name})
		}
	}
	return choices
}

// listTitles joins up to three titles and counts the others.
func listTitles(titles []string) string {
	for i := range titles {
		titles[i] = shorten(titles[i], 60)
	}
	if len(titles) > 4 {
		return fmt.Sprintf("%s and %d more", strings.Join(titles[:3], ", "), len(titles)-3)
	}
	return strings.Join(titles, ", ")
}

// usersOfType returns the titles of the attributes, columns and fields that use a
// type.
func (m userTypes) usersOfType(id ID) []string {
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
