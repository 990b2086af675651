package cli

import (
	"cmp"

	"widerow/cql/compare"
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
	if keyspace == "" {
		return compare.Within(m)
	}
	return compare.Within(m, keyspace)
}
