package migration_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"widerow/cql"
	"widerow/cql/apply"
	"widerow/cql/migration"
	"widerow/model"
	"widerow/model/example"
)

const keyspace = "CREATE KEYSPACE s WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1};\n"

// outline lists the steps: the statement, or the kind of an instruction.
func outline(plan *migration.Plan) string {
	var out strings.Builder
	for _, step := range plan.Steps {
		text := strings.Join(strings.Fields(step.Statement), " ")
		if text == "" {
			text = string(step.Kind)
		}
		out.WriteString(text + "\n")
	}
	return out.String()
}

// A changed constraint is altered, with a warning about the rows that are there.
func TestConstraintsAreAltered(t *testing.T) {
	for _, test := range []struct{ before, after, want string }{
		{"b int CHECK b > 0", "b int CHECK b > 1 AND b < 9", "ALTER TABLE s.t ALTER b CHECK b > 1 AND b < 9;\n"},
		{"b int", "b int CHECK b > 0", "ALTER TABLE s.t ALTER b CHECK b > 0;\n"},
		{"b int CHECK b > 0", "b int", "ALTER TABLE s.t ALTER b DROP CHECK;\n"},
		{"b int CHECK b > 0", "b int CHECK b > 0, c text CHECK LENGTH() < 9", "ALTER TABLE s.t ADD c text CHECK LENGTH() < 9;\n"},
		{"b int check b>0", "b int CHECK b > 0", ""},
	} {
		read := func(columns string) *model.Model {
			m, report := cql.ImportFor(model.Cassandra60, keyspace+"CREATE TABLE s.t (a int PRIMARY KEY, "+columns+");", "S")
			if len(report.Refused) > 0 {
				t.Fatal(report.Refused)
			}
			return m
		}
		before, after := read(test.before), read(test.after)
		plan := migration.New(before, apply.Pair(before, after, false))
		if got := outline(plan); got != test.want {
			t.Errorf("%s => %s: got %q, want %q", test.before, test.after, got, test.want)
		}
		if strings.Contains(test.want, "ALTER b CHECK") != (len(plan.Steps) > 0 && plan.Steps[0].Warning != "") {
			t.Errorf("%s => %s: the warning is %q", test.before, test.after, plan.Steps[0].Warning)
		}
	}
}

const moved = "dual-write\nbackfill\nverify\nswitch\n"

