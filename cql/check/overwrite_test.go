package check_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"widerow/cql"
	"widerow/cql/check"
	"widerow/model"
	"widerow/model/example"
)

// A table of log entries whose key is the application alone keeps one entry for
// each application.
func TestOneLogEntryForEachApplication(t *testing.T) {
	m, err := example.Load("logs")
	if err != nil {
		t.Fatal(err)
	}
	ids := model.SeededIDs([]byte("logs"))
	for id, column := range m.Logical.Tables["tq2"].Columns {
		if column.Role.InKey() && column.Name != "application_name" {
			m, err = model.Apply(m, ids, model.Set{Element: id, Field: "role", Was: string(column.Role), Value: string(model.Regular)})
			if err != nil {
				t.Fatal(err)
			}
		}
	}
	m, err = model.Apply(m, ids, model.Remove{Element: "entryday"})
	if err != nil {
		t.Fatal(err)
	}
	want := []check.Finding{
		{Severity: cql.Error, Code: check.CodeOverwrite, File: "logs.json", Element: "entries_by_application",
			Message: "Rows of entries_by_application overwrite each other: its key does not contain Log entry.entry_id",
			Hint:    "Add them to the primary key, or derive the table again."},
	}
	_, findings := check.Prove("logs.json", m)
	var got []check.Finding
	for _, finding := range findings {
		if finding.Code == check.CodeOverwrite {
			got = append(got, finding)
		}
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("findings (-want +got):\n%s", diff)
	}
}
