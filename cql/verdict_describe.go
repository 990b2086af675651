package cql

import (
	"slices"
	"strings"

	"widerow/cql/syntax"
	"widerow/model"
	"widerow/model/schema"
)

// describes checks a DESCRIBE, which does not affect a model.
func (r *resolver) describes(s *syntax.Describe) *schema.Refusal {
	if !r.lenient {
		if refusal := r.describe(s); refusal != nil {
			return refusal
		}
	}
	r.kept(s)
	return nil
}

// describe refuses names that do not exist, as the server does. The contents of the
// server's own keyspaces are not known here.
func (j *judge) describe(s *syntax.Describe) *schema.Refusal {
	if s.What == "" {
		return j.describeNamed(s.Name.Keyspace.Name, s.Name.Name.Name)
	}
	keyspace, name := s.Name.Keyspace.Name, s.Name.Name.Name
	if strings.HasSuffix(s.What, "KEYSPACE") {
		keyspace, name = name, ""
	} else if name == "" {
		return nil
	}
	if keyspace == "" {
		keyspace = j.schema.Current
	}
	if keyspace == "" {
		return invalid("No keyspace specified and no current keyspace").
			Advise("Add a USE statement before it, write the name as keyspace.name, or name the keyspace with " +
				"`widerow check -k KEYSPACE`.")
	}
	isFunction := s.What == "FUNCTION" || s.What == "AGGREGATE" // those of the server are not described
	if refusal := j.describedKeyspace(keyspace); refusal != nil || name == "" || schema.IsSystem(keyspace) && !isFunction {
		return refusal
	}
	return j.describedElement(s.What, keyspace, name)
}

func (j *judge) describedKeyspace(keyspace string) *schema.Refusal {
	if j.tables.catalog.Has(keyspace) {
		return nil
	}
	return invalid("'%s' not found in keyspaces", keyspace).
		Advise("{keyspace}")
}

func (j *judge) describedElement(what, keyspace, name string) *schema.Refusal {
	catalog := j.tables.catalog
	id, isRelation := catalog.RelationID(keyspace, name)
	isView := isRelation && j.tables.get(id).View
	switch {
	case what == "TABLE" && (!isRelation || isView):
		return invalid("Table '%s' not found in keyspace '%s'", name, keyspace).
			Advise("{table}")
	case what == "MATERIALIZED VIEW" && !isView:
		return invalid("Materialized view '%s' not found in '%s'", name, keyspace).
			Advise("{table}")
	case what == "INDEX" && !catalog.HasIndex(keyspace, name):
		return invalid("Table for existing index '%s' not found in '%s'", name, keyspace).
			Advise("An index that was created without a name is called table_column_idx.")
	case what == "TYPE" && catalog.TypeIDs(keyspace)[name] == "":
		return invalid("User defined type '%s' not found in '%s'", name, keyspace).
			Advise("{type}")
	case what == "FUNCTION" && !j.hasFunction(keyspace, name, false):
		return invalid("User defined function '%s' not found in '%s'", name, keyspace).
			Advise("Only the script's own functions are described: check the name.")
	case what == "AGGREGATE" && !j.hasFunction(keyspace, name, true):
		return invalid("User defined aggregate '%s' not found in '%s'", name, keyspace).
			Advise("Only the script's own aggregates are described: check the name.")
	}
	return nil
}

func (j *judge) hasFunction(keyspace, name string, aggregate bool) bool {
	return slices.ContainsFunc(j.tables.catalog.Signatures(), func(s model.Signature) bool {
		return s.Keyspace == keyspace && s.Name == name && s.Aggregate == aggregate
	})
}

// describeNamed finds a keyspace, table, index or view.
func (j *judge) describeNamed(keyspace, name string) *schema.Refusal {
	if keyspace == "" {
		if j.tables.catalog.Has(name) {
			return nil
		}
		if keyspace = j.schema.Current; keyspace == "" {
			keyspace = name
		}
	}
	if refusal := j.describedKeyspace(keyspace); refusal != nil || schema.IsSystem(keyspace) {
		return refusal
	}
	if _, found := j.tables.catalog.RelationID(keyspace, name); found || j.tables.catalog.HasIndex(keyspace, name) {
		return nil
	}
	return invalid("'%s' not found in keyspace '%s'", name, keyspace).
		Advise("{table}")
}
