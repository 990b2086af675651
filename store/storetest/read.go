package storetest

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"time"

	"widerow/store"
)

// wantEvery checks that every revision up to last has its Document.
func (s *suite) wantEvery(model store.ModelID, last uint64) {
	s.Helper()
	var parent store.Hash
	for number := uint64(1); number <= last; number++ {
		document, revision, err := s.store.At(ctx, model, number)
		if err != nil {
			s.Fatal(err)
		}
		if revision.Number != number || revision.Parent != parent || !bytes.Equal(document, Document(number)) {
			s.Errorf("revision %d: %+v with document %q", number, revision, document)
		}
		parent = revision.Hash
	}
}

func (s *suite) notFound() {
	s.fill("hotel", 2)
	ids := []store.ModelID{"", "hote", "hotel2", "hotel\x00", "../hotel", "\x00", "models", store.ModelID(strings.Repeat("x", 100_000))}
	for _, id := range ids {
		_, _, err := s.store.Head(ctx, id)
		s.wantError("head", err, store.ErrNotFound)
		_, _, err = s.store.At(ctx, id, 1)
		s.wantError("at", err, store.ErrNotFound)
		_, err = s.store.History(ctx, id, 0, 10)
		s.wantError("history", err, store.ErrNotFound)
		s.wantError("verify", s.store.Verify(ctx, id), store.ErrNotFound)
	}
	_, err := s.store.Save(ctx, Edit("hote", 2))
	s.wantError("save", err, store.ErrNotFound)
	_, err = s.store.Delete(ctx, store.Deletion{Model: "hote", Base: 2, Operation: "x"})
	s.wantError("delete", err, store.ErrNotFound)
	for _, number := range []uint64{0, 3, 1 << 63, 1<<64 - 1} {
		_, _, err := s.store.At(ctx, "hotel", number)
		s.wantError(fmt.Sprint("revision ", number), err, store.ErrNotFound)
	}
}

func (s *suite) at() {
	s.fill("hotel", 3*SnapshotEvery+2)
	s.fill("hotel-2", 2) // the id of the first is a prefix of this one
	s.wantEvery("hotel", 3*SnapshotEvery+2)
	s.wantEvery("hotel-2", 2)
	s.wantWhole("hotel")
	s.wantWhole("hotel-2")
}

func (s *suite) history() {
	s.fill("hotel", 12)
	numbers := func(before uint64, limit int) (numbers []uint64) {
		s.Helper()
		page, err := s.store.History(ctx, "hotel", before, limit)
		if err != nil {
			s.Fatal(err)
		}
		for _, revision := range page {
			numbers = append(numbers, revision.Number)
		}
		return numbers
	}
	s.wantEqual("first page", numbers(0, 5), []uint64{12, 11, 10, 9, 8})
	s.wantEqual("second page", numbers(8, 5), []uint64{7, 6, 5, 4, 3})
	s.wantEqual("third page", numbers(3, 5), []uint64{2, 1})
	s.wantEqual("past the end", numbers(1, 5), []uint64(nil))
	s.wantEqual("before a revision not yet made", numbers(1<<63, 2), []uint64{12, 11})
	s.wantEqual("default limit", len(numbers(0, 0)), 12)
	s.wantEqual("negative limit", len(numbers(0, -1)), 12)

	page, _ := s.store.History(ctx, "hotel", 4, 1)
	_, revision, _ := s.store.At(ctx, "hotel", 3)
	s.wantEqual("a line", page[0], revision)
}

// wantListed checks the models in the list and their order, with every page
// size up to one more than their number.
func (s *suite) wantListed(want ...store.ModelID) {
	s.Helper()
	for limit := 1; limit <= len(want)+1; limit++ {
		var got []store.ModelID
		cursor := ""
		for pages := 0; pages == 0 || cursor != ""; pages++ {
			page, err := s.store.List(ctx, cursor, limit)
			if err != nil {
				s.Fatal(err)
			}
			if len(page.Models) > limit || pages > len(want) {
				s.Fatalf("limit %d: page %d has %d models", limit, pages, len(page.Models))
			}
			for _, summary := range page.Models {
				got = append(got, summary.Model)
			}
			cursor = page.Next
		}
		if !slices.Equal(got, want) {
			s.Errorf("list in pages of %d: %q, want %q", limit, got, want)
		}
	}
}

func (s *suite) list() {
	s.wantListed()
	s.fill("b", 1)
	s.fill("a", 1)
	s.fill("c", 3)
	s.wantListed("c", "a", "b")
	must(s)(s.store.Save(ctx, Edit("b", 1)))
	s.wantListed("b", "c", "a")

	page, err := s.store.List(ctx, "", 1)
	if err != nil {
		s.Fatal(err)
	}
	s.wantEqual("line", page.Models[0], store.Summary{
		Model: "b", Title: "Model b", Revision: 2, Author: store.Author{ID: "u2", Name: "Grace"},
		CreatedAt: Start, UpdatedAt: Start.Add(5 * time.Millisecond),
	})
	for _, cursor := range []string{"!", "x", page.Next + "=", page.Next[1:]} {
		_, err := s.store.List(ctx, cursor, 1)
		s.wantError(fmt.Sprintf("cursor %q", cursor), err, store.ErrInvalid)
	}

	// Models with the same time are sorted by id, also when the time is before 1970.
	for _, id := range []store.ModelID{"z", "y", "x"} {
		change := First(id)
		change.At = time.Date(1912, 6, 23, 0, 0, 0, 0, time.UTC)
		must(s)(s.store.Create(ctx, change))
	}
	s.wantListed("b", "c", "a", "x", "y", "z")
}

func (s *suite) listWhileChanging() {
	for _, id := range []store.ModelID{"a", "b", "c", "d"} {
		s.fill(id, 1)
	}
	page, err := s.store.List(ctx, "", 2)
	if err != nil {
		s.Fatal(err)
	}
	// Delete the last model of the page, to which its cursor refers.
	must(s)(s.store.Delete(ctx, store.Deletion{Model: "c", Base: 1, Operation: "gone"}))
	must(s)(s.store.Save(ctx, Edit("a", 1)))
	page, err = s.store.List(ctx, page.Next, 2)
	if err != nil || len(page.Models) != 1 || page.Models[0].Model != "b" || page.Next != "" {
		s.Errorf("second page %+v, error %v; want b only", page, err)
	}
}

func (s *suite) large() {
	s.fill("hotel", 2)
	change := Edit("hotel", 2)
	change.Document = bytes.Repeat([]byte("0123456789abcdef"), 5<<20/16)
	must(s)(s.store.Save(ctx, change))
	s.wantHead("hotel", 3, change.Document)
	next := Edit("hotel", 3)
	next.Patch, next.Document = fmt.Appendf(nil, "0=%s", change.Document[1:]), change.Document[1:]
	must(s)(s.store.Save(ctx, next))
	document, _, err := s.store.At(ctx, "hotel", 4)
	if err != nil || !bytes.Equal(document, next.Document) {
		s.Errorf("revision 4: %d bytes, error %v", len(document), err)
	}
	s.wantWhole("hotel")
}
