package compare_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"widerow/cql"
	"widerow/cql/apply"
	"widerow/cql/check"
	"widerow/cql/compare"
	"widerow/model"
	"widerow/model/edit"
	"widerow/model/example"
)

const keyspace = "CREATE KEYSPACE s WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1};\n"

// words lists the changes of the schema. An exclamation mark precedes breaking ones.
func words(changes []compare.Change) string {
	var out strings.Builder
	for _, change := range changes {
		out.WriteString(change.Words + map[bool]string{true: "!\n", false: "\n"}[change.Breaking])
	}
	return out.String()
}

func schema(t *testing.T, script string) *model.Model {
	t.Helper()
	m, report := cql.Import(keyspace+script, "Shop")
	if len(report.Refused) > 0 {
		t.Fatalf("%v", report.Refused)
	}
	return &model.Model{Target: m.Target, Physical: m.Physical}
}

// Scripts are compared by name; the order of columns does not count.
func TestScripts(t *testing.T) {
	for _, test := range []struct{ before, after, want string }{
		{"CREATE TABLE s.t (a int PRIMARY KEY, b int, c int);", "CREATE TABLE s.t (a int PRIMARY KEY, c int, b int);", ""},
		{"CREATE TABLE s.t (a int PRIMARY KEY, b int);", "CREATE TABLE s.t (a int PRIMARY KEY, b bigint);", "column s.t.b: type changed from int to bigint!\n"},
		{"CREATE TABLE s.t (a int PRIMARY KEY, b int);", "CREATE TABLE s.t (a int PRIMARY KEY, c int);", "column s.t.c added\ncolumn s.t.b removed!\n"},
		{"CREATE TABLE s.t (a int, b int, PRIMARY KEY (a, b));", "CREATE TABLE s.t (a int, b int, PRIMARY KEY ((a, b)));",
			"primary key of s.t changed from ((a), b) to ((a, b))!\n"},
		{"CREATE TABLE s.t (a int, b int, c int, PRIMARY KEY (a, b));", "CREATE TABLE s.t (a int, b int, c int static, PRIMARY KEY (a, b));",
			"column s.t.c: static changed from no to yes!\n"},
		{"CREATE TABLE s.t (a int PRIMARY KEY);", "CREATE TABLE s.t (a int PRIMARY KEY) WITH comment = '' AND gc_grace_seconds = 864000;", ""},
		{"CREATE TABLE s.t (a int PRIMARY KEY);", "CREATE TABLE s.t (a int PRIMARY KEY) WITH gc_grace_seconds = 1;", "option gc_grace_seconds of s.t changed from 864000 to 1\n"},
		{"CREATE TYPE s.u (a int);", "CREATE TYPE s.u (a text, b int);", "field s.u.a: type changed from int to text!\nfield s.u.b added\n"},
		{"CREATE TABLE s.t (a int PRIMARY KEY, b int); CREATE INDEX i ON s.t (b);", "CREATE TABLE s.t (a int PRIMARY KEY, b int);", "index s.i removed!\n"},
		{"", "CREATE TABLE s.t (a int PRIMARY KEY); CREATE MATERIALIZED VIEW s.v AS SELECT * FROM s.t WHERE a IS NOT NULL PRIMARY KEY (a);", "table s.t added\nview s.v added\n"},
		{"CREATE FUNCTION s.f(a int) CALLED ON NULL INPUT RETURNS int LANGUAGE java AS 'return a;';", "", "function s.f(int) removed!\n"},
	} {
		before, after := schema(t, test.before), schema(t, test.after)
		if diff := cmp.Diff(test.want, words(compare.Models(before, apply.Pair(before, after, false), false))); diff != "" {
			t.Errorf("%s\n%s\n%s", test.before, test.after, diff)
		}
	}
}

