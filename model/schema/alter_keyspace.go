package schema

import (
	"maps"
	"slices"

	"widerow/model"
)

// AlterKeyspace is ALTER KEYSPACE. It changes the options that are given.
type AlterKeyspace struct {
	Name     string
	IfExists bool
	Options  []Option
	// Kept are options that are set without being checked.
	Kept []Option
}

// AlterKeyspace changes the options of a keyspace.
func (s *Schema) AlterKeyspace(d AlterKeyspace) *Refusal {
	if refusal := duplicateOption(d.Options); refusal != nil {
		return refusal
	}
	if isLocal(d.Name) {
		return permitted(d.Name, "ALTER", "")
	}
	if refusal := CheckKeyspaceName(d.Name); refusal != nil {
		return refusal
	}
	options := optionsByName(d.Options)
	replication, replicated := options["replication"]
	if refusal := checkKeyspaceOptions(d.Options, replication, replicated); refusal != nil {
		return refusal
	}
	keyspace := s.keyspaces[d.Name]
	switch {
	case keyspace == nil && (d.IfExists || isSystem(d.Name)):
		return nil
	case keyspace == nil:
		return refuse(Invalid, "", "Keyspace '%s' doesn't exist", d.Name).
			Advise(hintKeyspace)
	}
	if durable, found := options["durable_writes"]; found {
		if refusal := durable.boolean("durable_writes"); refusal != nil {
			return refusal
		}
	}
	if len(replication.Entries) > 0 {
		if refusal := keyspace.checkReplication(replication); refusal != nil {
			return refusal
		}
	}
	keyspace.alter(slices.Concat(d.Options, d.Kept))
	return nil
}

// checkKeyspaceOptions follows KeyspaceAttributes.validate. An empty
// replication is accepted.
func checkKeyspaceOptions(options []Option, replication Value, replicated bool) *Refusal {
	if refusal := unknownOption(options, keyspaceOptions); refusal != nil {
		return refusal
	}
	if !replicated || replication.IsMap && len(replication.Entries) == 0 {
		return nil
	}
	_, refusal := replication.class("replication")
	return refusal
}

func (k *keyspace) checkReplication(replication Value) *Refusal {
	class, refusal := replication.class("replication")
	if refusal != nil {
		return refusal
	}
	// A strategy without options inherits the factor of SimpleStrategy.
	if factor, had := k.value.Replication[replicationFactor]; had && isSimple(k.value.Replication) && len(replication.Entries) == 1 {
		replication.Entries = append(slices.Clip(replication.Entries), Entry{Key: replicationFactor, Value: Value{Text: factor}})
	}
	hasDatacenters := shortClass(k.value.Replication["class"]) == "NetworkTopologyStrategy"
	for key := range k.value.Replication {
		hasDatacenters = hasDatacenters || key != "class" && key != replicationFactor
	}
	return checkReplication(k.name, class, replication, hasDatacenters)
}

func (k *keyspace) alter(options []Option) {
	for _, option := range options {
		if option.Name != "replication" {
			setOption(&k.value.Options, option.Name, option.Value)
		} else if len(option.Value.Entries) > 0 {
			k.value.Replication = replicationAfter(k.value.Replication, option.Value)
		}
	}
}

const replicationFactor = "replication_factor"

// replicationAfter follows prepareOptions of the strategies. A factor that is
// not given is inherited. If a factor is given for all datacenters, the
// existing datacenters stay as well.
func replicationAfter(before map[string]string, given Value) map[string]string {
	after := make(map[string]string, len(given.Entries))
	for _, entry := range given.Entries {
		after[entry.Key] = entry.Value.Text
	}
	_, hasFactor := after[replicationFactor]
	factor, hadFactor := before[replicationFactor]
	simple, wasSimple := isSimple(after), isSimple(before)
	switch {
	case simple && wasSimple && !hasFactor || !simple && wasSimple && len(after) == 1:
		if hadFactor {
			after[replicationFactor] = factor
		}
	case simple || wasSimple || !hasFactor && len(after) > 1:
	default:
		kept := maps.Clone(before)
		maps.Copy(kept, after)
		delete(kept, replicationFactor)
		if hadFactor {
			kept[replicationFactor] = factor
		} else if hasFactor && len(before) > 1 {
			kept[replicationFactor] = after[replicationFactor]
		}
		return kept
	}
	return after
}

func isSimple(replication map[string]string) bool {
	return shortClass(replication["class"]) == "SimpleStrategy"
}

// DropKeyspace removes a keyspace. If it is the current one it stays current,
// as on the server.
func (s *Schema) DropKeyspace(name string, ifExists bool) *Refusal {
	if refusal := permitted(name, "DROP", "keyspace "+name); refusal != nil {
		return refusal
	}
	if refusal := CheckKeyspaceName(name); refusal != nil {
		return refusal
	}
	keyspace := s.keyspaces[name]
	if keyspace == nil {
		if ifExists {
			return nil
		}
		return refuse(Invalid, "", "Keyspace '%s' doesn't exist", name).
			Advise(hintKeyspace)
	}
	for _, relation := range keyspace.relations {
		s.removeRelation(keyspace, relation)
	}
	for _, id := range keyspace.types {
		s.removeType(keyspace, id)
	}
	for id, statement := range s.Physical.Statements {
		if statement.Keyspace == keyspace.id {
			delete(s.Physical.Statements, id)
		}
	}
	delete(s.keyspaces, name)
	delete(s.Physical.Keyspaces, keyspace.id)
	return nil
}

func (s *Schema) removeType(keyspace *keyspace, id model.ID) {
	value := s.Physical.Types[id]
	for _, field := range value.Fields {
		for _, inner := range field.Type.UserTypes() {
			delete(s.uses.types[inner], id)
		}
	}
	delete(s.uses.types, id)
	delete(s.uses.relations, id)
	delete(s.durations, id)
	delete(keyspace.types, value.Name)
	delete(s.Physical.Types, id)
}
