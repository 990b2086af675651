package cql

import (
	"slices"
	"strings"

	"widerow/cql/convert"
	"widerow/cql/syntax"
)

// noteDatacenters notes that the datacenters of a keyspace must exist in the cluster, which is not
// known here.
func (r *resolver) noteDatacenters(statement syntax.Statement) {
	if !r.missing.Datacenters {
		return
	}
	var options []syntax.Option
	switch s := statement.(type) {
	case *syntax.CreateKeyspace:
		options = s.Options
	case *syntax.AlterKeyspace:
		options = s.Options
	}
	if names := datacenters(options); len(names) > 0 {
		r.note(Info, CodeTopology, statement, "Cassandra rejects datacenters that the cluster does not have; it is not known here whether it has "+
			strings.Join(names, ", ")+".")
	}
}

// datacenters returns the datacenters that a replication by NetworkTopologyStrategy
// names.
func datacenters(options []syntax.Option) []string {
	at := slices.IndexFunc(options, func(o syntax.Option) bool { return strings.EqualFold(o.Name.Name, "replication") })
	if at < 0 {
		return nil
	}
	value := convert.Value(options[at].Value)
	var names []string
	byTopology := false
	for _, entry := range value.Entries {
		switch entry.Key {
		case "class":
			byTopology = strings.HasSuffix(entry.Value.Text, "NetworkTopologyStrategy")
		case "replication_factor":
		default:
			names = append(names, entry.Key)
		}
	}
	if !byTopology {
		return nil
	}
	return names
}
