package cluster_test

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"widerow/cli"
	"widerow/cql/cassandratest"
)

// The command line is tested here, against the server that the other tests have started.

// widerow runs a verb.
func widerow(t *testing.T, arguments ...string) (code int, stdout, stderr string) {
	t.Helper()
	var out, errors bytes.Buffer
	code = cli.Main(t.Context(), arguments, strings.NewReader(""), &out, &errors)
	return code, out.String(), errors.String()
}

// shop creates a keyspace with two tables, and returns its name and its address.
func shop(t *testing.T) (keyspace, address string) {
	t.Helper()
	session := cassandratest.Session(t)
	keyspace = cassandratest.Keyspace(t, session)
	for _, statement := range []string{
		"CREATE TYPE " + keyspace + ".address (street text, zip int)",
		"CREATE TABLE " + keyspace + ".orders (customer text, placed timestamp, id uuid, total decimal, ship frozen<address>, PRIMARY KEY (customer, placed, id)) " +
			"WITH CLUSTERING ORDER BY (placed DESC, id ASC) AND gc_grace_seconds = 7200",
		"CREATE TABLE " + keyspace + `.customers (email text PRIMARY KEY, "Full Name" text, tags set<text>)`,
	} {
		cassandratest.Run(t, session, statement)
	}
	return keyspace, "cassandra://" + cassandratest.Address(t) + "/" + keyspace
}

func TestVerbsTakeACluster(t *testing.T) {
	keyspace, address := shop(t)
	document := filepath.Join(t.TempDir(), "model.json")
	for _, test := range []struct {
		arguments []string
		want      string
	}{
		{[]string{"export", "--format", "cql", address}, "CREATE TABLE " + keyspace + ".orders ("},
		{[]string{"export", "--format", "cql", address}, "gc_grace_seconds = 7200"},
		{[]string{"export", "--format", "json", address}, `"name": "orders"`},
		{[]string{"export", "--format", "json", address}, `"target": "cassandra-`},
		{[]string{"render", "--diagram", "physical", address}, "orders"},
		{[]string{"check", "--format", "json", address}, `"findings"`},
		{[]string{"size", "--rows", keyspace + ".orders=100", address}, "orders"},
		{[]string{"diff", address, address}, "no difference"},
	} {
		code, stdout, stderr := widerow(t, test.arguments...)
		if code != cli.Done || !strings.Contains(stdout, test.want) {
			t.Errorf("%q: exit code %d, want %q in\n%s%s", test.arguments, code, test.want, stdout, stderr)
		}
		if test.arguments[2] == "json" && test.arguments[0] == "export" {
			if err := os.WriteFile(document, []byte(stdout), 0o600); err != nil {
				t.Fatal(err)
			}
		}
	}
	all := "cassandra://" + cassandratest.Address(t)
	if code, stdout, stderr := widerow(t, "export", "--format", "cql", all); code != cli.Done || strings.Contains(stdout, "system_") || !strings.Contains(stdout, keyspace) {
		t.Errorf("all keyspaces: exit code %d\n%s%s", code, stdout, stderr)
	}
	config := filepath.Join(t.TempDir(), "settings.json")
	text, _ := json.Marshal(map[string]any{"connections": map[string]string{"shop": address}})
	if err := os.WriteFile(config, text, 0o600); err != nil {
		t.Fatal(err)
	}
	if code, stdout, stderr := widerow(t, "diff", "--exit-code", "--config", config, "cassandra:shop", document); code != cli.Done {
		t.Errorf("a named connection: exit code %d\n%s%s", code, stdout, stderr)
	}
	if code, _, stderr := widerow(t, "export", "--config", config, "cassandra:shpo"); code != cli.Misused || !strings.Contains(stderr, "It has shop") {
		t.Errorf("an unknown connection: exit code %d\n%s", code, stderr)
	}
}

func TestDrift(t *testing.T) {
	keyspace, address := shop(t)
	document := filepath.Join(t.TempDir(), "model.json")
	code, stdout, stderr := widerow(t, "export", "--format", "json", address)
	if code != cli.Done || os.WriteFile(document, []byte(stdout), 0o600) != nil {
		t.Fatalf("export: %d\n%s", code, stderr)
	}
	if code, stdout, stderr := widerow(t, "diff", "--exit-code", address, document); code != cli.Done {
		t.Errorf("without drift: exit code %d\n%s%s", code, stdout, stderr)
	}
	cassandratest.Run(t, cassandratest.Session(t), "ALTER TABLE "+keyspace+".customers ADD phone text")
	code, stdout, stderr = widerow(t, "diff", "--exit-code", address, document)
	if code != cli.Failed || !strings.Contains(stdout, "phone") {
		t.Errorf("with drift: exit code %d\n%s%s", code, stdout, stderr)
	}
	if _, stdout, _ := widerow(t, "diff", "--format", "cql", document, address); !strings.Contains(stdout, "ADD phone text") {
		t.Errorf("the plan to the cluster:\n%s", stdout)
	}
	// A second keyspace of the model is no drift of the first.
	var changed map[string]any
	second := "CREATE KEYSPACE other WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1};\nCREATE TABLE other.t (k int PRIMARY KEY);\nCREATE ROLE x;\n"
	script := filepath.Join(t.TempDir(), "two.cql")
	_, stdout, _ = widerow(t, "export", "--format", "cql", address)
	if err := os.WriteFile(script, []byte(stdout+second), 0o600); err != nil {
		t.Fatal(err)
	}
	code, stdout, stderr = widerow(t, "diff", "--exit-code", "--format", "json", script, address)
	if code != cli.Done || json.Unmarshal([]byte(stdout), &changed) != nil {
		t.Errorf("with another keyspace in the model: exit code %d\n%s%s", code, stdout, stderr)
	}
}

func TestNotReached(t *testing.T) {
	closed := listen(t)
	closed.Close()
	address := "cassandra://" + closed.Addr().String()
	for _, arguments := range [][]string{{"export", address}, {"check", address}, {"diff", address, address}, {"size", address}, {"render", address},
		{"diff", "--exit-code", address, address}, {"derive", address}} {
		code, stdout, stderr := widerow(t, arguments...)
		if code != cli.Misused || stdout != "" || !strings.Contains(stderr, "nothing listens at "+closed.Addr().String()) {
			t.Errorf("%q: exit code %d, %q, %q", arguments, code, stdout, stderr)
		}
	}
	if code, _, stderr := widerow(t, "export", "cassandra://ann:secret@h"); code != cli.Misused || !strings.Contains(stderr, "WIDEROW_PASSWORD") || strings.Contains(stderr, "secret") {
		t.Errorf("a password in the address: exit code %d, %q", code, stderr)
	}
}
