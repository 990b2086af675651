package cassandra

import (
	"errors"
	"strings"
	"testing"
	"time"

	"widerow/cql/cassandratest"
	"widerow/store"
	"widerow/store/cluster"
	"widerow/store/storetest"
)

// TestRights opens a store, with TLS and passwords, as roles that may read only, or nothing, or both.
func TestRights(t *testing.T) {
	t.Parallel() // it mostly waits
	server := cassandratest.Secured(t)
	address := Address{text: "cassandra://" + server.Address + "/rights", Cluster: cluster.Options{Hosts: []string{server.Address}, Keyspace: "rights",
		User: server.User, Password: server.Password, TLS: &cluster.TLS{CA: server.CA}, Timeout: time.Minute, ConnectTimeout: time.Minute}}
	options := Options{Options: storetest.Options()}
	for try := 0; ; try++ { // until the server has made its first user
		err := Init(t.Context(), address, "1", options, func(string) {})
		if err == nil {
			break
		}
		if !errors.Is(err, cluster.ErrAuthentication) || try > 600 {
			t.Fatal(err)
		}
		time.Sleep(100 * time.Millisecond)
	}
	admin, err := cluster.Open(t.Context(), address.Cluster)
	if err != nil {
		t.Fatal(err)
	}
	defer admin.Close()
	do := func(text string) {
		t.Helper()
		if _, err := admin.Run(t.Context(), cluster.Statement{Text: text}); err != nil {
			t.Fatalf("%s: %v", text, err)
		}
	}
	for _, role := range []string{"reader", "nobody", "editor"} {
		do("CREATE ROLE " + role + " WITH PASSWORD = 'secret' AND LOGIN = true")
	}
	do("GRANT SELECT ON KEYSPACE rights TO reader")
	do("GRANT SELECT ON KEYSPACE rights TO editor")
	do("GRANT MODIFY ON KEYSPACE rights TO editor")
	for role, want := range map[string]string{
		"reader": "GRANT SELECT ON KEYSPACE rights TO reader; GRANT MODIFY ON KEYSPACE rights TO reader",
		"nobody": "the role nobody lacks a permission",
		"editor": "",
	} {
		as := address
		as.Cluster.User, as.Cluster.Password = role, "secret"
		s, err := Open(t.Context(), as, options)
		if want != "" {
			if err == nil || !errors.Is(err, store.ErrReadOnly) || !strings.Contains(err.Error(), want) {
				t.Errorf("%s: error %v, want %s", role, err, want)
			}
			continue
		}
		if err != nil {
			t.Fatalf("%s: %v", role, err)
		}
		defer s.Close()
		if _, err := s.Create(t.Context(), storetest.First("hotel")); err != nil {
			t.Fatal(err)
		}
		do("REVOKE MODIFY ON KEYSPACE rights FROM editor")
		for begun := time.Now(); err == nil && time.Since(begun) < time.Minute; { // the server keeps permissions for some seconds
			err = s.Ping(t.Context())
		}
		if !errors.Is(err, store.ErrReadOnly) {
			t.Errorf("without MODIFY: %v", err)
		}
	}
	as := address
	as.Cluster.Password = "wrong"
	if _, err := Open(t.Context(), as, options); !errors.Is(err, cluster.ErrAuthentication) {
		t.Errorf("wrong password: %v", err)
	}
}
