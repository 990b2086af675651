package check_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"widerow/cql"
	"widerow/cql/check"
	"widerow/cql/files"
	"widerow/model"
	"widerow/model/advice"
)

const sound = "CREATE KEYSPACE s WITH replication = {'class': 'NetworkTopologyStrategy', 'dc1': 3};\n"

// Each rule fires on one script, with its number, and is silent on one that is close to it.
func TestAdviceOnScripts(t *testing.T) {
	columns := func(count int) string {
		var text strings.Builder
		for i := range count {
			fmt.Fprintf(&text, ", column%d text", i)
		}
		return text.String()
	}
	tables := func(count int) string {
		var text strings.Builder
		for i := range count {
			fmt.Fprintf(&text, "CREATE TABLE s.t%d (a%d uuid PRIMARY KEY, b text);\n", i, i)
		}
		return text.String()
	}
	for _, test := range []struct {
		code, fires, says, silent string
	}{
		{"key/timestamp-collides", "CREATE TABLE s.clicks (a uuid, at timestamp, b text, PRIMARY KEY (a, at));", "info 2:32 Two rows of s.clicks in the same millisecond are one",
			"CREATE TABLE s.clicks (a uuid, at timeuuid, b text, PRIMARY KEY (a, at));"},
		{"key/timestamp-collides", "CREATE TABLE s.orders (a uuid, kind text, at timestamp, b text, PRIMARY KEY (a, kind, at));", "info 2:43 Two rows of s.orders",
			"CREATE TABLE s.orders (a uuid, at timestamp, id uuid, b text, PRIMARY KEY (a, at, id));"},
		{"key/hot-partition", "CREATE TABLE s.t (day date, id uuid, b text, PRIMARY KEY (day, id));", "warning 2:1 The partition key of s.t is only a time",
			"CREATE TABLE s.t (day date, shard int, id uuid, b text, PRIMARY KEY ((day, shard), id));"},
		{"index/low-cardinality", "CREATE TABLE s.t (a uuid PRIMARY KEY, gender text);\nCREATE INDEX ON s.t (gender);", "info 3:1 The index on s.t(gender) seems to have few values",
			"CREATE TABLE s.t (a uuid PRIMARY KEY, surname text);\nCREATE INDEX ON s.t (surname);"},
		{"index/low-cardinality", "CREATE TABLE s.t (a uuid PRIMARY KEY, b boolean);\nCREATE INDEX ON s.t (b);", "warning 3:1 The index on s.t(b) has 2 values",
			"CREATE TABLE s.t (a uuid PRIMARY KEY, b int);\nCREATE INDEX ON s.t (b);"},
		{"index/high-cardinality", "CREATE TABLE s.t (a uuid PRIMARY KEY, email text);\nCREATE INDEX ON s.t (email);", "info 3:1 The index on s.t(email) seems to have nearly unique values",
			"CREATE TABLE s.t (a uuid PRIMARY KEY, city text);\nCREATE INDEX ON s.t (city);"},
		{"index/many", "CREATE TABLE s.t (a uuid PRIMARY KEY, b int, c int, d int, e int, f int, g int);" + indexes("bcdefg"), "warning 2:1 s.t has 6 indexes; the limit is 5",
			"CREATE TABLE s.t (a uuid PRIMARY KEY, b int, c int, d int, e int, f int, g int);" + indexes("bcdef")},
		{"index/unused", "CREATE TABLE s.t (a uuid PRIMARY KEY, b int, c int);\nCREATE INDEX tb ON s.t (b);\nSELECT * FROM s.t WHERE a = ?;", "info 3:1 No query uses the index on s.t(b)",
			"CREATE TABLE s.t (a uuid PRIMARY KEY, b int, c int);\nCREATE INDEX tb ON s.t (b);\nSELECT * FROM s.t WHERE b = ?;"},
		{"option/gc-grace", "CREATE TABLE s.t (a uuid PRIMARY KEY, b text) WITH gc_grace_seconds = 0;", "warning 2:1 s.t has gc_grace_seconds = 0",
			"CREATE TABLE s.t (a uuid PRIMARY KEY, b text) WITH gc_grace_seconds = 86400;"},
		{"option/gc-grace", "CREATE TABLE s.t (a uuid PRIMARY KEY, b text) WITH gc_grace_seconds = 2592000;", "warning 2:1 s.t keeps tombstones for 30 days",
			"CREATE TABLE s.t (a uuid PRIMARY KEY, b text) WITH gc_grace_seconds = 864000;"},
		{"option/twcs", "CREATE TABLE s.t (a uuid, at timeuuid, b text, PRIMARY KEY (a, at)) WITH compaction = {'class': 'TimeWindowCompactionStrategy'};", "info 2:1 s.t has TimeWindowCompactionStrategy and no default TTL",
			"CREATE TABLE s.t (a uuid, at timeuuid, b text, PRIMARY KEY (a, at)) WITH compaction = {'class': 'TimeWindowCompactionStrategy'} AND default_time_to_live = 1728000;"},
		{"option/twcs", "CREATE TABLE s.t (a uuid, at timeuuid, b text, PRIMARY KEY (a, at)) WITH compaction = {'class': 'TimeWindowCompactionStrategy', 'compaction_window_unit': 'HOURS', 'compaction_window_size': 1} AND default_time_to_live = 864000;",
			"warning 2:1 s.t has 240 windows of 1 hour in its TTL of 10 days",
			"CREATE TABLE s.t (a uuid, at timeuuid, b text, PRIMARY KEY (a, at)) WITH compaction = {'class': 'TimeWindowCompactionStrategy', 'compaction_window_unit': 'HOURS', 'compaction_window_size': 12} AND default_time_to_live = 864000;"},
		{"option/compaction", "CREATE TABLE s.t (a uuid PRIMARY KEY, b text) WITH compaction = {'class': 'LeveledCompactionStrategy'};", "info 2:1 s.t has LeveledCompactionStrategy",
			"CREATE TABLE s.t (a uuid PRIMARY KEY, b text) WITH compaction = {'class': 'UnifiedCompactionStrategy'};"},
		{"option/compression", "CREATE TABLE s.t (a uuid PRIMARY KEY, b text) WITH compression = {'enabled': 'false'};", "info 2:1 s.t is not compressed",
			"CREATE TABLE s.t (a uuid PRIMARY KEY, b text) WITH compression = {'class': 'LZ4Compressor'};"},
		{"option/bloom", "CREATE TABLE s.t (a uuid PRIMARY KEY, b text) WITH bloom_filter_fp_chance = 0.5;", "warning 2:1 s.t has bloom_filter_fp_chance = 0.5",
			"CREATE TABLE s.t (a uuid PRIMARY KEY, b text) WITH bloom_filter_fp_chance = 0.1;"},
		{"option/cache", "CREATE TABLE s.t (a uuid, at timeuuid, b text, PRIMARY KEY (a, at)) WITH caching = {'keys': 'ALL', 'rows_per_partition': 'ALL'};", "info 2:1 s.t caches rows (ALL)",
			"CREATE TABLE s.t (a uuid, at timeuuid, b text, PRIMARY KEY (a, at)) WITH caching = {'keys': 'ALL', 'rows_per_partition': '100'};"},
		{"replication/durable", "CREATE KEYSPACE x WITH replication = {'class': 'NetworkTopologyStrategy', 'dc1': 3} AND durable_writes = false;", "warning 2:1 x has durable_writes = false",
			"CREATE KEYSPACE x WITH replication = {'class': 'NetworkTopologyStrategy', 'dc1': 3} AND durable_writes = true;"},
		{"replication/simple", "CREATE KEYSPACE x WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 3};", "warning 2:1 x has SimpleStrategy",
			"CREATE KEYSPACE x WITH replication = {'class': 'NetworkTopologyStrategy', 'dc1': 5};"},
		{"replication/simple", "CREATE KEYSPACE shop_test WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1};", "info 2:1 shop_test has SimpleStrategy",
			"CREATE KEYSPACE x WITH replication = {'class': 'NetworkTopologyStrategy', 'replication_factor': 3};"},
		{"replication/simple", "CREATE KEYSPACE x WITH replication = {'class': 'NetworkTopologyStrategy', 'dc1': 2};", "warning 2:1 x has 2 replicas in dc1", "SELECT * FROM system.local;"},
		{"type/float-money", "CREATE TABLE s.t (a uuid PRIMARY KEY, price double);", "info 2:39 s.t.price is a double", "CREATE TABLE s.t (a uuid PRIMARY KEY, price decimal, temperature double);"},
		{"type/text-number", "CREATE TABLE s.t (a uuid, created_at text, b text, PRIMARY KEY (a, created_at));", "info 2:27 s.t.created_at is text and sorts the rows",
			"CREATE TABLE s.t (a uuid, title text, created_at text, PRIMARY KEY (a, title));"},
		{"type/udt-not-frozen", "CREATE TYPE s.y (f0 text" + columnsOf(21) + ");", "warning 2:1 The type y has 22 fields; the limit is 20", "CREATE TYPE s.y (f0 text" + columnsOf(19) + ");"},
		{"type/many-columns", "CREATE TABLE s.t (a uuid PRIMARY KEY" + columns(51) + ");", "warning 2:1 s.t has 52 columns; the limit is 50", "CREATE TABLE s.t (a uuid PRIMARY KEY" + columns(49) + ");"},
		{"type/secret", "CREATE TABLE s.t (a uuid PRIMARY KEY, password text);", "info 2:39 s.t.password is named like a secret", "CREATE TABLE s.t (a uuid PRIMARY KEY, password_hash text, token_expires_at text);"},
		{"type/composed-key", "CREATE TABLE s.t (city_and_street text PRIMARY KEY, b text);", "info 2:19 s.t.city_and_street seems to join several values into one text",
			"CREATE TABLE s.t (terms_and_conditions text PRIMARY KEY, city_and_street text);"},
		{"schema/vector", "CREATE TABLE s.t (a uuid PRIMARY KEY, v vector<float, 8193>);", "warning 2:39 s.t.v has 8,193 dimensions; the limit is 8,192",
			"CREATE TABLE s.t (a uuid PRIMARY KEY, v vector<float, 8192>);"},
		{"schema/tables", tables(101), "warning 1:1 There are 101 tables; the limit is 100", tables(100)},
		{"key/overwrites", "CREATE TABLE s.log (level text PRIMARY KEY, at timestamp, line text);", "info 2:1 s.log keeps one row for each level",
			"CREATE TABLE s.log (level text, at timeuuid, line text, PRIMARY KEY (level, at));"},
		{"size/unbounded", "CREATE TABLE s.readings (sensor uuid, at timeuuid, value double, PRIMARY KEY (sensor, at));", "warning 2:1 A partition of s.readings gets rows as long as the application runs",
			"CREATE TABLE s.readings (sensor uuid, day date, at timeuuid, value double, PRIMARY KEY ((sensor, day), at));"},
		{"size/unbounded", "CREATE TABLE s.orders (customer uuid, at timeuuid, total decimal, PRIMARY KEY (customer, at));", "info 2:1 Only the number of rows that one customer ever gets bounds a partition of s.orders",
			"CREATE TABLE s.orders (customer uuid, at timeuuid, total decimal, PRIMARY KEY (customer, at)) WITH default_time_to_live = 864000;"},
		{"write/lwt-contention", "CREATE TABLE s.t (a int PRIMARY KEY, b int);\nCREATE TABLE s.u (a int PRIMARY KEY, b int);\nBEGIN BATCH UPDATE s.t SET b = 1 WHERE a = 1 IF b = 0; UPDATE s.u SET b = 1 WHERE a = 1; APPLY BATCH;", "error 4:1 A batch with a condition writes several tables",
			"CREATE TABLE s.t (a int, c int, b int, PRIMARY KEY (a, c));\nBEGIN BATCH UPDATE s.t SET b = 1 WHERE a = 1 AND c = 1 IF b = 0; UPDATE s.t SET b = 1 WHERE a = 1 AND c = 2; APPLY BATCH;"},
		{"ttl/changes", "CREATE TABLE s.t (a uuid PRIMARY KEY, b text);\nALTER TABLE s.t WITH default_time_to_live = 86400;", "info 3:1 ALTER TABLE sets the TTL of s.t to 86400",
			"CREATE TABLE s.t (a uuid PRIMARY KEY, b text);\nALTER TABLE s.t WITH comment = 'x';"},
		{"type/udt-not-frozen", "CREATE TYPE s.y (f text, g text);\nCREATE TABLE s.t (a uuid PRIMARY KEY, b y);\nINSERT INTO s.t (a, b) VALUES (?, ?);", "info 3:39 s.t.b is always written whole",
			"CREATE TYPE s.y (f text, g text);\nCREATE TABLE s.t (a uuid PRIMARY KEY, b y);\nUPDATE s.t SET b.f = ? WHERE a = ?;"},
		{"schema/legacy", "CREATE TABLE s.t (a uuid PRIMARY KEY, b text) WITH COMPACT STORAGE;", "warning 2:1 s.t has COMPACT STORAGE", "CREATE TABLE s.t (a uuid PRIMARY KEY, b text);"},
		{"query/last-row-deleted", "CREATE TABLE s.t (a text, id timeuuid, b text, PRIMARY KEY (a, id));\nSELECT * FROM s.t WHERE a = ? LIMIT 1;\nDELETE FROM s.t WHERE a = ? AND id = ?;", "warning 3:1 SELECT reads s.t from the end at which DELETE deletes: a queue",
			"CREATE TABLE s.t (a text, id timeuuid, b text, PRIMARY KEY (a, id));\nSELECT * FROM s.t WHERE a = ? AND id = ?;\nDELETE FROM s.t WHERE a = ? AND id = ?;"},
		{"query/last-row-deleted", "CREATE TABLE s.t (a text, at timestamp, b text, PRIMARY KEY (a, at));\nSELECT * FROM s.t WHERE a = ? LIMIT 1;\nDELETE FROM s.t WHERE a = ? AND at = ?;", "warning 3:1 SELECT reads s.t from the end at which DELETE deletes: a queue",
			"CREATE TABLE s.t (a text, at timestamp, b text, PRIMARY KEY (a, at)) WITH CLUSTERING ORDER BY (at DESC);\nSELECT * FROM s.t WHERE a = ? LIMIT 1;\nDELETE FROM s.t WHERE a = ? AND at = ?;"},
		{"schema/orphan", "CREATE TABLE s.t (a uuid PRIMARY KEY, b text);\nCREATE TABLE s.u (c uuid PRIMARY KEY, d text);\nSELECT * FROM s.t WHERE a = ?;", "info 3:1 s.u answers no query",
			"CREATE TABLE s.t (a uuid PRIMARY KEY, b text);\nCREATE TABLE s.u (c uuid PRIMARY KEY, d text);"},
		{"write/collection-overwrite", "CREATE TABLE s.t (a uuid PRIMARY KEY, b set<text>);\nUPDATE s.t SET b = ? WHERE a = ?;", "warning 3:1 UPDATE sets the whole of s.t.b",
			"CREATE TABLE s.t (a uuid PRIMARY KEY, b set<text>);\nUPDATE s.t SET b = b + ? WHERE a = ?;"},
		{"write/null-tombstone", "CREATE TABLE s.t (a uuid PRIMARY KEY, b text, c text);\nINSERT INTO s.t (a, b, c) VALUES (?, NULL, ?);", "warning 3:1 INSERT of s.t writes NULL to b",
			"CREATE TABLE s.t (a uuid PRIMARY KEY, b text, c text);\nINSERT INTO s.t (a, c) VALUES (?, ?);"},
		{"update/list-append", "CREATE TABLE s.t (a uuid PRIMARY KEY, b list<text>);\nUPDATE s.t SET b = b + ['x'] WHERE a = ?;", "warning 3:1 A retry changes the list b of s.t twice",
			"CREATE TABLE s.t (a uuid PRIMARY KEY, b set<text>);\nUPDATE s.t SET b = b + {'x'} WHERE a = ?;"},
		{"query/scan", "CREATE TABLE s.t (a uuid PRIMARY KEY, b text);\nSELECT * FROM s.t;", "warning 3:1 SELECT reads the whole of s.t", "CREATE TABLE s.t (a uuid PRIMARY KEY, b text);\nSELECT * FROM s.t WHERE a = ?;"},
		{"query/filtering", "CREATE TABLE s.t (a uuid PRIMARY KEY, b text);\nSELECT * FROM s.t WHERE b = ? ALLOW FILTERING;", "warning 3:1 SELECT of s.t with ALLOW FILTERING",
			"CREATE TABLE s.t (a uuid PRIMARY KEY, b text);\nSELECT * FROM s.t WHERE a = ?;"},
		{"query/in-partitions", "CREATE TABLE s.t (a int PRIMARY KEY, b text);\nSELECT * FROM s.t WHERE a IN (" + numbers(21) + ");", "warning 3:1 SELECT reads 21 partitions of s.t with one IN; the limit is 20",
			"CREATE TABLE s.t (a int PRIMARY KEY, b text);\nSELECT * FROM s.t WHERE a IN (" + numbers(20) + ");"},
		{"write/batch-size", "CREATE TABLE s.t (a int PRIMARY KEY, b text);\nBEGIN UNLOGGED BATCH " + inserts(11, true) + "APPLY BATCH;", "warning 3:1 The unlogged batch writes 11 partitions",
			"CREATE TABLE s.t (a int, c int, b text, PRIMARY KEY (a, c));\nBEGIN UNLOGGED BATCH " + inserts(11, false) + "APPLY BATCH;"},
		{"write/future-timestamp", "CREATE TABLE s.t (a uuid PRIMARY KEY, b text);\nINSERT INTO s.t (a, b) VALUES (?, ?) USING TIMESTAMP 1764288000000;", "warning 3:1 USING TIMESTAMP 1764288000000 is before 2000",
			"CREATE TABLE s.t (a uuid PRIMARY KEY, b text);\nINSERT INTO s.t (a, b) VALUES (?, ?) USING TIMESTAMP 1764288000000000;"},
		{"write/counter-retry", "CREATE TABLE s.t (a uuid PRIMARY KEY, b counter);\nUPDATE s.t SET b = b + 1 WHERE a = ?;", "warning 3:1 UPDATE increments a counter of t",
			"CREATE TABLE s.t (a uuid PRIMARY KEY, b int);\nUPDATE s.t SET b = 1 WHERE a = ?;"},
	} {
		if got := adviceOn(t, test.fires, test.code); len(got) == 0 || !strings.HasPrefix(got[0], test.says) {
			t.Errorf("%s on\n%s\ngot  %q\nwant %q", test.code, test.fires, got, test.says)
		}
		if got := adviceOn(t, test.silent, test.code); len(got) > 0 {
			t.Errorf("%s on\n%s\ngot %q, want nothing", test.code, test.silent, got)
		}
	}
}

