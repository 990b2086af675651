package syntaxtest

// PrintCase is a script with its canonical form.
type PrintCase struct{ Name, Script, Want string }

// PrintCases are the cases of the tests of the printer.
var PrintCases = []PrintCase{
	{"empty", "", ""},
	{"empty statements", ";;\n ;", ""},
	{"keyspace", "create keyspace if not exists Shop with " +
		"replication={'class':'SimpleStrategy','replication_factor':1} and DURABLE_WRITES=TRUE",
		`CREATE KEYSPACE IF NOT EXISTS shop WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}
    AND durable_writes = true;
`},
	{"schema of Cassandra 3", "CREATE SCHEMA shop WITH replication = {};", "CREATE KEYSPACE shop WITH replication = {};\n"},
	{"altered keyspace", "alter keyspace IF EXISTS Shop with durable_writes=true and replication={}",
		"ALTER KEYSPACE IF EXISTS shop WITH durable_writes = true\n    AND replication = {};\n"},
	{"added column", "alter columnfamily if exists shop.T add if not exists A varchar static masked with default",
		"ALTER TABLE IF EXISTS shop.t ADD IF NOT EXISTS a text STATIC MASKED WITH DEFAULT;\n"},
	{"added columns", `ALTER TABLE t ADD (a int, "B" list<text>)`, `ALTER TABLE t ADD (a int, "B" list<text>);
`},
	{"dropped columns", `ALTER TABLE t DROP IF EXISTS ("A",b) USING TIMESTAMP 5; ALTER TABLE t DROP (a); ALTER TABLE t DROP compact`, `ALTER TABLE t DROP IF EXISTS ("A", b) USING TIMESTAMP 5;
ALTER TABLE t DROP a;
ALTER TABLE t DROP compact;
`},
	{"renamed columns", `ALTER TABLE t RENAME IF EXISTS a TO "B" AND c TO d`, "ALTER TABLE t RENAME IF EXISTS a TO \"B\" AND c TO d;\n"},
	{"altered columns", `ALTER TABLE t ALTER "" TYPE text; ALTER TABLE t ALTER IF EXISTS a MASKED WITH mask_inner(1,null); ALTER TABLE t ALTER a DROP MASKED; ALTER TABLE t DROP COMPACT STORAGE`, `ALTER TABLE t ALTER "" TYPE text;
ALTER TABLE t ALTER IF EXISTS a MASKED WITH mask_inner(1, null);
ALTER TABLE t ALTER a DROP MASKED;
ALTER TABLE t DROP COMPACT STORAGE;
`},
	{"altered options", "ALTER TABLE t WITH comment='x' AND gc_grace_seconds=1; ALTER MATERIALIZED VIEW IF EXISTS v " +
		"WITH comment='x'", `ALTER TABLE t WITH comment = 'x'
    AND gc_grace_seconds = 1;

ALTER MATERIALIZED VIEW IF EXISTS v WITH comment = 'x';
`},
	{"altered types", `ALTER TYPE IF EXISTS shop."Date" ADD IF NOT EXISTS a frozen<b>; ALTER TYPE a RENAME IF EXISTS b TO c AND "D" TO e; ALTER TYPE a ALTER b TYPE text`, `ALTER TYPE IF EXISTS shop."Date" ADD IF NOT EXISTS a frozen<b>;
ALTER TYPE a RENAME IF EXISTS b TO c AND "D" TO e;
ALTER TYPE a ALTER b TYPE text;
`},
	{"drops", `DROP KEYSPACE IF EXISTS "Shop"; DROP COLUMNFAMILY shop.t; DROP TYPE IF EXISTS shop."date"; DROP INDEX shop.i; DROP MATERIALIZED VIEW IF EXISTS v`, `DROP KEYSPACE IF EXISTS "Shop";

DROP TABLE shop.t;

DROP TYPE IF EXISTS shop."date";

DROP INDEX shop.i;

DROP MATERIALIZED VIEW IF EXISTS v;
`},
	{"use", "USE \"Shop\"", "USE \"Shop\";\n"},
	{"type", "CREATE TYPE shop.Address (street TEXT,, tags set<frozen<tuple<int,varchar>>>, v vector<float,3>, c 'org.x.Y',)", `CREATE TYPE shop.address (
    street text,
    tags set<frozen<tuple<int, text>>>,
    v vector<float, 3>,
    c 'org.x.Y'
);
`},
	{"type with a native type's name", `CREATE TYPE "date" (x frozen<"Date">, y shop."text", z address, k "select")`, `CREATE TYPE "date" (
    x frozen<"Date">,
    y shop."text",
    z address,
    k "select"
);
`},
	{"types named like constructors", "CREATE TYPE list (a map, b frozen, c tuple, d vector)", `CREATE TYPE list (
    a map,
    b frozen,
    c tuple,
    d vector
);
`},
	{"table", `CREATE TABLE shop.orders (customer uuid, "Order" timeuuid, total decimal STATIC MASKED WITH mask_inner(1, null), PRIMARY KEY((customer),"Order")) WITH CLUSTERING ORDER BY ("Order" desc) AND COMPACT STORAGE AND comment=$$it's$$ AND compact = 1 AND speculative_retry = '99p' AND extensions={'a':0xFF}`, `CREATE TABLE shop.orders (
    customer uuid,
    "Order" timeuuid,
    total decimal STATIC MASKED WITH mask_inner(1, null),
    PRIMARY KEY (customer, "Order")
) WITH CLUSTERING ORDER BY ("Order" DESC)
    AND COMPACT STORAGE
    AND comment = 'it''s'
    AND compact = 1
    AND speculative_retry = '99p'
    AND extensions = {'a': 0xFF};
`},
	{"quotes exactly where needed", `CREATE TABLE t ("select" int, "key" int, "Key" int, "a""b" int, "true" int, "1a" int, "_a" int, "é" int, "values" int, "a b" int MASKED WITH DEFAULT PRIMARY KEY)`, `CREATE TABLE t (
    "select" int,
    key int,
    "Key" int,
    "a""b" int,
    "true" int,
    "1a" int,
    "_a" int,
    "é" int,
    values int,
    "a b" int MASKED WITH DEFAULT PRIMARY KEY
);
`},
	{"nested map", "CREATE TABLE t (a int PRIMARY KEY) WITH " +
		"CUSTOM_PROPERTIES={'capacity_mode':{'throughput_mode':'PAY_PER_REQUEST'}} AND id = 5a1c395e-b41f-11e5-9f22-ba0be0483c18", `CREATE TABLE t (
    a int PRIMARY KEY
) WITH custom_properties = {'capacity_mode': {'throughput_mode': 'PAY_PER_REQUEST'}}
    AND id = 5a1c395e-b41f-11e5-9f22-ba0be0483c18;
`},
	{"terms", "CREATE TABLE t (a int MASKED WITH f(1 + 2 * -3, - -4, {1,2}, {}, {'a':[1.5e3]}, (1,'x'), (int) 5, :b, " +
		"?, 1h30m, P1Y2M, NaN, -Infinity, system.now(), {street: 'x'}) PRIMARY KEY)", `CREATE TABLE t (
    a int MASKED WITH f(1 + 2 * -3, - -4, {1, 2}, {}, {'a': [1.5e3]}, (1, 'x'), (int) 5, :b, ?, 1h30m, P1Y2M, NaN, -Infinity, system.now(), {street: 'x'}) PRIMARY KEY
);
`},
	{"index", "CREATE INDEX ON t (a)", "CREATE INDEX ON t (a);\n"},
	{"index of each target", "CREATE CUSTOM INDEX IF NOT EXISTS \"By\" ON shop.t (keys(m),VALUES ( m " +
		"),entries(m),full(f),keys,values) USING 'StorageAttachedIndex' WITH OPTIONS={'case_sensitive':false}",
		"CREATE CUSTOM INDEX IF NOT EXISTS \"By\" ON shop.t (keys(m), values(m), entries(m), full(f), keys, " +
			"values) USING 'StorageAttachedIndex' WITH options = {'case_sensitive': false};\n"},
	{"index without target", "CREATE CUSTOM INDEX ON t () USING 'x.Y'", "CREATE CUSTOM INDEX ON t () USING 'x.Y';\n"},
	{"view", "CREATE MATERIALIZED VIEW v AS SELECT * FROM shop.t WHERE a IS NOT NULL AND (b IN (1,2)) AND " +
		"token(a)>token(1) AND (c,d)>=(1,2) AND m['x']=1 AND s CONTAINS KEY 'a' AND expr(i,'x') AND e IN ? AND f IN (?) " +
		"AND n LIKE 'x%' PRIMARY KEY ((a,b),c) WITH CLUSTERING ORDER BY (c ASC) AND comment='x'", `CREATE MATERIALIZED VIEW v AS
    SELECT *
    FROM shop.t
    WHERE a IS NOT NULL
    AND b IN (1, 2)
    AND token(a) > token(1)
    AND (c, d) >= (1, 2)
    AND m['x'] = 1
    AND s CONTAINS KEY 'a'
    AND expr(i, 'x')
    AND e IN ?
    AND f IN (?)
    AND n LIKE 'x%'
    PRIMARY KEY ((a, b), c) WITH CLUSTERING ORDER BY (c ASC)
    AND comment = 'x';
`},
	{"selectors", `CREATE MATERIALIZED VIEW v AS SELECT a AS x, count(*), m['k'], m['a'..'b'], m[..'b'], u.f.g, (int)1, [1,2], CAST(a AS text), writetime(a), "cast"(b), k.f(a, b) FROM t PRIMARY KEY (a)`, `CREATE MATERIALIZED VIEW v AS
    SELECT a AS x, count(*), m['k'], m['a' .. 'b'], m[ .. 'b'], u.f.g, (int) 1, [1, 2], CAST(a AS text), writetime(a), "cast"(b), k.f(a, b)
    FROM t
    PRIMARY KEY (a);
`},
	{"comments of all kinds", `-- the file

// about t
/* and
   more */
CREATE TABLE t ( -- first
  -- above a
  a int /* c1 */, -- behind a
  /* in front of b */ b int, // behind b
  PRIMARY KEY (a) -- the key
  -- at the end
) -- before with
WITH comment = 'x' -- the comment
  AND gc_grace_seconds = 1; -- done
-- tail
`, `-- the file

// about t
/* and
   more */
CREATE TABLE t (
    -- first
    -- above a
    a int, /* c1 */ -- behind a
    /* in front of b */
    b int, // behind b
    PRIMARY KEY (a) -- the key
    -- at the end
)
    -- before with
    WITH comment = 'x' -- the comment
    AND gc_grace_seconds = 1; -- done

-- tail
`},
	{"comment of two lines behind a column", "CREATE TABLE t (a int PRIMARY KEY /* c1\n*/, -- c2\n b int /* c3 */)",
		"CREATE TABLE t (\n    a int PRIMARY KEY, /* c1\n*/ -- c2\n    b int /* c3 */\n);\n"},
	{"command with an unclosed quote", "HELP don't; stop", "HELP don't; stop\n"},
	{"comments in strings", "CREATE TABLE t (a int PRIMARY KEY) WITH comment = '-- no /* comment */ // here';", `CREATE TABLE t (
    a int PRIMARY KEY
) WITH comment = '-- no /* comment */ // here';
`},
	{"comment at the end of the text", "USE shop -- no line end", "USE shop; -- no line end\n"},
	{"comments in and around INSERT", "INSERT INTO t (a) VALUES ('x;y'); /* c */ insert into t (a)\n  VALUES (2) -- gone\n;\nSELECT /* in */ * FROM t",
		"INSERT INTO t (a) VALUES ('x;y');\n\n/* c */\n-- gone\nINSERT INTO t (a) VALUES (2);\n\n/* in */\nSELECT * FROM t;\n"},
	{"batch", "BEGIN BATCH INSERT INTO t (a) VALUES (1); DELETE FROM t WHERE a = 2; APPLY BATCH; USE x;",
		"BEGIN BATCH\n    INSERT INTO t (a) VALUES (1);\n    DELETE FROM t WHERE a = 2;\nAPPLY BATCH;\n\nUSE x;\n"},
	{"function body", "CREATE OR REPLACE FUNCTION f (a int) CALLED ON NULL INPUT RETURNS int LANGUAGE java AS $$ return a; $$; USE x",
		"CREATE OR REPLACE FUNCTION f (a int)\n    CALLED ON NULL INPUT\n    RETURNS int\n    LANGUAGE java\n    AS $$ return a; $$;\n\nUSE x;\n"},
	{"commands of cqlsh", "SOURCE 'x.cql'\nCONSISTENCY QUORUM; PAGING OFF\nCOPY t (a)\n FROM 'x';\nUSE shop;\nDESC TABLES\n",
		"SOURCE 'x.cql'\n\nCONSISTENCY QUORUM\n\nPAGING OFF\n\nCOPY t (a)\n FROM 'x';\n\nUSE shop;\n\nDESCRIBE TABLES;\n"},
	{"pasted session", "cqlsh> USE shop;\ncqlsh:shop> CREATE TABLE t (\n        ...   a int PRIMARY KEY\n        ... );\nme@cqlsh:shop> USE x;", `USE shop;

CREATE TABLE t (
    a int PRIMARY KEY
);

USE x;
`},
	{"byte order mark and CRLF", "\uFEFFUSE shop;\r\n-- c\r\nCREATE TABLE t (\r\n a int PRIMARY KEY -- key\r\n);\r\n", `USE shop;

-- c
CREATE TABLE t (
    a int PRIMARY KEY -- key
);
`},
	{"what is no statement", "CREATE TABLE t (a int PRIMARY KEY;\nhello 'x;y';\nUSE shop;", `-- CREATE TABLE t (a int PRIMARY KEY

-- hello 'x;y'

USE shop;
`},
	{"missing end", "USE a\nUSE b\nCREATE TABLE t (a int PRIMARY KEY)\n\nCREATE TABLE u (a int PRIMARY KEY)", `USE a;

USE b;

CREATE TABLE t (
    a int PRIMARY KEY
);

CREATE TABLE u (
    a int PRIMARY KEY
);
`},
	{"statement cut in the middle", "CREATE TABLE t (a int,\nCREATE TABLE u (a int PRIMARY KEY);", `-- CREATE TABLE t (a int,

CREATE TABLE u (
    a int PRIMARY KEY
);
`},
	{"unclosed string", "CREATE TABLE t (a int PRIMARY KEY) WITH comment = 'oops;\nUSE shop;", `-- CREATE TABLE t (a int PRIMARY KEY) WITH comment = 'oops;

USE shop;
`},
	{"select", "select json distinct a as X, COUNT(*), cast(b as TEXT), WriteTime(c), m [ 'k' ] , u . f from Shop.T " +
		"where (A,b)>(1,2) and TOKEN(p)>=token(?) and v in (:x , 2) group by a order by a asc, B desc per partition " +
		"limit 2 limit :l allow filtering", `SELECT JSON DISTINCT a AS x, count(*), CAST(b AS text), writetime(c), m['k'], u.f
    FROM shop.t
    WHERE (a, b) > (1, 2) AND token(p) >= token(?) AND v IN (:x, 2)
    GROUP BY a
    ORDER BY a, b DESC
    PER PARTITION LIMIT 2
    LIMIT :l
    ALLOW FILTERING;
`},
	{"nearest neighbours", "SELECT * FROM t ORDER BY v ANN OF [1,2.5] LIMIT 3", "SELECT * FROM t ORDER BY v ANN OF [1, 2.5] LIMIT 3;\n"},
	{"quoted names of functions", `SELECT "ttl"(a), ttl(a), "token"(a), "count"(a), k."cast"(a) FROM t WHERE "" = "expr"(1)`, `SELECT "ttl"(a), ttl(a), token(a), count(a), k."cast"(a) FROM t WHERE "" = "expr"(1);
`},
	{"comments in a statement", "SELECT a, -- the id\n b FROM t -- all\n WHERE a = 1 -- one\n AND b = 2 /* two */ LIMIT 5 -- done\n", `SELECT
        a, -- the id
        b
    FROM t
    -- all
    WHERE a = 1 -- one
    AND b = 2 /* two */
    LIMIT 5; -- done
`},
	{"insert", "insert into T (A, \"B\") values ({street:'x', n:1}, [1]) if not exists using ttl 5 and timestamp ?",
		"INSERT INTO t (a, \"B\") VALUES ({street: 'x', n: 1}, [1]) IF NOT EXISTS USING TTL 5 AND TIMESTAMP ?;\n"},
	{"insert json", "INSERT INTO t JSON $${\"a\": 'b'}$$ default unset", "INSERT INTO t JSON '{\"a\": ''b''}' DEFAULT UNSET;\n"},
	{"update", "UPDATE t USING TTL 5 SET a += 1, b['x'] = 2, c.f = 3, d = d -1, e = [1] + e, f = f - {2} WHERE k = 1 " +
		"IF a = 1 AND b[0] IN (1, 2) AND c.f > 2", `UPDATE t
    USING TTL 5
    SET a += 1, b['x'] = 2, c.f = 3, d = d - 1, e = [1] + e, f = f - {2}
    WHERE k = 1
    IF a = 1 AND b[0] IN (1, 2) AND c.f > 2;
`},
	{"comments of assignments", "UPDATE t SET a = 1, -- one\n b = 2 WHERE k = 1", "UPDATE t\n    SET\n        a = 1, -- one\n        b = 2\n    WHERE k = 1;\n"},
	{"delete", "DELETE a, b['x'], c.f FROM t USING TIMESTAMP 5 WHERE k=1 IF EXISTS", "DELETE a, b['x'], c.f FROM t USING TIMESTAMP 5 WHERE k = 1 IF EXISTS;\n"},
	{"batch with comments", "begin unlogged batch using timestamp 5 -- start\n insert into t (a) values (1); -- one\n " +
		"/* two */ delete from t where a=1 -- gone\n apply batch", `BEGIN UNLOGGED BATCH USING TIMESTAMP 5
    -- start
    INSERT INTO t (a) VALUES (1); -- one
    /* two */
    DELETE FROM t WHERE a = 1; -- gone
APPLY BATCH;
`},
	{"alter", "alter table if exists t add if not exists (a int static, b text masked with default); ALTER TABLE " +
		"t DROP (a); ALTER TABLE t RENAME a TO b AND c TO \"D\"; ALTER TYPE u ADD f frozen<u2>; ALTER " +
		"COLUMNFAMILY t WITH comment='x' AND cdc=true",
		"ALTER TABLE IF EXISTS t ADD IF NOT EXISTS (a int STATIC, b text MASKED WITH DEFAULT);\nALTER TABLE t " +
			"DROP a;\nALTER TABLE t RENAME a TO b AND c TO \"D\";\n\nALTER TYPE u ADD f frozen<u2>;\n\nALTER " +
			"TABLE t WITH comment = 'x'\n    AND cdc = true;\n"},
	{"drop", "drop table if exists K.t; drop function f(int, text); DROP FUNCTION f; DROP AGGREGATE f (); drop trigger x on t",
		"DROP TABLE IF EXISTS k.t;\n\nDROP FUNCTION f(int, text);\nDROP FUNCTION f;\n\nDROP AGGREGATE f();\n\nDROP TRIGGER x ON t;\n"},
	{"aggregate", "CREATE AGGREGATE a (int) SFUNC s STYPE tuple<int,bigint> FINALFUNC \"F\" INITCOND (0,0)",
		"CREATE AGGREGATE a (int)\n    SFUNC s\n    STYPE tuple<int, bigint>\n    FINALFUNC \"F\"\n    INITCOND " +
			"(0, 0);\n"},
	{"body with dollars", "CREATE FUNCTION f (a int) RETURNS NULL ON NULL INPUT RETURNS int LANGUAGE java AS " +
		"'return \"$$\" + ''x''$'", "CREATE FUNCTION f (a int)\n    RETURNS NULL ON NULL INPUT\n    RETURNS " +
		"int\n    LANGUAGE java\n    AS 'return \"$$\" + ''x''$';\n"},
	{"roles", "create role 'Bob' with password = 'x' and superuser = TRUE and access to datacenters {'a','b'} " +
		"and access from all cidrs and options = {'a':1}; GRANT select, MODIFY PERMISSION ON t TO \"Bob\"; " +
		"revoke r from user; list all of r norecursive; CREATE USER Bob WITH HASHED PASSWORD 'x' NOSUPERUSER; " +
		"add identity x to role y",
		"CREATE ROLE 'Bob' WITH PASSWORD = 'x' AND SUPERUSER = true AND ACCESS TO DATACENTERS {'a', 'b'} AND " +
			"ACCESS FROM ALL CIDRS AND OPTIONS = {'a': 1};\n\nGRANT SELECT, MODIFY ON TABLE t TO " +
			"'Bob';\n\nREVOKE r FROM 'user';\n\nLIST ALL PERMISSIONS OF r NORECURSIVE;\n\nCREATE USER 'Bob' WITH " +
			"HASHED PASSWORD 'x' NOSUPERUSER;\n\nADD IDENTITY 'x' TO ROLE 'y';\n"},
	{"describe ends with its line", "DESC KEYSPACE\nLIST ROLES;\ndesc table K.t with internals; DESC full schema",
		"DESCRIBE KEYSPACE;\n\nLIST ROLES;\n\nDESCRIBE TABLE k.t WITH INTERNALS;\nDESCRIBE FULL SCHEMA;\n"},
	{"comments in a view", "CREATE MATERIALIZED VIEW v AS SELECT a, -- one\n b -- two\n FROM t WHERE a IS NOT NULL -- " +
		"key\n AND b > 1 -- other\n PRIMARY KEY (a)", `CREATE MATERIALIZED VIEW v AS
    SELECT
            a, -- one
            b -- two
    FROM t
    WHERE a IS NOT NULL -- key
    AND b > 1 -- other
    PRIMARY KEY (a);
`},
	{"broken batch", "BEGIN BATCH INSERT INTO t (a) VALUES (; DELETE FROM t WHERE a = 1; APPLY BATCH; USE x",
		"-- BEGIN BATCH INSERT INTO t (a) VALUES (; DELETE FROM t WHERE a = 1; APPLY BATCH\n\nUSE x;\n"},
	{"broken describe", "DESC TABLES x\nUSE y", "-- DESC TABLES x\n\nUSE y;\n"},
}
