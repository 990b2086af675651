package store_test

import (
	"strings"
	"testing"

	"widerow/store"
	"widerow/store/storetest"
)

// partsOf returns the parts of a model of 10 revisions with snapshots at 1 and
// 8, without those that are lost. A name is "record 3", "snapshot 8" or
// "document", the newest one.
func partsOf(t *testing.T, without ...string) store.Parts {
	t.Helper()
	options := storetest.Options()
	missing := func(name string) bool {
		for _, lost := range without {
			if lost == name {
				return true
			}
		}
		return false
	}
	parts := store.Parts{Model: "hotel", Revisions: map[uint64][]store.Revision{}}
	documents := map[store.Hash][]byte{}
	state := store.State{}
	for number := uint64(1); number <= 10; number++ {
		step, err := options.Create(state, storetest.First("hotel"))
		if number > 1 {
			step, err = options.Save(state, storetest.Edit("hotel", number-1))
		}
		if err != nil {
			t.Fatal(err)
		}
		name := string(rune('0' + number%10))
		if !missing("record " + name) {
			parts.Revisions[number] = []store.Revision{step.Revision}
		}
		whole := step.Snapshot && !missing("snapshot "+name) || number == 10 && !missing("document")
		if whole {
			documents[step.Revision.DocumentHash] = step.Document
		}
		revision := step.Revision
		state = store.State{Head: &revision, Document: step.Document}
		parts.Head, parts.Last = revision.Hash, number
	}
	parts.Document = func(hash store.Hash) []byte { return documents[hash] }
	return parts
}

func TestRepair(t *testing.T) {
	for _, test := range []struct {
		without []string
		words   string // of the revision that is added
		again   uint64 // whose document it has
		lost    []uint64
	}{
		{[]string{"document"}, "nothing is lost", 10, nil},
		{[]string{"document", "snapshot 8"}, "nothing is lost", 10, nil},
		{[]string{"snapshot 1"}, "lost r1 to r7", 10, []uint64{1, 2, 3, 4, 5, 6, 7}},
		{[]string{"record 3"}, "lost r3 to r7", 10, []uint64{3, 4, 5, 6, 7}},
		{[]string{"record 0", "document"}, "lost r10; this is r9 again", 9, []uint64{10}},
		{[]string{"record 9", "document"}, "lost r9 to r10; this is r8 again", 8, []uint64{9, 10}},
		{[]string{"record 9"}, "lost r9", 10, []uint64{9}},
	} {
		t.Run(strings.Join(test.without, ", "), func(t *testing.T) {
			options := storetest.Options()
			repaired, ok := options.Repair(partsOf(t, test.without...))
			if !ok || len(repaired.Revisions) != 11 {
				t.Fatalf("%v, %d revisions, want 11", ok, len(repaired.Revisions))
			}
			added := repaired.Revisions[10]
			if added.Kind != store.KindRepair || !strings.HasSuffix(added.Words, ": "+test.words) {
				t.Errorf("added %s %q, want a repair: %q", added.Kind, added.Words, test.words)
			}
			if string(repaired.Document) != string(storetest.Document(test.again)) {
				t.Errorf("document %q, want that of revision %d", repaired.Document, test.again)
			}
			for _, number := range test.lost {
				if _, lost := repaired.Lost[number]; !lost {
					t.Errorf("revision %d is not recorded as lost", number)
				}
			}
			if len(repaired.Lost) != len(test.lost) {
				t.Errorf("lost %v, want %v", repaired.Lost, test.lost)
			}
			verifyRepaired(t, options, repaired)
		})
	}
}

// verifyRepaired checks the repaired history as a backend would.
func verifyRepaired(t *testing.T, options store.Options, repaired store.Repaired) {
	t.Helper()
	verifier := store.Verifier{Options: options, Model: "hotel"}
	for _, revision := range repaired.Revisions {
		_, lost := repaired.Lost[revision.Number]
		var err error
		switch {
		case revision.Kind == store.KindLost:
			err = verifier.Skip(revision.Number, revision.Hash)
		case lost:
			err = verifier.NextLost(revision)
		default:
			err = verifier.Next(revision, repaired.Snapshots[revision.Number])
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := verifier.End(repaired.Revisions[10].Hash, repaired.Document); err != nil {
		t.Error(err)
	}
}

// Of a model without any document there is nothing to repair.
func TestRepairNothingLeft(t *testing.T) {
	_, ok := storetest.Options().Repair(partsOf(t, "snapshot 1", "snapshot 8", "document"))
	if ok {
		t.Error("a model without documents was repaired")
	}
}
