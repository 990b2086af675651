package compare_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"widerow/cql"
	"widerow/cql/apply"
	"widerow/cql/compare"
)

const (
	table    = "CREATE TABLE s.t (a int PRIMARY KEY, b text) WITH "
	viewed   = "CREATE TABLE s.t (a int, b int, c text, PRIMARY KEY (a, b)); CREATE MATERIALIZED VIEW s.v AS SELECT a, b FROM s.t WHERE "
	function = "CREATE TYPE s.u (a int); CREATE FUNCTION s.f (s int, a tuple<frozen<u>, list<int>>) CALLED ON NULL INPUT RETURNS int LANGUAGE java AS 'return 1;'; "
)

// What two scripts spell in different ways and Cassandra takes for the same is no
// difference, nor one of their statements.
func TestSameInEffect(t *testing.T) {
	for _, pair := range [][2]string{
		{"CREATE TABLE s.t (a int PRIMARY KEY, b tuple<int, list<int>>);", "CREATE TABLE s.t (a int PRIMARY KEY, b frozen<tuple<int, frozen<list<int>>>>);"},
		{"CREATE TABLE s.t (a int PRIMARY KEY, b frozen<map<int, list<int>>>);", "CREATE TABLE s.t (a int PRIMARY KEY, b frozen<map<int, frozen<list<int>>>>);"},
		{"CREATE TYPE s.u (a tuple<int, set<int>>); CREATE TABLE s.t (a int PRIMARY KEY, b list<tuple<int, u>>);",
			"CREATE TYPE s.u (a frozen<tuple<int, frozen<set<int>>>>); CREATE TABLE s.t (a int PRIMARY KEY, b list<frozen<tuple<int, frozen<u>>>>);"},
		{"CREATE TABLE s.t (a int PRIMARY KEY, b set<int>); CREATE INDEX ON s.t (b);", "CREATE TABLE s.t (a int PRIMARY KEY, b set<int>); CREATE INDEX t_b_idx ON s.t (values(b));"},
		{"CREATE TABLE s.t (a int PRIMARY KEY, b map<int, int>); CREATE INDEX i ON s.t (b) USING 'sai';",
			"CREATE TABLE s.t (a int PRIMARY KEY, b map<int, int>); CREATE CUSTOM INDEX i ON s.t (values(b)) USING 'StorageAttachedIndex' WITH OPTIONS = {};"},
		{"CREATE TABLE s.t (a int PRIMARY KEY, b text); CREATE INDEX i ON s.t (b) USING 'sai';",
			"CREATE TABLE s.t (a int PRIMARY KEY, b text); CREATE INDEX i ON s.t (b) USING 'sai' WITH OPTIONS = {'case_sensitive': TRUE, 'normalize': 'false'};"},
		{table + "speculative_retry = '99PERCENTILE' AND additional_write_policy = 'max(5ms, 99.50p)'", table + "speculative_retry = '99.0p' AND additional_write_policy = 'MAX(99.5p,5ms)'"},
		{table + "speculative_retry = 'none' AND read_repair = 'none'", table + "speculative_retry = 'NEVER' AND read_repair = 'NONE'"},
		{table + "speculative_retry = '10.7ms'", table + "speculative_retry = '10ms'"},
		{table + "bloom_filter_fp_chance = 0.10 AND crc_check_chance = 1.0", table + "bloom_filter_fp_chance = '1e-1'"},
		{table + "compression = {'class': 'LZ4Compressor', 'chunk_length_in_kb': 16, 'min_compress_ratio': '0.0'}", table + "comment = ''"},
		{table + "compression = {}", table + "compression = {'enabled': 'False'}"},
		{table + "compression = {'class': 'org.apache.cassandra.io.compress.ZstdCompressor', 'enabled': true}", table + "compression = {'class': 'ZstdCompressor', 'compression_level': '3', 'chunk_length_in_kb': '16'}"},
		{table + "caching = {'keys': 'all'}", table + "caching = {'keys': 'ALL', 'rows_per_partition': '0'}"},
		{table + "caching = {}", table + "caching = {'keys': 'NONE', 'rows_per_partition': 'none'}"},
		{table + "compaction = {'class': 'LeveledCompactionStrategy'}", table + "compaction = {'class': 'LeveledCompactionStrategy', 'max_threshold': '32', 'min_threshold': '4', 'sstable_size_in_mb': 160} AND bloom_filter_fp_chance = 0.1"},
		{table + "compaction = {'class': 'TimeWindowCompactionStrategy', 'compaction_window_unit': 'DAYS', 'compaction_window_size': '1', 'enabled': 'TRUE'}",
			table + "compaction = {'class': 'org.apache.cassandra.db.compaction.TimeWindowCompactionStrategy', 'max_threshold': '32', 'min_threshold': '4'}"},
		{table + "compaction = {'class': 'UnifiedCompactionStrategy', 'scaling_parameters': 'T4,  N'}", table + "compaction = {'scaling_parameters': 'T4,N', 'class': 'UnifiedCompactionStrategy'}"},
		{table + "cdc = 'no' AND incremental_backups = 1 AND extensions = {'a': 0xff} AND id = 5a1c395e-b41f-11e5-9f22-ba0be0483c18", table + "gc_grace_seconds = '864000'"},
		{"CREATE TABLE s.t (a int PRIMARY KEY, b text MASKED WITH DEFAULT);", "CREATE TABLE s.t (a int PRIMARY KEY, b text MASKED WITH system.mask_default());"},
		{viewed + "a IS NOT NULL AND b IS NOT NULL AND b > 05 PRIMARY KEY (a, b);", viewed + "b > 5 AND a IS NOT NULL PRIMARY KEY (a, b);"},
		{viewed + "a = 1 AND b > 2 PRIMARY KEY (b, a);", viewed + "b > 2 AND b IS NOT NULL AND a IS NOT NULL AND a = 1 PRIMARY KEY (b, a);"},
		{function + "CREATE FUNCTION s.g (s int, a int) CALLED ON NULL INPUT RETURNS int LANGUAGE java AS 'return 1;'; CREATE AGGREGATE s.h (int) SFUNC g STYPE int INITCOND null;",
			strings.Replace(function, "list<int>", "frozen<list<int>>", 1) + "CREATE OR REPLACE FUNCTION s.g (s int, a int) CALLED ON NULL INPUT RETURNS int LANGUAGE JAVA AS $$return 1;$$; CREATE AGGREGATE s.h (int) SFUNC g STYPE int;"},
	} {
		before, after := schema(t, pair[0]), schema(t, pair[1])
		after = apply.Pair(before, after, false)
		if found := words(compare.Models(before, after, false)); found != "" {
			t.Errorf("%s\n%s\n%s", pair[0], pair[1], found)
		}
		if found := compare.Statements(before, after); len(found) > 0 {
			t.Errorf("%s\n%s\n%+v", pair[0], pair[1], found)
		}
	}
}

