package effective

import (
	"maps"
	"strconv"

	"widerow/cql/syntax"
)

// factor is the number of replicas in the only datacenter of SimpleStrategy, or in each
// that NetworkTopologyStrategy does not name.
const factor = "replication_factor"

const (
	simpleStrategy  = "SimpleStrategy"
	networkStrategy = "NetworkTopologyStrategy"
)

// defaultFactor is default_keyspace_rf of cassandra.yaml.
const defaultFactor = "1"

// Replication returns the replication of a keyspace in normal form: the class without its
// package, numbers in one spelling, no datacenter without replicas.
func Replication(replication map[string]string) map[string]string {
	if len(replication) == 0 {
		return replication
	}
	normal := map[string]string{}
	for name, value := range replication {
		if number, err := strconv.Atoi(value); err == nil && name != classEntry {
			value = strconv.Itoa(number)
		}
		if value != "0" {
			normal[name] = value
		}
	}
	class := shortClass(replication[classEntry])
	normal[classEntry] = class
	if _, given := normal[factor]; !given && (class == simpleStrategy || class == networkStrategy && len(normal) == 1) {
		normal[factor] = defaultFactor
	}
	return normal
}

// expanded returns a replication in which the datacenters of another one have the
// replicas that replication_factor gives to all. A server describes only datacenters.
func expanded(replication, beside map[string]string) map[string]string {
	replicas, given := replication[factor]
	_, both := beside[factor]
	if !given || both || replication[classEntry] != networkStrategy || beside[classEntry] != networkStrategy {
		return replication
	}
	named := maps.Clone(replication)
	delete(named, factor)
	for name := range beside {
		if _, has := named[name]; !has {
			named[name] = replicas
		}
	}
	return named
}

// replicationOf returns the normal form of replication as a term.
func replicationOf(value syntax.Term) syntax.Term {
	entries, plain := entriesOf(value)
	if !plain {
		return sorted(value)
	}
	return mapOf(Replication(entries))
}
