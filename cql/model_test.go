package cql_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"widerow/cql"
	"widerow/cql/parse"
	"widerow/cql/syntax"
	"widerow/model"
	"widerow/model/example"
	"widerow/model/validation"
)

const shopScript = `-- Shop
-- Revision 7

CREATE KEYSPACE shop WITH replication = {'class': 'NetworkTopologyStrategy', 'dc1': 3}
    AND durable_writes = false;

CREATE TYPE shop.street (
    name text,
    number int
);

CREATE TYPE shop.address (
    street frozen<street>,
    "Zip" text
);

CREATE TABLE shop.orders (
    customer uuid,
    day date,
    at timestamp,
    note text STATIC MASKED WITH DEFAULT,
    items map<text, frozen<tuple<int, decimal>>>,
    ship_to frozen<address>,
    PRIMARY KEY ((customer, day), at)
) WITH CLUSTERING ORDER BY (at DESC)
    AND comment = 'it''s'
    AND compaction = {'class': 'LeveledCompactionStrategy', 'sstable_size_in_mb': 160};

CREATE TABLE shop.products (
    id uuid PRIMARY KEY,
    price decimal
);

CREATE CUSTOM INDEX ON shop.orders (keys(items)) USING 'StorageAttachedIndex' WITH options = {'case_sensitive': false};

CREATE INDEX by_price ON shop.products (price) USING 'sai';

CREATE MATERIALIZED VIEW shop.by_value AS
    SELECT price, id
    FROM shop.products
    WHERE price IS NOT NULL
    AND id IS NOT NULL
    AND id > 00000000-0000-0000-0000-000000000000
    PRIMARY KEY (price, id) WITH CLUSTERING ORDER BY (id DESC);
`

