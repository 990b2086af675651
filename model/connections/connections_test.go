package connections_test

import (
	"errors"
	"strings"
	"testing"

	"widerow/model/connections"
)

func shop() connections.Connection {
	return connections.Connection{Name: "Shop", Hosts: []string{"db1.example:9042", "10.0.0.5", "[::1]:9042"}, Everyone: true, Keyspaces: []string{"shop"}, User: "ann",
		TLS: &connections.TLS{CA: "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n", ServerName: "db"}, Sealed: "c2VhbGVk"}
}

func TestSavedForm(t *testing.T) {
	directory, err := (&connections.Directory{}).With("c1", shop())
	if err != nil {
		t.Fatal(err)
	}
	again, err := connections.Decode(directory.Encode())
	if err != nil || string(again.Encode()) != string(directory.Encode()) {
		t.Errorf("read again: %v\n%s", err, directory.Encode())
	}
	newer := strings.Replace(string(directory.Encode()), `"name": "Shop"`, `"name": "Shop", "colour": "red"`, 1)
	if again, err = connections.Decode([]byte(newer)); err != nil || !strings.Contains(string(again.Encode()), "colour") {
		t.Errorf("an unknown field is lost (%v)", err)
	}
	without, err := directory.Without("c1")
	if err != nil || len(without.Connections) != 0 || len(directory.Connections) != 1 {
		t.Errorf("removed: %v, %d left, %d before", err, len(without.Connections), len(directory.Connections))
	}
	if _, err := without.Without("c1"); !errors.Is(err, connections.ErrGone) {
		t.Errorf("removed twice: %v", err)
	}
}

// TestTLSWithDefaults: TLS whose settings are all left at their defaults is still TLS when it is read again. Without, the
// password would go over the wire in clear.
func TestTLSWithDefaults(t *testing.T) {
	for name, plain := range map[string]connections.Connection{"tls": {Name: "Shop", Hosts: []string{"db"}, TLS: &connections.TLS{}},
		"aws": {Name: "Shop", Hosts: []string{"db"}, TLS: &connections.TLS{}, AWS: "eu-central-1"}} {
		directory, err := (&connections.Directory{}).With("c1", plain)
		if err != nil {
			t.Fatal(err)
		}
		again, err := connections.Decode(directory.Encode())
		if err != nil || again.Connections["c1"].TLS == nil || *again.Connections["c1"].TLS != *directory.Connections["c1"].TLS {
			t.Errorf("%s: read again %v:\n%s", name, err, directory.Encode())
		}
	}
}

// TestProblems: each wrong field is named, with what is expected.
func TestProblems(t *testing.T) {
	for _, test := range []struct {
		field, want string
		change      func(*connections.Connection)
	}{
		{"name", "Give the connection a name", func(c *connections.Connection) { c.Name = " " }},
		{"name", "the limit is 60", func(c *connections.Connection) { c.Name = strings.Repeat("x", 61) }},
		{"name", "Another connection has this name", func(c *connections.Connection) { c.Name = "other" }},
		{"hosts", "Name at least one host", func(c *connections.Connection) { c.Hosts = nil }},
		{"hosts", `"a b" is no host`, func(c *connections.Connection) { c.Hosts = []string{"a b"} }},
		{"hosts", `"db:0" is no host`, func(c *connections.Connection) { c.Hosts = []string{"db:0"} }},
		{"hosts", `"http://db/" is no host`, func(c *connections.Connection) { c.Hosts = []string{"http://db/"} }},
		{"hosts", "the limit is 20", func(c *connections.Connection) { c.Hosts = make([]string, 21) }},
		{"user", "one line", func(c *connections.Connection) { c.User = "a\nb" }},
		{"bundle", "leave hosts and TLS empty", func(c *connections.Connection) { c.Astra = true }},
		{"aws", "by TLS only", func(c *connections.Connection) { c.AWS, c.TLS = "eu-central-1", nil }},
		{"ca", "no certificate in PEM", func(c *connections.Connection) { c.TLS = &connections.TLS{CA: "x"} }},
		{"certificate", "no certificate in PEM", func(c *connections.Connection) {
			c.TLS = &connections.TLS{Certificate: "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n"}
		}},
	} {
		other := shop()
		other.Name = "Other"
		directory, err := (&connections.Directory{}).With("c2", other)
		if err != nil {
			t.Fatal(err)
		}
		changed := shop()
		test.change(&changed)
		_, err = directory.With("c1", changed)
		var problem *connections.Problem
		if !errors.As(err, &problem) || problem.Field != test.field || !strings.Contains(problem.Message, test.want) {
			t.Errorf("%+v: %v, want %s: %s", changed, err, test.field, test.want)
		}
	}
}

func TestUsable(t *testing.T) {
	c := connections.Connection{Users: []string{"ann"}}
	if c.Usable("bob") || c.Usable("") || !c.Usable("ann") {
		t.Error("only ann may use it")
	}
	c.Everyone = true
	if !c.Usable("bob") || !c.Usable("") {
		t.Error("everyone may use it")
	}
}
