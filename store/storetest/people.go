package storetest

import "widerow/store"

// people: the chains of the people and of the connections are none of a model's: they are in no list,
// and are never deleted.
func (s *suite) people() {
	s.fill(store.People, 3)
	s.fill(store.Connections, 2)
	s.fill("hotel", 1)
	sharing := store.ModelID("hotel").Companion(store.Sharing)
	s.fill(sharing, 2)
	s.wantHead(store.People, 3, Document(3))
	s.wantWhole(store.People)
	s.wantListed("hotel")
	s.wantDeleted()
	_, err := s.store.Delete(ctx, store.Deletion{Model: store.People, Base: 3, Operation: "gone"})
	s.wantInvalid("delete the people", err, "Model")
	s.wantError("purge the people", s.store.Purge(ctx, store.People, 3), store.ErrInvalid)
	s.wantInvalid("companion of the people", second(s.store.Create(ctx, First(store.People.Companion(store.Discussion)))), "Model")
	s.wantInvalid("another chain of the server", second(s.store.Create(ctx, First(".others"))), "Model")
	_, err = s.store.Delete(ctx, store.Deletion{Model: store.Connections, Base: 2, Operation: "gone too"})
	s.wantInvalid("delete the connections", err, "Model")
	s.remove("hotel", 1)
	if err := s.store.Purge(ctx, "hotel", 2); err != nil {
		s.Fatal(err)
	}
	_, err = s.store.History(ctx, sharing, 0, 1)
	s.wantError("roles of a purged model", err, store.ErrNotFound)
	s.wantHead(store.People, 3, Document(3))
	s.wantHead(store.Connections, 2, Document(2))
}
