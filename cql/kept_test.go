package cql_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"widerow/cql"
	"widerow/cql/cassandratest"
	"widerow/cql/parse"
	"widerow/model"
	"widerow/model/validation"
)

const keptScript = `-- the shop's own
CREATE KEYSPACE shop WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1};
USE shop;
CREATE ROLE clerk WITH LOGIN = true;
-- a file of the past

/* a place
 * on earth */
CREATE TYPE place (x int, -- east
  y int);
-- hides all
CREATE FUNCTION hide (mail text, sign text) RETURNS NULL ON NULL INPUT RETURNS text LANGUAGE java AS 'return sign;';
CREATE TABLE orders (id uuid PRIMARY KEY, -- given by us
  -- in cents
  total int,
  mail text MASKED WITH hide('x'));
create or replace FUNCTION sum_of (state int, value int) called ON NULL INPUT RETURNS int LANGUAGE java AS $$ return state; $$;
CREATE AGGREGATE total (int) SFUNC sum_of STYPE int INITCOND 0;
CREATE TRIGGER audit ON orders USING 'shop.Audit';
GRANT SELECT ON orders TO clerk;
CREATE FUNCTION old (a int) CALLED ON NULL INPUT RETURNS int LANGUAGE javascript AS 'a';
CREATE FUNCTION gone () CALLED ON NULL INPUT RETURNS int LANGUAGE java AS 'return 1;';
DROP FUNCTION gone;
`

const keptCanonical = `-- Kept

-- the shop's own
CREATE KEYSPACE shop WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1};

-- a place
-- on earth
CREATE TYPE shop.place (
    -- east
    x int,
    y int
);

-- hides all
CREATE FUNCTION shop.hide (mail text, sign text)
    RETURNS NULL ON NULL INPUT
    RETURNS text
    LANGUAGE java
    AS $$return sign;$$;

CREATE OR REPLACE FUNCTION shop.sum_of (state int, value int)
    CALLED ON NULL INPUT
    RETURNS int
    LANGUAGE java
    AS $$ return state; $$;

CREATE FUNCTION shop.old (a int)
    CALLED ON NULL INPUT
    RETURNS int
    LANGUAGE javascript
    AS $$a$$;

CREATE AGGREGATE shop.total (int)
    SFUNC sum_of
    STYPE int
    INITCOND 0;

CREATE TABLE shop.orders (
    -- given by us
    id uuid PRIMARY KEY,
    -- in cents
    total int,
    mail text MASKED WITH hide('x')
);

CREATE TRIGGER audit ON shop.orders USING 'shop.Audit';

CREATE ROLE clerk WITH LOGIN = true;

GRANT SELECT ON TABLE shop.orders TO clerk;
`

// TestKeptStatements: statements without a place in a diagram survive a round trip
// through a document, in a position where a server accepts them.
func TestKeptStatements(t *testing.T) {
	m, report := cql.Import(keptScript, "Kept")
	if len(report.Refused) > 0 {
		t.Errorf("refused: %+v", report.Refused)
	}
	printed := cql.PrintModel(m, cql.PrintOptions{})
	if diff := cmp.Diff(keptCanonical, printed); diff != "" {
		t.Errorf("exported (-want +got):\n%s", diff)
	}
	again, _ := cql.Import(printed, "Kept")
	if diff := cmp.Diff(keptCanonical, cql.PrintModel(again, cql.PrintOptions{})); diff != "" {
		t.Errorf("exported again (-want +got):\n%s", diff)
	}
	decoded, err := model.Decode(m.Encode())
	if err != nil {
		t.Fatal(err)
	}
	if got := cql.PrintModel(decoded, cql.PrintOptions{}); got != printed {
		t.Errorf("saved and read again it exports\n%s", got)
	}
	if problems := validation.Problems(decoded); len(problems) > 0 {
		t.Errorf("problems: %+v", problems)
	}
}

// TestKeptStatementsFollowNames: a function follows the name of its keyspace, a
// trigger also that of its table.
func TestKeptStatementsFollowNames(t *testing.T) {
	m, _ := cql.Import(keptScript, "Kept")
	for _, keyspace := range m.Physical.Keyspaces {
		keyspace.Name = "store"
	}
	for _, relation := range m.Physical.Relations {
		relation.Name = "purchases"
	}
	printed := cql.PrintModel(m, cql.PrintOptions{})
	for _, want := range []string{"FUNCTION store.hide", "AGGREGATE store.total", "TRIGGER audit ON store.purchases"} {
		if !strings.Contains(printed, want) {
			t.Errorf("the script has no %q:\n%s", want, printed)
		}
	}
}

func TestCheckModelJudgesKeptStatements(t *testing.T) {
	m, _ := cql.Import(keptScript, "Kept")
	var messages []string
	for _, finding := range cql.CheckModel(m) {
		if _, found := m.Element(finding.Element); !found || finding.Element == "" {
			t.Errorf("%q is about %q, which is no element", finding.Message, finding.Element)
		}
		messages = append(messages, string(finding.Severity)+" "+finding.Message)
	}
	const off = "warning User-defined functions are disabled in cassandra.yaml - set user_defined_functions_enabled=true to enable"
	want := []string{off, off,
		"error Currently only Java UDFs are available in Cassandra. For more information - CASSANDRA-18252 and CASSANDRA-17281", off,
		"warning Cannot mask columns because dynamic data masking is not enabled. You can enable it with the " +
			"dynamic_data_masking_enabled property on cassandra.yaml"}
	if diff := cmp.Diff(want, messages); diff != "" {
		t.Errorf("findings (-want +got):\n%s", diff)
	}
	for _, statement := range m.Physical.Statements {
		statement.Text = "DROP TABLE shop.orders"
	}
	printed := cql.PrintModel(m, cql.PrintOptions{})
	if strings.Contains(printed, "\nDROP") {
		t.Errorf("the script drops a table:\n%s", printed)
	}
	if findings := cql.CheckModel(m); len(findings) == 0 || findings[0].Severity != cql.Error {
		t.Errorf("a kept DROP TABLE has no error: %+v", findings)
	}
}

