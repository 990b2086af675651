package cassandra

import (
	"errors"
	"fmt"
	"log/slog"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"widerow/cql/cassandratest"
	"widerow/store"
	"widerow/store/cluster"
	"widerow/store/storetest"
)

func TestMain(m *testing.M) {
	if address := os.Getenv(writerAddress); address != "" { // a process of TestKilledProcesses
		fmt.Fprintln(os.Stderr, writeUntilKilled(address))
		os.Exit(1)
	}
	os.Exit(cassandratest.Main(m))
}

// addressOf returns the address of a keyspace of the tests' server.
func addressOf(t testing.TB, keyspace string) Address {
	t.Helper()
	address, err := ParseAddress("cassandra://"+cassandratest.Address(t)+"/"+keyspace, os.ReadFile)
	if err != nil {
		t.Fatal(err)
	}
	address.Cluster.Timeout, address.Cluster.ConnectTimeout = time.Minute, time.Minute
	return address
}

// emptyKeyspace returns the address of a keyspace without tables.
func emptyKeyspace(t testing.TB) Address {
	t.Helper()
	return addressOf(t, cassandratest.Keyspace(t, cassandratest.Session(t)))
}

// newStore returns the address of a store of its own.
func newStore(t testing.TB) Address {
	t.Helper()
	address := emptyKeyspace(t)
	initStore(t, address)
	return address
}

func initStore(t testing.TB, address Address) {
	t.Helper()
	if err := Init(t.Context(), address, "1", Options{Options: storetest.Options()}, func(string) {}); err != nil {
		t.Fatal(err)
	}
}

// emptied are the addresses of stores without rows, which tests leave to others: to make the tables takes a second.
var emptied struct {
	mutex sync.Mutex
	all   []Address
}

// emptyStore returns the address of a store, for a test after which nothing writes to it any more, and no column
// is another.
func emptyStore(t testing.TB) Address {
	t.Helper()
	emptied.mutex.Lock()
	var address Address
	if last := len(emptied.all) - 1; last >= 0 {
		address, emptied.all = emptied.all[last], emptied.all[:last]
	}
	emptied.mutex.Unlock()
	if address.Cluster.Keyspace == "" {
		address = addressOf(t, cassandratest.LastingKeyspace(t, cassandratest.Session(t)))
		initStore(t, address)
	}
	t.Cleanup(func() {
		empty(t, address.Cluster.Keyspace)
		emptied.mutex.Lock()
		defer emptied.mutex.Unlock()
		emptied.all = append(emptied.all, address)
	})
	return address
}

// empty removes all rows but the mark of the store.
func empty(t testing.TB, keyspace string) {
	session := cassandratest.Session(t)
	for _, table := range tables {
		name := keyspace + "." + table.name
		if table.name != "layout" && session.Query("SELECT * FROM "+name+" LIMIT 1").Iter().NumRows() > 0 {
			cassandratest.Run(t, session, "TRUNCATE "+name)
		}
	}
}

