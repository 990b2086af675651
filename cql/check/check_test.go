package check_test

import (
	"encoding/json"
	"flag"
	"os"
	"testing"

	"github.com/google/go-cmp/cmp"

	"widerow/cql"
	"widerow/cql/check"
	"widerow/model"
)

var update = flag.Bool("update", false, "write testdata anew")

func TestScript(t *testing.T) {
	got, err := json.MarshalIndent(check.Script(model.Cassandra50, "shop.cql", `CREATE KEYSPACE shop WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1};
CONSISTENCY ONE
  CREATE TABLE shop.orders (id uuid PRIMARY KEY, total counter, note text);
CREATE TABEL x (a int);
CREATE TABLE shop.carts (id uuid PRIMARY KEY);
CREATE MATERIALIZED VIEW shop.v AS SELECT id FROM shop.carts WHERE id IS NOT NULL PRIMARY KEY (id);
`), "", " ")
	if err != nil {
		t.Fatal(err)
	}
	const golden = "testdata/script.json"
	if *update {
		if err := os.WriteFile(golden, append(got, '\n'), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), string(got)+"\n"); diff != "" {
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
		Message: "No PRIMARY KEY specifed for table 'shop.t' (exactly one required)",
		Hint:    "Write PRIMARY KEY after the type of the column that identifies a row, or PRIMARY KEY ((partition), clustering) as the last line."}}
	if diff := cmp.Diff(want, check.Model("shop.json", m).Findings); diff != "" {
		t.Errorf("findings (-want +got):\n%s", diff)
	}
}
