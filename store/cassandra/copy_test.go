package cassandra

import (
	"errors"
	"slices"
	"testing"

	"widerow/store"
	"widerow/store/storetest"
)

// fill saves models with companions, one of them deleted, and returns the hash of each newest revision.
func fill(t *testing.T, s store.Chains) map[store.ModelID]store.Hash {
	t.Helper()
	ctx, heads := t.Context(), map[store.ModelID]store.Hash{}
	for _, id := range []store.ModelID{store.People, "hotel", "hotel.discussion", "hotel.scripts", "hotel.p1", "hotel.p1.discussion", "inn", "inn.seen"} {
		revision, err := s.Create(ctx, storetest.First(id))
		for base := uint64(1); base < 2*bucketSize/32 && err == nil; base++ {
			revision, err = s.Save(ctx, storetest.Edit(id, base))
		}
		if err != nil {
			t.Fatal(err)
		}
		heads[id] = revision.Hash
	}
	large := storetest.Edit("hotel", 16)
	large.Document, large.Patch, large.Words = make([]byte, 5<<20), nil, string(make([]byte, 40<<10))
	saved, err := s.Save(ctx, large)
	if err != nil {
		t.Fatal(err)
	}
	heads["hotel"] = saved.Hash
	gone, err := s.Delete(ctx, store.Deletion{Model: "inn", Base: 16, Operation: "gone"})
	if err != nil {
		t.Fatal(err)
	}
	heads["inn"] = gone.Hash
	return heads
}

// TestCopy copies chains from one keyspace to another, also when the first copy was interrupted.
func TestCopy(t *testing.T) {
	from, to := openStore(t, emptyStore(t), storetest.Options()), openStore(t, emptyStore(t), storetest.Options())
	heads := fill(t, from)
	chain, err := from.Chain(t.Context(), "hotel")
	if err != nil {
		t.Fatal(err)
	}
	if err := to.Put(t.Context(), chain); err != nil {
		t.Fatal(err)
	}
	copied, err := store.Copy(t.Context(), from, to, func(store.ModelID, int) {})
	if err != nil || copied.Before != 1 || copied.Chains != len(heads)-1 || copied.Models != 2 {
		t.Fatalf("copied %+v, error %v", copied, err)
	}
	for id, want := range heads {
		page, err := to.History(t.Context(), id, 0, 1)
		if err != nil || page[0].Hash != want {
			t.Errorf("%s: %v, error %v", id, page, err)
		}
		if err := to.Verify(t.Context(), id); err != nil {
			t.Error(err)
		}
	}
	if _, _, err := to.Head(t.Context(), "inn.seen"); !errors.Is(err, store.ErrDeleted) {
		t.Errorf("companion of the deleted model: %v", err)
	}
	if listed, err := to.List(t.Context(), "", 0); err != nil || len(listed.Models) != 1 {
		t.Errorf("list %+v, error %v", listed, err)
	}
	if again, err := to.Save(t.Context(), storetest.Edit("hotel", 3)); err != nil || again.Number != 4 {
		t.Errorf("an operation from before the copy: %+v, error %v", again, err)
	}
	if _, err := to.Save(t.Context(), storetest.Edit("hotel.p1", 16)); err != nil {
		t.Error(err)
	}
	if _, err := store.Copy(t.Context(), from, to, func(store.ModelID, int) {}); !errors.Is(err, store.ErrExists) {
		t.Errorf("copy over a model that was changed: %v", err)
	}
}

// TestCopyLost copies a history with gaps, which stay as they are.
func TestCopyLost(t *testing.T) {
	s := openStore(t, emptyStore(t), storetest.Options())
	memory := store.NewMemory(storetest.Options())
	if _, err := memory.Create(t.Context(), storetest.First("hotel")); err != nil {
		t.Fatal(err)
	}
	for base := uint64(1); base < 9; base++ {
		if _, err := memory.Save(t.Context(), storetest.Edit("hotel", base)); err != nil {
			t.Fatal(err)
		}
	}
	history, _ := memory.History(t.Context(), "hotel", 0, 0)
	slices.Reverse(history)
	first, _, _ := memory.At(t.Context(), "hotel", 1)
	eighth, _, _ := memory.At(t.Context(), "hotel", 8)
	last, _, _ := memory.At(t.Context(), "hotel", 9)
	chain := store.Repaired{Revisions: history, Document: last, Snapshots: map[uint64][]byte{1: first, 8: eighth},
		Lost: map[uint64]store.Hash{3: history[2].Hash, 4: history[3].Hash, 5: history[4].Hash, 6: history[5].Hash, 7: history[6].Hash}}
	history[3] = store.LostRevision("hotel", 4, history[3].Hash)
	if err := s.Put(t.Context(), chain); err != nil {
		t.Fatal(err)
	}
	if err := s.Verify(t.Context(), "hotel"); err != nil {
		t.Error(err)
	}
	for number, want := range map[uint64]error{2: nil, 3: store.ErrLost, 4: store.ErrLost, 6: store.ErrLost, 8: nil, 9: nil} {
		if _, _, err := s.At(t.Context(), "hotel", number); !errors.Is(err, want) {
			t.Errorf("revision %d: error %v, want %v", number, err, want)
		}
	}
	got, err := s.Chain(t.Context(), "hotel")
	if err != nil || len(got.Lost) != len(chain.Lost) || got.Revisions[3].Kind != store.KindLost || got.Revisions[8].Hash != history[8].Hash {
		t.Errorf("chain %+v, error %v", got.Lost, err)
	}
}
