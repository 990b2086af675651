package compare_test

import (
	"strings"
	"testing"

	"widerow/cql/compare"
	"widerow/model"
	"widerow/model/example"
)

// A query that was added or removed is told by its name and text, not by its label alone.
func TestQueriesAreToldByTheirText(t *testing.T) {
	before, err := example.Load("hotel")
	if err != nil {
		t.Fatal(err)
	}
	after := before.Clone()
	for id, query := range after.Workflow.Queries {
		if query.Label == "Q1" {
			delete(after.Workflow.Queries, id)
		}
	}
	for _, pair := range [][2]*model.Model{{before, after}, {after, before}} {
		found := words(compare.Models(pair[0], pair[1], true))
		if !strings.Contains(found, ": Find hotels near a point of interest – SELECT Hotel.hotel_id") {
			t.Errorf("no text of a query in\n%s", found)
		}
	}
}
