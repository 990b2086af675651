package check_test

import (
	"slices"
	"testing"

	"widerow/cql"
	"widerow/cql/check"
	"widerow/cql/files"
	"widerow/model"
	"widerow/model/mapping"
	"widerow/model/sizing"
)

// A way to read that the caller forbids is an error at each statement and each query that reads so.
func TestForbid(t *testing.T) {
	script := joined(t, files.Input{Name: "s.cql", Text: sound + "CREATE TABLE s.t (a uuid PRIMARY KEY, b text);\nSELECT * FROM s.t;\nSELECT * FROM s.t WHERE a = ?;\nSELECT * FROM s.t WHERE b = ? ALLOW FILTERING;"})
	for verdict, want := range map[string][]int{"scan": {3, 5}, "index": nil} {
		reports := check.ScriptWithAdvice(model.Cassandra50, script, cql.Surroundings{}, "s", nil)
		reports[0].Forbid("s.cql", []string{verdict})
		var lines []int
		for _, f := range reports[0].Findings {
			if f.Code == check.CodeForbidden && f.Severity == cql.Error {
				lines = append(lines, f.Line)
			}
		}
		if !slices.Equal(lines, want) {
			t.Errorf("%s: errors in lines %v, want %v", verdict, lines, want)
		}
	}
	m := edits(indexed)(t, derivedOf(t, readers))
	report := check.Document("m", m, mapping.Sizes(m, sizing.Disk))
	report.Forbid("m", []string{"index"})
	if last := report.Findings[len(report.Findings)-1]; last.Code != check.CodeForbidden || last.Element != "Q2" {
		t.Errorf("got %+v", last)
	}
}
