package cql_test

import (
	"testing"

	"widerow/cql"
)

// keptAsText are statements that Cassandra 5.0's grammar takes and that we
// keep as text. DESCRIBE is a command for cqlsh as well.
var keptAsText = []string{
	`CREATE FUNCTION f (a int) CALLED ON NULL INPUT RETURNS int LANGUAGE java AS $$ return a; $$`,
	`CREATE OR REPLACE FUNCTION IF NOT EXISTS ks.f () RETURNS NULL ON NULL INPUT RETURNS int LANGUAGE java AS 'return 1;'`,
	`CREATE AGGREGATE a (int) SFUNC s STYPE tuple<int,bigint> FINALFUNC f INITCOND (0,0)`,
	`CREATE TRIGGER tr ON t USING 'x.Y'`,
	`CREATE ROLE r WITH PASSWORD = 'x' AND LOGIN = true AND OPTIONS = {'a':'b'} AND ACCESS TO DATACENTERS {'dc1'}`,
	`SELECT * FROM t WHERE a != 1`,
	`SELECT * FROM t ORDER BY v ANN OF [1,2] LIMIT 3`,
	`SELECT a AS x, count(*), m['k'], m['a'..'b'], udt.f, (int)1, [1,2] FROM t`,
	`DESCRIBE SCHEMA`,
	`BEGIN BATCH INSERT INTO t (a) VALUES (1); UPDATE t SET b=1 WHERE a=1; APPLY BATCH`,
	`TRUNCATE TABLE t`,
	`DROP FUNCTION f (int, text)`,
	`CREATE USER bob WITH PASSWORD 'x' SUPERUSER`,
	`GRANT SELECT ON KEYSPACE ks TO r`,
	`ADD IDENTITY 'x' TO ROLE 'r'`,
	`SELECT * FROM t WHERE expr(i, 'x')`,
	`DESC SCHEMA`,
	`SELECT * FROM t WHERE (a,b) > (1,2) AND token(pk) > token(1) AND m['x']=1 AND s CONTAINS 'a' AND m CONTAINS KEY 'b' AND x LIKE '%a' PER PARTITION LIMIT 2 LIMIT 5 ALLOW FILTERING`,
	`SELECT * FROM t WHERE a = ? AND b IN ? AND c IN (:x, :y) LIMIT :l`,
	`SELECT a, b FROM t GROUP BY a, floor(b, 1h) ORDER BY b DESC`,
	`INSERT INTO t JSON '{"a":1}' DEFAULT UNSET IF NOT EXISTS USING TTL 5 AND TIMESTAMP 4`,
	`UPDATE t USING TTL 5 SET a += 1, b['x'] = 2, c.f = 3, d = d + {1}, e = [1] + e WHERE k = 1 IF a = 1 AND b[0] > 2`,
	`DELETE a, b['x'], c.f FROM t USING TIMESTAMP 5 WHERE k=1 IF EXISTS`,
	`BEGIN UNLOGGED BATCH USING TIMESTAMP 5 INSERT INTO t (a) VALUES (1) DELETE FROM t WHERE a=1; APPLY BATCH`,
	`CREATE ROLE IF NOT EXISTS "r" WITH SUPERUSER = true`,
	`CREATE ROLE 'r' WITH HASHED PASSWORD = 'x' AND ACCESS FROM CIDRS {'c'}`,
	`GRANT ALL PERMISSIONS ON ALL KEYSPACES TO r`,
	`GRANT SELECT, MODIFY ON TABLE ks.t TO r`,
	`GRANT EXECUTE ON FUNCTION ks.f(int) TO r`,
	`REVOKE r FROM s`,
	`LIST ALL PERMISSIONS OF r`,
	`CREATE TRIGGER IF NOT EXISTS tr ON ks.t USING 'x'`,
}

func TestOtherStatementsAreKept(t *testing.T) {
	for _, statement := range keptAsText {
		script := cql.Parse(statement)
		if len(script.Errors) > 0 || len(script.Statements) != 1 {
			t.Errorf("Parse(%q): %d statements, errors %v", statement, len(script.Statements), script.Errors)
			continue
		}
		if other, kept := script.Statements[0].(*cql.Other); !kept || other.Text != statement {
			t.Errorf("Parse(%q) = %#v, want it kept as text", statement, script.Statements[0])
		}
	}
}

func TestKeywordsOfOtherStatements(t *testing.T) {
	for _, test := range []struct {
		statement, keyword string
		command            bool
	}{
		{"SELECT * FROM t", "SELECT", false},
		{"create or replace function f () RETURNS NULL ON NULL INPUT RETURNS int LANGUAGE java AS ''", "CREATE FUNCTION", false},
		{"BEGIN UNLOGGED BATCH APPLY BATCH", "BEGIN", false},
		{"desc keyspaces", "DESC", true},
		{"?", "?", true},
	} {
		other, _ := cql.Parse(test.statement).Statements[0].(*cql.Other)
		if other == nil || other.Keyword != test.keyword || other.Command != test.command {
			t.Errorf("Parse(%q) = %+v, want keyword %s, command %t", test.statement, other, test.keyword, test.command)
		}
	}
}
