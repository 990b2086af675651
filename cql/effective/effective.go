// Package effective brings schemas into one normal form: what means the same to
// Cassandra is equal in it, whatever its spelling. Two schemas are compared, and the
// way from one to the other is planned, in this form.
//
// Start with Pair. option.go has the options of keyspaces and tables, classes.go those
// inside maps, index.go, view.go, mask.go and kept.go the rest.
package effective

import (
	"widerow/cql/parse"
	"widerow/model"
)

// Pair returns copies of two models whose schemas are in normal form, each beside the
// other: replication_factor means the datacenters that only the other one names.
func Pair(before, after *model.Model) (*model.Model, *model.Model) {
	before, after = Model(before), Model(after)
	for id, was := range before.Physical.Keyspaces {
		if is := after.Physical.Keyspaces[id]; is != nil {
			was.Replication, is.Replication = expanded(was.Replication, is.Replication), expanded(is.Replication, was.Replication)
		}
	}
	return before, after
}

// Model returns a copy of a model whose schema is in normal form. Options that are left
// out stay so: see [widerow/cql.Definition].
func Model(m *model.Model) *model.Model {
	next := m.Clone()
	for _, keyspace := range next.Physical.Keyspaces {
		keyspace.Replication = Replication(keyspace.Replication)
		options(keyspace.Options, m.Target)
	}
	for _, userType := range next.Physical.Types {
		for _, field := range userType.Fields {
			field.Type = field.Type.Effective()
		}
	}
	for _, relation := range next.Physical.Relations {
		for _, column := range relation.Columns {
			column.Type = column.Type.Effective()
		}
		keyspace := ""
		if found := m.Physical.Keyspaces[relation.Keyspace]; found != nil {
			keyspace = found.Name
		}
		for _, column := range relation.Columns {
			column.Mask = mask(column, keyspace)
		}
		for _, index := range relation.Indexes {
			normalIndex(relation, index)
		}
		relation.Where = where(relation)
		options(relation.Options, m.Target)
	}
	for _, statement := range next.Physical.Statements {
		statement.Text = Kept(statement.Text)
	}
	return next
}

// options brings the options of an element into normal form.
func options(given model.Options, target model.Target) {
	for name, text := range given {
		if value, isValue := parse.ParseValue(text); isValue {
			if normal, matters := Option(name, value, KnowsDefaults(target)); matters {
				given[name] = normal.String()
			} else {
				delete(given, name)
			}
		}
	}
}

// KnowsDefaults reports whether a target has the defaults of Cassandra 4.0 and later. The defaults
// of the other targets are not known.
func KnowsDefaults(target model.Target) bool {
	switch target {
	case model.Cassandra311, model.ScyllaDB, model.AstraDB, model.Keyspaces:
		return false
	}
	return true
}
