package check_test

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"

	"widerow/cql"
	"widerow/cql/check"
	"widerow/model"
)

func TestScript(t *testing.T) {
	got, err := json.MarshalIndent(check.Script("shop.cql", `CREATE KEYSPACE shop WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1};
CONSISTENCY ONE
  CREATE TABLE shop.orders (id uuid PRIMARY KEY, total counter, note text);
CREATE TABEL x (a int);
CREATE TABLE shop.carts (id uuid PRIMARY KEY);
CREATE MATERIALIZED VIEW shop.v AS SELECT id FROM shop.carts WHERE id IS NOT NULL PRIMARY KEY (id);
`), "", " ")
	if err != nil {
		t.Fatal(err)
	}
	want := `{
 "target": "cassandra-5.0",
 "statements": 5,
 "findings": [
  {
   "severity": "info",
   "code": "cql/kept",
   "message": "CONSISTENCY is a command of cqlsh, not a statement.",
   "file": "shop.cql",
   "line": 2,
   "column": 1
  },
  {
   "severity": "error",
   "code": "cql/invalid",
   "message": "Cannot mix counter and non counter columns in the same table",
   "file": "shop.cql",
   "line": 3,
   "column": 3,
   "statement": 2,
   "element": "shop.orders.note"
  },
  {
   "severity": "error",
   "code": "cql/syntax",
   "message": "expected KEYSPACE, TYPE, TABLE, INDEX, MATERIALIZED VIEW or another kind of thing to create, got ` + "`TABEL`" + `",
   "file": "shop.cql",
   "line": 4,
   "column": 8,
   "statement": 3
  },
  {
   "severity": "warning",
   "code": "cql/disabled",
   "message": "Materialized views are disabled. Enable in cassandra.yaml to use.",
   "file": "shop.cql",
   "line": 6,
   "column": 1,
   "statement": 5,
   "element": "shop.v"
  }
 ]
}`
	if diff := cmp.Diff(want, string(got)); diff != "" {
		t.Errorf("report (-want +got):\n%s", diff)
	}
}

func TestModel(t *testing.T) {
	m, _ := cql.Import("CREATE KEYSPACE shop WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}; CREATE TABLE shop.t (a int PRIMARY KEY, b int);", "shop")
	if got := check.Model("shop.json", m); len(got.Findings) > 0 || got.Statements != 2 {
		t.Errorf("a sound model gives %+v", got)
	}
	for _, relation := range m.Physical.Relations {
		for _, column := range relation.Columns {
			column.Role = model.Regular
		}
	}
	want := []check.Finding{{Severity: cql.Error, Code: "cql/invalid", File: "shop.json", Element: "shop.t",
		Message: "No PRIMARY KEY specifed for table 'shop.t' (exactly one required)"}}
	if diff := cmp.Diff(want, check.Model("shop.json", m).Findings); diff != "" {
		t.Errorf("findings (-want +got):\n%s", diff)
	}
}
