package check_test

import (
	"testing"

	"widerow/cql/check"
	"widerow/model"
)

// TestBucketsOfStatements: a day in the partition key that the application's statement gives is no
// fault of the concepts; without a statement, it is one.
func TestBucketsOfStatements(t *testing.T) {
	for statement, want := range map[string]int{"SELECT value FROM readings WHERE sensor_id = ? AND day = ?": 0, "": 2} {
		m, err := model.Apply(model.New("iot"), model.RandomIDs(),
			model.Add{Kind: model.EntityKind, ID: "reading", Values: map[string]string{"name": "Reading"}},
			model.Add{Kind: model.AttributeKind, Parent: "reading", ID: "sensor", Values: map[string]string{"name": "sensor_id", "key": "key"}},
			model.Add{Kind: model.AttributeKind, Parent: "reading", ID: "value", Values: map[string]string{"name": "value"}},
			model.Add{Kind: model.QueryKind, ID: "q", Values: map[string]string{"name": "readings", "statement": statement}},
			model.Add{Kind: model.FindKind, Parent: "q", Values: map[string]string{"attribute": "value"}},
			model.Add{Kind: model.GivenKind, Parent: "q", Values: map[string]string{"attribute": "sensor"}},
			model.Add{Kind: model.GivenKind, Parent: "q", Values: map[string]string{"name": "day"}},
			model.Add{Kind: model.TableKind, ID: "t", Values: map[string]string{"name": "readings"}},
			model.Add{Kind: model.ColumnKind, Parent: "t", Values: map[string]string{"name": "sensor_id", "role": "partition", "attribute": "sensor"}},
			model.Add{Kind: model.ColumnKind, Parent: "t", Values: map[string]string{"name": "day", "role": "partition"}},
			model.Add{Kind: model.ColumnKind, Parent: "t", Values: map[string]string{"name": "value", "attribute": "value"}},
			model.ServeQuery{Query: "q", Table: "t"})
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
