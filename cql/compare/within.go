package compare

import (
	"maps"
	"slices"

	"widerow/model"
)

// Within returns a model with the schema of the named keyspaces only, and without roles and
// permissions; of all keyspaces, if none is named or the model has none of them.
func Within(m *model.Model, names ...string) *model.Model {
	keyspaces := maps.Clone(m.Physical.Keyspaces)
	maps.DeleteFunc(keyspaces, func(_ model.ID, k *model.Keyspace) bool { return len(names) > 0 && !slices.Contains(names, k.Name) })
	if len(keyspaces) == 0 {
		keyspaces = m.Physical.Keyspaces
	}
	narrowed := *m
	narrowed.Physical = model.Physical{
		Keyspaces:  keyspaces,
		Types:      within(keyspaces, m.Physical.Types, func(t *model.UserType) model.ID { return t.Keyspace }),
		Relations:  within(keyspaces, m.Physical.Relations, func(r *model.Relation) model.ID { return r.Keyspace }),
		Statements: within(keyspaces, m.Physical.Statements, func(s *model.Statement) model.ID { return s.Keyspace }),
	}
	return &narrowed
}

// within returns the elements that are in one of the keyspaces.
func within[T any](keyspaces map[model.ID]*model.Keyspace, elements map[model.ID]T, keyspace func(T) model.ID) map[model.ID]T {
	left := maps.Clone(elements)
	maps.DeleteFunc(left, func(_ model.ID, element T) bool { return keyspaces[keyspace(element)] == nil })
	return left
}
