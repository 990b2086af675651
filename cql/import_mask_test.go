package cql_test

import (
	"maps"
	"testing"

	"widerow/cql"
	"widerow/model"
)

// An import omits a mask that Cassandra refuses and reports it at its place. It
// keeps the table, or the columns added together with the mask.
func TestImportWithoutMask(t *testing.T) {
	const script = `CREATE KEYSPACE k WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1};
CREATE TABLE k.t (id int PRIMARY KEY, a text MASKED WITH nosuch(), b text MASKED WITH DEFAULT, c int MASKED WITH mask_inner(1, 1));
ALTER TABLE k.t ADD (d int, e text MASKED WITH nosuch(), f text MASKED WITH DEFAULT, g int MASKED WITH mask_inner(1, 1));
ALTER TABLE k.t ADD h text MASKED WITH nosuch();`
	m, findings := cql.ImportFindings(model.Cassandra50, script, "masks")
	masks := map[string]string{}
	for _, relation := range m.Physical.Relations {
		for _, column := range relation.Columns {
			masks[column.Name] = column.Mask
		}
	}
	want := map[string]string{"id": "", "a": "", "b": "DEFAULT", "c": "", "d": "", "e": "", "f": "DEFAULT", "g": "", "h": ""}
	if !maps.Equal(masks, want) {
		t.Errorf("masks %q, want %q", masks, want)
	}
	places := map[string]bool{}
	for _, finding := range findings {
		if finding.Severity == cql.Error {
			t.Errorf("refused: %s", finding.Message)
		}
		places[finding.From.String()] = true
		t.Log(finding.From, finding.Message)
	}
	for _, want := range []string{"2:46", "2:102", "3:36", "3:92", "4:28"} {
		if !places[want] {
			t.Errorf("no finding at %s", want)
		}
	}
}