// A SASI index and a view are advice where the server takes them; where they are off by default, check says so, once.
func TestSaidByCheck(t *testing.T) {
	const table = sound + "CREATE TABLE s.t (a uuid PRIMARY KEY, b text);\n"
	for _, test := range []struct {
		target       model.Target
		script, want string
	}{
		{model.Cassandra311, "CREATE CUSTOM INDEX ON s.t (b) USING 'org.apache.cassandra.index.sasi.SASIIndex';", "index/sasi"},
		{model.Cassandra50, "CREATE CUSTOM INDEX ON s.t (b) USING 'org.apache.cassandra.index.sasi.SASIIndex';", "cql/disabled"},
		{model.Cassandra50, "CREATE MATERIALIZED VIEW s.v AS SELECT * FROM s.t WHERE a IS NOT NULL AND b IS NOT NULL PRIMARY KEY (b, a);", "cql/disabled"},
	} {
		reports := check.ScriptWithAdvice(test.target, joined(t, files.Input{Name: "s.cql", Text: table + test.script}), cql.Surroundings{}, "s", nil)
		var got []string
		for _, f := range reports[0].Findings {
			if slices.Contains([]string{"index/sasi", "view/experimental", "cql/disabled"}, f.Code) {
				got = append(got, f.Code)
			}
		}
		if !slices.Equal(got, []string{test.want}) {
			t.Errorf("%s on %s: %v, want %s", test.script, test.target, got, test.want)
		}
	}
}

