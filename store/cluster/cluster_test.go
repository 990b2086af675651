package cluster_test

import (
	"context"
	"errors"
	"net"
	"os"
	"strings"
	"testing"
	"time"

	"widerow/cql/cassandratest"
	"widerow/store/cluster"
)

func TestMain(m *testing.M) { os.Exit(cassandratest.Main(m)) }

// open connects to the server that the tests share.
func open(t *testing.T, change func(*cluster.Options)) *cluster.Session {
	t.Helper()
	options := cluster.Options{Hosts: []string{cassandratest.Address(t)}, Timeout: time.Minute, ConnectTimeout: time.Minute}
	if change != nil {
		change(&options)
	}
	session, err := cluster.Open(t.Context(), options)
	if err != nil {
		t.Fatalf("open %v: %v", options.Hosts, err)
	}
	t.Cleanup(session.Close)
	return session
}

func run(t *testing.T, session *cluster.Session, text string) *cluster.Result {
	t.Helper()
	result, err := session.Run(t.Context(), cluster.Statement{Text: text})
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return result
}

func TestServer(t *testing.T) {
	session := open(t, nil)
	server, err := session.Server(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if server.Name != "cassandra" || server.Version != cassandratest.Version() || !strings.HasPrefix(server.Target, "cassandra-"+server.Version[:2]) ||
		len(server.Nodes) != 1 || len(server.SchemaVersions) != 1 || server.Datacenters[0] != cassandratest.Datacenter ||
		server.Nodes[0].Address != cassandratest.Address(t) || !strings.HasSuffix(server.Partitioner, "Murmur3Partitioner") {
		t.Errorf("server %+v", server)
	}
}

// TestValues has the server write values and read our literals of them again.
func TestValues(t *testing.T) {
	asked := cassandratest.Session(t)
	keyspace := cassandratest.Keyspace(t, asked)
	session := open(t, func(o *cluster.Options) { o.Keyspace = keyspace })
	run(t, session, `CREATE TYPE point (x int, "Y z" text)`)
	for i, test := range []struct{ kind, written, read string }{
		{"ascii", "'it''s'", "'it''s'"}, {"text", "''", "''"}, {"text", "'ünï\n'", "'ünï\n'"}, {"bigint", "-9223372036854775808", ""},
		{"blob", "0x", "0x"}, {"blob", "0xCAFE", "0xcafe"}, {"boolean", "true", ""}, {"date", "'2024-02-29'", ""}, {"date", "'-5877641-06-23'", "0"},
		{"decimal", "-1.50", ""}, {"decimal", "1E+7", "1E7"}, {"decimal", "0.0000001", "1E-7"}, {"decimal", "0.001", ""}, {"decimal", "12345678901234567890.12", ""},
		{"double", "0.1", ""}, {"double", "1.5E300", "1.5e+300"}, {"double", "NaN", ""}, {"double", "-Infinity", ""}, {"float", "0.1", ""},
		{"duration", "1y2mo3d4h5m6s7ms8us9ns", ""}, {"duration", "-2mo", ""}, {"duration", "0s", ""}, {"inet", "'10.0.0.1'", ""}, {"inet", "'2001:db8::1'", ""},
		{"int", "-2147483648", ""}, {"smallint", "-32768", ""}, {"tinyint", "-128", ""}, {"varint", "-129", ""}, {"varint", "123456789012345678901234567890", ""},
		{"time", "'23:59:59.123456789'", ""}, {"timestamp", "'1969-12-31 23:59:59.999+0000'", ""}, {"timestamp", "-99999999999999", "-99999999999999"},
		{"uuid", "123e4567-e89b-12d3-a456-426614174000", ""}, {"timeuuid", "123e4567-e89b-12d3-a456-426614174000", ""},
		{"list<int>", "[1, 2, 1]", ""}, {"set<text>", "{'a', 'b''c'}", ""}, {"map<text, frozen<list<int>>>", "{'k': [1], 'l': [2, 3]}", ""},
		{"frozen<list<int>>", "[]", ""}, {"tuple<int, text>", "(1, null)", ""}, {"tuple<int, frozen<tuple<text, int>>>", "(1, ('a', 2))", ""},
		{"point", `{x: 1, "Y z": null}`, ""}, {"frozen<point>", `{x: null, "Y z": 'q'}`, ""}, {"vector<float, 3>", "[1.5, -2, 0.25]", ""},
		{"vector<text, 2>", "['a', 'bb']", ""}, {"list<frozen<point>>", `[{x: 1, "Y z": 'a'}]`, ""}, {"vector<vector<int, 2>, 2>", "[[1, 2], [3, 4]]", ""},
		{"int", "blobAsInt(0x)", "blobAsInt(0x)"},
	} {
		if test.read == "" {
			test.read = test.written
		}
		table := "v" + string(rune('a'+i/26)) + string(rune('a'+i%26))
		run(t, session, "CREATE TABLE "+table+" (k int PRIMARY KEY, v "+test.kind+", n "+test.kind+")")
		run(t, session, "INSERT INTO "+table+" (k, v) VALUES (1, "+test.written+")")
		result := run(t, session, "SELECT v, n FROM "+table)
		got, null := result.Rows[0][0], result.Rows[0][1]
		if got.Text != test.read || got.Null || !null.Null || null.Text != "null" {
			t.Errorf("%s %s reads as %q, want %q; NULL as %+v", test.kind, test.written, got.Text, test.read, null)
		}
		if kind := strings.NewReplacer("frozen<point>", "point", "frozen<list<int>>", "list<int>", "frozen<tuple<text, int>>", "tuple<text, int>").Replace(test.kind); result.Columns[0].Type != kind {
			t.Errorf("type %q, want %q", result.Columns[0].Type, kind)
		}
		run(t, session, "INSERT INTO "+table+" (k, v) VALUES (2, "+got.Text+")") // the server understands what we write
		if again := run(t, session, "SELECT v FROM "+table+" WHERE k = 2").Rows[0][0]; again.Text != got.Text {
			t.Errorf("%s %s reads as %q after a round trip", test.kind, got.Text, again.Text)
		}
	}
}

func TestPagesLimitsAndRefusals(t *testing.T) {
	keyspace := cassandratest.Keyspace(t, cassandratest.Session(t))
	session := open(t, func(o *cluster.Options) { o.Limits = cluster.Limits{Rows: 40, Cell: 100, Columns: 3} })
	in := func(text string) cluster.Statement { return cluster.Statement{Text: text, Keyspace: keyspace} }
	if _, err := session.Run(t.Context(), in("CREATE TABLE t (k int, c int, v text, PRIMARY KEY (k, c))")); err != nil {
		t.Fatal(err)
	}
	for c := range 25 {
		insert := in("INSERT INTO t (k, c, v) VALUES (?, ?, ?)")
		insert.Values = []any{"1", c, nil}
		if c == 0 {
			insert.Values[2] = strings.Repeat("x", 101)
		}
		if _, err := session.Run(t.Context(), insert); err != nil {
			t.Fatal(err)
		}
	}
	page := in("SELECT * FROM t WHERE k = 1")
	page.PageSize, page.Trace, page.Consistency = 10, true, "LOCAL_QUORUM"
	first, err := session.Run(t.Context(), page)
	if err != nil || len(first.Rows) != 10 || first.PageState == nil || first.Rows[0][2].Omitted != 101 || !first.Rows[1][2].Null || len(first.Trace) == 0 ||
		first.Coordinator != cassandratest.Address(t) {
		t.Fatalf("first page %+v, %v", first, err)
	}
	page.PageState, page.Trace = first.PageState, false
	second, err := session.Run(t.Context(), page)
	if err != nil || len(second.Rows) != 10 || second.Rows[0][1].Text != "10" {
		t.Fatalf("second page %+v, %v", second, err)
	}
	var refusal *cluster.Refusal
	if _, err := session.Run(t.Context(), in("SELECT\n  nothing FROM t")); !errors.As(err, &refusal) || !refusal.IsInvalid() || refusal.Message != "Undefined column name nothing in table "+keyspace+".t" {
		t.Errorf("an unknown column: %v", err)
	}
	if _, err := session.Run(t.Context(), in("SELECT *\nFRM t")); !errors.As(err, &refusal) || !refusal.IsSyntax() || refusal.Line != 2 {
		t.Errorf("bad syntax: %+v, %v", refusal, err)
	}
	if _, err := session.Run(t.Context(), in("/* one */ use system")); !errors.Is(err, cluster.ErrOptions) {
		t.Errorf("USE: %v", err)
	}
	if _, err := session.Run(t.Context(), in("SELECT "+strings.Repeat("c, ", 100)+"c FROM t")); !errors.Is(err, cluster.ErrProtocol) {
		t.Errorf("more columns than the limit: %v", err)
	}
	if _, err := session.Run(t.Context(), in("SELECT c FROM t WHERE k = 1")); err != nil { // after the lost connection
		t.Errorf("the next statement: %v", err)
	}
	if _, err := session.Run(t.Context(), cluster.Statement{Text: "SELECT c FROM t", Keyspace: "nowhere"}); !errors.As(err, &refusal) || !strings.Contains(err.Error(), "'nowhere' does not exist") {
		t.Errorf("a missing keyspace: %v", err)
	}
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := session.Run(cancelled, in("SELECT c FROM t")); !errors.Is(err, cluster.ErrCancelled) {
		t.Errorf("cancelled: %v", err)
	}
}

func TestSchema(t *testing.T) {
	keyspace := cassandratest.Keyspace(t, cassandratest.Session(t))
	session := open(t, nil)
	run(t, session, "CREATE TABLE "+keyspace+".t (k int PRIMARY KEY, v text)")
	text, virtual, err := session.Schema(t.Context(), keyspace)
	if err != nil || !strings.Contains(text, "CREATE TABLE "+keyspace+".t (") || !strings.Contains(text, "CREATE KEYSPACE "+keyspace) {
		t.Errorf("schema %q, %v", text, err)
	}
	if len(virtual) == 0 || virtual[len(virtual)-1] != "system_virtual_schema" {
		t.Errorf("virtual keyspaces %q", virtual)
	}
	all, _, err := session.Schema(t.Context())
	if err != nil || !strings.Contains(all, keyspace+".t (") || strings.Contains(all, "system_auth") {
		t.Errorf("the schema of all: %v\n%s", err, all)
	}
	if _, _, err := session.Schema(t.Context(), "nowhere"); !errors.Is(err, cluster.ErrOptions) || !strings.Contains(err.Error(), keyspace) {
		t.Errorf("a missing keyspace: %v", err)
	}
}

// TestUnreachable checks that errors tell their kind.
func TestUnreachable(t *testing.T) {
	closed := listen(t)
	closed.Close()
	silent := listen(t)
	for name, test := range map[string]struct {
		options cluster.Options
		kind    error
	}{
		"nothing listens": {cluster.Options{Hosts: []string{closed.Addr().String()}}, cluster.ErrUnreachable},
		"no answer":       {cluster.Options{Hosts: []string{silent.Addr().String()}, ConnectTimeout: 200 * time.Millisecond}, cluster.ErrUnreachable},
		"no such name":    {cluster.Options{Hosts: []string{"no-such-host.invalid"}}, cluster.ErrUnreachable},
		"no host":         {cluster.Options{}, cluster.ErrOptions},
		"not allowed":     {cluster.Options{Hosts: []string{silent.Addr().String()}, Dial: dialList(t, "192.0.2.0/24,localhost.invalid")}, cluster.ErrNotAllowed},
		"another port":    {cluster.Options{Hosts: []string{silent.Addr().String()}, Dial: dialList(t, "127.0.0.1:1")}, cluster.ErrNotAllowed},
		"written as IPv6": {cluster.Options{Hosts: []string{"[::ffff:127.0.0.1]:9"}, Dial: dialList(t, "::1,10.0.0.0/8")}, cluster.ErrNotAllowed},
		"any address":     {cluster.Options{Hosts: []string{"0.0.0.0:9"}, Dial: dialList(t, "127.0.0.0/8")}, cluster.ErrOptions},
		"its name only":   {cluster.Options{Hosts: []string{"localhost:9"}, Dial: dialList(t, "10.0.0.0/8")}, cluster.ErrNotAllowed},
		"a bad port":      {cluster.Options{Hosts: []string{"127.0.0.1:x"}}, cluster.ErrOptions},
	} {
		t.Run(name, func(t *testing.T) {
			if _, err := cluster.Open(t.Context(), test.options); !errors.Is(err, test.kind) {
				t.Errorf("error %v, want %v", err, test.kind)
			}
		})
	}
	ctx, cancel := context.WithCancel(t.Context())
	time.AfterFunc(50*time.Millisecond, cancel)
	if _, err := cluster.Open(ctx, cluster.Options{Hosts: []string{silent.Addr().String()}, ConnectTimeout: time.Hour}); !errors.Is(err, cluster.ErrCancelled) {
		t.Errorf("cancelled while connecting: %v", err)
	}
}

func dialList(t *testing.T, text string) *cluster.DialList {
	t.Helper()
	list, err := cluster.ParseDialList(text)
	if err != nil {
		t.Fatal(err)
	}
	return list
}

func listen(t *testing.T) net.Listener {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { listener.Close() })
	return listener
}