// What Cassandra can alter is altered; everything else gets a new table.
func TestPlans(t *testing.T) {
	for _, test := range []struct{ name, before, after, want string }{
		{"columns", "CREATE TABLE s.t (a int PRIMARY KEY, b text);", "CREATE TABLE s.t (a int PRIMARY KEY, c text);",
			"ALTER TABLE s.t ADD c text;\nALTER TABLE s.t DROP b;\n"},
		{"a static column", "CREATE TABLE s.t (a int, b int, PRIMARY KEY (a, b));", "CREATE TABLE s.t (a int, b int, c text static, PRIMARY KEY (a, b));",
			"ALTER TABLE s.t ADD c text STATIC;\n"},
		{"options", "CREATE TABLE s.t (a int PRIMARY KEY) WITH gc_grace_seconds = 5 AND comment = 'x';", "CREATE TABLE s.t (a int PRIMARY KEY) WITH comment = 'y';",
			"ALTER TABLE s.t WITH comment = 'y' AND gc_grace_seconds = 864000;\n"},
		{"equal options", "CREATE TABLE s.t (a int PRIMARY KEY) WITH compaction = {'class': 'SizeTieredCompactionStrategy'};",
			"CREATE TABLE s.t (a int PRIMARY KEY) WITH compaction = {'max_threshold': 32, 'min_threshold': '4', 'class': 'org.apache.cassandra.db.compaction.SizeTieredCompactionStrategy'};", ""},
		{"the key", "CREATE TABLE s.t (a int PRIMARY KEY, b int);", "CREATE TABLE s.t (a int, b int, PRIMARY KEY (a, b));",
			"CREATE TABLE s.t_v2 ( a int, b int, PRIMARY KEY (a, b) );\n" + moved + "DROP TABLE s.t;\n"},
		{"the order", "CREATE TABLE s.t (a int, b int, PRIMARY KEY (a, b));", "CREATE TABLE s.t (a int, b int, PRIMARY KEY (a, b)) WITH CLUSTERING ORDER BY (b DESC);",
			"CREATE TABLE s.t_v2 ( a int, b int, PRIMARY KEY (a, b) ) WITH CLUSTERING ORDER BY (b DESC);\n" + moved + "DROP TABLE s.t;\n"},
		{"a type", "CREATE TABLE s.t (a int PRIMARY KEY, b int);", "CREATE TABLE s.t (a int PRIMARY KEY, b bigint);",
			"CREATE TABLE s.t_v2 ( a int PRIMARY KEY, b bigint );\n" + moved + "DROP TABLE s.t;\n"},
		{"frozen", "CREATE TABLE s.t (a int PRIMARY KEY, b set<int>);", "CREATE TABLE s.t (a int PRIMARY KEY, b frozen<set<int>>);",
			"CREATE TABLE s.t_v2 ( a int PRIMARY KEY, b frozen<set<int>> );\n" + moved + "DROP TABLE s.t;\n"},
		{"static", "CREATE TABLE s.t (a int, b int, c int, PRIMARY KEY (a, b));", "CREATE TABLE s.t (a int, b int, c int static, PRIMARY KEY (a, b));",
			"CREATE TABLE s.t_v2 ( a int, b int, c int STATIC, PRIMARY KEY (a, b) );\n" + moved + "DROP TABLE s.t;\n"},
		{"a taken name", "CREATE TABLE s.t (a int PRIMARY KEY); CREATE TABLE s.t_v2 (a int PRIMARY KEY);", "CREATE TABLE s.t (a text PRIMARY KEY); CREATE TABLE s.t_v2 (a int PRIMARY KEY);",
			"CREATE TABLE s.t_v3 ( a text PRIMARY KEY );\n" + moved + "DROP TABLE s.t;\n"},
		{"counters", "CREATE TABLE s.t (a int PRIMARY KEY, b counter);", "CREATE TABLE s.t (a int PRIMARY KEY, b counter, c counter);",
			"ALTER TABLE s.t ADD c counter;\n"},
		{"a mask", "CREATE TABLE s.t (a int PRIMARY KEY, b text, c text MASKED WITH mask_default());", "CREATE TABLE s.t (a int PRIMARY KEY, b text MASKED WITH mask_inner(1, 1), c text);",
			"ALTER TABLE s.t ALTER b MASKED WITH mask_inner(1, 1);\nALTER TABLE s.t ALTER c DROP MASKED;\n"},
		{"a field", "CREATE TYPE s.u (a int); CREATE TABLE s.t (a int PRIMARY KEY, b frozen<u>);", "CREATE TYPE s.u (a int, b int); CREATE TABLE s.t (a int PRIMARY KEY, b frozen<u>);",
			"ALTER TYPE s.u ADD b int;\n"},
		{"a field of a key", "CREATE TYPE s.u (a int); CREATE TABLE s.t (a frozen<u> PRIMARY KEY);", "CREATE TYPE s.u (a int, b int); CREATE TABLE s.t (a frozen<u> PRIMARY KEY);",
			"CREATE TYPE s.u_v2 ( a int, b int );\nCREATE TABLE s.t_v2 ( a frozen<u_v2> PRIMARY KEY );\n" + moved + "DROP TABLE s.t;\nDROP TYPE s.u;\n"},
		{"a lost field", "CREATE TYPE s.u (a int, b int); CREATE TABLE s.t (a int PRIMARY KEY, b list<frozen<u>>);", "CREATE TYPE s.u (a int); CREATE TABLE s.t (a int PRIMARY KEY, b list<frozen<u>>);",
			"CREATE TYPE s.u_v2 ( a int );\nCREATE TABLE s.t_v2 ( a int PRIMARY KEY, b list<frozen<u_v2>> );\n" + moved + "DROP TABLE s.t;\nDROP TYPE s.u;\n"},
		{"a column of a type that is not frozen", "CREATE TYPE s.u (a int); CREATE TABLE s.t (a int PRIMARY KEY, b u, c int);", "CREATE TYPE s.u (a int); CREATE TABLE s.t (a int PRIMARY KEY, c int);",
			"CREATE TABLE s.t_v2 ( a int PRIMARY KEY, c int );\n" + moved + "DROP TABLE s.t;\n"},
		{"an index", "CREATE TABLE s.t (a int PRIMARY KEY, b int, c int); CREATE INDEX i ON s.t (b);", "CREATE TABLE s.t (a int PRIMARY KEY, b int, c int); CREATE INDEX i ON s.t (c);",
			"DROP INDEX s.i;\nCREATE INDEX i ON s.t (c);\n"},
		{"an index of a lost column", "CREATE TABLE s.t (a int PRIMARY KEY, b int, c int); CREATE INDEX ON s.t (b);", "CREATE TABLE s.t (a int PRIMARY KEY, c int);",
			"DROP INDEX s.t_b_idx;\nALTER TABLE s.t DROP b;\n"},
		{"an index of a new table", "CREATE TABLE s.t (a int PRIMARY KEY, b int); CREATE INDEX i ON s.t (b);", "CREATE TABLE s.t (a text PRIMARY KEY, b int); CREATE INDEX i ON s.t (b);",
			"CREATE TABLE s.t_v2 ( a text PRIMARY KEY, b int );\nCREATE INDEX i_v2 ON s.t_v2 (b);\n" + moved + "DROP TABLE s.t;\n"},
		{"a view", "CREATE TABLE s.t (a int, b int, PRIMARY KEY (a, b)); CREATE MATERIALIZED VIEW s.v AS SELECT a, b FROM s.t WHERE a IS NOT NULL AND b IS NOT NULL PRIMARY KEY (b, a);",
			"CREATE TABLE s.t (a int, b int, PRIMARY KEY (a, b)); CREATE MATERIALIZED VIEW s.v AS SELECT a, b FROM s.t WHERE a IS NOT NULL AND b IS NOT NULL PRIMARY KEY ((a, b));",
			"CREATE MATERIALIZED VIEW s.v_v2 AS SELECT a, b FROM s.t WHERE a IS NOT NULL AND b IS NOT NULL PRIMARY KEY ((a, b));\nverify\nswitch\nDROP MATERIALIZED VIEW s.v;\n"},
		{"a view of a table that loses a column", "CREATE TABLE s.t (a int, b int, c int, PRIMARY KEY (a, b)); CREATE MATERIALIZED VIEW s.v AS SELECT a, b FROM s.t WHERE a IS NOT NULL AND b IS NOT NULL PRIMARY KEY (b, a);",
			"CREATE TABLE s.t (a int, b int, PRIMARY KEY (a, b)); CREATE MATERIALIZED VIEW s.v AS SELECT a, b FROM s.t WHERE a IS NOT NULL AND b IS NOT NULL PRIMARY KEY (b, a);",
			"DROP MATERIALIZED VIEW s.v;\nALTER TABLE s.t DROP c;\nCREATE MATERIALIZED VIEW s.v AS SELECT b, a FROM s.t WHERE b IS NOT NULL AND a IS NOT NULL PRIMARY KEY (b, a);\n"},
		{"a view of everything", "CREATE TABLE s.t (a int, b int, PRIMARY KEY (a, b)); CREATE MATERIALIZED VIEW s.v AS SELECT * FROM s.t WHERE a IS NOT NULL AND b IS NOT NULL PRIMARY KEY (b, a);",
			"CREATE TABLE s.t (a int, b int, c int, PRIMARY KEY (a, b)); CREATE MATERIALIZED VIEW s.v AS SELECT * FROM s.t WHERE a IS NOT NULL AND b IS NOT NULL PRIMARY KEY (b, a);",
			"ALTER TABLE s.t ADD c int;\n"},
		{"a function", "CREATE FUNCTION s.f(a int) CALLED ON NULL INPUT RETURNS int LANGUAGE java AS 'return a;'; CREATE FUNCTION s.g(a int) CALLED ON NULL INPUT RETURNS int LANGUAGE java AS 'return a;';",
			"CREATE FUNCTION s.f(a int) CALLED ON NULL INPUT RETURNS int LANGUAGE java AS 'return a + 1;';",
			"CREATE OR REPLACE FUNCTION s.f (a int) CALLED ON NULL INPUT RETURNS int LANGUAGE java AS $$return a + 1;$$;\nDROP FUNCTION s.g(int);\n"},
	} {
		t.Run(test.name, func(t *testing.T) {
			before, after := imported(t, keyspace+inKeyspace(test.before)), imported(t, keyspace+inKeyspace(test.after))
			plan := checkPlan(t, before, apply.Pair(before, after, false))
			if diff := cmp.Diff(test.want, outline(plan)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func inKeyspace(script string) string { return "USE s;\n" + script }

// Documents record renames. Cassandra renames key columns and fields; tables and
// other columns are copied.
func TestPlansOfRenames(t *testing.T) {
	const script = keyspace + "CREATE TYPE s.u (x int); CREATE TABLE s.t (a int, b int, c text, d frozen<s.u>, PRIMARY KEY (a, b)); CREATE INDEX ON s.t (b);"
	for _, test := range []struct {
		name   string
		rename func(m *model.Model)
		want   string
	}{
		{"a key column", func(m *model.Model) { column(m, "b").Name = "B c" },
			"DROP INDEX s.t_b_idx;\nALTER TABLE s.t RENAME b TO \"B c\";\nCREATE INDEX ON s.t (\"B c\");\n"},
		{"another column", func(m *model.Model) { column(m, "c").Name = "e" },
			"ALTER TABLE s.t ADD e text;\n" + moved + "ALTER TABLE s.t DROP c;\n"},
		{"a table", func(m *model.Model) { table(m).Name = "x" },
			"CREATE TABLE s.x ( a int, b int, c text, d frozen<u>, PRIMARY KEY (a, b) );\nCREATE INDEX ON s.x (b);\n" + moved + "DROP TABLE s.t;\n"},
		{"a field", func(m *model.Model) {
			for _, userType := range m.Physical.Types {
				for _, field := range userType.Fields {
					field.Name = "y"
				}
			}
		}, "ALTER TYPE s.u RENAME x TO y;\n"},
	} {
		t.Run(test.name, func(t *testing.T) {
			before := imported(t, script)
			after := before.Clone()
			test.rename(after)
			if diff := cmp.Diff(test.want, outline(checkPlan(t, before, apply.Pair(before, after, true)))); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func table(m *model.Model) *model.Relation {
	for _, relation := range m.Physical.Relations {
		return relation
	}
	return nil
}

func column(m *model.Model, name string) *model.Column {
	for _, column := range table(m).Columns {
		if column.Name == name {
			return column
		}
	}
	return nil
}

// A plan announces what it removes.
func TestPlansWarn(t *testing.T) {
	for _, test := range []struct{ before, after, want string }{
		{"CREATE TABLE s.t (a int, b int, c int, PRIMARY KEY (a, b));", "CREATE TABLE s.t (a int PRIMARY KEY, c int);", "rows that differ only there overwrite each other"},
		{"CREATE TABLE s.t (a int PRIMARY KEY, c counter, d counter);", "CREATE TABLE s.t (a int PRIMARY KEY, c counter);", "A row disappears if none of its other counters was ever changed"},
		{"CREATE TABLE s.t (a int PRIMARY KEY, c int);", "CREATE TABLE s.t (a int PRIMARY KEY);", "Data loss: all values of the column"},
		{"CREATE TABLE s.t (a int PRIMARY KEY);", "", "Data loss: all rows of the table"},
		{"CREATE TABLE s.t (a int PRIMARY KEY);", "CREATE TABLE s.t (a int, b int, PRIMARY KEY (a, b));", "Each row needs a value for b"},
		{"CREATE TABLE s.t (a int PRIMARY KEY, b counter);", "CREATE TABLE s.t (a text PRIMARY KEY, b counter);", "Counters cannot be copied"},
	} {
		before, after := imported(t, keyspace+test.before), imported(t, keyspace+test.after)
		if script := checkPlan(t, before, apply.Pair(before, after, false)).Script(false); !strings.Contains(script, test.want) {
			t.Errorf("the plan does not say %q:\n%s", test.want, script)
		}
	}
}

// ALTER KEYSPACE with replication_factor leaves the datacenters that there are as they are.
func TestPlansWarnOfReplicationFactor(t *testing.T) {
	network := func(replicas string) *model.Model {
		return imported(t, "CREATE KEYSPACE n WITH replication = {'class': 'NetworkTopologyStrategy', "+replicas+"};")
	}
	const warning = "name each of them with its replicas in the statement"
	for _, test := range []struct {
		before, after string
		warned        bool
	}{{"'replication_factor': 3", "'replication_factor': 2", true}, {"'dc1': 3", "'replication_factor': 2", false}} {
		before, after := network(test.before), network(test.after)
		if script := migration.New(before, apply.Pair(before, after, false)).Script(false); strings.Contains(script, warning) != test.warned {
			t.Errorf("%s to %s:\n%s", test.before, test.after, script)
		}
	}
}

// A plan names the limits of a copy, and has the statements for the rest.
func TestPlansTellTheWholeTruth(t *testing.T) {
	const static = "CREATE TABLE s.t (k int, c int, s text static, v int, l list<int>, PRIMARY KEY (k, c))"
	for _, test := range []struct {
		before, after string
		want          []string
		not           string
	}{
		{"CREATE TABLE s.t (a int PRIMARY KEY, b int, c int);", "CREATE TABLE s.t (a int, b int, c int, PRIMARY KEY (b, a));",
			[]string{"where a change sets b, read the old value first and delete the row that has it, and write none while there is no value: DELETE FROM s.t_v2 WHERE b = ? AND a = ?;",
				"rows without a value of b, which the new key needs, cannot be copied"}, ""},
		{static + ";", static + " WITH CLUSTERING ORDER BY (c DESC);",
			[]string{"Where the clustering values are null, the partition has static values alone: → INSERT INTO s.t_v2 (k, s) VALUES (?, ?) USING TIMESTAMP ? AND TTL ?;",
				"SELECT k, c, s, v, l, WRITETIME(s), TTL(s), WRITETIME(v), TTL(v) FROM s.t", "Each element of l has a time and a time to live of its own", "Keys have no WRITETIME"}, "DELETE FROM"},
		{static + ";", strings.Replace(static, "(k, c)", "((k, c), v)", 1) + ";", []string{"partitions with static values alone have no value of c"}, "static values alone: →"},
		{"CREATE TABLE s.t (k int, c int, v int, PRIMARY KEY (k, c));", "CREATE TABLE s.t (k int, c int, v int, PRIMARY KEY (k, c)) WITH CLUSTERING ORDER BY (c DESC);", nil, "static values alone"},
	} {
		before, after := imported(t, keyspace+test.before), imported(t, keyspace+test.after)
		script := checkPlan(t, before, apply.Pair(before, after, false)).Script(false)
		for _, want := range test.want {
			if !strings.Contains(script, want) {
				t.Errorf("the plan does not say %q:\n%s", want, script)
			}
		}
		if test.not != "" && strings.Contains(script, test.not) {
			t.Errorf("the plan says %q:\n%s", test.not, script)
		}
	}
}

// The names that the plan gives are all in the plan, those of indexes too.
func TestPlansNameIndexes(t *testing.T) {
	const index = " CREATE INDEX i ON s.t (b);"
	before := imported(t, keyspace+"CREATE TABLE s.t (a int PRIMARY KEY, b int);"+index)
	after := imported(t, keyspace+"CREATE TABLE s.t (a text PRIMARY KEY, b int);"+index)
	if diff := cmp.Diff(map[string]string{"s.t": "s.t_v2", "s.i": "s.i_v2"}, migration.New(before, apply.Pair(before, after, false)).Names); diff != "" {
		t.Error(diff)
	}
}

// A new table that no update of a document writes stays empty.
func TestPlansOfTablesThatNobodyWrites(t *testing.T) {
	after, err := example.Load("hotel")
	if err != nil {
		t.Fatal(err)
	}
	before := after.Clone()
	before.Physical.Relations = nil
	var silent []string
	for _, step := range migration.New(before, after).Steps {
		if strings.Contains(step.Warning, "No update of the model writes the table") {
			silent = append(silent, step.Element)
		}
	}
	slices.Sort(silent)
	if diff := cmp.Diff([]string{"hotel.amenities_by_room", "hotel.hotels", "hotel.hotels_by_poi", "hotel.pois_by_hotel"}, silent); diff != "" {
		t.Error(diff)
	}
}

// Only the cleanup removes data, and it is commented out by default.
func TestScriptWithoutDrops(t *testing.T) {
	before := imported(t, keyspace+"CREATE TABLE s.t (a int PRIMARY KEY, b int); CREATE TABLE s.u (a int PRIMARY KEY);")
	after := imported(t, keyspace+"CREATE TABLE s.t (a int PRIMARY KEY);")
	plan := migration.New(before, apply.Pair(before, after, false))
	for line := range strings.Lines(plan.Script(false)) {
		if !strings.HasPrefix(line, "--") && strings.TrimSpace(line) != "" {
			t.Errorf("%q is carried out", line)
		}
	}
	if script := plan.Script(true); !strings.Contains(script, "\nALTER TABLE s.t DROP b;\n") || !strings.Contains(script, "\nDROP TABLE s.u;\n") {
		t.Errorf("the script with drops lacks one:\n%s", script)
	}
}

// Comments, labels and permissions are written after the tables that they are about. One
// that is removed becomes NULL, unless its element is dropped, too.
func TestCommentsAreAltered(t *testing.T) {
	read := func(script string) *model.Model {
		m, report := cql.ImportFor(model.Cassandra60, keyspace+script, "S")
		if len(report.Refused) > 0 {
			t.Fatal(report.Refused)
		}
		return m
	}
	const table = "CREATE TABLE s.t (a int PRIMARY KEY, b int);\n"
	for _, test := range []struct{ before, after, want string }{
		{table, table + "COMMENT ON COLUMN s.t.b IS 'CREATE it';", "COMMENT ON COLUMN s.t.b IS 'CREATE it';\n"},
		{table + "COMMENT ON COLUMN s.t.b IS 'CREATE x';", table + "COMMENT ON COLUMN s.t.b IS 'CREATE y';",
			"COMMENT ON COLUMN s.t.b IS 'CREATE y';\n"},
		{table + "COMMENT ON COLUMN s.t.b IS 'x';", table, "COMMENT ON COLUMN s.t.b IS NULL;\n"},
		{table + "COMMENT ON COLUMN s.t.b IS 'x';", "CREATE TABLE s.t (a int PRIMARY KEY);", "ALTER TABLE s.t DROP b;\n"},
		{table + "SECURITY LABEL ON TABLE s.t IS 'x';", "", "DROP TABLE s.t;\n"},
		{table, table + "COMMENT ON TABLE s.t IS 'x';", "ALTER TABLE s.t WITH comment = 'x';\n"},
		{table + "COMMENT ON TABLE s.t IS 'x';", "CREATE TABLE s.t (a int PRIMARY KEY, b int) WITH comment = 'x';", ""},
		{"CREATE ROLE r;", table + "COMMENT ON COLUMN s.t.b IS 'x';\nCREATE ROLE r;\nGRANT SELECT ON TABLE s.t TO r;",
			"CREATE TABLE s.t ( a int PRIMARY KEY, b int );\nCOMMENT ON COLUMN s.t.b IS 'x';\nGRANT SELECT ON TABLE s.t TO r;\n"},
	} {
		before, after := read(test.before), read(test.after)
		if got := outline(migration.New(before, apply.Pair(before, after, false))); got != test.want {
			t.Errorf("%s => %s: got\n%swant\n%s", test.before, test.after, got, test.want)
		}
	}
}
