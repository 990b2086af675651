package cli

import (
	"cmp"
	"maps"

	"widerow/model"
)

// shareTarget reads a script that is compared with a cluster as one for its database.
func shareTarget(from, script *source) {
	if from.cluster != nil && script.script != nil {
		script.target = cmp.Or(script.target, from.target)
	}
}

// narrow leaves in a model what a cluster on the other side was asked about: the schema,
// without roles and permissions, of one keyspace or of all. A model without a keyspace of
// that name stays whole.
func narrow(one, other *loaded) {
	if other.cluster != nil {
		one.document = narrowed(one.document, other.cluster.options.Keyspace)
	}
	if one.cluster != nil {
		other.document = narrowed(other.document, one.cluster.options.Keyspace)
	}
}

// narrowed returns the schema of one keyspace of a model, or of all.
func narrowed(m *model.Model, keyspace string) *model.Model {
	keyspaces := maps.Clone(m.Physical.Keyspaces)
	maps.DeleteFunc(keyspaces, func(_ model.ID, k *model.Keyspace) bool { return keyspace != "" && k.Name != keyspace })
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