// TestKeptFunctionsAreCalled: statements on rows may call the functions that a
// model keeps.
func TestKeptFunctionsAreCalled(t *testing.T) {
	m, _ := cql.Import(keptScript, "Kept")
	for statement, want := range map[string]string{
		"SELECT total(total) FROM shop.orders":                                    "",
		"SELECT shop.hide(mail, 'x') FROM shop.orders":                            "",
		"SELECT id FROM shop.orders WHERE total = sum_of(1, 'x') ALLOW FILTERING": "Type error: 'x' cannot be passed as argument 1 of function shop.sum_of of type int",
		"SELECT id FROM shop.orders WHERE total = nosuch(1) ALLOW FILTERING":      "Unknown function nosuch called",
	} {
		verdicts := cql.JudgeStatements(m, parse.Parse(statement), "shop")
		got := ""
		for _, finding := range verdicts[0].Findings {
			got += finding.Message
		}
		if got != want {
			t.Errorf("%s\n got %q\nwant %q", statement, got, want)
		}
	}
}

// TestCassandraKeepsFunctions: functions and aggregates are on a server the same
// before and after a round trip through a document.
func TestCassandraKeepsFunctions(t *testing.T) {
	session := cassandratest.Session(t)
	const script = `CREATE KEYSPACE kept WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1};
USE kept;
CREATE TYPE pair (sum bigint, "Count" int);
CREATE FUNCTION add_to (state tuple<int, bigint>, "Value" list<int>) CALLED ON NULL INPUT RETURNS tuple<int, bigint> LANGUAGE java AS $$ return state; $$;
CREATE FUNCTION "End" (state tuple<int, bigint>) RETURNS NULL ON NULL INPUT RETURNS pair LANGUAGE java AS 'return null; /* it''s */';
CREATE FUNCTION hide (mail text, sign text) CALLED ON NULL INPUT RETURNS text LANGUAGE java AS $$return sign;$$;
CREATE AGGREGATE average (list<int>) SFUNC add_to STYPE tuple<int, bigint> FINALFUNC "End" INITCOND (0, 0);
CREATE TABLE people (id int PRIMARY KEY, mail text MASKED WITH hide('x'), phone text MASKED WITH mask_inner(1, null));`
	m, report := cql.Import(script, "Kept")
	if len(report.Refused)+len(report.Aside) > 0 {
		t.Fatalf("%+v", report)
	}
	cassandratest.DropAfter(t, session, "kept")
	for _, statement := range statements(t, cql.PrintModel(m, cql.PrintOptions{})) {
		cassandratest.Run(t, session, statement)
	}
	has := importDump(t, cassandratest.Describe(t, session, "kept"))
	if diff := cmp.Diff(keptTexts(m), keptTexts(has)); diff != "" {
		t.Errorf("statements (-model +server):\n%s", diff)
	}
	want := []string{"kept.hide('x')", "system.mask_inner(1, null)"}
	var masks []string
	for element := range has.Elements() {
		if column, isColumn := element.Value.(*model.Column); isColumn && column.Mask != "" {
			masks = append(masks, column.Mask)
		}
	}
	slices.Sort(masks)
	if diff := cmp.Diff(want, masks); diff != "" {
		t.Errorf("masks (-want +got):\n%s", diff)
	}
}

func keptTexts(m *model.Model) []string {
	var texts []string
	for _, statement := range m.Physical.Statements {
		texts = append(texts, statement.Text)
	}
	slices.Sort(texts)
	return texts
}

// TestPasswordsAreNotKept: many people may read a model.
func TestPasswordsAreNotKept(t *testing.T) {
	m, report := cql.Import(`CREATE ROLE clerk WITH PASSWORD = 'Secret' AND LOGIN = true;
ALTER ROLE clerk WITH HASHED PASSWORD = '$2a$10$JSJEMFm6GeaW9XxT5JIheuEtPvat6i7uKbnTcxX3c1wshIIsGyUtG';
CREATE USER amy WITH PASSWORD 'Secret' NOSUPERUSER;
ALTER USER amy WITH PASSWORD 'Secret';`, "Roles")
	want := []string{"CREATE ROLE clerk WITH LOGIN = true", "CREATE USER amy NOSUPERUSER"}
	if diff := cmp.Diff(want, keptTexts(m)); diff != "" {
		t.Errorf("kept (-want +got):\n%s", diff)
	}
	if len(report.Aside) != 4 {
		t.Errorf("%d notes for 4 passwords", len(report.Aside))
	}
	if document := string(m.Encode()); strings.Contains(document, "Secret") {
		t.Errorf("the document has a password: %s", document)
	}
}
