package check_test

import (
	"encoding/json"
	"flag"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"widerow/cql"
	"widerow/cql/check"
	"widerow/cql/files"
	"widerow/model"
	"widerow/model/example"
)

var update = flag.Bool("update", false, "write testdata anew")

func joined(t *testing.T, inputs ...files.Input) *files.Script {
	t.Helper()
	script, err := files.Join(inputs, files.Options{Target: model.Cassandra50, Limit: 1 << 20})
	if err != nil {
		t.Fatal(err)
	}
	return script
}

func TestScript(t *testing.T) {
	got, err := json.MarshalIndent(check.Script(model.Cassandra50, joined(t, files.Input{Name: "shop.cql", Text: `CREATE KEYSPACE shop WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1};
CONSISTENCY ONE
  CREATE TABLE shop.orders (id uuid PRIMARY KEY, total counter, note text);
CREATE TABEL x (a int);
CREATE TABLE shop.carts (id uuid PRIMARY KEY);
CREATE MATERIALIZED VIEW shop.v AS SELECT id FROM shop.carts WHERE id IS NOT NULL PRIMARY KEY (id);
`}), cql.Surroundings{})[0], "", " ")
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

// The proof of a document's queries is a contract with other programs.
func TestProofs(t *testing.T) {
	m, err := example.Load("sensors")
	if err != nil {
		t.Fatal(err)
	}
	got, err := json.MarshalIndent(check.Model("sensors.json", m), "", " ")
	if err != nil {
		t.Fatal(err)
	}
	const golden = "testdata/sensors.json"
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

// A query that no table serves is an error. Anything missing in a table or in the
// workflow is a warning.
func TestFindingsOfQueries(t *testing.T) {
	for _, test := range []struct {
		name   string
		change func(*model.Model)
		want   check.Finding
	}{
		{"served by no table", func(m *model.Model) { m.Logical, m.Physical = model.Logical{}, model.Physical{} },
			check.Finding{Severity: cql.Error, Code: check.CodeUnserved, Element: "Q1", Message: "No table serves Q1"}},
		{"a logical table that is not realized", func(m *model.Model) { delete(m.Physical.Relations, "pmagazines") },
			check.Finding{Severity: cql.Error, Code: check.CodeUnserved, Element: "Q1", Message: "No table serves Q1: no physical table realizes magazines"}},
		{"a renamed column", func(m *model.Model) { m.Physical.Relations["pmagazines"].Columns["pq1id"].Name = "number" }, check.Finding{}},
		{"partition key", func(m *model.Model) {
			m.Physical.Relations["pmagazines"].Columns["pq1id"].Role = model.Regular
			m.Physical.Relations["pmagazines"].Columns["pq1name"].Role = model.Partition
		}, check.Finding{Severity: cql.Error, Code: check.CodeUnserved, Element: "Q1", Message: "magazine.magazines does not serve Q1: Cannot execute this query as it might involve " +
			"data filtering and thus may have unpredictable performance. If you want to execute this query despite the performance unpredictability, use ALLOW FILTERING"}},
		{"scan", func(m *model.Model) { clear(m.Workflow.Queries["q1"].Given) },
			check.Finding{Severity: cql.Warning, Code: check.CodeScan, Element: "Q1", Message: "Q1 reads the whole table magazine.magazines"}},
		{"column", func(m *model.Model) {
			delete(m.Logical.Tables["magazines"].Columns, "q1name")
			delete(m.Physical.Relations["pmagazines"].Columns, "pq1name")
		},
			check.Finding{Severity: cql.Error, Code: check.CodeColumns, Element: "Q1", Message: "magazine.magazines lacks Magazine.name"}},
		{"actor of another's step", func(m *model.Model) {
			m.Workflow.Actors = map[model.ID]*model.Actor{"reader": {Name: "Reader"}, "editor": {Name: "Editor"}}
			m.Workflow.Queries["q1"].Actor = "reader"
			for _, transition := range m.Workflow.Transitions {
				if transition.Access == "q1" {
					m.Workflow.Steps[transition.To].Actor = "editor"
				}
			}
		},
			check.Finding{Severity: cql.Warning, Code: check.CodeActor, Element: "Q1", Message: "Reader runs Q1, but Editor performs the step View a magazine"}},
		{"column of another table, for each row", func(m *model.Model) {
			delete(m.Logical.Tables["magazinesbypublisher"].Columns, "q2name")
			delete(m.Physical.Relations["pmagazinesbypublisher"].Columns, "pq2name")
		},
			check.Finding{Severity: cql.Warning, Code: check.CodeLookups, Element: "Q2", Message: "Q2 looks up Magazine.name in magazine.magazines for each row, with its id"}},
		{"parameter", func(m *model.Model) { clear(m.Workflow.Queries["q2"].Find) },
			check.Finding{Severity: cql.Warning, Code: check.CodeParameters, Element: "Q1", Message: "No query before Q1 returns Magazine.id"}},
	} {
		m, err := example.Load("magazine")
		if err != nil {
			t.Fatal(err)
		}
		test.change(m)
		findings := check.Model("magazine.json", m).Findings
		var got check.Finding
		findings = slices.DeleteFunc(findings, func(f check.Finding) bool { return f.Code == check.CodeOverwrite })
		if len(findings) > 0 {
			got = findings[0]
			got.Hint, test.want.File = "", "magazine.json"
		}
		if diff := cmp.Diff(test.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", test.name, diff)
		}
	}
}

// TestTypes changes the type of one column of an attribute that three tables store.
func TestTypes(t *testing.T) {
	m, err := example.Load("hotel")
	if err != nil {
		t.Fatal(err)
	}
	typesOf := func() []check.Finding {
		var found []check.Finding
		for _, finding := range check.Model("hotel.json", m).Findings {
			if finding.Code == check.CodeTypes {
				found = append(found, finding)
			}
		}
		return found
	}
	if got := typesOf(); len(got) > 0 {
		t.Errorf("the example has %+v", got)
	}
	for _, column := range m.Physical.Relations["preservationsbyguest"].Columns {
		if column.Name == "guest_id" {
			column.Type = model.Native("text")
		}
	}
	want := []check.Finding{{Severity: cql.Warning, Code: check.CodeTypes, File: "hotel.json", Element: "Guest.guest_id",
		Message: "Guest.guest_id is uuid in guests.guest_id, reservations_by_hotel_date.guest_id; text in reservations_by_guest.guest_id",
		Hint:    "Give all columns of an attribute one type, so that a value that one query returns is a parameter of the next."}}
	if diff := cmp.Diff(want, typesOf()); diff != "" {
		t.Errorf("findings (-want +got):\n%s", diff)
	}
	for _, relation := range m.Physical.Relations { // an amount in one table with, in the others without its fraction
		for _, column := range relation.Columns {
			if column.Name == "guest_id" {
				column.Type = model.Native(map[bool]string{true: "decimal", false: "int"}[relation.Name == "guests"])
			}
		}
	}
	if got := typesOf(); len(got) != 1 || got[0].Severity != cql.Error || !strings.HasSuffix(got[0].Message, ": whole numbers lose the fraction") {
		t.Errorf("decimal and int: %+v", got)
	}
}

// A counting query on a counter table with one row per key reads the counter
// instead of counting rows.
func TestStatementOnACounter(t *testing.T) {
	for slug, want := range map[string][2]string{
		"likes": {"Q5", "SELECT number_of_likes FROM auction.like_counts WHERE item_id = ?;"},
		"logs":  {"Q6", "SELECT level, number_of_entries FROM application_logs.entry_counts_by_day WHERE application_name = ? AND environment = ? AND log_date = ?;"},
	} {
		m, err := example.Load(slug)
		if err != nil {
			t.Fatal(err)
		}
		proofs := check.Model(slug, m).Proofs
		for _, query := range proofs.Queries {
			if query.Query == want[0] && query.Statement != want[1] {
				t.Errorf("%s of %s: %s", query.Query, slug, query.Statement)
			}
		}
	}
}