// The examples of the documentation do what it says.
func TestAdviceExamples(t *testing.T) {
	for code, example := range advice.Examples {
		if len(adviceOn(t, example.Bad, code)) == 0 || len(adviceOn(t, example.Good, code)) > 0 {
			t.Errorf("%s: bad %q, good %q", code, adviceOn(t, example.Bad, code), adviceOn(t, example.Good, code))
		}
	}
}

func indexes(columns string) string {
	var text strings.Builder
	for _, column := range columns {
		fmt.Fprintf(&text, "\nCREATE INDEX ON s.t (%c);", column)
	}
	return text.String()
}

func numbers(count int) string {
	var all []string
	for i := range count {
		all = append(all, fmt.Sprint(i))
	}
	return strings.Join(all, ", ")
}

// inserts are statements on different partitions, or on rows of one.
func inserts(count int, apart bool) string {
	var text strings.Builder
	for i := range count {
		if apart {
			fmt.Fprintf(&text, "INSERT INTO s.t (a, b) VALUES (%d, 'x'); ", i)
		} else {
			fmt.Fprintf(&text, "INSERT INTO s.t (a, c, b) VALUES (1, %d, 'x'); ", i)
		}
	}
	return text.String()
}

func columnsOf(count int) string {
	var text strings.Builder
	for i := range count {
		fmt.Fprintf(&text, ", f%d text", i+1)
	}
	return text.String()
}

