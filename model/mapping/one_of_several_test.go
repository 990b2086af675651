package mapping_test

import (
	"testing"
	"widerow/cql/print"
	"widerow/model"
	"widerow/model/mapping"
	"widerow/model/proof"
)

// TestAllValuesBesideOne: a table that is looked up by one value of an attribute with
// several stores all of them too if the query asks for them. The proof selects them, and
// deriving again keeps both columns.
func TestAllValuesBesideOne(t *testing.T) {
	const concepts = "Tenant: tenant_id\nEvent: event_id, day, {tags}\nTenant 1 records n Event"
	for query, want := range map[string]string{
		"SELECT Event WHERE Event.tags CONTAINS ?":                                                             "SELECT event_id, day, tags FROM test.t WHERE tag = ?;",
		"SELECT Event.day WHERE Event.tags CONTAINS ?":                                                         "SELECT day FROM test.t WHERE tag = ?;",
		"SELECT Event.tags WHERE Event.tags CONTAINS ? AND Event.day >= ?":                                     "SELECT tags FROM test.t WHERE tag = ? AND day >= ?;",
		"SELECT Event.day, Event.tags WHERE Tenant.tenant_id = ? AND Event.tags CONTAINS ? ORDER BY Event.day": "SELECT day, tags FROM test.t WHERE tenant_id = ? AND tag = ?;",
		"SELECT Tenant.tenant_id, Event.tags WHERE Event.tags CONTAINS ?":                                      "SELECT tenant_id, tags FROM test.t WHERE tag = ?;",
	} {
		m := document(t, concepts, query)
		derive := func() mapping.Kind {
			d := mapping.Derive(m, nil, nil)
			kind := d.Proposals[0].Kind
			if kind == mapping.Added {
				d.Proposals[0].Name = "t"
			}
			m = apply(t, m, d.Commands(model.RandomIDs(), nil)...)
			return kind
		}
		derive()
		result := proof.Of(m, "q1")
		best, _ := result.Best()
		if got := print.SelectLine(best.Access, best.Select); got != want || best.Verdict != proof.Partition || len(best.Missing) > 0 {
			t.Errorf("%s: %s (%s), missing %v\nwant %s", query, got, best.Verdict, best.Missing, want)
		}
		if kind := derive(); kind != mapping.Kept {
			t.Errorf("%s: deriving again: the table is %s", query, kind)
		}
	}
}
