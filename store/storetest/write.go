package storetest

import (
	"errors"
	"fmt"
	"math"
	"strings"
	"time"

	"widerow/store"
)

func (s *suite) create() {
	created := First("hotel")
	created.Words, created.Title, created.Author.Name = "<b>\x00 \"нет\" 🏨", strings.Repeat("é", 5000), ""
	created.Kind = store.KindImport
	got := must(s)(s.store.Create(ctx, created))

	want := store.Revision{
		Model: "hotel", Number: 1, Author: created.Author, At: Start,
		Words: created.Words, Kind: store.KindImport, Operation: "hotel-1", Title: created.Title,
		DocumentHash: store.HashOf(created.Document),
	}
	want.Hash = want.Sum()
	s.wantEqual("created", got, want)
	document, head, err := s.store.Head(ctx, "hotel")
	if err != nil {
		s.Fatal(err)
	}
	s.wantEqual("head", head, want)
	s.wantEqual("document", document, created.Document)

	again := First("hotel")
	again.Operation = "another"
	_, err = s.store.Create(ctx, again)
	s.wantError("create twice", err, store.ErrExists)
	s.wantHead("hotel", 1, created.Document)
}

func (s *suite) save() {
	first := must(s)(s.store.Create(ctx, First("hotel")))
	change := Edit("hotel", 1)
	change.Kind, change.Reverts, change.Title = store.KindUndo, 1, "renamed"
	got := must(s)(s.store.Save(ctx, change))

	want := store.Revision{
		Model: "hotel", Number: 2, Parent: first.Hash, Author: change.Author,
		At: Start.Add(time.Millisecond), Words: "edit 2", Kind: store.KindUndo, Reverts: 1,
		Operation: "hotel-2", Title: "renamed", Patch: change.Patch, DocumentHash: store.HashOf(change.Document),
	}
	want.Hash = want.Sum()
	s.wantEqual("saved", got, want)
	_, head, _ := s.store.Head(ctx, "hotel")
	s.wantEqual("head", head, want)
	s.wantHead("hotel", 2, change.Document)
	s.wantWhole("hotel")
}

func (s *suite) conflict() {
	s.fill("hotel", 3)
	for _, base := range []uint64{1, 2, 4, 1000} {
		change := Edit("hotel", base)
		change.Operation = fmt.Sprint("stale ", base)
		_, err := s.store.Save(ctx, change)
		s.wantError("save", err, store.ErrConflict)
		var conflict *store.Conflict
		if !errors.As(err, &conflict) {
			s.Fatalf("error %v is no *Conflict", err)
		}
		s.wantEqual("conflict", *conflict, store.Conflict{Model: "hotel", Base: base, Head: 3})
		_, err = s.store.Delete(ctx, store.Deletion{Model: "hotel", Base: base, Operation: "d" + change.Operation})
		s.wantError("delete", err, store.ErrConflict)
		if _, found, err := s.store.FindOperation(ctx, change.Operation); found || err != nil {
			s.Errorf("the refused operation is found: %v, %v", found, err)
		}
	}
	s.wantHead("hotel", 3, Document(3))
}

func (s *suite) times() {
	s.fill("hotel", 1)
	change := Edit("hotel", 1)
	change.At = time.Date(1969, 12, 31, 23, 59, 59, 123_999_999, time.FixedZone("", 3600))
	got := must(s)(s.store.Save(ctx, change))
	want := time.Date(1969, 12, 31, 22, 59, 59, 123_000_000, time.UTC)
	s.wantEqual("given time", got.At, want)
	_, head, _ := s.store.Head(ctx, "hotel")
	s.wantEqual("stored time", head.At, want)
	s.wantWhole("hotel")
}

