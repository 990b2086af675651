package moves

import (
	"reflect"
	"testing"

	"widerow/model"
	"widerow/model/mapping"
	"widerow/model/sizing"
)

// TestSplitterIsShared checks that a splitter shared by all tables finds the same splits as
// a splitter for each table.
func TestSplitterIsShared(t *testing.T) {
	m := load(t, "hotel")
	splitter := NewSplitter(m, mapping.Sizes(m, sizing.Disk))
	for _, relation := range model.Sorted(m.Physical.Relations) {
		got, want := splitter.Compare(relation.ID, DefaultNeeds), CompareSplits(m, relation.ID, DefaultNeeds)
		if !reflect.DeepEqual(got.Now, want.Now) || !reflect.DeepEqual(whats(got), whats(want)) {
			t.Errorf("%s: got %v of %v, want %v of %v", relation.Value.Name, whats(got), got.Now, whats(want), want.Now)
		}
	}
}

func whats(s *Splits) []string {
	var whats []string
	for i := range s.Options {
		whats = append(whats, s.Options[i].What)
	}
	return whats
}
