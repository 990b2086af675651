package cluster

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"
)

// Schema returns the schema of keyspaces, or of all but those of the server itself, as a
// CQL script. virtual are the virtual keyspaces that were left out.
func (s *Session) Schema(ctx context.Context, keyspaces ...string) (text string, virtual []string, err error) {
	all, virtual, err := s.keyspaces(ctx)
	if err != nil {
		return "", nil, err
	}
	if len(keyspaces) == 0 {
		keyspaces = slices.DeleteFunc(slices.Clone(all), isSystem)
	}
	for _, name := range keyspaces {
		switch {
		case slices.Contains(virtual, name):
			return "", nil, fmt.Errorf("%w: the keyspace %s is virtual: its tables show the state of the server and are no part of a schema", ErrOptions, name)
		case !slices.Contains(all, name):
			return "", nil, s.noKeyspace(name, all)
		}
	}
	text, err = s.describe(ctx, keyspaces)
	return text, virtual, err
}

// noKeyspace explains that a keyspace does not exist.
func (s *Session) noKeyspace(name string, all []string) error {
	others := slices.DeleteFunc(slices.Clone(all), isSystem)
	if len(others) == 0 {
		return fmt.Errorf("%w: the cluster has no keyspace %s, only the keyspaces of Cassandra itself", ErrNoKeyspace, name)
	}
	const listed = 20
	more := ""
	if len(others) > listed {
		more = fmt.Sprintf(" and %d more", len(others)-listed)
		others = others[:listed]
	}
	return fmt.Errorf("%w: the cluster has no keyspace %s: it has %s%s (upper and lower case count)", ErrNoKeyspace, name, strings.Join(others, ", "), more)
}

// HasKeyspace reports whether there is a keyspace of that name.
func (s *Session) HasKeyspace(ctx context.Context, name string) (bool, error) {
	all, _, err := s.keyspaces(ctx)
	return slices.Contains(all, name), err
}

// isSystem reports whether a keyspace belongs to the server.
func isSystem(name string) bool {
	switch name {
	case "system", "system_schema", "system_auth", "system_distributed", "system_traces", "system_views", "system_virtual_schema",
		"system_cluster_metadata", "system_accord", "system_metadata", "system_distributed_everywhere", "system_replicated_keys",
		"system_schema_mcs", "system_multiregion_info", "data_endpoint_auth", "datastax_sla",
		"dse_security", "dse_system", "dse_system_local", "dse_leases", "dse_perf", "dse_insights", "dse_insights_local",
		"dse_analytics", "solr_admin", "OpsCenter", "audit", "audit_log":
		return true
	}
	return false
}

// keyspaces returns the names of all keyspaces that store data, and of the virtual ones.
func (s *Session) keyspaces(ctx context.Context) (all, virtual []string, err error) {
	rows, err := s.rows(ctx, "SELECT keyspace_name FROM system_schema.keyspaces")
	if err != nil {
		return nil, nil, err
	}
	for _, row := range rows {
		all = append(all, row["keyspace_name"])
	}
	slices.Sort(all)
	rows, _ = s.rows(ctx, "SELECT keyspace_name FROM system_virtual_schema.keyspaces") // since 4.0
	for _, row := range rows {
		virtual = append(virtual, row["keyspace_name"])
	}
	slices.Sort(virtual)
	return all, virtual, nil
}

// describe asks the server to describe keyspaces, which it can since 4.0. Others are read
// from the tables that hold the schema.
func (s *Session) describe(ctx context.Context, keyspaces []string) (string, error) {
	described, err := s.describeAll(ctx, keyspaces)
	if isRefusal(err) {
		return s.fromRows(ctx, keyspaces)
	}
	return described, err
}

// isRefusal reports whether the server does not know a statement or a table.
func isRefusal(err error) bool {
	var refusal *Refusal
	return errors.As(err, &refusal) && (refusal.IsSyntax() || refusal.IsInvalid())
}

// describeAll asks for one keyspace, or for all at once.
func (s *Session) describeAll(ctx context.Context, keyspaces []string) (string, error) {
	statement := "DESCRIBE SCHEMA"
	if len(keyspaces) == 1 {
		statement = "DESCRIBE KEYSPACE " + quoteName(keyspaces[0])
	}
	rows, err := s.describeTo(ctx, statement)
	if err != nil {
		return "", err
	}
	var script strings.Builder
	for _, row := range rows {
		if slices.Contains(keyspaces, row["keyspace_name"]) {
			script.WriteString(strings.TrimSpace(row["create_statement"]) + "\n\n")
		}
	}
	return script.String(), nil
}

// describeTries bounds the readings of a description while the schema changes.
const describeTries = 5

// describeTo returns the statements of a description. The server refuses to continue
// one when the schema has changed meanwhile: it is then read again.
func (s *Session) describeTo(ctx context.Context, statement string) ([]map[string]string, error) {
	var failed error
	for try := range describeTries {
		if try > 0 {
			select {
			case <-ctx.Done():
				return nil, ctx.Err()
			case <-time.After(time.Duration(try) * 100 * time.Millisecond):
			}
		}
		rows, err := s.rows(ctx, statement)
		if err == nil || !strings.Contains(err.Error(), "schema has changed") {
			return rows, err
		}
		failed = err
	}
	return nil, fmt.Errorf("the schema changes all the time: read it again later: %w", failed)
}