// adviceOn returns the advice with a code about a script after the keyspace s: level, place and message.
func adviceOn(t *testing.T, text, code string) []string {
	t.Helper()
	script := joined(t, files.Input{Name: "s.cql", Text: sound + text})
	before := len(check.Script(model.Cassandra50, script, cql.Surroundings{})[0].Findings)
	reports := check.ScriptWithAdvice(model.Cassandra50, script, cql.Surroundings{}, "s", nil)
	var found []string
	for _, finding := range reports[0].Findings[before:] {
		if finding.Code == code {
			found = append(found, fmt.Sprintf("%s %d:%d %s", finding.Severity, finding.Line, finding.Column, finding.Message))
		}
	}
	return found
}

// A comment above a statement accepts a finding in it, and only there.
func TestAdviceIsIgnored(t *testing.T) {
	text := "-- widerow:ignore option/gc-grace repair runs each hour\nCREATE TABLE s.t (a uuid PRIMARY KEY, b text) WITH gc_grace_seconds = 0;\nCREATE TABLE s.u (c uuid PRIMARY KEY, b text) WITH gc_grace_seconds = 0;"
	if got := adviceOn(t, text, "option/gc-grace"); len(got) != 1 || !strings.HasPrefix(got[0], "warning 4:1 s.u has gc_grace_seconds = 0") {
		t.Errorf("got %q", got)
	}
	text = "CREATE TABLE s.t (\n a uuid PRIMARY KEY,\n -- widerow:ignore type/float-money it is an index of prices\n price double);"
	if got := adviceOn(t, text, "type/float-money"); len(got) > 0 {
		t.Errorf("got %q", got)
	}
	if got := adviceOn(t, "-- widerow:ignore option/grace why\n"+"CREATE TABLE s.t (a uuid PRIMARY KEY, b text);", check.CodeIgnore); len(got) != 1 || got[0] != "warning 2:1 There is no rule option/grace to ignore." {
		t.Errorf("got %q", got)
	}
}
