package cassandra

import (
	_ "embed"
	"strings"
	"testing"

	"widerow/cql/cassandratest"
	"widerow/store/storetest"
)

//go:embed testdata/layout1.cql
var layout1 string

// TestUpgrade brings the tables of layout 1 up to date. Programs of that layout may go on meanwhile, and those of
// this one say what to do before.
func TestUpgrade(t *testing.T) {
	asked, address, options := cassandratest.Session(t), emptyKeyspace(t), Options{Options: storetest.Options()}
	keyspace := address.Cluster.Keyspace
	for _, table := range parseSchema(layout1) {
		cassandratest.Run(t, asked, strings.Replace(table.statement, "CREATE TABLE ", "CREATE TABLE "+keyspace+".", 1))
	}
	cassandratest.Run(t, asked, "INSERT INTO "+keyspace+".layout (part, owner, version, readable_by) VALUES ('store', 'widerow', 1, 1) IF NOT EXISTS")
	_, err := Open(t.Context(), address, options)
	if want := "the layout of the keyspace is 1, this program needs 2: bring it up to date with widerow store init " + address.String(); err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("open the older layout: %v, want %s", err, want)
	}

	var steps []string
	upgrade := func() error {
		steps = nil
		return Init(t.Context(), address, "1", options, func(step string) { steps = append(steps, step) })
	}
	cassandratest.Run(t, asked, "ALTER TABLE "+keyspace+".heads DROP hash")
	if err := upgrade(); err == nil || !strings.Contains(err.Error(), "heads.hash is missing") {
		t.Errorf("upgrade of a table that was altered: %v", err)
	}
	cassandratest.Run(t, asked, "ALTER TABLE "+keyspace+".heads ADD hash blob")
	if err := upgrade(); err != nil || strings.Join(steps, "; ") != "bring the layout from 1 to 2; created table audit_events" {
		t.Errorf("upgrade: %v, %q", err, steps)
	}
	s := openStore(t, address, options.Options)
	f, err := s.look(t.Context())
	if err != nil || f.owner != layoutOwner || f.version != 2 || f.readers != 1 {
		t.Errorf("after the upgrade: %q, version %d, readable by %d, %v", f.owner, f.version, f.readers, err)
	}
	if err := upgrade(); err != nil || strings.Join(steps, "; ") != "the keyspace is a store already" {
		t.Errorf("second upgrade: %v, %q", err, steps)
	}
}
