package schema

import (
	"strings"

	"widerow/model"
)

// Keyspace is CREATE KEYSPACE.
type Keyspace struct {
	Name        string
	IfNotExists bool
	Options     []Option
	// Note is what comments say of it, for the document.
	Note string
}

// CreateKeyspace adds a keyspace.
func (s *Schema) CreateKeyspace(d Keyspace) *Refusal {
	if refusal := duplicateOption(d.Options); refusal != nil {
		return refusal
	}
	if isLocal(d.Name) {
		return refuse(Invalid, "", "System keyspace '%s' is not user-modifiable", d.Name)
	}
	if refusal := checkKeyspaceName(d.Name); refusal != nil {
		return refusal
	}
	options := optionsByName(d.Options)
	if refusal := unknownOption(d.Options, keyspaceOptions); refusal != nil {
		return refusal
	}
	replication, found := options["replication"]
	if !found {
		return refuse(Invalid, "", "Missing mandatory option 'replication'")
	}
	class, refusal := replication.class("replication")
	if refusal != nil {
		return refusal
	}
	if strings.HasSuffix(class, "LocalStrategy") {
		return refuse(Invalid, "", "Unable to use given strategy class: LocalStrategy is reserved for internal use.")
	}
	if s.Has(d.Name) {
		if d.IfNotExists {
			return nil
		}
		return refuse(Exists, "", `Cannot add existing keyspace "%s"`, d.Name)
	}
	if refusal := checkReplication(d.Name, class, replication); refusal != nil {
		return refusal
	}
	if durable, found := options["durable_writes"]; found {
		if refusal := durable.boolean("durable_writes"); refusal != nil {
			return refusal
		}
	}
	s.AddKeyspace(d)
	return nil
}

// Has reports whether there is a keyspace of that name.
func (s *Schema) Has(keyspace string) bool { return s.keyspaces[keyspace] != nil || isSystem(keyspace) }

var keyspaceOptions = []string{"replication", "durable_writes"}

// checkReplication: the number of copies has to be a number. Datacenters are
// not known here; any name of one is taken.
func checkReplication(name, class string, replication Value) *Refusal {
	short := class[strings.LastIndexByte(class, '.')+1:]
	switch short {
	case "SimpleStrategy", "NetworkTopologyStrategy":
	case "SingleRegionStrategy", "EverywhereStrategy":
		// Amazon Keyspaces and DataStax Enterprise.
		return nil
	default:
		return refuse(Config, "", "Unable to find replication strategy class 'org.apache.cassandra.locator.%s'", short)
	}
	for _, entry := range replication.Entries {
		if entry.Key == "class" {
			continue
		}
		if short == "SimpleStrategy" && entry.Key != "replication_factor" {
			return refuse(Config, "", "Unrecognized strategy option {%s} passed to SimpleStrategy for keyspace %s", entry.Key, name)
		}
		if refusal := checkReplicas(entry.Value.Text); refusal != nil {
			return refusal
		}
	}
	return nil
}

func checkReplicas(text string) *Refusal {
	if full, transient, found := strings.Cut(text, "/"); found && isInteger(full) && isInteger(transient) {
		return refuse(Config, "", "Transient replication is not enabled on this node")
	}
	if !isInteger(text) {
		return refuse(Config, "", `For input string: "%s"`, text)
	}
	if strings.HasPrefix(text, "-") {
		return refuse(Config, "", "Replication factor must be non-negative, found %s", text)
	}
	return nil
}

// AddKeyspace adds a keyspace without judging it. There must be none of its
// name.
func (s *Schema) AddKeyspace(d Keyspace) {
	value := &model.Keyspace{Name: d.Name, Note: d.Note, Order: model.Nth(s.made.keyspaces), Replication: map[string]string{}}
	s.made.keyspaces++
	for _, option := range d.Options {
		if option.Name != "replication" {
			setOption(&value.Options, option.Name, option.Value)
			continue
		}
		for _, entry := range option.Value.Entries {
			value.Replication[entry.Key] = entry.Value.Text
		}
	}
	id := s.ids.New()
	s.Physical.Keyspaces[id] = value
	s.keyspaces[d.Name] = &keyspace{id: id, name: d.Name, value: value, types: map[string]model.ID{}, byName: map[string][]*function{},
		relations: map[string]*relation{}, indexes: map[string]*index{}}
}
