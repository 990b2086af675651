package storetest

import "widerow/store"

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
	seen := store.ModelID("hotel").Companion(store.Seen)
	s.fill(seen, 2)
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
	for _, companion := range []store.ModelID{discussion, seen} {
		_, err = s.store.History(ctx, companion, 0, 1)
		s.wantError("history", err, store.ErrNotFound)
	}
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
}

// branch: a branch is a model that belongs to another one, and has companions of its own. Its
// revisions record the revision that they have taken over.
func (s *suite) branch() {
	branch := store.ModelID("hotel").Branch(12)
	s.wantError("branch of no model", second(s.store.Create(ctx, First(branch))), store.ErrNotFound)
	s.fill("hotel", 2)
	s.wantError("companion of no branch", second(s.store.Create(ctx, First(branch.Companion(store.Discussion)))), store.ErrNotFound)
	first := First(branch)
	first.From = store.Source{Model: "hotel", Number: 2}
	if made := must(s)(s.store.Create(ctx, first)); made.From != first.From {
		s.Errorf("revision from %v", made.From)
	}
	s.fill(branch.Companion(store.Discussion), 3)
	merge := Edit("hotel", 2)
	merge.From = store.Source{Model: branch, Number: 1}
	must(s)(s.store.Save(ctx, merge))
	for id, from := range map[store.ModelID]store.Source{"hotel": merge.From, branch: first.From} {
		if page, err := s.store.History(ctx, id, 0, 1); err != nil || page[0].From != from {
			s.Errorf("%s: %v, error %v; want from %v", id, page, err, from)
		}
		s.wantWhole(id)
	}
	s.wantListed("hotel")
	for _, id := range []store.ModelID{"hotel.p0", "hotel.p01", "hotel.p1.p2", "hotel.p-1", ".p1"} {
		s.wantInvalid(string(id), second(s.store.Create(ctx, First(id))), "Model")
	}
	for _, from := range []store.Source{{Model: "hotel"}, {Number: 1}, {Model: "hotel.p12.x", Number: 1}, {Model: branch, Number: 1}} {
		change := Edit(branch, 1)
		change.From = from
		s.wantInvalid("from", second(s.store.Save(ctx, change)), "From")
	}

	s.remove("hotel", 3)
	for _, id := range []store.ModelID{branch, branch.Companion(store.Discussion)} {
		_, _, err := s.store.Head(ctx, id)
		s.wantError("head of "+string(id), err, store.ErrDeleted)
	}
	if err := s.store.Purge(ctx, "hotel", 4); err != nil {
		s.Fatal(err)
	}
	for _, id := range []store.ModelID{branch, branch.Companion(store.Discussion)} {
		_, err := s.store.History(ctx, id, 0, 1)
		s.wantError("history of "+string(id), err, store.ErrNotFound)
	}
}

func second(_ store.Revision, err error) error { return err }
