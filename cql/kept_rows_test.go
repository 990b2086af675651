package cql_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"widerow/cql"
	"widerow/cql/parse"
	"widerow/cql/syntax"
	"widerow/model"
	"widerow/model/validation"
)

const wholeScript = `CREATE KEYSPACE shop WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1};
USE shop;
CREATE TYPE address (street text);
CREATE TABLE orders (id int, line int, note text, PRIMARY KEY (id, line));
CREATE TABLE gone (id int PRIMARY KEY);
INSERT INTO gone (id) VALUES (1);
-- the first order
INSERT INTO orders (id, line, note) VALUES (1, 2, 'it''s');
INSERT INTO orders (id, line, note) VALUES (1, 2, 'it''s');
UPDATE orders SET note = ? WHERE id = 1 AND line = 2;
DELETE FROM shop.orders WHERE id = 1;
BEGIN BATCH INSERT INTO orders (id, line) VALUES (1, 3); DELETE FROM orders WHERE id = 2; APPLY BATCH;
SELECT * FROM orders WHERE id = 1;
SELECT release_version FROM system.local;
TRUNCATE orders;
CREATE MATERIALIZED VIEW notes AS SELECT * FROM orders WHERE note IS NOT NULL AND id IS NOT NULL AND line IS NOT NULL PRIMARY KEY (note, id, line);
CREATE MATERIALIZED VIEW some AS SELECT id, line, note FROM orders WHERE note IS NOT NULL AND id IS NOT NULL AND line IS NOT NULL PRIMARY KEY (note, id, line);
CREATE ROLE clerk WITH LOGIN = true AND PASSWORD = 'secret';
GRANT SELECT ON orders TO clerk;
DROP TABLE gone;
`

const wholeScriptKept = `CREATE KEYSPACE shop WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1};

CREATE TYPE shop.address (
    street text
);

CREATE TABLE shop.orders (
    id int,
    line int,
    note text,
    PRIMARY KEY (id, line)
);

CREATE MATERIALIZED VIEW shop.notes AS
    SELECT *
    FROM shop.orders
    WHERE note IS NOT NULL
    AND id IS NOT NULL
    AND line IS NOT NULL
    PRIMARY KEY (note, id, line);

CREATE MATERIALIZED VIEW shop.some AS
    SELECT note, id, line
    FROM shop.orders
    WHERE note IS NOT NULL
    AND id IS NOT NULL
    AND line IS NOT NULL
    PRIMARY KEY (note, id, line);

-- the first order
INSERT INTO shop.orders (id, line, note) VALUES (1, 2, 'it''s');
INSERT INTO shop.orders (id, line, note) VALUES (1, 2, 'it''s');

UPDATE shop.orders SET note = ? WHERE id = 1 AND line = 2;

DELETE FROM shop.orders WHERE id = 1;

BEGIN BATCH
    INSERT INTO shop.orders (id, line) VALUES (1, 3);
    DELETE FROM shop.orders WHERE id = 2;
APPLY BATCH;

SELECT * FROM shop.orders WHERE id = 1;
SELECT release_version FROM system.local;

TRUNCATE TABLE shop.orders;

-- The password is left out.
CREATE ROLE clerk WITH LOGIN = true;

GRANT SELECT ON TABLE shop.orders TO clerk;
`

// TestWholeScriptIsKept: a document made from a script contains all of it, and its
// own script gives the same document.
func TestWholeScriptIsKept(t *testing.T) {
	keep := func(text string) *model.Model {
		m, findings := cql.ImportWith(text, cql.ImportOptions{Target: model.Cassandra50, Name: "shop", Rows: true})
		for _, finding := range findings {
			if finding.Severity == cql.Error {
				t.Error(finding.Message)
			}
		}
		return m
	}
	printed := func(m *model.Model) string {
		_, script, _ := strings.Cut(cql.PrintModel(m, cql.PrintOptions{}), "\n\n")
		return script
	}
	m := keep(wholeScript)
	if diff := cmp.Diff(wholeScriptKept, printed(m)); diff != "" {
		t.Fatalf("script (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(wholeScriptKept, printed(keep(wholeScriptKept))); diff != "" {
		t.Errorf("script of the script (-want +got):\n%s", diff)
	}
	if problems := validation.Problems(m); len(problems) > 0 {
		t.Errorf("problems: %v", problems)
	}
	for _, finding := range cql.CheckModel(m) {
		if finding.Severity == cql.Error {
			t.Errorf("the document is refused: %s", finding.Message)
		}
	}
}

// TestKeptRowsFollowTheirTable: a renamed table is renamed in the statements.
func TestKeptRowsFollowTheirTable(t *testing.T) {
	m, _ := cql.ImportWith(wholeScript, cql.ImportOptions{Target: model.Cassandra50, Name: "shop", Rows: true})
	for _, relation := range m.Physical.Relations {
		if relation.Name == "orders" {
			relation.Name = "Sales"
		}
	}
	script := cql.PrintModel(m, cql.PrintOptions{})
	for _, want := range []string{`INSERT INTO shop."Sales" (id, line, note)`, `SELECT * FROM shop."Sales" WHERE id = 1`, `TRUNCATE TABLE shop."Sales"`} {
		if !strings.Contains(script, want) {
			t.Errorf("no %s in\n%s", want, script)
		}
	}
}

// TestViewOfAllColumnsOfChangedTable: a view lists its columns once they differ
// from those of its table.
func TestViewOfAllColumnsOfChangedTable(t *testing.T) {
	m, _ := cql.Import(wholeScript, "shop")
	for _, relation := range m.Physical.Relations {
		if relation.Name == "orders" {
			relation.Columns["new"] = &model.Column{Name: "extra", Role: model.Regular, Type: model.Type{Kind: model.NativeType, Name: "int"}, Order: "zz"}
		}
	}
	script := parse.Parse(cql.PrintModel(m, cql.PrintOptions{}))
	if text := syntax.Print(script); strings.Contains(text, "SELECT *") {
		t.Errorf("the view got a column:\n%s", text)
	}
}