func openStore(t testing.TB, address Address, options store.Options) *Store {
	t.Helper()
	s, err := Open(t.Context(), address, Options{Options: options})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

// TestInit creates a keyspace and its tables, and continues an init that ended half way.
func TestInit(t *testing.T) {
	asked := cassandratest.Session(t)
	cassandratest.DropAfter(t, asked, "init_store")
	address := addressOf(t, "init_store")
	options := Options{Options: storetest.Options()}
	if _, err := Open(t.Context(), address, options); err == nil || !strings.Contains(err.Error(), "no keyspace init_store") ||
		!strings.Contains(err.Error(), "widerow store init '"+address.String()+"' makes it") {
		t.Errorf("open without a keyspace: %v", err)
	}
	if err := Init(t.Context(), address, "3", options, func(string) {}); err == nil || !strings.Contains(err.Error(), "set --replication to 1") {
		t.Errorf("three replicas on one node: %v", err)
	}
	var steps []string
	note := func(step string) { steps = append(steps, step) }
	if err := Init(t.Context(), address, "1", options, note); err != nil {
		t.Fatal(err)
	}
	if len(steps) != 1+len(tables) || steps[0] != "created keyspace init_store" {
		t.Errorf("steps %q", steps)
	}
	openStore(t, address, options.Options)

	cassandratest.Run(t, asked, "DROP TABLE init_store.clock")
	cassandratest.Run(t, asked, "DELETE FROM init_store.layout WHERE part = 'store'")
	if _, err := Open(t.Context(), address, options); err == nil || !strings.Contains(err.Error(), "run widerow store init") {
		t.Errorf("open a half made store: %v", err)
	}
	steps = nil
	if err := Init(t.Context(), address, "1", options, note); err != nil || len(steps) != 1 || steps[0] != "created table clock" {
		t.Errorf("second init: %q, error %v", steps, err)
	}
	openStore(t, address, options.Options)
}

// TestScript has the server execute what --print shows.
func TestScript(t *testing.T) {
	asked := cassandratest.Session(t)
	cassandratest.DropAfter(t, asked, "printed_store")
	address := addressOf(t, "printed_store")
	script, err := Script(t.Context(), address, `{"datacenter1": 1}`)
	if err != nil {
		t.Fatal(err)
	}
	for statement := range strings.SplitSeq(withoutComments(script), ";") {
		statement = strings.TrimSpace(statement)
		if statement == "" || strings.HasPrefix(statement, "USE") {
			continue
		}
		statement = strings.Replace(statement, "CREATE TABLE ", "CREATE TABLE printed_store.", 1)
		cassandratest.Run(t, asked, strings.Replace(statement, "INTO layout", "INTO printed_store.layout", 1))
	}
	openStore(t, address, storetest.Options())
}

// TestOpenRefuses opens keyspaces that are not a store of this version.
func TestOpenRefuses(t *testing.T) {
	asked := cassandratest.Session(t)
	for _, test := range []struct {
		name  string
		spoil func(run func(format string))
		want  string
		is    error
	}{
		{"empty", nil, "has no tables yet: create them with widerow store init", nil},
		{"other program", func(run func(string)) { run("CREATE TABLE %s.users (id int PRIMARY KEY)") },
			"belongs to another program: it has the tables users", nil},
		{"other program's layout", func(run func(string)) { run("CREATE TABLE %s.layout (id int PRIMARY KEY)") },
			"belongs to another program: it has the tables layout", nil},
		{"newer", func(run func(string)) { run("UPDATE %s.layout SET version = 9, readable_by = 9 WHERE part = 'store'") },
			"the layout of the keyspace is 9, this program knows layouts up to 2", store.ErrNewerFormat},
		{"older", func(run func(string)) { run("UPDATE %s.layout SET version = 0 WHERE part = 'store'") },
			"the layout of the keyspace is 0, this program needs 2: bring it up to date with widerow store init", nil},
		{"dropped column", func(run func(string)) { run("ALTER TABLE %s.heads DROP hash") }, "heads.hash is missing", nil},
		{"changed column", func(run func(string)) {
			run("DROP TABLE %s.clock")
			run("CREATE TABLE %s.clock (day int PRIMARY KEY, newest timestamp)")
		}, "clock.day is int, in the partition key, and must be bigint, in the partition key", nil},
		{"dropped table", func(run func(string)) { run("DROP TABLE %s.chunks") }, "table chunks is missing", nil},
	} {
		t.Run(test.name, func(t *testing.T) {
			address := emptyKeyspace(t)
			run := func(format string) { cassandratest.Run(t, asked, fmt.Sprintf(format, address.Cluster.Keyspace)) }
			options := Options{Options: storetest.Options()}
			if !strings.HasPrefix(test.name, "other") && test.spoil != nil {
				if err := Init(t.Context(), address, "1", options, func(string) {}); err != nil {
					t.Fatal(err)
				}
			}
			if test.spoil != nil {
				test.spoil(run)
			}
			_, err := Open(t.Context(), address, options)
			if err == nil || !strings.Contains(err.Error(), test.want) || test.is != nil && !errors.Is(err, test.is) {
				t.Errorf("error %v\nwant %s", err, test.want)
			}
		})
	}
	t.Run("wrong datacenter", func(t *testing.T) {
		address := newStore(t)
		address.Cluster.Datacenter = "dc9"
		_, err := Open(t.Context(), address, Options{Options: storetest.Options()})
		if err == nil || !strings.Contains(err.Error(), `has no datacenter "dc9": it has datacenter1`) {
			t.Errorf("error %v", err)
		}
	})
}

// TestCheckVersion: conditional writes are reliable since 4.0.
func TestCheckVersion(t *testing.T) {
	for _, test := range []struct {
		server cluster.Server
		fails  bool
	}{
		{cluster.Server{Name: "cassandra", Version: "3.11.19", Target: "cassandra-3.11"}, true},
		{cluster.Server{Name: "cassandra", Version: "4.0.0", Target: "cassandra-4.0"}, false},
		{cluster.Server{Name: "cassandra", Version: "5.0.9", Target: "cassandra-5.0"}, false},
		{cluster.Server{Name: "scylla", Version: "6.2", Target: "scylladb"}, false},
	} {
		if err := checkVersion(test.server, slog.New(slog.DiscardHandler)); (err != nil) != test.fails {
			t.Errorf("%s %s: error %v", test.server.Name, test.server.Version, err)
		}
	}
}

func TestParseAddress(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{"cassandra://a,b:9043/models?dc=east&local=true", ""},
		{"cassandra://a/models", ""},
		{"cassandra://a", "names no keyspace"},
		{"cassandra://a/models?local=true", "add dc=NAME"},
		{"cassandra://a/models?local=2", "want true or false"},
		{"cassandra://a/models?datacenter=x", "is no setting"},
		{"cassandra://u:secret@a/models", "WIDEROW_PASSWORD"},
		{"cassandra://a/models?aws=eu-west-1&tls=on", "Amazon Keyspaces"},
	} {
		address, err := ParseAddress(test.text, os.ReadFile)
		if test.want == "" && err != nil || test.want != "" && (err == nil || !strings.Contains(err.Error(), test.want)) {
			t.Errorf("%s: error %v, want %q", test.text, err, test.want)
		}
		if err == nil && (address.String() != test.text || address.Cluster.Keyspace != "models" || address.Local != strings.Contains(test.text, "local")) {
			t.Errorf("%s: %+v", test.text, address)
		}
	}
}
