package check_test

import (
	"testing"

	"widerow/cql"
	"widerow/model"
	"widerow/model/advice"
)

// A remedy is one edit after which its finding is gone.
func TestRemedies(t *testing.T) {
	for _, test := range []struct{ code, id, script string }{
		{"option/gc-grace", "option gc_grace_seconds", "CREATE TABLE s.t (a uuid PRIMARY KEY, b text) WITH gc_grace_seconds = 0;"},
		{"option/twcs", "option compaction", "CREATE TABLE s.t (a uuid, at timeuuid, b text, PRIMARY KEY (a, at)) WITH compaction = {'class': 'TimeWindowCompactionStrategy', 'compaction_window_unit': 'HOURS', 'compaction_window_size': 1} AND default_time_to_live = 864000;"},
		{"option/compaction", "option compaction", "CREATE TABLE s.t (a uuid PRIMARY KEY, b text) WITH compaction = {'class': 'LeveledCompactionStrategy'};"},
		{"option/compression", "option compression", "CREATE TABLE s.t (a uuid PRIMARY KEY, b text) WITH compression = {'enabled': 'false'};"},
		{"option/bloom", "option bloom_filter_fp_chance", "CREATE TABLE s.t (a uuid PRIMARY KEY, b text) WITH bloom_filter_fp_chance = 0.5 AND comment = 'two\nlines';"},
		{"option/cache", "option caching", "CREATE TABLE s.t (a uuid, at timeuuid, b text, PRIMARY KEY (a, at)) WITH caching = {'keys': 'ALL', 'rows_per_partition': 'ALL'};"},
		{"replication/durable", "option durable_writes", "CREATE KEYSPACE x WITH replication = {'class': 'NetworkTopologyStrategy', 'dc1': 3} AND durable_writes = false; CREATE TABLE x.t (a uuid PRIMARY KEY);"},
		{"replication/simple", "set replication", "CREATE KEYSPACE x WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}; CREATE TABLE x.t (a uuid PRIMARY KEY);"},
		{"replication/simple", "set replication", "CREATE KEYSPACE x WITH replication = {'class': 'NetworkTopologyStrategy', 'dc1': 2}; CREATE TABLE x.t (a uuid PRIMARY KEY);"},
		{"schema/legacy", "set compact_storage", "CREATE TABLE s.t (a uuid PRIMARY KEY, b text) WITH COMPACT STORAGE;"},
		{"type/float-money", "set type", "CREATE TABLE s.t (a uuid PRIMARY KEY, price double);"},
		{"view/experimental", "view-to-table", "CREATE TABLE s.t (a uuid PRIMARY KEY, b text);\nCREATE MATERIALIZED VIEW s.v AS SELECT * FROM s.t WHERE a IS NOT NULL AND b IS NOT NULL PRIMARY KEY (b, a);"},
		{"key/hot-partition", "split-by-hash", "CREATE TABLE s.t (day date, id uuid, b text, PRIMARY KEY (day, id));"},
		{"key/timestamp-collides", "set type", "CREATE TABLE s.t (a uuid, at timestamp, b text, PRIMARY KEY (a, at));"},
		{"key/timestamp-collides", "set role", "CREATE TABLE s.orders (a uuid, at timestamp, order_id uuid, b text, PRIMARY KEY (a, at));"},
	} {
		m, _ := cql.ImportWith(sound+test.script, cql.ImportOptions{Target: model.Cassandra50, Name: "s"})
		found := withCode(advice.OfDocument(m, advice.Known{}), test.code)
		if len(found) == 0 || found[0].Remedy == nil || found[0].Remedy.ID != test.id {
			t.Errorf("%s: got %+v, want a remedy %s", test.code, found, test.id)
			continue
		}
		after, commands, left := advice.RemedyAll(m, model.SeededIDs([]byte(test.code)), found)
		if len(left) > 0 || len(commands) == 0 {
			t.Errorf("%s: %d commands, left %q", test.code, len(commands), left)
		}
		if again := withCode(advice.OfDocument(after, advice.Known{}), test.code); len(again) > 0 {
			t.Errorf("%s is still there: %s", test.code, again[0].Message)
		}
	}
}

func withCode(findings []advice.Finding, code string) []advice.Finding {
	var found []advice.Finding
	for _, finding := range findings {
		if finding.Code == code {
			found = append(found, finding)
		}
	}
	return found
}