func TestImportedScriptIsExportedAgain(t *testing.T) {
	m, report := cql.Import(shopScript, "Shop")
	if diff := cmp.Diff(cql.Report{}, report); diff != "" {
		t.Errorf("report (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(shopScript, cql.PrintModel(m, cql.PrintOptions{Revision: 7})); diff != "" {
		t.Errorf("exported (-want +got):\n%s", diff)
	}
	again, _ := cql.Import(shopScript, "Shop")
	if string(again.Encode()) != string(m.Encode()) {
		t.Error("the same script gave another document")
	}
	if problems := validation.Problems(m); len(problems) > 0 {
		t.Errorf("the imported model has problems: %+v", problems)
	}
	if len(m.Logical.Tables) != 3 {
		t.Errorf("%d logical tables, want 3", len(m.Logical.Tables))
	}
}

func TestImportTakesWhatRealFilesHold(t *testing.T) {
	m, report := cql.Import(`USE shop;
CREATE SCHEMA other WITH strategy_class = 'SimpleStrategy';
CREATE TABLE t (a int PRIMARY KEY) WITH read_repair_chance = 0.1 AND nodesync = {'enabled': 'true'} AND gc_grace_seconds = 5;
INSERT INTO t (a) VALUES (1);
CREATE TABLE u (a int, b counter, c int, PRIMARY KEY (a));
CREATE TABLE (;
DESCRIBE TABLES`, "My shop")
	var refused, aside []string
	for _, line := range report.Refused {
		refused = append(refused, fmt.Sprintf("%d %s", line.Line, line.Message))
	}
	for _, line := range report.Aside {
		aside = append(aside, fmt.Sprintf("%d %s", line.Line, line.Message))
	}
	if diff := cmp.Diff([]string{
		"5 Cannot mix counter and non counter columns in the same table",
		"6 expected the name of the table, got `(`",
	}, refused); diff != "" {
		t.Errorf("refused (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string{
		"1 The script does not create the keyspace shop: it gets SimpleStrategy with one replica.",
		"2 expected `KEYSPACE`, got `SCHEMA`: CREATE SCHEMA is rejected since Cassandra 4.0",
		"2 Accepted as it is, but Cassandra 5.0 rejects it: Unknown property 'strategy_class'",
		"3 Accepted as it is, but Cassandra 5.0 rejects it: Unknown property 'read_repair_chance'",
		"4 This statement on rows is not part of the schema.",
		"7 DESCRIBE is a command of cqlsh, not a statement.",
	}, aside); diff != "" {
		t.Errorf("aside (-want +got):\n%s", diff)
	}
	script := cql.PrintModel(m, cql.PrintOptions{})
	for _, want := range []string{"CREATE KEYSPACE other WITH replication = {}\n    AND strategy_class = 'SimpleStrategy';",
		"    AND nodesync = {'enabled': 'true'};", "gc_grace_seconds = 5"} {
		if !strings.Contains(script, want) {
			t.Errorf("the script lacks %q:\n%s", want, script)
		}
	}
	if strings.Contains(script, "read_repair_chance") {
		t.Errorf("the script has an option that no Cassandra since 4.0 takes:\n%s", script)
	}
}

func TestExamplesAreSound(t *testing.T) {
	for _, entry := range example.All() {
		m, err := example.Load(entry.Slug)
		if err != nil {
			t.Fatal(err)
		}
		if findings := refusals(cql.CheckModel(m)); len(findings) > 0 {
			t.Errorf("%s: %+v", m.Name, findings)
		}
		script := cql.PrintModel(m, cql.PrintOptions{})
		imported, report := cql.Import(script, m.Name)
		if diff := cmp.Diff(cql.Report{}, report); diff != "" {
			t.Errorf("%s: report (-want +got):\n%s", m.Name, diff)
		}
		again := cql.PrintModel(imported, cql.PrintOptions{})
		if diff := cmp.Diff(withoutRemarks(script), withoutRemarks(again)); diff != "" {
			t.Errorf("%s: exported again (-want +got):\n%s", m.Name, diff)
		}
	}
}

// refusals omits the findings about features that are disabled by default.
func refusals(findings []cql.Finding) []cql.Finding {
	return slices.DeleteFunc(findings, func(f cql.Finding) bool { return f.Severity != cql.Error })
}

func withoutRemarks(script string) string {
	var lines []string
	for line := range strings.SplitSeq(script, "\n") {
		if !strings.HasPrefix(line, "--") {
			lines = append(lines, line)
		}
	}
	return strings.Join(lines, "\n")
}

func TestNamesCannotBreakOut(t *testing.T) {
	const evil = "x\"; DROP KEYSPACE shop; --\n*/ ' $$ \u2028 ;"
	m, _ := cql.Import(shopScript, evil)
	for element := range m.Elements() {
		switch value := element.Value.(type) {
		case *model.Keyspace:
			value.Options = model.Options{evil: evil, "durable_writes": "true; DROP KEYSPACE shop"}
		case *model.UserType:
			value.Name = value.Name + evil
		case *model.Relation:
			value.Comment, value.Where = evil, evil
		case *model.Column:
			value.Name += evil
			value.Mask = "DEFAULT); DROP TABLE x; --"
		case *model.Index:
			value.Class, value.Name = evil, evil
		case *model.Statement:
			value.Text, value.Note = evil, evil
		}
	}
	script := parse.Parse(cql.PrintModel(m, cql.PrintOptions{Revision: 1}))
	for _, err := range script.Errors {
		t.Error(err)
	}
	for _, statement := range script.Statements {
		if other, isOther := statement.(*syntax.Other); isOther {
			t.Errorf("the script runs %q", other.Text)
		}
	}
	if len(script.Statements) != 8 {
		t.Errorf("%d statements, want 8", len(script.Statements))
	}
}

func TestCheckModelNamesTheColumn(t *testing.T) {
	m, _ := cql.Import(shopScript, "Shop")
	var orders model.ID
	var at model.ID
	for id, relation := range m.Physical.Relations {
		if relation.Name == "orders" {
			orders = id
		}
	}
	for id, column := range m.Physical.Relations[orders].Columns {
		if column.Name == "at" {
			column.Type, at = model.Native("duration"), id
		}
	}
	findings := refusals(cql.CheckModel(m))
	if len(findings) != 1 || findings[0].Element != at || findings[0].Name != "shop.orders.at" ||
		findings[0].Message != "duration type is not supported for PRIMARY KEY column 'at'" {
		t.Errorf("findings %+v, want one about %s", findings, at)
	}
}

// TestRandomSchemasRoundTrip: exporting a random schema, importing and exporting it
// again gives the same script.
func TestRandomSchemasRoundTrip(t *testing.T) {
	for seed := range uint64(300) {
		script := soundWorld(seed, 1).taken
		m, report := cql.Import(script, "random")
		if len(report.Refused) > 0 {
			t.Fatalf("seed %d: %+v\n%s", seed, report.Refused[0], script)
		}
		exported := cql.PrintModel(m, cql.PrintOptions{})
		if findings := refusals(cql.CheckModel(m)); len(findings) > 0 {
			t.Errorf("seed %d: %+v", seed, findings)
		}
		imported, report := cql.Import(exported, "random")
		if diff := cmp.Diff(cql.Report{}, report); diff != "" {
			t.Fatalf("seed %d: %s", seed, diff)
		}
		if diff := cmp.Diff(exported, cql.PrintModel(imported, cql.PrintOptions{})); diff != "" {
			t.Errorf("seed %d (-first +second):\n%s", seed, diff)
		}
	}
}

// An index that got a number because its name was taken keeps the number after the
// other one is gone.
func TestNumberedIndexKeepsItsName(t *testing.T) {
	imported, _ := cql.Import("CREATE KEYSPACE k WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}; USE k; "+
		"CREATE TABLE t (a int PRIMARY KEY, b int); CREATE INDEX ON t (b); CREATE INDEX ON t (b) USING 'sai'; DROP INDEX t_b_idx;", "k")
	if script := cql.PrintModel(imported, cql.PrintOptions{}); !strings.Contains(script, "CREATE INDEX t_b_idx_1 ON k.t (b)") {
		t.Errorf("the index t_b_idx_1 is not in\n%s", script)
	}
}

// An import creates the keyspace that a script uses only if its name is valid.
func TestImportMakesNoKeyspaceOfAnyName(t *testing.T) {
	for name, want := range map[string]int{"k": 1, strings.Repeat("k", 48): 1, strings.Repeat("k", 49): 0, `"a-b"`: 0} {
		if imported, _ := cql.Import("USE "+name+";", "k"); len(imported.Physical.Keyspaces) != want {
			t.Errorf("USE %s makes %d keyspaces, want %d", name, len(imported.Physical.Keyspaces), want)
		}
	}
}
