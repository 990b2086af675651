package feature_test

import (
	"maps"
	"testing"

	"widerow/cql"
	"widerow/handlers/feature"
	"widerow/model"
	"widerow/model/diff"
)

// Two spellings of one value are no conflict, and a change only of the spelling is none.
func TestMergeSpellings(t *testing.T) {
	const short, long, other = "{'class': 'LeveledCompactionStrategy'}", "{'class': 'org.apache.cassandra.db.compaction.LeveledCompactionStrategy'}",
		"{'class': 'UnifiedCompactionStrategy'}"
	document := func(compaction string) []byte {
		m, report := cql.Import("CREATE KEYSPACE k WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1};\n"+
			"CREATE TABLE k.t (a int PRIMARY KEY);", "spellings")
		if len(report.Refused) > 0 {
			t.Fatal(report.Refused)
		}
		for _, relation := range m.Physical.Relations {
			relation.Options = maps.Clone(relation.Options)
			if relation.Options == nil {
				relation.Options = model.Options{}
			}
			relation.Options["compaction"] = compaction
		}
		return m.Encode()
	}
	for name, test := range map[string]struct {
		base, theirs, mine, want string
		conflicts                int
	}{
		"both changed to one value":  {other, short, long, short, 0},
		"mine is another spelling":   {short, other, long, other, 0},
		"theirs is another spelling": {short, long, other, other, 0},
		"two values":                 {"{'class': 'SizeTieredCompactionStrategy'}", short, other, short, 1},
	} {
		patch, err := diff.Make(document(test.base), document(test.mine))
		if err != nil {
			t.Fatal(err)
		}
		text, conflicts, err := diff.Merge(document(test.theirs), patch)
		if err != nil || len(conflicts) != 1 {
			t.Fatalf("%s: %d conflicts before, %v", name, len(conflicts), err)
		}
		text, conflicts = feature.MergeSpellings(text, conflicts)
		if string(text) != string(document(test.want)) || len(conflicts) != test.conflicts {
			t.Errorf("%s: %d conflicts, want %d, or not %s", name, len(conflicts), test.conflicts, test.want)
		}
	}
}
