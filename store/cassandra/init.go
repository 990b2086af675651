package cassandra

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"widerow/store"
	"widerow/store/cluster"
)

// Replication is the number of replicas in each datacenter: one number for all of them, or a JSON
// object with a number for each.
type Replication string

// DefaultReplication is the replication of a keyspace if the caller asks for no other.
const DefaultReplication Replication = "3"

var datacenterName = regexp.MustCompile(`^[A-Za-z0-9_.:-]+$`)

// of returns the replicas by datacenter.
func (r Replication) of(datacenters []string) (map[string]int, error) {
	wrong := func(reason string) (map[string]int, error) {
		return nil, fmt.Errorf("%w: replication %s: %s; want a number of replicas in each datacenter, such as 3, or {\"dc1\": 3, \"dc2\": 3}",
			cluster.ErrOptions, string(r), reason)
	}
	replicas := map[string]int{}
	if number, err := strconv.Atoi(string(r)); err == nil {
		for _, name := range datacenters {
			replicas[name] = number
		}
	} else if err := json.Unmarshal([]byte(r), &replicas); err != nil {
		return wrong(err.Error())
	}
	if len(replicas) == 0 {
		return wrong("no datacenter is named")
	}
	for name, number := range replicas {
		if number < 1 || number > 100 || !datacenterName.MatchString(name) {
			return wrong(fmt.Sprintf("%d replicas in %q", number, name))
		}
	}
	return replicas, nil
}

// needsDatacenters reports that r does not name them.
func (r Replication) needsDatacenters() bool {
	return !strings.HasPrefix(strings.TrimSpace(string(r)), "{")
}

// createKeyspace returns the statement that creates the keyspace.
func createKeyspace(keyspace string, replicas map[string]int) string {
	options, _ := json.Marshal(replicas) // sorted by name
	inner := strings.NewReplacer(`"`, "'", ":", ": ", ",", ", ", "{", "", "}", "").Replace(string(options))
	return fmt.Sprintf("CREATE KEYSPACE %s WITH replication = {'class': 'NetworkTopologyStrategy', %s}", quoted(keyspace), inner)
}

func quoted(name string) string { return `"` + name + `"` }

// Script returns the statements that make a keyspace a store. It connects only if the address
// and the replication name no datacenter.
func Script(ctx context.Context, address Address, replication Replication) (string, error) {
	var datacenters []string
	if name := address.Cluster.Datacenter; name != "" {
		datacenters = []string{name}
	} else if replication.needsDatacenters() {
		session, err := cluster.Open(ctx, address.Cluster)
		if err != nil {
			return "", fmt.Errorf("find the datacenters of %s: %w; or name them with --replication '{\"dc1\": 3}'", address, err)
		}
		defer session.Close()
		server, err := session.Server(ctx)
		if err != nil {
			return "", err
		}
		datacenters = server.Datacenters
	}
	replicas, err := replication.of(datacenters)
	if err != nil {
		return "", err
	}
	keyspace := address.Cluster.Keyspace
	return fmt.Sprintf("%s;\n\nUSE %s;\n\n%s\n%s;\n", createKeyspace(keyspace, replicas), quoted(keyspace), schemaText, markStatement), nil
}

// markStatement makes a keyspace with all tables a store.
var markStatement = fmt.Sprintf("INSERT INTO layout (part, owner, version, readable_by) VALUES ('store', '%s', %d, %d) IF NOT EXISTS",
	layoutOwner, layoutVersion, readableBy)

// Init creates the keyspace, if there is none, and the tables. It continues one that was
// interrupted, brings those of an older layout up to date, while older servers run, and refuses a keyspace with
// tables of others. One Init may run at a time: servers never create tables. done is called with each step.
func Init(ctx context.Context, address Address, replication Replication, options Options, done func(step string)) error {
	if err := ensureKeyspace(ctx, address, replication, done); err != nil {
		return fmt.Errorf("init store %s: %w", address, err)
	}
	s, err := open(ctx, address, options)
	if err != nil {
		return err
	}
	defer s.disconnect()
	if err := s.createTables(ctx, done); err != nil {
		return s.failed("init", s.explainRights(err))
	}
	return nil
}

func ensureKeyspace(ctx context.Context, address Address, replication Replication, done func(string)) error {
	settings := address.Cluster
	settings.Keyspace = ""
	session, err := cluster.Open(ctx, settings)
	if err != nil {
		return err
	}
	defer session.Close()
	exists, err := session.HasKeyspace(ctx, address.Cluster.Keyspace)
	if err != nil || exists {
		return err
	}
	server, err := session.Server(ctx)
	if err != nil {
		return err
	}
	replicas, err := replication.of(server.Datacenters)
	if err != nil {
		return err
	}
	if err := checkReplicas(replicas, server); err != nil {
		return err
	}
	if _, err := session.Run(ctx, cluster.Statement{Text: createKeyspace(address.Cluster.Keyspace, replicas)}); err != nil {
		return fmt.Errorf("create keyspace %s: %w", address.Cluster.Keyspace, err)
	}
	done("created keyspace " + address.Cluster.Keyspace)
	_, err = session.AwaitAgreement(ctx)
	return err
}

// checkReplicas returns an error if a datacenter has fewer nodes than replicas: nothing could
// be saved then.
func checkReplicas(replicas map[string]int, server cluster.Server) error {
	for name, number := range replicas {
		nodes := 0
		for _, node := range server.Nodes {
			if node.Datacenter == name {
				nodes++
			}
		}
		if nodes < number {
			return fmt.Errorf("%w: %d replicas are asked for in datacenter %s, where the number of nodes is %d: set --replication to %d or less",
				cluster.ErrOptions, number, name, nodes, max(nodes, 1))
		}
	}
	return nil
}

func (k *keyspace) createTables(ctx context.Context, done func(string)) error {
	f, err := k.look(ctx)
	if err != nil {
		return err
	}
	mark := func() (bool, error) { return k.data.Apply(ctx, markStatement) }
	switch err := f.check(k.address); {
	case err == nil && f.version >= layoutVersion:
		done("the keyspace is a store already")
		return nil
	case f.isOlder():
		if err := f.checkTables(k.address, true); err != nil {
			return err
		}
		mark = func() (bool, error) {
			return k.data.Apply(ctx, "UPDATE layout SET version = ?, readable_by = ? WHERE part = 'store' IF version = ?", layoutVersion, readableBy, f.version)
		}
		done(fmt.Sprintf("bring the layout from %d to %d", f.version, layoutVersion))
	case f.owner != "" || !f.isEmpty() && !f.isOurs():
		return err
	}
	if err := k.addTables(ctx, f, done); err != nil {
		return err
	}
	if _, err = mark(); errors.Is(err, cluster.ErrUncertain) {
		err = fmt.Errorf("%w: %w: run it again", store.ErrUnavailable, err)
	}
	return err
}

// addTables creates the tables that are missing, one after the other.
func (k *keyspace) addTables(ctx context.Context, f found, done func(string)) error {
	for _, t := range tables {
		if f.tables[t.name] != nil {
			continue
		}
		if _, err := k.session.Run(ctx, cluster.Statement{Text: t.statement}); err != nil {
			return fmt.Errorf("create table %s: %w", t.name, err)
		}
		if _, err := k.session.AwaitAgreement(ctx); err != nil {
			return err
		}
		done("created table " + t.name)
	}
	return nil
}
