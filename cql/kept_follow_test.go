package cql_test

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"widerow/cql"
	"widerow/cql/cassandratest"
	"widerow/model"
	"widerow/model/edit"
)

const followScript = `CREATE KEYSPACE follow WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1};
USE follow;
CREATE TYPE pair (a int, b int);
CREATE TYPE "Odd ""one""" (pair frozen<pair>);
CREATE FUNCTION pair (pair pair, o "Odd ""one""") CALLED ON NULL INPUT RETURNS pair LANGUAGE java AS 'return null; // pair';
CREATE FUNCTION both (s list<frozen<pair>>, o tuple<frozen<pair>, frozen<"Odd ""one""">>) CALLED ON NULL INPUT RETURNS list<frozen<pair>> LANGUAGE java AS $$return null;$$;
CREATE AGGREGATE all_of (tuple<frozen<pair>, frozen<"Odd ""one""">>) SFUNC both STYPE list<frozen<pair>> INITCOND [{a: 1, b: 2}];`

// renamedTypes renames the types as a form does.
func renamedTypes(t *testing.T, m *model.Model, names map[string]string) *model.Model {
	t.Helper()
	var commands []edit.Command
	for id, userType := range m.Physical.Types {
		if to := names[userType.Name]; to != "" {
			commands = append(commands, edit.Set{Element: id, Field: "name", Was: userType.Name, Value: to})
		}
	}
	after, err := edit.Apply(m, model.SeededIDs([]byte("follow")), commands...)
	if err != nil {
		t.Fatal(err)
	}
	cql.FollowRenames(m, after)
	return after
}

// TestFollowRenames: only the names of types change, even if two types swap names.
func TestFollowRenames(t *testing.T) {
	m, report := cql.Import(followScript+"\nGRANT EXECUTE ON FUNCTION follow.both(list<frozen<pair>>, int) TO r;", "follow")
	if len(report.Refused) != 1 {
		t.Errorf("refused %+v, want the permission on what there is not", report.Refused)
	}
	for id, statement := range m.Physical.Statements {
		if cql.KeptName(statement.Text) == `FUNCTION both(list<frozen<pair>>, tuple<frozen<pair>, frozen<"Odd ""one""">>)` {
			m.Physical.Statements[id].Text = `create function both (s list <frozen< pair /* pair */ >>, o tuple<PAIR, "Odd ""one""">) called on null input returns list<frozen<pair>> language java as 'pair'`
		}
	}
	got := keptTexts(renamedTypes(t, m, map[string]string{"pair": "date", `Odd "one"`: "odd"}))
	want := []string{
		"CREATE AGGREGATE follow.all_of (tuple<frozen<\"date\">, frozen<odd>>)\n    SFUNC both\n    STYPE list<frozen<\"date\">>\n    INITCOND [{a: 1, b: 2}]",
		"CREATE FUNCTION follow.pair (pair \"date\", o odd)\n    CALLED ON NULL INPUT\n    RETURNS \"date\"\n    LANGUAGE java\n    AS $$return null; // pair$$",
		`create function both (s list <frozen< "date" /* pair */ >>, o tuple<"date", odd>) called on null input returns list<frozen<"date">> language java as 'pair'`}
	slices.Sort(want)
	if difference := cmp.Diff(want, got); difference != "" {
		t.Errorf("statements (-want +got):\n%s", difference)
	}
	if before := keptTexts(m); slices.Equal(before, got) {
		t.Errorf("the document from before was changed")
	}
}

// TestCassandraTakesRenamedTypes: a server accepts the export after types were
// renamed.
func TestCassandraTakesRenamedTypes(t *testing.T) {
	session := cassandratest.Session(t)
	m, _ := cql.Import(followScript, "follow")
	cassandratest.DropAfter(t, session, "follow")
	after := renamedTypes(t, m, map[string]string{"pair": "Two of", `Odd "one"`: "key"})
	for _, statement := range statements(t, cql.PrintModel(after, cql.PrintOptions{})) {
		cassandratest.Run(t, session, statement)
	}
	compareEffective(t, after, cassandratest.Describe(t, session, "follow"))
}

// TestFollowRenamesOfComments: comments and labels follow columns, types and fields that a
// form renames, and go with what it deletes.
func TestFollowRenamesOfComments(t *testing.T) {
	m, report := cql.ImportFor(model.Cassandra60, `CREATE KEYSPACE ks WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1};
USE ks;
CREATE TYPE address (street text, "Zip" text);
CREATE TABLE guests (id int PRIMARY KEY, name text, old text);
COMMENT ON COLUMN guests.name IS 'full name';
COMMENT ON COLUMN guests.old IS 'no longer used';
COMMENT ON TYPE address IS 'of a person';
COMMENT ON FIELD address."Zip" IS 'of the post';
SECURITY LABEL ON COLUMN guests.name IS 'pii';`, "ks")
	if len(report.Refused) > 0 {
		t.Fatalf("refused: %+v", report.Refused)
	}
	var commands []edit.Command
	rename := func(id model.ID, was, to string) {
		commands = append(commands, edit.Set{Element: id, Field: "name", Was: was, Value: to})
	}
	for _, table := range m.Physical.Relations {
		for id, column := range table.Columns {
			switch column.Name {
			case "name":
				rename(id, "name", "Full Name")
			case "old":
				commands = append(commands, edit.Remove{Element: id})
			}
		}
	}
	for id, userType := range m.Physical.Types {
		rename(id, "address", "home")
		for id, field := range userType.Fields {
			if field.Name == "Zip" {
				rename(id, "Zip", "code")
			}
		}
	}
	after, err := edit.Apply(m, model.SeededIDs([]byte("follow")), commands...)
	if err != nil {
		t.Fatal(err)
	}
	cql.FollowRenames(m, after)
	want := []string{
		`COMMENT ON COLUMN ks.guests."Full Name" IS 'full name'`,
		`COMMENT ON FIELD ks.home.code IS 'of the post'`,
		`COMMENT ON TYPE ks.home IS 'of a person'`,
		`SECURITY LABEL ON COLUMN ks.guests."Full Name" IS 'pii'`,
	}
	if difference := cmp.Diff(want, keptTexts(after)); difference != "" {
		t.Errorf("statements (-want +got):\n%s", difference)
	}
}