// What looks alike and is not the same to Cassandra is a difference.
func TestDifferentInEffect(t *testing.T) {
	for _, test := range []struct{ before, after, want string }{
		{"CREATE TYPE s.u (a int, b text);", "CREATE TYPE s.u (b text, a int);", "field s.u.a moved!\n"},
		{"CREATE TABLE s.t (a int PRIMARY KEY, b list<int>);", "CREATE TABLE s.t (a int PRIMARY KEY, b frozen<list<int>>);", "column s.t.b: type changed from list<int> to frozen<list<int>>!\n"},
		{"CREATE TABLE s.t (a int PRIMARY KEY, b map<int, int>); CREATE INDEX i ON s.t (b);", "CREATE TABLE s.t (a int PRIMARY KEY, b map<int, int>); CREATE INDEX i ON s.t (keys(b));",
			"index s.i: target changed from values(b) to keys(b)!\n"},
		{table + "compaction = {'class': 'TimeWindowCompactionStrategy'}", table + "compaction = {'class': 'TimeWindowCompactionStrategy', 'tombstone_threshold': '0.2'}",
			"option compaction of s.t changed from {'class': 'TimeWindowCompactionStrategy'} to {'class': 'TimeWindowCompactionStrategy', 'tombstone_threshold': '0.2'}\n"},
		{table + "caching = {'keys': 'ALL'}", table + "caching = {}", "option caching of s.t changed from {'keys': 'ALL', 'rows_per_partition': 'NONE'} to {'keys': 'NONE', 'rows_per_partition': 'NONE'}\n"},
		{"CREATE TABLE s.t (a int PRIMARY KEY, b text MASKED WITH mask_inner(1, null));", "CREATE TABLE s.t (a int PRIMARY KEY, b text MASKED WITH mask_inner(1, 0));",
			"column s.t.b: mask changed from mask_inner(1, null) to mask_inner(1, 0)!\n"},
		{"CREATE TABLE s.t (a int PRIMARY KEY, b int); CREATE MATERIALIZED VIEW s.v AS SELECT * FROM s.t WHERE a IS NOT NULL PRIMARY KEY (a);",
			"CREATE TABLE s.t (a int PRIMARY KEY, b int); CREATE MATERIALIZED VIEW s.v AS SELECT a, b FROM s.t WHERE a IS NOT NULL PRIMARY KEY (a);", "view s.v: all columns changed from yes to no\n"},
	} {
		before, after := schema(t, test.before), schema(t, test.after)
		if diff := cmp.Diff(test.want, words(compare.Models(before, apply.Pair(before, after, false), false))); diff != "" {
			t.Errorf("%s\n%s\n%s", test.before, test.after, diff)
		}
	}
}

// replication_factor of NetworkTopologyStrategy means all datacenters.
func TestReplications(t *testing.T) {
	for _, test := range []struct{ before, after, want string }{
		{"'NetworkTopologyStrategy', 'replication_factor': 3", "'NetworkTopologyStrategy', 'dc1': '3', 'dc2': '03'", ""},
		{"'NetworkTopologyStrategy', 'replication_factor': 3, 'dc1': 2, 'dc9': 0", "'org.apache.cassandra.locator.NetworkTopologyStrategy', 'dc1': '2', 'dc2': '3'", ""},
		{"'SimpleStrategy'", "'SimpleStrategy', 'replication_factor': '01'", ""},
		{"'NetworkTopologyStrategy', 'dc1': '1'", "'NetworkTopologyStrategy', 'replication_factor': 3",
			"option replication of k changed from {'class': 'NetworkTopologyStrategy', 'dc1': '1'} to {'class': 'NetworkTopologyStrategy', 'dc1': '3'}\n"},
		{"'NetworkTopologyStrategy', 'dc1': '3'", "'NetworkTopologyStrategy', 'dc1': '3', 'dc2': '3'",
			"option replication of k changed from {'class': 'NetworkTopologyStrategy', 'dc1': '3'} to {'class': 'NetworkTopologyStrategy', 'dc1': '3', 'dc2': '3'}\n"},
	} {
		before, _ := cql.Import("CREATE KEYSPACE k WITH replication = {'class': "+test.before+"};", "k")
		after, _ := cql.Import("CREATE KEYSPACE k WITH replication = {'class': "+test.after+"};", "k")
		if diff := cmp.Diff(test.want, words(compare.Models(before, apply.Pair(before, after, false), false))); diff != "" {
			t.Errorf("%s\n%s\n%s", test.before, test.after, diff)
		}
	}
}
