package apply_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"widerow/cql"
	"widerow/cql/apply"
	"widerow/model"
)

// TestKeptRowsStay: statements on rows stay when the script around them is edited,
// including duplicates and batches.
func TestKeptRowsStay(t *testing.T) {
	m, _ := cql.ImportWith(`CREATE KEYSPACE shop WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}; USE shop;
CREATE TABLE orders (id int PRIMARY KEY, note text);
INSERT INTO orders (id, note) VALUES (1, 'x'); INSERT INTO orders (id, note) VALUES (1, 'x');
BEGIN BATCH INSERT INTO orders (id) VALUES (1); DELETE FROM orders WHERE id = 2; APPLY BATCH; SELECT * FROM system.local;
`, cql.ImportOptions{Target: model.Cassandra50, Name: "shop", Rows: true})
	script := cql.PrintModel(m, cql.PrintOptions{})
	for mode, text := range map[apply.Mode]string{apply.Whole: script, apply.Changes: "ALTER TABLE shop.orders WITH comment = '';"} {
		result := apply.Script(m, text, apply.Options{Mode: mode, IDs: model.SeededIDs([]byte("ids"))})
		if result.Model == nil {
			t.Errorf("%s: %v", mode, result.Findings)
		} else if diff := cmp.Diff(script, cql.PrintModel(result.Model, cql.PrintOptions{})); diff != "" {
			t.Errorf("%s: (-want +got):\n%s", mode, diff)
		}
	}
}
