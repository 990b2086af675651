package cql_test

import (
	"strings"
	"testing"

	"widerow/cql"
	"widerow/cql/parse"
)

// placeSetup creates what the statements of TestPlaces use.
const placeSetup = `CREATE KEYSPACE k WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1};
CREATE TABLE k.t (p int PRIMARY KEY, v int);
CREATE TABLE k.l (p int PRIMARY KEY, v int, l list<int>);
`

// TestPlaces: «» enclose the place of the last finding of each script.
func TestPlaces(t *testing.T) {
	for _, marked := range []string{
		"CREATE TABLE k.x (p int PRIMARY KEY, a «adress»);",
		"CREATE TABLE k.x (p int PRIMARY KEY, a «map<text, list<k.adress>>», b int);",
		"CREATE TABLE k.x (p int, \"é\" text, PRIMARY KEY (p, «nosuch»));",
		"CREATE TABLE k.x (p int PRIMARY KEY, a int, «a» text);",
		`CREATE TABLE k.x ("P q" int, PRIMARY KEY (p)) WITH «nosuch» = 1;`,
		"CREATE TABLE «k.x» (p int, PRIMARY KEY (p), PRIMARY KEY (p));",
		"CREATE TABLE k.x (p int PRIMARY KEY) WITH gc_grace_seconds = «'x'»;",
		"CREATE TABLE k.x (p int PRIMARY KEY) WITH gc_grace_seconds = «-1»;",
		"CREATE TABLE k.x (p int PRIMARY KEY) WITH compression = {'class': 'LZ4Compressor', «'nosuch'»: 1};",
		"CREATE TABLE k.x (p int PRIMARY KEY) WITH comment = 'a' AND «comment» = 'b';",
		"CREATE TABLE «k.t» (p int PRIMARY KEY);",
		"CREATE TABLE «nosuch».t (p int PRIMARY KEY);",
		"CREATE TABLE «x» (p int PRIMARY KEY);",
		"CREATE INDEX i ON «k.nosuch» (v);",
		"CREATE INDEX v ON k.t («w»);",
		"CREATE MATERIALIZED VIEW k.w AS SELECT * FROM «k.nosuch» WHERE p IS NOT NULL PRIMARY KEY (p);",
		"ALTER TABLE k.t DROP (v, «nosuch»);",
		"ALTER TABLE k.t ADD w «frozen<int>»;",
		"CREATE KEYSPACE m WITH replication = {'class': 'SimpleStrategy', 'replication_factor': «'x'»};",
		"CREATE FUNCTION k.f (a «nosuch») RETURNS NULL ON NULL INPUT RETURNS int LANGUAGE java AS '';",
		"USE «nosuch»;",
		"CREATE TABLE k.x (p int «PRIMERY» KEY);",
		"CREATE TABLE k.x (p int PRIMARY KEY«»",
		"CREATE TABLE k.x (p «'int»\n);",
		"TRUNCATE «k.nosuch»;",
		"SELECT v, «5 / 0» FROM k.t;",
		"SELECT v FROM k.t WHERE p = «(1 + 2) / (int)0» ;",
		"INSERT INTO k.t (p, v) VALUES (1, «from_json('\"x\"')»);",
		"INSERT INTO k.t (p, v) VALUES (1, «'x'») IF NOT EXISTS;",
		"INSERT INTO k.t JSON «'{\"p\": x}'»;",
		"INSERT INTO k.t JSON «'{\"p\": 1, \"v\": true}'»;",
		"UPDATE k.t SET v = 1 + 2 WHERE p = «{1}»;",
		"UPDATE k.l SET v = 1 WHERE p = 1 IF l[«-1»] = 1;",
		"BEGIN BATCH INSERT INTO k.t (p, v) VALUES (1, 2); UPDATE k.t SET v = «'é'» WHERE p = 1; APPLY BATCH;",
		"SELECT v FROM«» -- a comment\n\n",
	} {
		before, rest, _ := strings.Cut(placeSetup+marked, "«")
		within, after, _ := strings.Cut(rest, "»")
		findings := cql.Judge(parse.Parse(before + within + after))
		if len(findings) == 0 {
			t.Errorf("%s: nothing found", marked)
			continue
		}
		last := findings[len(findings)-1]
		text := before + within + after
		got := text[:last.From.Offset] + "«" + text[last.From.Offset:last.To.Offset] + "»" + text[last.To.Offset:]
		if got != placeSetup+marked {
			t.Errorf("%s\n got %s", last.Message, strings.TrimPrefix(got, placeSetup))
		}
	}
}

func TestPlaceCountsCharacters(t *testing.T) {
	findings := cql.Judge(parse.Parse("CREATE KEYSPACE k WITH replication = {'class': 'SimpleStrategy'};\n  CREATE TABLE k.x (\"é\" text, \"é€\" int, PRIMARY KEY (x));"))
	got := findings[len(findings)-1]
	if from, to := got.From.String(), got.To.String(); from != "2:54" || to != "2:55" {
		t.Errorf("%s from %s to %s", got.Message, from, to)
	}
}
