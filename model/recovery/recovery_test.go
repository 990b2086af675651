package recovery_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"widerow/cql"
	"widerow/model"
	"widerow/model/edit"
	"widerow/model/example"
	"widerow/model/proof"
	"widerow/model/recovery"
	"widerow/model/validation"
)

var update = flag.Bool("update", false, "rewrite the files in testdata")

// schemas are the scripts in testdata, and the tables of the examples without
// their concepts and queries.
func schemas(t *testing.T) map[string]*model.Model {
	t.Helper()
	found := map[string]*model.Model{}
	files, err := filepath.Glob("testdata/*.cql")
	if err != nil || len(files) == 0 {
		t.Fatal("testdata has no scripts", err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		found[strings.TrimSuffix(filepath.Base(file), ".cql")] = imported(t, string(text))
	}
	for _, slug := range []string{"hotel", "magazine", "sensors", "supermarket"} {
		m, err := example.Load(slug)
		if err != nil {
			t.Fatal(err)
		}
		found[slug] = imported(t, cql.PrintModel(m, cql.PrintOptions{}))
	}
	return found
}

func imported(t *testing.T, script string) *model.Model {
	t.Helper()
	m, report := cql.Import(script, "shop")
	if len(report.Refused) > 0 {
		t.Fatal(report.Refused)
	}
	return m
}

// TestRecover compares what is proposed with files that a person can read.
func TestRecover(t *testing.T) {
	for name, m := range schemas(t) {
		file := filepath.Join("testdata", name+".txt")
		got := inWords(recovery.Recover(m))
		if *update {
			if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(string(want), got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}

func inWords(r *recovery.Recovery) string {
	var text strings.Builder
	for _, e := range r.Entities {
		var attributes []string
		for _, a := range e.Attributes {
			word := a.Name
			if a.MultiValued {
				word = "{" + word + "}"
			}
			attributes = append(attributes, map[model.KeyKind]string{model.Key: "key ", model.PartialKey: "partial "}[a.Key]+word)
		}
		weak := map[bool]string{true: "weak "}[e.Weak]
		fmt.Fprintf(&text, "%s%s (%s): %s\n", weak, e.Name, strings.Join(attributes, ", "), e.Reason)
	}
	for _, r := range r.Relationships {
		identifying := map[bool]string{true: ", identifying"}[r.Identifying]
		fmt.Fprintf(&text, "%s %s : %s %s%s: %s\n", r.Ends[0].Entity.Name, r.Ends[0].Cardinality, r.Ends[1].Cardinality, r.Ends[1].Entity.Name, identifying, r.Reason)
	}
	for _, q := range r.Queries {
		list := func(parts []recovery.Part) string {
			var names []string
			for _, p := range parts {
				names = append(names, p.Name+map[bool]string{true: " DESC"}[p.Descending])
			}
			return strings.Join(names, ", ")
		}
		after := "at first"
		if q.Before != nil {
			after = "after " + q.Before.Name
		}
		fmt.Fprintf(&text, "%s, %s: SELECT %s WHERE %s ORDER BY %s: %s\n", q.Name, after, list(q.Find), list(q.Given), list(q.SortBy), q.Reason)
	}
	return text.String()
}

// TestAcceptAll accepts everything: the model is valid, each query is served by
// one partition, and nothing is left to propose.
func TestAcceptAll(t *testing.T) {
	for name, m := range schemas(t) {
		ids := model.SeededIDs([]byte(name))
		after, err := edit.Apply(m, ids, recovery.Recover(m).Commands(ids, recovery.Accepted{})...)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		for _, problem := range validation.Problems(after) {
			t.Errorf("%s: %v", name, problem)
		}
		for _, result := range proof.All(after) {
			best, found := result.Best()
			if !found || best.Verdict != proof.Partition && best.Verdict != proof.Partitions {
				t.Errorf("%s: %s is %s", name, after.Workflow.Queries[result.Query].Name, best.Verdict)
			}
		}
		again := recovery.Recover(after)
		if words := inWords(again); words != "" {
			t.Errorf("%s: a second time it proposes\n%s", name, words)
		}
	}
}

// TestOddNames has tables that say nothing about what they are for.
func TestOddNames(t *testing.T) {
	m := imported(t, `CREATE KEYSPACE k WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1};
CREATE TABLE k."by" (id int PRIMARY KEY);
CREATE TABLE k."___" (a int, b int, PRIMARY KEY (a, b));
CREATE TABLE k."S_by_Ort" ("Straße" text, "_id" int, PRIMARY KEY ("Straße", "_id"));
CREATE TABLE k.by_day (day date, bucket int, PRIMARY KEY ((day, bucket)));
CREATE TABLE k.c (id int, c_id int, c_id_c counter, PRIMARY KEY (c_id, id));
CREATE TABLE k.c_by_c (c_id int, id int, name text, "Name" text, PRIMARY KEY (id, c_id));`)
	ids := model.SeededIDs([]byte("odd"))
	if _, err := edit.Apply(m, ids, recovery.Recover(m).Commands(ids, recovery.Accepted{})...); err != nil {
		t.Error(err)
	}
}

// TestAcceptSome accepts queries without concepts: they name the columns.
func TestAcceptSome(t *testing.T) {
	m := schemas(t)["videos"]
	ids := model.SeededIDs([]byte("some"))
	none := func(*recovery.Entity) bool { return false }
	first := func(q *recovery.Query) bool { return q.Name == "Find videos by user" }
	after, err := edit.Apply(m, ids, recovery.Recover(m).Commands(ids, recovery.Accepted{Entity: none, Query: first})...)
	if err != nil {
		t.Fatal(err)
	}
	if len(after.Concepts.Entities)+len(after.Concepts.Relationships) > 0 || len(after.Workflow.Queries) != 1 {
		t.Errorf("%d entity types, %d relationship types, %d queries", len(after.Concepts.Entities), len(after.Concepts.Relationships), len(after.Workflow.Queries))
	}
	if results := proof.All(after); len(results) != 1 || !results[0].Served() {
		t.Errorf("the query is not served: %+v", results)
	}
}

func BenchmarkRecover(b *testing.B) {
	var script strings.Builder
	script.WriteString("CREATE KEYSPACE k WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1};")
	for i := range 300 {
		fmt.Fprintf(&script, "CREATE TABLE k.things%d_by_owner (owner_id uuid, thing%d_id uuid, name text, other%d_id uuid, PRIMARY KEY (owner_id, thing%d_id));", i, i, i/2, i)
	}
	m, _ := cql.Import(script.String(), "shop")
	for b.Loop() {
		recovery.Recover(m)
	}
}

// TestAcceptKeepsTheSchema accepts everything: attributes take over types of columns,
// and no column changes.
func TestAcceptKeepsTheSchema(t *testing.T) {
	found := schemas(t)
	found["two types"] = imported(t, `CREATE KEYSPACE shop WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1};
CREATE TABLE shop.orders (order_id bigint PRIMARY KEY, customer_id text, placed_at date);
CREATE TABLE shop.orders_by_customer (customer_id text, order_id text, placed_at timestamp, PRIMARY KEY (customer_id, order_id));`)
	for name, m := range found {
		ids := model.SeededIDs([]byte(name))
		after, err := edit.Apply(m, ids, recovery.Recover(m).Commands(ids, recovery.Accepted{})...)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if diff := cmp.Diff(statements(m), statements(after)); diff != "" {
			t.Errorf("%s: the schema changed (-before +after):\n%s", name, diff)
		}
	}
	m := found["two types"]
	ids := model.SeededIDs([]byte("two types"))
	after, _ := edit.Apply(m, ids, recovery.Recover(m).Commands(ids, recovery.Accepted{})...)
	if conflicts := validation.TypeConflicts(after); len(conflicts) != 2 {
		t.Errorf("%d attributes have columns of different types, want order_id and placed_at", len(conflicts))
	}
}

// statements returns the script of a model without the comments that name queries.
func statements(m *model.Model) string {
	lines := strings.Split(cql.PrintModel(m, cql.PrintOptions{}), "\n")
	return strings.Join(slices.DeleteFunc(lines, func(line string) bool { return strings.HasPrefix(line, "-- Q") }), "\n")
}

// TestStepsOfTheSameName: tables about the same, and a step that is there already, do
// not keep the recovered queries from being added.
func TestStepsOfTheSameName(t *testing.T) {
	const table = "CREATE TABLE %s.reservations_by_hotel (hotel_id int, reservation_id int, note text, PRIMARY KEY (hotel_id, reservation_id));\n"
	m := imported(t, `CREATE KEYSPACE a WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1};
CREATE KEYSPACE b WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1};
`+fmt.Sprintf(table, "a")+fmt.Sprintf(table, "b"))
	ids := model.SeededIDs([]byte("steps"))
	m, err := edit.Apply(m, ids, edit.Add{Kind: model.StepKind, Values: map[string]string{"name": "View reservations by hotel"}})
	if err != nil {
		t.Fatal(err)
	}
	after, err := edit.Apply(m, ids, recovery.Recover(m).Commands(ids, recovery.Accepted{})...)
	if err != nil {
		t.Fatal(err)
	}
	if len(after.Workflow.Steps) != 3 {
		t.Errorf("%d steps, want 3", len(after.Workflow.Steps))
	}
}