// Documents are compared by ID: a renamed element is not removed and added.
// Concepts and queries are compared too.
func TestDocuments(t *testing.T) {
	before, err := example.Load("hotel")
	if err != nil {
		t.Fatal(err)
	}
	after := before.Clone()
	for _, entity := range after.Concepts.Entities {
		if entity.Name == "Hotel" {
			entity.Name = "Inn"
		}
	}
	for _, relation := range after.Physical.Relations {
		if relation.Name == "hotels" {
			relation.Name = "inns"
			for id, column := range relation.Columns {
				if column.Name == "phone" {
					delete(relation.Columns, id)
				}
			}
		}
	}
	for id, query := range after.Workflow.Queries {
		if query.Label == "Q9" {
			delete(after.Workflow.Queries, id)
		}
	}
	want := "table hotel.hotels renamed to inns!\ncolumn hotel.hotels.phone removed!\nentity Hotel renamed to Inn\nquery Q9 removed: Find the details of a guest – SELECT Guest.name.title, "
	got := words(compare.Models(before, after, true))
	for line := range strings.Lines(want) {
		if !strings.Contains(got, line) {
			t.Errorf("the changes lack %q:\n%s", line, got)
		}
	}
	if changes := compare.Models(before, before.Clone(), true); len(changes) > 0 {
		t.Errorf("a document differs from itself:\n%s", words(changes))
	}
}

// A size, a verdict and a finding that change are listed.
func TestEffects(t *testing.T) {
	hotel, err := example.Load("hotel")
	if err != nil {
		t.Fatal(err)
	}
	after := hotel.Clone()
	for id, relation := range after.Physical.Relations {
		if relation.Name == "amenities_by_room" {
			delete(after.Physical.Relations, id)
		}
	}
	hotels := after.Physical.Relations["photelsbyid"].Columns // no longer by hotel_id
	hotels["pq2hotelid"].Role, hotels["pq2name"].Role = model.Regular, model.Partition
	was, is := compare.StateOf(hotel), compare.StateOf(after)
	tables := compare.Tables(was, is)
	if len(tables) != 1 || tables[0].Table != "hotel.amenities_by_room" || tables[0].Before == nil || tables[0].After != nil {
		t.Errorf("tables %+v", tables)
	}
	queries := compare.Queries(was, is)
	want := []compare.Query{
		{Query: "Q2", Before: "partition", After: "scan", ID: "q2", Tables: []model.ID{"photelsbyid"}},
		{Query: "Q5", Before: "partition", After: "none", ID: "q5", Tables: []model.ID{"pamenitiesbyroom"}}, // its logical table is left
	}
	if diff := cmp.Diff(want, queries); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if served, all := is.Served(); served != 7 || all != 9 {
		t.Errorf("%d of %d queries are served", served, all)
	}
	findings := compare.FindingsOf(was, is)
	for _, about := range []string{"Q2", "its key does not contain Hotel.hotel_id"} {
		if !slices.ContainsFunc(findings.New, func(f check.Finding) bool { return strings.Contains(f.Message, about) }) {
			t.Errorf("no new finding about %s: %+v", about, findings.New)
		}
	}
	if back := compare.FindingsOf(is, was); len(back.Mended) != len(findings.New) {
		t.Errorf("mended on the way back: %+v", back.Mended)
	}
	same := compare.StateOf(hotel.Clone())
	if len(compare.Tables(was, same))+len(compare.Queries(was, same))+len(compare.FindingsOf(was, same).New) > 0 {
		t.Error("equal models differ")
	}
}

// Renaming an element brings no finding and mends none, whatever its kind: findings
// name it by other words only.
func TestFindingsIgnoreRenames(t *testing.T) {
	hotel, err := example.Load("hotel")
	if err != nil {
		t.Fatal(err)
	}
	hotel.Physical.Relations["photelsbyid"].Columns["pq2hotelid"].Role = model.Regular // many findings
	was := compare.StateOf(hotel)
	for element := range hotel.Elements() {
		name, found := edit.FieldOf(element.Kind, "name")
		if !found || strings.HasPrefix(hotel.TitleOf(element), "reservations_by_confirmation.") {
			continue // a column of a view must be named like that of its table
		}
		after, err := edit.Apply(hotel, model.RandomIDs(), edit.Set{Element: element.ID, Field: "name", Was: name.Text(hotel, element), Value: "other_name"})
		if err != nil {
			continue // a name that must stay
		}
		findings := compare.FindingsOf(was, compare.StateOf(after))
		if len(findings.New)+len(findings.Mended) > 0 {
			t.Errorf("renaming %s: new %+v, mended %+v", hotel.TitleOf(element), findings.New, findings.Mended)
		}
	}
}
