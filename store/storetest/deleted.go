package storetest

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"time"

	"widerow/store"
)

// remove deletes a model whose head is revision base.
func (s *suite) remove(model store.ModelID, base uint64) store.Revision {
	s.Helper()
	return must(s)(s.store.Delete(ctx, store.Deletion{
		Model: model, Base: base, Operation: fmt.Sprintf("%s gone %d", model, base), Author: store.Author{ID: "u3", Name: "Edgar"},
	}))
}

// wantDeleted checks the list of deleted models, with every page size.
func (s *suite) wantDeleted(want ...store.ModelID) {
	s.Helper()
	for limit := 1; limit <= len(want)+1; limit++ {
		var got []store.ModelID
		cursor := ""
		for pages := 0; pages == 0 || cursor != ""; pages++ {
			page, err := s.store.ListDeleted(ctx, cursor, limit)
			if err != nil || len(page.Models) > limit || pages > len(want) {
				s.Fatalf("limit %d: page %d has %d models, error %v", limit, pages, len(page.Models), err)
			}
			for _, summary := range page.Models {
				got = append(got, summary.Model)
			}
			cursor = page.Next
		}
		if !slices.Equal(got, want) {
			s.Errorf("deleted in pages of %d: %q, want %q", limit, got, want)
		}
	}
}

func (s *suite) listDeleted() {
	s.wantDeleted()
	for _, id := range []store.ModelID{"a", "b", "c", "d"} {
		s.fill(id, 2)
	}
	s.wantDeleted()
	s.remove("b", 2)
	s.remove("d", 2)
	gone := s.remove("a", 2)
	s.wantDeleted("a", "d", "b")
	s.wantListed("c")

	page, err := s.store.ListDeleted(ctx, "", 1)
	if err != nil {
		s.Fatal(err)
	}
	s.wantEqual("line", page.Models[0], store.Summary{
		Model: "a", Title: "Model a", Revision: 3, Author: store.Author{ID: "u3", Name: "Edgar"},
		CreatedAt: Start, UpdatedAt: gone.At,
	})
	_, err = s.store.ListDeleted(ctx, "x", 1)
	s.wantError("cursor", err, store.ErrInvalid)

	restore := Edit("d", 3)
	restore.Kind, restore.Reverts = store.KindRestore, 2
	must(s)(s.store.Save(ctx, restore))
	s.wantDeleted("a", "b")
	s.wantListed("d", "c")
}

func (s *suite) purge() {
	s.wantError("no such model", s.store.Purge(ctx, "hotel", 1), store.ErrNotFound)
	s.wantError("no id", s.store.Purge(ctx, "", 1), store.ErrNotFound)
	s.fill("hotel", 20)
	s.fill("other", 3)
	s.wantInvalid("purge of a model in use", s.store.Purge(ctx, "hotel", 20), "Model")
	gone := s.remove("hotel", 20)
	err := s.store.Purge(ctx, "hotel", 20)
	var conflict *store.Conflict
	if !errors.As(err, &conflict) || conflict.Head != 21 {
		s.Errorf("purge of another revision: error %v", err)
	}
	s.wantDeleted("hotel")

	if err := s.store.Purge(ctx, "hotel", gone.Number); err != nil {
		s.Fatal(err)
	}
	s.wantDeleted()
	_, err = s.store.History(ctx, "hotel", 0, 1)
	s.wantError("history", err, store.ErrNotFound)
	_, _, err = s.store.At(ctx, "hotel", 1)
	s.wantError("document", err, store.ErrNotFound)
	s.wantError("purge again", s.store.Purge(ctx, "hotel", gone.Number), store.ErrNotFound)
	for _, operation := range []string{"hotel-1", "hotel-20", gone.Operation} {
		if _, found, err := s.store.FindOperation(ctx, operation); found || err != nil {
			s.Errorf("operation %q: found %v, error %v", operation, found, err)
		}
	}
	s.wantEvery("other", 3)
	s.wantWhole("other")
	s.fill("hotel", 2) // a copy of it may come back with its id
	s.wantWhole("hotel")
}

// clockBack: the list has the order of the writes, whatever the clock says.
func (s *suite) clockBack() {
	at := func(change store.Save, at time.Time) store.Save {
		change.At = at
		return change
	}
	s.fill("a", 1)
	s.fill("b", 1)
	s.fill("c", 1)
	back := Start.Add(-time.Hour)
	saved := must(s)(s.store.Save(ctx, at(Edit("a", 1), back)))
	s.wantListed("a", "c", "b")
	if want := Start.Add(3 * time.Millisecond); !saved.At.Equal(want) {
		s.Errorf("time %v, want %v, right after the write before", saved.At, want)
	}
	must(s)(s.store.Save(ctx, at(Edit("b", 1), back.Add(-time.Hour))))
	s.wantListed("b", "a", "c")
	must(s)(s.store.Create(ctx, at(First("d"), back)))
	s.wantListed("d", "b", "a", "c")
	for i, id := range []store.ModelID{"a", "b"} {
		must(s)(s.store.Delete(ctx, store.Deletion{Model: id, Base: 2, Operation: "gone " + string(id), At: back.Add(-time.Duration(i) * time.Hour)}))
	}
	s.wantDeleted("b", "a")

	// A clock that was a year ahead does not date every later write.
	must(s)(s.store.Save(ctx, at(Edit("c", 1), Start.AddDate(1, 0, 0))))
	later := Start.Add(time.Hour)
	if saved := must(s)(s.store.Save(ctx, at(Edit("d", 1), later))); !saved.At.Equal(later) {
		s.Errorf("time %v, want %v", saved.At, later)
	}
	for _, id := range []store.ModelID{"a", "b", "c", "d"} {
		s.wantWhole(id)
	}
}

func (s *suite) tooLarge() {
	s.fill("hotel", 2)
	change := Edit("hotel", 2)
	change.Document = bytes.Repeat([]byte("x"), MaxDocument+1)
	_, err := s.store.Save(ctx, change)
	s.wantTooLarge(err)
	created := First("other")
	created.Document = change.Document
	_, err = s.store.Create(ctx, created)
	s.wantTooLarge(err)
	s.wantListed("hotel")
	s.wantHead("hotel", 2, Document(2))

	change.Document = change.Document[1:]
	must(s)(s.store.Save(ctx, change))
	s.wantHead("hotel", 3, change.Document)
	s.remove("hotel", 3)
}

func (s *suite) wantTooLarge(err error) {
	s.Helper()
	var large *store.TooLarge
	if !errors.As(err, &large) || !errors.Is(err, store.ErrTooLarge) || large.Size != MaxDocument+1 || large.Limit != MaxDocument {
		s.Errorf("error %v, want a *TooLarge", err)
	}
}
