package mapping_test

import (
	"slices"
	"strings"
	"testing"

	"widerow/cql/print"
	"widerow/model"
	"widerow/model/edit"
	"widerow/model/mapping"
	"widerow/model/proof"
)

// TestSteadyTablesServe: the proof accepts the tables whose key no update changes.
func TestSteadyTablesServe(t *testing.T) {
	const concepts = "Project: project_id\nTask: task_id, title, state\nProject 1 has n Task"
	for _, test := range []struct {
		query, statement string
		verdict          proof.Verdict
		sort             []string
	}{
		{"SELECT Task.title WHERE Project.project_id = ? AND Task.state = ?", "SELECT title FROM test.t WHERE project_id = ? AND state = ? ALLOW FILTERING;", proof.Filtering, nil},
		{"SELECT Task.title WHERE Project.project_id = ? ORDER BY Task.state LIMIT 5", "SELECT title, state FROM test.t WHERE project_id = ?;", proof.Partition, []string{"state"}},
	} {
		m := document(t, concepts, test.query)
		var state model.ID
		for _, entity := range m.Concepts.Entities {
			for id, attribute := range entity.Attributes {
				if attribute.Name == "state" {
					state = id
				}
			}
		}
		m = apply(t, m, edit.Add{Kind: model.UpdateElement, ID: "u1", Values: map[string]string{"label": "U1", "name": "Move", "kind": "change"}},
			edit.Add{Kind: model.WriteKind, Parent: "u1", ID: "u1w", Values: map[string]string{"element": string(state)}})
		d := mapping.Derive(m, nil, map[model.ID]mapping.Choice{"q1": {Key: "((project_id), task_id)"}})
		d.Proposals[0].Name = "t"
		m = apply(t, m, d.Commands(model.RandomIDs(), nil)...)
		result := proof.Of(m, "q1")
		best, _ := result.Best()
		var sort []string
		if best.Sort != nil {
			for _, by := range best.Sort.Columns {
				sort = append(sort, by.Column)
			}
		}
		if got := print.SelectLine(best.Access, best.Select); got != test.statement || best.Verdict != test.verdict || !slices.Equal(sort, test.sort) {
			t.Errorf("%s: %s (%s), sorted by %s", test.query, got, best.Verdict, strings.Join(sort, ", "))
		}
	}
}
