package cql

import (
	"maps"
	"slices"
	"strings"

	"widerow/cql/syntax"
	"widerow/model/schema"
)

// taken reports a statement that is accepted although Cassandra refuses it.
func (r *resolver) taken(statement syntax.Statement, refusal *schema.Refusal) *schema.Refusal {
	r.note(Info, string(refusal.Code), statement, takenPrefix+refusedPrefix+refusal.Message)
	return nil
}

const (
	takenPrefix   = "Accepted as it is, but "
	refusedPrefix = "Cassandra 5.0 rejects it: "
)

// takenAlthough returns Cassandra's objection to a statement that a lenient
// resolver accepted.
func takenAlthough(finding Finding) (objection string, taken bool) {
	objection, taken = strings.CutPrefix(finding.Message, takenPrefix)
	return strings.TrimPrefix(objection, refusedPrefix), taken
}

// leavingMasks runs do with columns. A lenient resolver omits the masks that
// are refused.
func (r *resolver) leavingMasks(columns []schema.Column, unmasked *[]*schema.Refusal, do func() *schema.Refusal) *schema.Refusal {
	for {
		refusal := do()
		if !r.lenient || refusal == nil || !refusal.Mask {
			return refusal
		}
		masked := slices.IndexFunc(columns, func(c schema.Column) bool { return c.Name == refusal.Part && c.Mask != "" })
		columns[masked].Mask = ""
		*unmasked = append(*unmasked, refusal)
	}
}

// withoutMask reports a column that was accepted without its mask.
func (r *resolver) withoutMask(statement syntax.Statement, column *syntax.ColumnDefinition, unmasked []*schema.Refusal) {
	for _, refusal := range unmasked {
		if column.Mask == nil || column.Name.Name != refusal.Part {
			continue
		}
		finding := r.note(Warning, string(refusal.Code), statement, "The column "+refusal.Part+" is accepted without its mask. "+refusedPrefix+refusal.Message)
		if r.text != "" {
			finding.setPlace(placeAt(r.text, column.Mask.Position))
		}
	}
}

// assume creates the keyspace that an imported script lacks.
func (r *resolver) assume(statement syntax.Statement, name syntax.QualifiedName) {
	if !r.lenient || r.home == "" {
		return
	}
	keyspace := name.Keyspace.Name
	if keyspace == "" {
		keyspace = r.schema.Current
	}
	if keyspace == "" {
		keyspace = r.home
		r.schema.Current = r.home
	}
	if !r.schema.Has(keyspace) {
		r.addHome(statement, keyspace)
	}
}

// addHome adds a keyspace unless its name is invalid.
func (r *resolver) addHome(statement syntax.Statement, keyspace string) {
	if !r.addReplicatedOnce(keyspace) || r.takeExisting(keyspace) {
		return
	}
	r.note(Info, CodeAssumed, statement, "The script does not create the keyspace "+syntax.QuoteName(keyspace)+": it gets SimpleStrategy with one replica.")
}

// addReplicatedOnce adds a keyspace with one replica, and reports whether its
// name is valid.
func (r *resolver) addReplicatedOnce(keyspace string) bool {
	if schema.CheckKeyspaceName(keyspace) != nil {
		return false
	}
	one := schema.Value{Text: "1", CQL: "1"}
	class := schema.Value{Text: "SimpleStrategy", CQL: "'SimpleStrategy'"}
	r.schema.AddKeyspace(schema.Keyspace{Name: keyspace, Options: []schema.Option{{Name: "replication", Value: schema.Value{
		IsMap: true, Entries: []schema.Entry{{Key: "class", Value: class}, {Key: "replication_factor", Value: one}}}}}})
	return true
}

// takeExisting copies a keyspace's properties from the model that the script is
// applied to. It reports whether the model has the keyspace.
func (r *resolver) takeExisting(name string) bool {
	for _, existing := range r.existing {
		if existing.Name != name {
			continue
		}
		for _, added := range r.schema.Physical.Keyspaces {
			if added.Name == name {
				added.Replication, added.Options = maps.Clone(existing.Replication), maps.Clone(existing.Options)
			}
		}
		return true
	}
	return false
}