func (s *suite) invalid() {
	s.fill("hotel", 2)
	for _, test := range []struct {
		field string
		spoil func(*store.Save)
	}{
		{"Model", func(c *store.Save) { c.Model = "" }},
		{"Model", func(c *store.Save) { c.Model = store.ModelID(strings.Repeat("x", 65)) }},
		{"Model", func(c *store.Save) { c.Model = "../hotel" }},
		{"Model", func(c *store.Save) { c.Model = "hotel\x00" }},
		{"Model", func(c *store.Save) { c.Model = "hôtel" }},
		{"Operation", func(c *store.Save) { c.Operation = "" }},
		{"Operation", func(c *store.Save) { c.Operation = strings.Repeat("x", 129) }},
		{"Base", func(c *store.Save) { c.Base = 0 }},
		{"Base", func(c *store.Save) { c.Base = math.MaxUint64 }},
		{"Kind", func(c *store.Save) { c.Kind = "" }},
		{"Kind", func(c *store.Save) { c.Kind = store.KindDelete }},
		{"Kind", func(c *store.Save) { c.Kind = store.KindCreate }},
		{"Reverts", func(c *store.Save) { c.Reverts = 1 }},
		{"Reverts", func(c *store.Save) { c.Kind = store.KindRestore }},
		{"Reverts", func(c *store.Save) { c.Kind, c.Reverts = store.KindUndo, 3 }},
		{"Document", func(c *store.Save) { c.Document = nil }},
		{"Words", func(c *store.Save) { c.Words = strings.Repeat("x", store.MaxText+1) }},
	} {
		change := Edit("hotel", 2)
		test.spoil(&change)
		_, err := s.store.Save(ctx, change)
		s.wantInvalid("save", err, test.field)
	}
	created := First("other")
	created.Base = 1
	_, err := s.store.Create(ctx, created)
	s.wantInvalid("create", err, "Base")
	created = First("other")
	created.Kind = store.KindEdit
	_, err = s.store.Create(ctx, created)
	s.wantInvalid("create", err, "Kind")
	_, err = s.store.Delete(ctx, store.Deletion{Model: "hotel", Operation: "x"})
	s.wantInvalid("delete", err, "Base")
	s.wantHead("hotel", 2, Document(2))
}

func (s *suite) wantInvalid(what string, err error, field string) {
	s.Helper()
	var invalid *store.Invalid
	if !errors.As(err, &invalid) || !errors.Is(err, store.ErrInvalid) || invalid.Field != field {
		s.Errorf("%s: error %v, want an *Invalid of %s", what, err, field)
	}
}

// An unusable patch costs space, but neither the save nor an old revision.
func (s *suite) unusablePatch() {
	s.fill("hotel", 2)
	for i, patch := range []string{"", "0=wrong", "nonsense", "panic"} {
		base := uint64(2 + i)
		change := Edit("hotel", base)
		change.Patch = []byte(patch)
		revision := must(s)(s.store.Save(ctx, change))
		if revision.Patch != nil {
			s.Errorf("patch %q was stored", patch)
		}
	}
	must(s)(s.store.Save(ctx, Edit("hotel", 6)))
	s.wantEvery("hotel", 7)
	s.wantWhole("hotel")
}

func (s *suite) delete() {
	s.fill("hotel", 3)
	s.fill("other", 1)
	deletion := store.Deletion{
		Model: "hotel", Base: 3, Operation: "gone", Author: store.Author{ID: "u3", Name: "Edgar"}, Words: "deleted",
	}
	got := must(s)(s.store.Delete(ctx, deletion))
	s.wantEqual("kind", got.Kind, store.KindDelete)
	s.wantEqual("author", got.Author, deletion.Author)
	s.wantEqual("title", got.Title, "Model hotel")

	_, _, err := s.store.Head(ctx, "hotel")
	s.wantError("head", err, store.ErrDeleted)
	s.wantError("head", err, store.ErrNotFound)
	_, err = s.store.Save(ctx, Edit("hotel", 4))
	s.wantError("save", err, store.ErrDeleted)
	_, err = s.store.Delete(ctx, store.Deletion{Model: "hotel", Base: 4, Operation: "gone again"})
	s.wantError("delete again", err, store.ErrDeleted)
	created := First("hotel")
	created.Operation = "anew"
	_, err = s.store.Create(ctx, created)
	s.wantError("create anew", err, store.ErrExists)

	s.wantListed("other")
	document, revision, err := s.store.At(ctx, "hotel", 4)
	if err != nil {
		s.Fatal(err)
	}
	s.wantEqual("revision 4", revision, got)
	s.wantEqual("its document", document, Document(3))
	s.wantEvery("hotel", 3)
	s.wantWhole("hotel")
}

func (s *suite) restoreDeleted() {
	s.fill("hotel", 6)
	// Revision 8, the restored one, gets a snapshot.
	must(s)(s.store.Delete(ctx, store.Deletion{Model: "hotel", Base: 6, Operation: "gone"}))
	restore := Edit("hotel", 7)
	restore.Kind, restore.Reverts, restore.Patch, restore.Document = store.KindRestore, 2, nil, Document(2)
	must(s)(s.store.Save(ctx, restore))
	s.wantHead("hotel", 8, Document(2))
	s.wantListed("hotel")
	must(s)(s.store.Delete(ctx, store.Deletion{Model: "hotel", Base: 8, Operation: "gone again"}))
	s.wantListed()
	s.wantWhole("hotel")
}
