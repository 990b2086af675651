package storetest

import (
	"slices"

	"widerow/store"
)

// companion: a discussion is a chain like a model's, with the life of its
// model.
func (s *suite) companion() {
	discussion := store.ModelID("hotel").Companion(store.Discussion)
	_, err := s.store.Create(ctx, First(discussion))
	s.wantError("companion of no model", err, store.ErrNotFound)
	s.fill("hotel", 2)
	s.fill("hotelier", 1)
	s.fill(discussion, 9)
	s.wantHead(discussion, 9, Document(9))
	s.wantEvery(discussion, 9)
	s.wantWhole(discussion)
	s.wantHead("hotel", 2, Document(2))
	s.wantListed("hotelier", "hotel")

	stale := Edit(discussion, 3)
	stale.Operation = "stale"
	_, err = s.store.Save(ctx, stale)
	s.wantError("stale base", err, store.ErrConflict)
	again, err := s.store.Save(ctx, Edit(discussion, 8))
	if err != nil || again.Number != 9 {
		s.Errorf("save again: revision %d, error %v; want 9", again.Number, err)
	}
	_, err = s.store.Delete(ctx, store.Deletion{Model: discussion, Base: 9, Operation: "gone"})
	s.wantInvalid("delete a companion", err, "Model")
	s.wantInvalid("purge a companion", s.store.Purge(ctx, discussion, 9), "Model")
	s.wantInvalid("another name", second(s.store.Create(ctx, First("hotel.other"))), "Model")
	s.wantInvalid("of no model", second(s.store.Create(ctx, First(".discussion"))), "Model")
	s.wantInvalid("of a companion", second(s.store.Create(ctx, First("hotel.discussion.discussion"))), "Model")
}

// companionDeleted: a companion is hidden, restored and purged with its model.
func (s *suite) companionDeleted() {
	discussion := store.ModelID("hotel").Companion(store.Discussion)
	s.fill("hotel", 2)
	s.fill("other", 1)
	s.fill(discussion, 3)
	s.fill(store.ModelID("other").Companion(store.Discussion), 2)
	s.remove("hotel", 2)
	s.wantDeleted("hotel")
	s.wantListed("other")
	_, _, err := s.store.Head(ctx, discussion)
	s.wantError("head", err, store.ErrDeleted)
	_, err = s.store.Save(ctx, Edit(discussion, 3))
	s.wantError("save", err, store.ErrDeleted)
	s.wantEvery(discussion, 3)

	restore := Edit("hotel", 3)
	restore.Kind, restore.Reverts = store.KindRestore, 2
	must(s)(s.store.Save(ctx, restore))
	must(s)(s.store.Save(ctx, Edit(discussion, 3)))
	s.wantHead(discussion, 4, Document(4))
	s.remove("hotel", 4)

	if err := s.store.Purge(ctx, "hotel", 5); err != nil {
		s.Fatal(err)
	}
	_, err = s.store.History(ctx, discussion, 0, 1)
	s.wantError("history", err, store.ErrNotFound)
	for _, operation := range []string{"hotel-1", "hotel.discussion-1", "hotel.discussion-4"} {
		if _, found, err := s.store.FindOperation(ctx, operation); found || err != nil {
			s.Errorf("operation %q: found %v, error %v", operation, found, err)
		}
	}
	s.wantHead("other.discussion", 2, Document(2))
	s.fill("hotel", 1) // with the same id again, it has no comments of before
	_, _, err = s.store.Head(ctx, discussion)
	s.wantError("head after the purge", err, store.ErrNotFound)
	s.fill(discussion, 1)
	s.wantWhole(discussion)
	if ids := store.ModelID("hotel").Companions(); !slices.Equal(ids, []store.ModelID{discussion, "hotel.versions"}) {
		s.Errorf("companions: %q", ids)
	}
}

func second(_ store.Revision, err error) error { return err }
