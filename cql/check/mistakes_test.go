package check_test

import (
	"slices"
	"strings"
	"testing"

	"widerow/cql"
	"widerow/cql/check"
	"widerow/cql/files"
	"widerow/model"
	"widerow/model/edit"
	"widerow/model/example"
)

// fieldEdit changes one field of a document.
type fieldEdit struct {
	element      model.ID
	field, value string
}

// Each of these models contains a mistake made in a published model. The findings
// name it.
func TestModelsWithMistakes(t *testing.T) {
	for _, test := range []struct {
		name, example string
		edits         []fieldEdit
		remove, add   []model.ID
		want          check.Finding
	}{
		{"a log entry for each application", "logs",
			[]fieldEdit{{"q2environment", "role", "regular"}, {"q2loggedat", "role", "regular"}, {"q2entryid", "role", "regular"}}, []model.ID{"entryday"}, nil,
			check.Finding{Severity: cql.Error, Code: check.CodeOverwrite, Element: "entries_by_application",
				Message: "Rows of entries_by_application overwrite each other: its key does not contain Log entry.entry_id"}},
		{"a reservation for each last name and hotel", "hotel",
			[]fieldEdit{{"q8hotelid", "role", "clustering"}, {"q8guestid", "role", "regular"}, {"q8startdate", "role", "regular"}, {"q8confirmnumber", "role", "regular"}}, nil, nil,
			check.Finding{Severity: cql.Error, Code: check.CodeOverwrite, Element: "reservations_by_guest",
				Message: "Rows of reservations_by_guest overwrite each other: its key does not contain Reservation.confirm_number"}},
		{"a confirmation number of a guest", "hotel", nil, nil, []model.ID{"guestsbyid"},
			check.Finding{Severity: cql.Warning, Code: check.CodeAttribute, Element: "guests.confirm_number",
				Message: "guests.confirm_number stores no attribute of the concepts"}},
		{"orders sorted by their number", "supermarket",
			[]fieldEdit{{"pq5submissiontime", "role", "regular"}, {"pq5submissiontime", "role", "clustering"}}, nil, nil,
			check.Finding{Severity: cql.Error, Code: check.CodeUnserved, Element: "Q5",
				Message: "Order by currently only supports the ordering of columns following their declared order in the PRIMARY KEY"}},
		{"deliveries of a date, of any team", "supermarket", nil, []model.ID{"q6giventeamid"}, nil,
			check.Finding{Severity: cql.Error, Code: check.CodeUnserved, Element: "Q6",
				Message: "order_delivery.orders_by_delivery_date does not serve Q6: Cannot execute this query as it might involve data filtering"}},
	} {
		m := load(t, test.example)
		for _, one := range test.edits {
			m = changed(t, m, one)
		}
		for _, id := range test.remove {
			m = apply(t, m, edit.Remove{Element: id})
		}
		for _, table := range test.add {
			m = apply(t, m, edit.Add{Kind: model.ColumnKind, Parent: table, ID: "stray", Values: map[string]string{"name": "confirm_number"}})
		}
		if found := check.Model("", m).Findings; !slices.ContainsFunc(found, func(f check.Finding) bool {
			return f.Severity == test.want.Severity && f.Code == test.want.Code && f.Element == test.want.Element && strings.Contains(f.Message, test.want.Message)
		}) {
			t.Errorf("%s: no finding %q in\n%+v", test.name, test.want.Message, found)
		}
	}
}

// Each of these scripts contains a mistake made in a published script.
func TestScriptsWithMistakes(t *testing.T) {
	const schema = `CREATE KEYSPACE app WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}; USE app;
CREATE TABLE banned (status text, month date, since timestamp, user_id uuid, reason text, PRIMARY KEY ((status, month), since, user_id));
`
	for _, test := range []struct {
		name, statement, want string
		code                  string
	}{
		{"no comma between columns", "CREATE TABLE banned_before (status text, user_id uuid reason text, PRIMARY KEY (status, user_id));", "reason", "cql/syntax"},
		{"no FROM", "SELECT * banned WHERE status = 'x' AND month = '2026-01-01';", "FROM", "cql/syntax"},
		{"a deletion without the bucket", "DELETE FROM banned WHERE status = 'x' AND since = 0 AND user_id = 5b6962dd-3f90-4c93-8f61-eabfa4a803e2;",
			"Some partition key parts are missing: month", "cql/invalid"},
	} {
		findings := check.Script(model.Cassandra50, joined(t, files.Input{Text: schema + test.statement}), cql.Surroundings{})[0].Findings
		if len(findings) != 1 || findings[0].Code != test.code || findings[0].Line != 3 || !strings.Contains(findings[0].Message, test.want) {
			t.Errorf("%s: %+v, want %s with %q in line 3", test.name, findings, test.code, test.want)
		}
	}
}

func load(t *testing.T, slug string) *model.Model {
	t.Helper()
	m, err := example.Load(slug)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func changed(t *testing.T, m *model.Model, e fieldEdit) *model.Model {
	t.Helper()
	element, found := m.Element(e.element)
	field, known := edit.FieldOf(element.Kind, e.field)
	if !found || !known {
		t.Fatalf("there is no %s of %s", e.field, e.element)
	}
	return apply(t, m, edit.Set{Element: e.element, Field: e.field, Was: field.Text(m, element), Value: e.value})
}

func apply(t *testing.T, m *model.Model, command edit.Command) *model.Model {
	t.Helper()
	after, err := edit.Apply(m, model.RandomIDs(), command)
	if err != nil {
		t.Fatal(err)
	}
	return after
}
