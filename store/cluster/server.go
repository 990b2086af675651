package cluster

import (
	"cmp"
	"context"
	"fmt"
	"net"
	"slices"
	"strconv"
	"strings"
)

// Server describes a cluster.
type Server struct {
	// Name is cassandra, dse, scylla, astra or keyspaces.
	Name string
	// Version is the version that the server gives, such as 5.0.9.
	Version string
	// Target is the name of the database for package cql: cassandra-5.0.
	Target      string
	ClusterName string
	Partitioner string
	Datacenters []string
	Nodes       []Node
	// SchemaVersions are the versions of the schema that the nodes have: one, unless a
	// change is on its way, or nodes disagree.
	SchemaVersions []string
}

// Node is a node of a cluster.
type Node struct {
	// Address is host:port for clients, "" if the node names none.
	Address       string
	ID            string
	Datacenter    string
	Rack          string
	Version       string
	SchemaVersion string
}

// Server asks what the cluster is.
func (s *Session) Server(ctx context.Context) (Server, error) {
	local, err := s.row(ctx, "SELECT * FROM system.local WHERE key = 'local'")
	if err != nil {
		return Server{}, err
	}
	nodes, err := s.nodes(ctx)
	if err != nil {
		return Server{}, err
	}
	server := Server{Name: "cassandra", Version: local["release_version"], ClusterName: local["cluster_name"],
		Partitioner: local["partitioner"], Datacenters: datacentersOf(nodes), Nodes: nodes}
	for _, node := range nodes {
		if v := node.SchemaVersion; v != "" && !slices.Contains(server.SchemaVersions, v) {
			server.SchemaVersions = append(server.SchemaVersions, v)
		}
	}
	slices.Sort(server.SchemaVersions)
	s.identify(ctx, &server, local)
	server.Target = targetOf(server.Name, server.Version)
	return server, nil
}

// identify finds the databases that are not Apache Cassandra, and answer as one.
func (s *Session) identify(ctx context.Context, server *Server, local map[string]string) {
	switch {
	case s.options.Bundle != nil:
		server.Name = "astra"
	case s.options.AWS != nil, strings.HasPrefix(server.ClusterName, "Amazon Keyspaces"), strings.Contains(server.Partitioner, "amazonaws"):
		server.Name = "keyspaces"
	case local["dse_version"] != "":
		server.Name, server.Version = "dse", local["dse_version"]
	default:
		if row, err := s.row(ctx, "SELECT version FROM system.versions"); err == nil && row["version"] != "" { // ScyllaDB alone has it
			server.Name, server.Version = "scylla", row["version"]
		}
	}
}

// targetOf returns the name of a database in package cql.
func targetOf(name, version string) string {
	switch name {
	case "scylla":
		return "scylladb"
	case "astra":
		return "astra"
	case "keyspaces":
		return "amazon-keyspaces"
	case "dse":
		if major, _ := numbers(version); major >= 6 {
			return "cassandra-3.11" // DSE 6 reads the language of Cassandra 3.11
		}
	}
	switch major, minor := numbers(version); {
	case major >= 6:
		return "cassandra-6.0"
	case major == 5:
		return "cassandra-5.0"
	case major == 4 && minor > 0:
		return "cassandra-4.1"
	case major == 4:
		return "cassandra-4.0"
	}
	return "cassandra-3.11"
}

// numbers returns the first two numbers of a version.
func numbers(version string) (major, minor int) {
	parts := strings.FieldsFunc(version, func(r rune) bool { return r == '.' || r == '-' || r == '~' || r == '+' })
	read := func(i int) int {
		if i >= len(parts) {
			return 0
		}
		n, _ := strconv.Atoi(parts[i])
		return n
	}
	return read(0), read(1)
}

func datacentersOf(nodes []Node) []string {
	var names []string
	for _, node := range nodes {
		if node.Datacenter != "" && !slices.Contains(names, node.Datacenter) {
			names = append(names, node.Datacenter)
		}
	}
	slices.Sort(names)
	return names
}

// nodes returns the nodes of the cluster, that which answers first.
func (s *Session) nodes(ctx context.Context) ([]Node, error) {
	local, err := s.rows(ctx, "SELECT * FROM system.local WHERE key = 'local'")
	if err != nil {
		return nil, err
	}
	peers, err := s.rows(ctx, "SELECT * FROM system.peers_v2") // since 4.0: with ports
	if err != nil {
		if peers, err = s.rows(ctx, "SELECT * FROM system.peers"); err != nil {
			return nil, err
		}
	}
	var nodes []Node
	for _, row := range append(local, peers...) {
		nodes = append(nodes, s.nodeOf(row))
	}
	return nodes, nil
}

func (s *Session) nodeOf(row map[string]string) Node {
	node := Node{ID: row["host_id"], Datacenter: row["data_center"], Rack: row["rack"],
		Version: row["release_version"], SchemaVersion: row["schema_version"]}
	host := cmp.Or(row["native_address"], row["rpc_address"])
	if ip := net.ParseIP(host); ip == nil || ip.IsUnspecified() { // the node listens at all its addresses
		host = cmp.Or(row["broadcast_address"], row["peer"])
	}
	port := cmp.Or(row["native_port"], row["rpc_port"])
	if port == "" {
		port = s.port()
	}
	if host != "" {
		node.Address = net.JoinHostPort(host, port)
	}
	return node
}

// port returns the port of the first host, which all nodes have before 4.0.
func (s *Session) port() string {
	if len(s.options.Hosts) > 0 {
		if _, port, err := net.SplitHostPort(s.options.Hosts[0]); err == nil {
			return port
		}
	}
	return strconv.Itoa(defaultPort)
}

// What is read of the server itself, in all pages.
const (
	mostRows = 2_000_000
	mostText = 256 * mebibyte
)

// each calls a function with each row of all pages, up to the limits: a server may have
// pages without an end.
func (s *Session) each(ctx context.Context, statement string, do func([]Column, []Cell)) error {
	var state []byte
	for rows, text := 0, 0; ; {
		result, err := s.Run(ctx, Statement{Text: statement, PageState: state, PageSize: s.options.Limits.Rows, aboutServer: true})
		if err != nil {
			return err
		}
		for _, row := range result.Rows {
			for _, cell := range row {
				text += len(cell.Text) + cellCost
			}
			do(result.Columns, row)
		}
		rows += max(len(result.Rows), 1)
		switch {
		case result.Truncated != "" || rows > mostRows || text > mostText:
			return fmt.Errorf("%w: %s: %d rows and more", ErrTooLarge, statement, rows)
		case len(result.PageState) == 0:
			return nil
		}
		state = result.PageState
	}
}

// cellCost is the memory that a value takes beside its text.
const cellCost = 100

// rows returns the rows of a query about the server itself, as plain text by column.
// NULL is "".
func (s *Session) rows(ctx context.Context, statement string) ([]map[string]string, error) {
	var rows []map[string]string
	err := s.each(ctx, statement, func(columns []Column, cells []Cell) {
		values := make(map[string]string, len(cells))
		for i, cell := range cells {
			values[columns[i].Name] = cell.Plain()
		}
		rows = append(rows, values)
	})
	return rows, err
}

func (s *Session) row(ctx context.Context, statement string) (map[string]string, error) {
	rows, err := s.rows(ctx, statement)
	if err != nil || len(rows) == 0 {
		return nil, err
	}
	return rows[0], nil
}
