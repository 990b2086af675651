package check_test

import (
	"strings"
	"testing"

	"widerow/cql"
	"widerow/cql/check"
	"widerow/cql/files"
	"widerow/model"
)

// What engineers write on purpose is no finding. Each case is of a public schema; the case beside it still fires.
func TestAdviceIsSilent(t *testing.T) {
	const windows = " WITH compaction = {'class': 'TimeWindowCompactionStrategy', 'compaction_window_unit': "
	for _, test := range []struct{ code, silent, fires, says string }{
		{"key/timestamp-collides", "CREATE TABLE s.candles_1m (symbol text, datetime timestamp, open double, PRIMARY KEY (symbol, datetime));",
			"CREATE TABLE s.market_data (symbol text, trade_timestamp timestamp, open double, PRIMARY KEY (symbol, trade_timestamp));", "Two rows of s.market_data"},
		{"key/timestamp-collides", "CREATE TABLE s.measurements (sensor uuid, ts timestamp, v float, PRIMARY KEY (sensor, ts));",
			"CREATE TABLE s.tweets (topic text, ts timestamp, v float, PRIMARY KEY (topic, ts));", "Two rows of s.tweets"},
		{"key/timestamp-collides", "CREATE TABLE s.post_days (feed text, day timestamp, PRIMARY KEY (feed, day));",
			"CREATE TABLE s.posts (feed text, posted timestamp, PRIMARY KEY (feed, posted));", "Two rows of s.posts"},
		{"key/hot-partition", "CREATE TABLE s.events (event_time timestamp, id uuid, PRIMARY KEY (event_time, id));",
			"CREATE TABLE s.events (event_hour timestamp, id uuid, PRIMARY KEY (event_hour, id));", "The partition key of s.events is only a time"},
		{"key/hot-partition", "CREATE TABLE s.top_errors_30s (day date, window_start timestamp, rank int, PRIMARY KEY (day, window_start, rank));",
			"CREATE TABLE s.errors (day date, at timestamp, id uuid, PRIMARY KEY (day, at, id));", "The partition key of s.errors is only a time"},
		{"key/hot-partition", "CREATE TABLE s.dependency (day date, parent text, child text, calls bigint, PRIMARY KEY (day, parent, child));",
			"CREATE TABLE s.users (active boolean, id uuid, PRIMARY KEY (active, id));", "The partition key of s.users has 2 values"},
		{"key/hot-partition", "CREATE TABLE s.schema_migration (applied boolean, version int, PRIMARY KEY (applied, version));",
			"CREATE TABLE s.users (status text, id uuid, PRIMARY KEY (status, id));", "s.users has few partitions, since its partition key status seems to have few values"},
		{"size/unbounded", "CREATE TABLE s.samples (context text, partition int, collected_at timestamp, v blob, PRIMARY KEY ((context, partition), collected_at));",
			"CREATE TABLE s.samples (context text, collected_at timestamp, v blob, PRIMARY KEY (context, collected_at));", "A partition of s.samples gets rows"},
		{"size/unbounded", "CREATE TABLE s.runs (cluster text, id timeuuid, PRIMARY KEY (cluster, id));",
			"CREATE TABLE s.runs (cluster text, started timestamp, PRIMARY KEY (cluster, started));", "Only the number of rows that one cluster ever gets"},
		{"size/unbounded", "CREATE TABLE s.methods (hash uuid, file text, version_time timestamp, PRIMARY KEY (hash, file, version_time));",
			"CREATE TABLE s.clicks (hash uuid, at timestamp, PRIMARY KEY (hash, at));", "A partition of s.clicks"},
		{"option/twcs", "CREATE TABLE s.t (a uuid, at timeuuid, PRIMARY KEY (a, at))" + windows + "'DAYS'} AND default_time_to_live = 604800;",
			"CREATE TABLE s.t (a uuid, at timeuuid, PRIMARY KEY (a, at))" + windows + "'DAYS'} AND default_time_to_live = 259200;", "s.t has 3 windows of 1 day in its TTL of 3 days"},
		{"option/twcs", "CREATE TABLE s.t (a uuid, at timeuuid, PRIMARY KEY (a, at))" + windows + "'HOURS'} AND default_time_to_live = 172800;",
			"CREATE TABLE s.t (a uuid, at timeuuid, PRIMARY KEY (a, at))" + windows + "'HOURS'} AND default_time_to_live = 432000;", "s.t has 120 windows of 1 hour in its TTL of 5 days"},
		{"option/gc-grace", "CREATE TABLE s.t (a uuid PRIMARY KEY, b text) WITH gc_grace_seconds = 300 AND default_time_to_live = 3600;",
			"CREATE TABLE s.t (a uuid PRIMARY KEY, b text) WITH gc_grace_seconds = 300;", "s.t has gc_grace_seconds = 300"},
		{"option/cache", "CREATE TABLE s.names (service text, span text, PRIMARY KEY (service, span)) WITH caching = {'rows_per_partition': 'ALL'};",
			"CREATE TABLE s.names (service text, id uuid, PRIMARY KEY (service, id)) WITH caching = {'rows_per_partition': 'ALL'};", "s.names caches rows (ALL)"},
		{"index/high-cardinality", "CREATE TABLE s.videos (id uuid PRIMARY KEY, userid uuid);\nCREATE INDEX ON s.videos (userid);",
			"CREATE TABLE s.users (name text PRIMARY KEY, userid uuid);\nCREATE INDEX ON s.users (userid);", "The index on s.users(userid)"},
		{"index/unused", "CREATE TABLE s.videos (id uuid PRIMARY KEY, tags set<text>);\nCREATE INDEX ON s.videos (tags);\nSELECT id FROM s.videos WHERE tags CONTAINS 'x';",
			"CREATE TABLE s.videos (id uuid PRIMARY KEY, tags set<text>);\nCREATE INDEX ON s.videos (tags);\nSELECT id FROM s.videos WHERE id = ?;", "No query uses the index"},
		{"schema/duplicate", "CREATE TABLE s.tweets_by_user (u uuid, at timeuuid, b text, PRIMARY KEY (u, at));\nCREATE TABLE s.timeline (u uuid, at timeuuid, b text, PRIMARY KEY (u, at));", "", ""},
		{"schema/legacy", "CREATE TABLE s.tiles (x int, y int, r tinyint, g tinyint, b tinyint, PRIMARY KEY (x, y));",
			"CREATE TABLE s.tiles (fn int, ln int, st tinyint, zp tinyint, PRIMARY KEY (fn, ln));", "Columns of s.tiles have names of one or two letters"},
		{"type/secret", "CREATE TABLE s.t (a uuid PRIMARY KEY, payment_token text, token_type text, token_ranges text, next_page_token text);",
			"CREATE TABLE s.t (a uuid PRIMARY KEY, auth_token text, password text);", "s.t keeps what is named like secrets as text (auth_token, password)"},
		{"type/float-money", "CREATE TABLE s.t (a uuid PRIMARY KEY, open_price double, avg_price double, tax_rate float);",
			"CREATE TABLE s.t (a uuid PRIMARY KEY, price double, total double);", "s.t keeps amounts of money in floating point (price, total)"},
		{"query/scan", "CREATE TABLE s.t (a uuid PRIMARY KEY, b text);\nSELECT * FROM s.t LIMIT 5;",
			"CREATE TABLE s.t (a uuid PRIMARY KEY, b text);\nSELECT count(*) FROM s.t LIMIT 5;", "SELECT reads the whole of s.t"},
		{"type/secret", "CREATE TABLE s.t (a uuid PRIMARY KEY, password text, salt text);",
			"CREATE TABLE s.t (a uuid PRIMARY KEY, auth_token text, salt text);", "s.t.auth_token is named like a secret"},
		{"type/secret", "CREATE TABLE s.t (a uuid PRIMARY KEY, passwordhash text, resetpasswordat timestamp);",
			"CREATE TABLE s.t (a uuid PRIMARY KEY, adminPassword text, s3SecretKey text);", "s.t keeps what is named like secrets as text (adminpassword, s3secretkey)"},
		{"key/timestamp-collides", "CREATE TABLE s.goods (shelf text, added timestamp, price decimal, PRIMARY KEY (shelf, added));",
			"CREATE TABLE s.goods (shelf text, added timestamp, goods_id uuid, PRIMARY KEY (shelf, added));", "Two rows of s.goods in the same millisecond are one: added is all that tells the rows of a partition apart, since goods_id is not in the key"},
		{"key/timestamp-collides", "CREATE TABLE s.runs_by_city (city text, day date, at time, driver uuid, PRIMARY KEY (city, day, at));",
			"CREATE TABLE s.runs_by_city (city text, day date, at time, run_id uuid, PRIMARY KEY (city, day, at));", "Two rows of s.runs_by_city with the same time of a day are one: at is all that tells the rows of a partition apart, since run_id is not in the key"},
		{"size/unbounded", "CREATE TABLE s.notes (author text, title text, PRIMARY KEY (author, title));",
			"CREATE TABLE s.notes (author text, timestamp text, PRIMARY KEY (author, timestamp));", "Only the number of rows that one author ever gets"},
		{"key/hot-partition", "CREATE TABLE s.files (lastupdate timestamp, id uuid, PRIMARY KEY (lastupdate, id));",
			"CREATE TABLE s.files (finisheddate timestamp, id uuid, PRIMARY KEY (finisheddate, id));", "The partition key of s.files is only a time"},
		{"index/high-cardinality", "CREATE TABLE s.pages (url text PRIMARY KEY, host text);\nCREATE INDEX ON s.pages (host);",
			"CREATE TABLE s.pages (url text PRIMARY KEY, content_hash text);\nCREATE INDEX ON s.pages (content_hash);", "The index on s.pages(content_hash) seems to have nearly unique values"},
		{"index/low-cardinality", "CREATE TABLE s.u (a uuid PRIMARY KEY, surname text);\nCREATE INDEX ON s.u (surname);",
			"CREATE TABLE s.u (a uuid PRIMARY KEY, role text);\nCREATE INDEX ON s.u (role);", "The index on s.u(role) seems to have few values"},
		{"ttl/missing", "CREATE TABLE s.sessions (id text PRIMARY KEY, expires_at timestamp);\nINSERT INTO s.sessions (id, expires_at) VALUES (?, ?) USING TTL ?;",
			"CREATE TABLE s.sessions (id text PRIMARY KEY, expires_at timestamp);\nINSERT INTO s.sessions (id, expires_at) VALUES (?, ?);", "Rows of s.sessions end at expires_at, but nothing ends them there"},
		{"ttl/missing", "CREATE TABLE s.cards (id text PRIMARY KEY, expiry date);\nCREATE TABLE s.tokens (id text PRIMARY KEY, expires bigint) WITH default_time_to_live = 60;",
			"CREATE TABLE s.tokens (id text PRIMARY KEY, expires bigint);\nCREATE TABLE s.carts (id text PRIMARY KEY, expires bigint);", "Rows of 2 tables have a time at which they end"},
		{"size/partition", "CREATE TABLE s.t (a uuid, c text, m map<text, blob>, n map<text, blob>, o map<text, blob>, PRIMARY KEY (a, c));", "", ""},
	} {
		if got := adviceOn(t, test.silent, test.code); len(got) > 0 {
			t.Errorf("%s on\n%s\ngot %q, want nothing", test.code, test.silent, got)
		}
		if test.fires == "" {
			continue
		}
		if got := adviceOn(t, test.fires, test.code); len(got) != 1 || !strings.Contains(got[0], test.says) {
			t.Errorf("%s on\n%s\ngot %q, want %q", test.code, test.fires, got, test.says)
		}
	}
}

