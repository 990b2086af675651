package mapping_test

import (
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"widerow/model"
	"widerow/model/example"
	"widerow/model/mapping"
	meaning "widerow/model/stored"
)

// TestQueriesShareSearches asks what the queries and tables of a document mean, of one Stored
// in whose memory the searches of other queries are already, and of a new one for each.
func TestQueriesShareSearches(t *testing.T) {
	models := map[string]*model.Model{}
	for _, name := range []string{"hotel", "magazine", "supermarket", "suspensions"} {
		m, err := example.Load(name)
		if err != nil {
			t.Fatal(err)
		}
		models[name] = m
	}
	models["replies"] = document(t, "Room: room_id\nweak Message: message_id, body\nRoom 1 has n Message\nMessage(original) 1 answers n Message(reply)",
		"SELECT Message(reply).body WHERE Room.room_id = ? AND Message(original).message_id = ?",
		"SELECT Message(original).body WHERE Room.room_id = ? AND Message(reply).message_id = ?")
	for seed := range uint64(30) {
		m := mapping.WideModel(t, rand.New(rand.NewPCG(seed, 7)), 5)
		models["random"] = m
		for name, m := range models {
			compareAlone(t, name, seed, m)
		}
		clear(models)
	}
}

// meanings compares what meanings say, not what they remember.
var meanings = cmpopts.IgnoreUnexported(meaning.Meaning{})

func compareAlone(t *testing.T, name string, seed uint64, m *model.Model) {
	t.Helper()
	addRanges(m)
	shared := mapping.NewStored(m)
	for range 2 {
		for _, query := range model.SortedIDs(m.Workflow.Queries) {
			alone := mapping.NewStored(m)
			if diff := cmp.Diff(alone.Patterns(query), shared.Patterns(query), meanings); diff != "" {
				t.Fatalf("%s %d: %s means something else beside other queries (-alone +shared):\n%s", name, seed, m.Title(query), diff)
			}
			if diff := cmp.Diff(alone.GroupingOf(m.Workflow.Queries[query]), shared.GroupingOf(m.Workflow.Queries[query])); diff != "" {
				t.Fatalf("%s %d: %s has other groups beside other queries (-alone +shared):\n%s", name, seed, m.Title(query), diff)
			}
		}
		for _, table := range model.SortedIDs(m.Logical.Tables) {
			if diff := cmp.Diff(mapping.NewStored(m).Of(table), shared.Of(table), meanings); diff != "" {
				t.Fatalf("%s %d: %s means something else beside other tables (-alone +shared):\n%s", name, seed, m.Title(table), diff)
			}
		}
	}
}

// addRanges adds a copy of each query with ranges instead of =: it names the same types, but
// gives no partial key, by which the search prefers the owners of a weak type.
func addRanges(m *model.Model) {
	for _, id := range model.SortedIDs(m.Workflow.Queries) {
		copied := *m.Workflow.Queries[id]
		copied.Given = map[model.ID]*model.Given{}
		for part, given := range m.Workflow.Queries[id].Given {
			ranged := *given
			ranged.Operator = model.Range
			copied.Given[part] = &ranged
		}
		m.Workflow.Queries[id+"range"] = &copied
	}
}
