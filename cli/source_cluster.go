package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"widerow/cli/verb"
	"widerow/cql/files"
	"widerow/handlers/connections/load"
	"widerow/model"
	"widerow/store/cluster"
)

// connectionScheme is how the name of a connection in the settings file begins.
const connectionScheme = "cassandra:"

// connection is a cluster: cassandra://[USER@]HOST[:PORT][/KEYSPACE][?dc=…&tls=…], or
// cassandra:NAME of the settings file.
type connection struct {
	name    string // as given
	options cluster.Options
}

// parseConnection reads an argument. It reports false for one that is no cluster.
func parseConnection(console *verb.Console, argument string) (connection, bool, error) {
	if !strings.HasPrefix(argument, connectionScheme) {
		return connection{}, false, nil
	}
	address := argument
	if !strings.HasPrefix(argument, cluster.Scheme) {
		name := strings.TrimPrefix(argument, connectionScheme)
		known := console.Connections
		if address = known[name]; address == "" {
			return connection{}, true, verb.ClusterError{Err: unknownConnection(name, known)}
		}
	}
	options, certificates, err := cluster.ParseURL(address)
	if err == nil {
		err = certificates.Read(&options, os.ReadFile)
	}
	if err != nil {
		return connection{}, true, verb.ClusterError{Err: err}
	}
	options.Password = os.Getenv(verb.PasswordVariable)
	if options.AWS != nil { // as the programs of AWS
		options.AWS.KeyID, options.AWS.Secret, options.AWS.SessionToken =
			os.Getenv("AWS_ACCESS_KEY_ID"), os.Getenv("AWS_SECRET_ACCESS_KEY"), os.Getenv("AWS_SESSION_TOKEN")
	}
	return connection{argument, options}, true, nil
}

func unknownConnection(name string, known map[string]string) error {
	if len(known) == 0 {
		return fmt.Errorf("%s%s: there is no settings file with connections: name one with --config or WIDEROW_CONFIG, "+
			`{"connections": {%q: "cassandra://HOST/KEYSPACE"}}, or give the address itself`, connectionScheme, name, name)
	}
	var names []string
	for other := range known {
		names = append(names, other)
	}
	slices.Sort(names)
	return fmt.Errorf("%s%s: the settings file has no such connection. It has %s", connectionScheme, name, strings.Join(names, ", "))
}

// open connects.
func (c connection) open(ctx context.Context) (*cluster.Session, error) {
	session, err := cluster.Open(ctx, c.options)
	return session, c.explain(err)
}

// explain adds what helps on the command line.
func (c connection) explain(err error) error {
	switch {
	case err == nil:
		return nil
	case errors.Is(err, cluster.ErrAuthentication):
		return verb.ClusterError{Err: fmt.Errorf("%s: %w: write the user into the address, cassandra://USER@HOST, and set %s", c.name, err, verb.PasswordVariable)}
	}
	return verb.ClusterError{Err: fmt.Errorf("%s: %w", c.name, err)}
}

// schema reads the schema of the cluster, and the database that it is for.
func (c connection) schema(ctx context.Context) (text string, target model.Target, err error) {
	session, err := c.open(ctx)
	if err != nil {
		return "", "", err
	}
	defer session.Close()
	text, target, err = c.schemaOf(ctx, session)
	return load.WithoutMarkers(text), target, err
}

func (c connection) schemaOf(ctx context.Context, session *cluster.Session) (text string, target model.Target, err error) {
	server, err := session.Server(ctx)
	if err != nil {
		return "", "", c.explain(err)
	}
	var keyspaces []string
	if c.options.Keyspace != "" {
		keyspaces = []string{c.options.Keyspace}
	}
	text, _, err = session.Schema(ctx, keyspaces...)
	return text, model.Target(server.Target), c.explain(err)
}

// title returns the name for the model of the cluster.
func (c connection) title() string { return cmp.Or(c.options.Keyspace, "Cluster") }

// addCluster reads the schema of a cluster.
func (r *reader) addCluster(argument string, from connection) error {
	if r.has(argument) {
		return nil
	}
	text, target, err := from.schema(r.Console)
	if err != nil {
		return err
	}
	r.clusters = append(r.clusters, &clusterInput{from, target})
	r.inputs = append(r.inputs, files.Input{Name: argument, Text: text})
	return nil
}

// clusterInput is a cluster among the inputs.
type clusterInput struct {
	connection
	target model.Target
}
