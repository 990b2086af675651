package apply_test

import (
	"strings"
	"testing"

	"widerow/cql"
	"widerow/cql/apply"
	"widerow/model"
)

// A script that uses a feature that the target lacks is refused. If the model
// already uses it, the script is accepted, and an import accepts it with a warning.
func TestScriptIsJudgedForTheTarget(t *testing.T) {
	const (
		table = "CREATE TABLE shop.orders (id int PRIMARY KEY, total int);\n"
		view  = "CREATE MATERIALIZED VIEW shop.totals AS SELECT * FROM shop.orders WHERE total IS NOT NULL AND id IS NOT NULL PRIMARY KEY (total, id);\n"
		lacks = "Amazon Keyspaces does not have materialized views, which Cassandra and ScyllaDB have"
	)
	plain, _ := cql.Import(table, "Shop")
	viewed, _ := cql.Import(table+view, "Shop")
	for _, test := range []struct {
		name    string
		model   *model.Model
		target  model.Target
		text    string
		lenient bool
		want    string // severity and message of the finding
	}{
		{"new", plain, model.Keyspaces, print(plain) + view, false, "error " + lacks},
		{"change", plain, model.Keyspaces, view, false, "error " + lacks},
		{"there already", viewed, model.Keyspaces, print(viewed) + "CREATE TABLE shop.more (id int PRIMARY KEY);", false, "warning Accepted as it is, but " + lacks},
		{"import", plain, model.Keyspaces, view, true, "warning Accepted as it is, but " + lacks},
		{"has it", plain, model.ScyllaDB, print(plain) + view, false, ""},
		{"ignored", plain, model.ScyllaDB, "ALTER TABLE shop.orders WITH read_repair_chance = 0.1", false,
			"warning ScyllaDB accepts the table option read_repair_chance and ignores it"},
		{"of the target only", plain, model.ScyllaDB, "ALTER TABLE shop.orders WITH tombstone_gc = {'mode': 'repair'}", false, ""},
		{"not of Cassandra 5.0", plain, model.Cassandra50, "ALTER TABLE shop.orders WITH tombstone_gc = {'mode': 'repair'}", false,
			"error Unknown property 'tombstone_gc'"},
		{"rows", plain, model.Keyspaces, print(plain) + "SELECT DISTINCT id FROM shop.orders;", false, ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			m := test.model.Clone()
			m.Target = test.target
			result := apply.Script(m, test.text, apply.Options{Lenient: test.lenient, Partial: test.lenient, IDs: new(listed)})
			if barred := strings.HasPrefix(test.want, "error"); barred != (result.Model == nil) {
				t.Errorf("barred: %v, want %v", result.Model == nil, barred)
			}
			got := ""
			for _, finding := range result.Findings {
				if finding.Severity != cql.Info && finding.Code != cql.CodeDisabled {
					got += string(finding.Severity) + " " + finding.Message
				}
			}
			if got != test.want {
				t.Errorf("found %q, want %q", got, test.want)
			}
		})
	}
}