// What several tables of a script have in common is one finding.
func TestAdviceIsGrouped(t *testing.T) {
	const table = "CREATE TABLE s.t%d (a uuid PRIMARY KEY, b text) WITH compaction = {'class': 'LeveledCompactionStrategy'} AND speculative_retry = 'NONE' " +
		"AND compression = {'enabled': 'false'};\n"
	text := strings.ReplaceAll(table, "%d", "1") + strings.ReplaceAll(table, "%d", "2")
	for code, want := range map[string]string{"option/compaction": "2 tables have", "option/bloom": "2 tables have speculative_retry = NONE",
		"option/compression": "2 tables are not compressed"} {
		if got := adviceOn(t, text, code); len(got) != 1 || !strings.Contains(got[0], want) {
			t.Errorf("%s: got %q, want one finding %q", code, got, want)
		}
	}
}

// An option that 4.0 has removed is advice on 3.11 only: later versions refuse it, ScyllaDB ignores it, and check says so.
func TestRemovedOptions(t *testing.T) {
	text := "CREATE KEYSPACE s WITH replication = {'class': 'NetworkTopologyStrategy', 'dc1': 3};\n" +
		"CREATE TABLE s.t (a int PRIMARY KEY) WITH read_repair_chance = 0.1 AND dclocal_read_repair_chance = 0.1;\n" +
		"CREATE TABLE s.u (a int PRIMARY KEY) WITH read_repair_chance = 0.1;"
	for target, want := range map[model.Target]int{model.Cassandra311: 1, model.Cassandra50: 0, model.ScyllaDB: 0} {
		script := joined(t, files.Input{Name: "s.cql", Text: text})
		reports := check.ScriptWithAdvice(target, script, cql.Surroundings{}, "s", nil)
		count := 0
		for _, finding := range reports[0].Findings {
			if finding.Code == "schema/legacy" {
				count++
			}
		}
		if count != want {
			t.Errorf("%s: %d findings, want %d", target, count, want)
		}
	}
}

// Events of one thing whose life ends do not grow for ever: they are info, apart from what does.
func TestEventsOfOneThing(t *testing.T) {
	const events = "CREATE TABLE s.%s (%s uuid, at timeuuid, what text, PRIMARY KEY (%s, at));\n"
	text := ""
	for _, of := range []string{"order", "session", "device"} {
		text += strings.NewReplacer("s.%s", "s."+of+"_events", "%s", of+"_id").Replace(events)
	}
	got := adviceOn(t, text, "size/unbounded")
	if len(got) != 2 || !strings.Contains(got[0], "A partition of s.device_events gets rows") ||
		!strings.Contains(got[1], "bounds the partitions of 2 tables: they have no bucket of time and no TTL (order_events, session_events)") {
		t.Errorf("got %q", got)
	}
}
