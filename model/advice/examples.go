package advice

// Examples are CQL for the rules that a script can show: one that fires, and one close to it that is silent. The keyspace s
// exists. They are tests, and part of docs/advice.md.
var Examples = map[string]struct{ Bad, Good string }{
	"index/high-cardinality": {
		"CREATE TABLE s.t (a uuid PRIMARY KEY, email text);\nCREATE INDEX ON s.t (email);",
		"CREATE TABLE s.t (a uuid PRIMARY KEY, city text);\nCREATE INDEX ON s.t (city);",
	},
	"index/low-cardinality": {
		"CREATE TABLE s.t (a uuid PRIMARY KEY, gender text);\nCREATE INDEX ON s.t (gender);",
		"CREATE TABLE s.t (a uuid PRIMARY KEY, surname text);\nCREATE INDEX ON s.t (surname);",
	},
	"index/unused": {
		"CREATE TABLE s.t (a uuid PRIMARY KEY, b int, c int);\nCREATE INDEX tb ON s.t (b);\nSELECT * FROM s.t WHERE a = ?;",
		"CREATE TABLE s.t (a uuid PRIMARY KEY, b int, c int);\nCREATE INDEX tb ON s.t (b);\nSELECT * FROM s.t WHERE b = ?;",
	},
	"key/hot-partition": {
		"CREATE TABLE s.t (day date, id uuid, b text, PRIMARY KEY (day, id));",
		"CREATE TABLE s.t (day date, shard int, id uuid, b text, PRIMARY KEY ((day, shard), id));",
	},
	"key/overwrites": {
		"CREATE TABLE s.log (level text PRIMARY KEY, at timestamp, line text);",
		"CREATE TABLE s.log (level text, at timeuuid, line text, PRIMARY KEY (level, at));",
	},
	"key/timestamp-collides": {
		"CREATE TABLE s.clicks (page text, at timestamp, b text, PRIMARY KEY (page, at));",
		"CREATE TABLE s.clicks (page text, at timeuuid, b text, PRIMARY KEY (page, at));",
	},
	"option/bloom": {
		"CREATE TABLE s.t (a uuid PRIMARY KEY, b text) WITH bloom_filter_fp_chance = 0.5;",
		"CREATE TABLE s.t (a uuid PRIMARY KEY, b text) WITH bloom_filter_fp_chance = 0.1;",
	},
	"option/cache": {
		"CREATE TABLE s.t (a uuid, at timeuuid, b text, PRIMARY KEY (a, at)) WITH caching = {'keys': 'ALL', 'rows_per_partition': 'ALL'};",
		"CREATE TABLE s.t (a uuid PRIMARY KEY, b text) WITH caching = {'keys': 'ALL', 'rows_per_partition': '100'};",
	},
	"option/compaction": {
		"CREATE TABLE s.t (a uuid PRIMARY KEY, b text) WITH compaction = {'class': 'LeveledCompactionStrategy'};",
		"CREATE TABLE s.t (a uuid PRIMARY KEY, b text) WITH compaction = {'class': 'UnifiedCompactionStrategy'};",
	},
	"option/compression": {
		"CREATE TABLE s.t (a uuid PRIMARY KEY, b text) WITH compression = {'enabled': 'false'};",
		"CREATE TABLE s.t (a uuid PRIMARY KEY, b text) WITH compression = {'class': 'LZ4Compressor'};",
	},
	"option/gc-grace": {
		"CREATE TABLE s.t (a uuid PRIMARY KEY, b text) WITH gc_grace_seconds = 0;",
		"CREATE TABLE s.t (a uuid PRIMARY KEY, b text) WITH gc_grace_seconds = 86400;",
	},
	"option/twcs": {
		"CREATE TABLE s.t (a uuid, at timeuuid, b text, PRIMARY KEY (a, at)) WITH compaction = {'class': 'TimeWindowCompactionStrategy'};",
		"CREATE TABLE s.t (a uuid, at timeuuid, b text, PRIMARY KEY (a, at)) WITH compaction = {'class': " +
			"'TimeWindowCompactionStrategy'} AND default_time_to_live = 1728000;",
	},
	"query/filtering": {
		"CREATE TABLE s.t (a uuid PRIMARY KEY, b text);\nSELECT * FROM s.t WHERE b = ? ALLOW FILTERING;",
		"CREATE TABLE s.t (a uuid PRIMARY KEY, b text);\nSELECT * FROM s.t WHERE a = ?;",
	},
	"query/last-row-deleted": {
		"CREATE TABLE s.t (a text, id timeuuid, b text, PRIMARY KEY (a, id));\nSELECT * FROM s.t WHERE a = ? LIMIT 1;\nDELETE FROM s.t WHERE a = ? AND id = ?;",
		"CREATE TABLE s.t (a text, id timeuuid, b text, PRIMARY KEY (a, id));\nSELECT * FROM s.t WHERE a = ? AND id = ?;\nDELETE FROM s.t WHERE a = ? AND id = ?;",
	},
	"query/scan": {
		"CREATE TABLE s.t (a uuid PRIMARY KEY, b text);\nSELECT * FROM s.t;",
		"CREATE TABLE s.t (a uuid PRIMARY KEY, b text);\nSELECT * FROM s.t WHERE a = ?;",
	},
	"replication/durable": {
		"CREATE KEYSPACE x WITH replication = {'class': 'NetworkTopologyStrategy', 'dc1': 3} AND durable_writes = false;",
		"CREATE KEYSPACE x WITH replication = {'class': 'NetworkTopologyStrategy', 'dc1': 3} AND durable_writes = true;",
	},
	"replication/simple": {
		"CREATE KEYSPACE x WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 3};",
		"CREATE KEYSPACE x WITH replication = {'class': 'NetworkTopologyStrategy', 'dc1': 5};",
	},
	"schema/legacy": {
		"CREATE TABLE s.t (a uuid PRIMARY KEY, b text) WITH COMPACT STORAGE;",
		"CREATE TABLE s.t (a uuid PRIMARY KEY, b text);",
	},
	"schema/orphan": {
		"CREATE TABLE s.t (a uuid PRIMARY KEY, b text);\nCREATE TABLE s.u (c uuid PRIMARY KEY, d text);\nSELECT * FROM s.t WHERE a = ?;",
		"CREATE TABLE s.t (a uuid PRIMARY KEY, b text);\nCREATE TABLE s.u (c uuid PRIMARY KEY, d text);",
	},
	"size/unbounded": {
		"CREATE TABLE s.readings (sensor uuid, at timeuuid, value double, PRIMARY KEY (sensor, at));",
		"CREATE TABLE s.readings (sensor uuid, day date, at timeuuid, value double, PRIMARY KEY ((sensor, day), at));",
	},
	"ttl/changes": {
		"CREATE TABLE s.t (a uuid PRIMARY KEY, b text);\nALTER TABLE s.t WITH default_time_to_live = 86400;",
		"CREATE TABLE s.t (a uuid PRIMARY KEY, b text);\nALTER TABLE s.t WITH comment = 'x';",
	},
	"type/float-money": {
		"CREATE TABLE s.t (a uuid PRIMARY KEY, price double);",
		"CREATE TABLE s.t (a uuid PRIMARY KEY, price decimal, temperature double);",
	},
	"type/secret": {
		"CREATE TABLE s.t (a uuid PRIMARY KEY, password text);",
		"CREATE TABLE s.t (a uuid PRIMARY KEY, password_hash text, token_expires_at text);",
	},
	"type/text-number": {
		"CREATE TABLE s.t (a uuid, created_at text, b text, PRIMARY KEY (a, created_at));",
		"CREATE TABLE s.t (a uuid, title text, created_at text, PRIMARY KEY (a, title));",
	},
	"type/udt-not-frozen": {
		"CREATE TYPE s.y (f text, g text);\nCREATE TABLE s.t (a uuid PRIMARY KEY, b y);\nINSERT INTO s.t (a, b) VALUES (?, ?);",
		"CREATE TYPE s.y (f text, g text);\nCREATE TABLE s.t (a uuid PRIMARY KEY, b y);\nUPDATE s.t SET b.f = ? WHERE a = ?;",
	},
	"update/list-append": {
		"CREATE TABLE s.t (a uuid PRIMARY KEY, b list<text>);\nUPDATE s.t SET b = b + ['x'] WHERE a = ?;",
		"CREATE TABLE s.t (a uuid PRIMARY KEY, b set<text>);\nUPDATE s.t SET b = b + {'x'} WHERE a = ?;",
	},
	"write/collection-overwrite": {
		"CREATE TABLE s.t (a uuid PRIMARY KEY, b set<text>);\nUPDATE s.t SET b = ? WHERE a = ?;",
		"CREATE TABLE s.t (a uuid PRIMARY KEY, b set<text>);\nUPDATE s.t SET b = b + ? WHERE a = ?;",
	},
	"write/counter-retry": {
		"CREATE TABLE s.t (a uuid PRIMARY KEY, b counter);\nUPDATE s.t SET b = b + 1 WHERE a = ?;",
		"CREATE TABLE s.t (a uuid PRIMARY KEY, b int);\nUPDATE s.t SET b = 1 WHERE a = ?;",
	},
	"write/future-timestamp": {
		"CREATE TABLE s.t (a uuid PRIMARY KEY, b text);\nINSERT INTO s.t (a, b) VALUES (?, ?) USING TIMESTAMP 1764288000000;",
		"CREATE TABLE s.t (a uuid PRIMARY KEY, b text);\nINSERT INTO s.t (a, b) VALUES (?, ?) USING TIMESTAMP 1764288000000000;",
	},
	"write/lwt-contention": {
		"CREATE TABLE s.t (a int PRIMARY KEY, b int);\nCREATE TABLE s.u (a int PRIMARY KEY, b int);\nBEGIN BATCH " +
			"UPDATE s.t SET b = 1 WHERE a = 1 IF b = 0; UPDATE s.u SET b = 1 WHERE a = 1; APPLY BATCH;",
		"CREATE TABLE s.t (a int, c int, b int, PRIMARY KEY (a, c));\nBEGIN BATCH UPDATE s.t SET b = 1 WHERE a = " +
			"1 AND c = 1 IF b = 0; UPDATE s.t SET b = 1 WHERE a = 1 AND c = 2; APPLY BATCH;",
	},
	"write/null-tombstone": {
		"CREATE TABLE s.t (a uuid PRIMARY KEY, b text, c text);\nINSERT INTO s.t (a, b, c) VALUES (?, NULL, ?);",
		"CREATE TABLE s.t (a uuid PRIMARY KEY, b text, c text);\nINSERT INTO s.t (a, c) VALUES (?, ?);",
	},
}
