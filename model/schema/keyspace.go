package schema

import (
	"slices"
	"strconv"
	"strings"

	"widerow/model"
)

// Keyspace is CREATE KEYSPACE.
type Keyspace struct {
	Name        string
	IfNotExists bool
	Options     []Option
	// Note is the comments about it, which the model keeps.
	Note string
	// Kept are options that are added without being checked.
	Kept []Option
}

// CreateKeyspace adds a keyspace.
func (s *Schema) CreateKeyspace(d Keyspace) *Refusal {
	if refusal := duplicateOption(d.Options); refusal != nil {
		return refusal
	}
	if isLocal(d.Name) {
		return refuse(Invalid, "", "System keyspace '%s' is not user-modifiable", d.Name).
			Advise(hintServerKeyspace)
	}
	if refusal := CheckKeyspaceName(d.Name); refusal != nil {
		return refusal
	}
	options := optionsByName(d.Options)
	if refusal := unknownOption(d.Options, keyspaceOptions); refusal != nil {
		return refusal
	}
	replication, judged := options["replication"]
	if !judged && !keepsReplication(d.Kept) {
		return refuse(Invalid, "", "Missing mandatory option 'replication'").
			Advise("Add WITH replication = {'class': 'NetworkTopologyStrategy', 'datacenter1': 3}.")
	}
	class := ""
	if judged {
		var refusal *Refusal
		if class, refusal = replication.class("replication"); refusal != nil {
			return refusal
		}
	}
	if s.Has(d.Name) {
		if d.IfNotExists {
			return nil
		}
		return refuse(Exists, "", `Cannot add existing keyspace "%s"`, d.Name).
			Advise("Add IF NOT EXISTS to keep the existing one.")
	}
	if durable, found := options["durable_writes"]; found {
		if refusal := durable.boolean("durable_writes"); refusal != nil {
			return refusal
		}
	}
	if judged {
		if refusal := checkReplication(d.Name, class, replication, false); refusal != nil {
			return refusal
		}
	}
	s.AddKeyspace(d)
	return nil
}

func keepsReplication(kept []Option) bool {
	return slices.ContainsFunc(kept, func(o Option) bool { return o.Name == "replication" })
}

// Has reports whether there is a keyspace of that name.
func (s *Schema) Has(keyspace string) bool { return s.keyspaces[keyspace] != nil || isSystem(keyspace) }

var keyspaceOptions = []string{"replication", "durable_writes"}

const locatorPackage = "org.apache.cassandra.locator."

// checkReplication checks the options of a replication strategy. The
// datacenters of a cluster are not known here, so every name of one is
// accepted. hasDatacenters reports whether the keyspace already has some.
func checkReplication(name, class string, replication Value, hasDatacenters bool) *Refusal {
	if !strings.Contains(class, ".") {
		class = locatorPackage + class
	}
	switch class {
	case locatorPackage + "SimpleStrategy":
		return checkSimpleStrategy(name, replication)
	case locatorPackage + "NetworkTopologyStrategy":
		return checkNetworkStrategy(replication, hasDatacenters)
	case locatorPackage + "LocalStrategy":
		return refuse(Invalid, "", "Unable to use given strategy class: LocalStrategy is reserved for internal use.").
			Advise("Use NetworkTopologyStrategy.")
	case locatorPackage + "OldNetworkTopologyStrategy":
		return refuse(Config, "", "The support for the OldNetworkTopologyStrategy has been removed in C* version 4.0. "+
			"The keyspace strategy should be switch to NetworkTopologyStrategy")
	}
	return refuse(Config, "", "Unable to find replication strategy class '%s'", class).
		Advise("{strategy}The strategies are NetworkTopologyStrategy and SimpleStrategy.")
}

// checkSimpleStrategy follows SimpleStrategy, which parses its factor before it
// looks at the other options.
func checkSimpleStrategy(name string, replication Value) *Refusal {
	if factor, given := replication.get(replicationFactor); given {
		if refusal := checkReplicas(factor.Text); refusal != nil {
			return refusal
		}
	}
	for _, key := range javaCopy(replication.javaKeys(), len(replication.Entries)) {
		if key != "class" && key != replicationFactor {
			return refuse(Config, "", "Unrecognized strategy option {%s} passed to SimpleStrategy for keyspace %s", key, name).
				Advise("SimpleStrategy has only 'replication_factor'. For datacenters use NetworkTopologyStrategy.")
		}
	}
	return nil
}

// checkNetworkStrategy follows NetworkTopologyStrategy, which silently drops an
// invalid replication_factor and datacenters without replicas.
func checkNetworkStrategy(replication Value, hasDatacenters bool) *Refusal {
	factor, given := replication.get(replicationFactor)
	some := len(replication.Entries) == 1 || given && (hasDatacenters || checkReplicas(factor.Text) == nil && factor.Text != "0")
	for _, entry := range replication.Entries {
		if entry.Key == "class" || entry.Key == replicationFactor || entry.Value.Text == "0" {
			continue
		}
		some = true
		if refusal := checkReplicas(entry.Value.Text); refusal != nil {
			return refusal
		}
	}
	if !some {
		return refuse(Config, "", "Configuration for at least one datacenter must be present").
			Advise("Name each datacenter with its number of replicas: 'datacenter1': 3.")
	}
	return nil
}

// checkReplicas follows ReplicationFactor.fromString.
func checkReplicas(text string) *Refusal {
	full, transient, isPair := strings.Cut(text, "/")
	numbers := []string{full}
	switch {
	case isPair && (transient == "" || strings.Contains(transient, "/")):
		return refuse(Config, "", "Replication factor format is <replicas> or <replicas>/<transient>").
			Advise(hintReplicas)
	case isPair:
		numbers = append(numbers, transient)
	}
	for _, number := range numbers {
		if !isInteger(number) {
			return refuse(Config, "", `For input string: "%s"`, number).
				Advise(hintReplicas)
		}
	}
	if count, _ := strconv.Atoi(transient); count != 0 {
		return refuse(Config, "", "Transient replication is not enabled on this node").
			Advise("Write one number of replicas; transient replicas need transient_replication_enabled in " +
				"cassandra.yaml.")
	}
	if count, _ := strconv.Atoi(full); count < 0 {
		return refuse(Config, "", "Replication factor must be non-negative, found %d", count).
			Advise(hintReplicas)
	}
	return nil
}

// AddKeyspace adds a keyspace without checking it. There must be none of its
// name.
func (s *Schema) AddKeyspace(d Keyspace) {
	value := &model.Keyspace{Name: d.Name, Note: d.Note, Order: model.Nth(s.added.keyspaces), Replication: map[string]string{}}
	s.added.keyspaces++
	for _, option := range slices.Concat(d.Options, d.Kept) {
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
