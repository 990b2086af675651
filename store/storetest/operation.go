package storetest

import "widerow/store"

func (s *suite) repeat() {
	must(s)(s.store.Create(ctx, First("hotel")))
	change := Edit("hotel", 1)
	saved := must(s)(s.store.Save(ctx, change))
	s.wantEqual("at once", must(s)(s.store.Save(ctx, change)), saved)
	s.wantHead("hotel", 2, Document(2))

	must(s)(s.store.Save(ctx, Edit("hotel", 2)))
	s.wantEqual("with a stale base", must(s)(s.store.Save(ctx, change)), saved)
	other := change
	other.Base, other.Words, other.Document, other.Kind = 3, "other", []byte("other"), store.KindImport
	s.wantEqual("with other content", must(s)(s.store.Save(ctx, other)), saved)
	s.wantHead("hotel", 3, Document(3))

	deletion := store.Deletion{Model: "hotel", Base: 3, Operation: "gone"}
	deleted := must(s)(s.store.Delete(ctx, deletion))
	s.wantEqual("delete again", must(s)(s.store.Delete(ctx, deletion)), deleted)
	s.wantEqual("of a deleted model", must(s)(s.store.Save(ctx, change)), saved)
	history, err := s.store.History(ctx, "hotel", 0, 10)
	if err != nil || len(history) != 4 {
		s.Errorf("history has %d revisions, error %v; want 4", len(history), err)
	}
	s.wantListed()
	s.wantWhole("hotel")
}

func (s *suite) repeatCreate() {
	created := must(s)(s.store.Create(ctx, First("hotel")))
	must(s)(s.store.Save(ctx, Edit("hotel", 1)))
	s.wantEqual("again", must(s)(s.store.Create(ctx, First("hotel"))), created)
	// A caller that picks a new random id for each retry still makes one model.
	change := First("hotel")
	change.Model = "other"
	s.wantEqual("under another id", must(s)(s.store.Create(ctx, change)), created)
	s.wantListed("hotel")
	s.wantHead("hotel", 2, Document(2))
}

func (s *suite) operationReused() {
	s.fill("hotel", 2)
	s.fill("other", 1)
	reuse := func(operation string, change store.Save) store.Save {
		change.Operation = operation
		return change
	}
	_, err := s.store.Save(ctx, reuse("hotel-2", Edit("other", 1)))
	s.wantError("on another model", err, store.ErrOperationReused)
	_, err = s.store.Save(ctx, reuse("hotel-1", Edit("hotel", 2)))
	s.wantError("create's for save", err, store.ErrOperationReused)
	_, err = s.store.Create(ctx, reuse("hotel-2", First("third")))
	s.wantError("save's for create", err, store.ErrOperationReused)
	_, err = s.store.Delete(ctx, store.Deletion{Model: "hotel", Base: 2, Operation: "hotel-2"})
	s.wantError("save's for delete", err, store.ErrOperationReused)
	s.wantHead("hotel", 2, Document(2))
	s.wantHead("other", 1, Document(1))
}

func (s *suite) findOperation() {
	s.fill("hotel", 2)
	change := Edit("hotel", 2)
	saved := must(s)(s.store.Save(ctx, change))
	must(s)(s.store.Save(ctx, Edit("hotel", 3)))
	got, found, err := s.store.FindOperation(ctx, change.Operation)
	if err != nil || !found {
		s.Fatalf("found %v, error %v", found, err)
	}
	s.wantEqual("found", got, saved)
	for _, unknown := range []string{"", "hotel", "hotel-", "hotel-33", "\x00"} {
		if _, found, err := s.store.FindOperation(ctx, unknown); found || err != nil {
			s.Errorf("operation %q: found %v, error %v", unknown, found, err)
		}
	}
}
