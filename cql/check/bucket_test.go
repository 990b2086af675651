package check_test

import (
	"testing"

	"widerow/cql/check"
	"widerow/model"
	"widerow/model/edit"
)

// TestBucketsOfStatements: a day in the partition key that the application's statement gives is no
// fault of the concepts; without a statement, it is one.
func TestBucketsOfStatements(t *testing.T) {
	for statement, want := range map[string]int{"SELECT value FROM readings WHERE sensor_id = ? AND day = ?": 0, "": 2} {
		m, err := edit.Apply(model.New("iot"), model.RandomIDs(),
			edit.Add{Kind: model.EntityKind, ID: "reading", Values: map[string]string{"name": "Reading"}},
			edit.Add{Kind: model.AttributeKind, Parent: "reading", ID: "sensor", Values: map[string]string{"name": "sensor_id", "key": "key"}},
			edit.Add{Kind: model.AttributeKind, Parent: "reading", ID: "value", Values: map[string]string{"name": "value"}},
			edit.Add{Kind: model.QueryKind, ID: "q", Values: map[string]string{"name": "readings", "statement": statement}},
			edit.Add{Kind: model.FindKind, Parent: "q", Values: map[string]string{"attribute": "value"}},
			edit.Add{Kind: model.GivenKind, Parent: "q", Values: map[string]string{"attribute": "sensor"}},
			edit.Add{Kind: model.GivenKind, Parent: "q", Values: map[string]string{"name": "day"}},
			edit.Add{Kind: model.TableKind, ID: "t", Values: map[string]string{"name": "readings"}},
			edit.Add{Kind: model.ColumnKind, Parent: "t", Values: map[string]string{"name": "sensor_id", "role": "partition", "attribute": "sensor"}},
			edit.Add{Kind: model.ColumnKind, Parent: "t", Values: map[string]string{"name": "day", "role": "partition"}},
			edit.Add{Kind: model.ColumnKind, Parent: "t", Values: map[string]string{"name": "value", "attribute": "value"}},
			edit.ServeQuery{Query: "q", Table: "t"})
		if err != nil {
			t.Fatal(err)
		}
		count := 0
		for _, finding := range check.Model("iot", m).Findings {
			if finding.Code == check.CodeQuery || finding.Code == check.CodeAttribute {
				count++
			}
		}
		if count != want {
			t.Errorf("with the statement %q: %d warnings, want %d", statement, count, want)
		}
	}
}
