package storetest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"sync"

	"widerow/store"
)

func (s *suite) noAliasing() {
	s.fill("hotel", 1)
	change := Edit("hotel", 1)
	saved := must(s)(s.store.Save(ctx, change))
	spoil := func(data []byte) {
		for i := range data {
			data[i] = 'X'
		}
	}
	spoil(change.Document)
	spoil(change.Patch)
	spoil(saved.Patch)
	for range 2 {
		document, head, _ := s.store.Head(ctx, "hotel")
		spoil(document)
		spoil(head.Patch)
		document, revision, _ := s.store.At(ctx, "hotel", 2)
		spoil(document)
		spoil(revision.Patch)
		document, _, _ = s.store.At(ctx, "hotel", 1)
		spoil(document)
		page, _ := s.store.History(ctx, "hotel", 0, 1)
		spoil(page[0].Patch)
		found, _, _ := s.store.FindOperation(ctx, "hotel-2")
		spoil(found.Patch)
		repeated, _ := s.store.Save(ctx, Edit("hotel", 1))
		spoil(repeated.Patch)
	}
	s.wantHead("hotel", 2, Document(2))
	s.wantEvery("hotel", 2)
	s.wantWhole("hotel")
}

// calls runs every method once, on a model at revision 2.
func (s *suite) calls(ctx context.Context) map[string]error {
	errs := map[string]error{}
	_, errs["Create"] = s.store.Create(ctx, First("other"))
	_, errs["Save"] = s.store.Save(ctx, Edit("hotel", 2))
	_, errs["Delete"] = s.store.Delete(ctx, store.Deletion{Model: "hotel", Base: 2, Operation: "gone"})
	_, _, errs["Head"] = s.store.Head(ctx, "hotel")
	_, _, errs["At"] = s.store.At(ctx, "hotel", 1)
	_, errs["History"] = s.store.History(ctx, "hotel", 0, 1)
	_, errs["List"] = s.store.List(ctx, "", 1)
	_, _, errs["FindOperation"] = s.store.FindOperation(ctx, "hotel-1")
	errs["Verify"] = s.store.Verify(ctx, "hotel")
	errs["Ping"] = s.store.Ping(ctx)
	return errs
}

func (s *suite) context() {
	s.fill("hotel", 2)
	if err := s.store.Ping(ctx); err != nil {
		s.Errorf("ping: %v", err)
	}
	cancelled, cancel := context.WithCancel(ctx)
	cancel()
	for method, err := range s.calls(cancelled) {
		s.wantError(method, err, context.Canceled)
	}
	s.wantHead("hotel", 2, Document(2))
	s.wantListed("hotel")
}

func (s *suite) closed() {
	s.fill("hotel", 2)
	for range 2 {
		if err := s.store.Close(); err != nil {
			s.Errorf("close: %v", err)
		}
	}
	for method, err := range s.calls(ctx) {
		s.wantError(method, err, store.ErrClosed)
	}
}

// Writers race for each revision. Every acknowledged save is in the history
// exactly once.
func (s *suite) concurrentSaves() {
	const writers, saves = 8, 12
	s.fill("hotel", 1)
	acknowledged := make([][]store.Revision, writers)
	s.parallel(writers, func(writer int) error {
		for i := range saves {
			for {
				_, head, err := s.store.Head(ctx, "hotel")
				if err != nil {
					return err
				}
				change := Edit("hotel", head.Number)
				change.Operation = fmt.Sprintf("writer %d save %d", writer, i)
				revision, err := s.store.Save(ctx, change)
				if errors.Is(err, store.ErrConflict) {
					continue
				}
				if err != nil {
					return err
				}
				acknowledged[writer] = append(acknowledged[writer], revision)
				break
			}
		}
		return nil
	})
	s.wantHead("hotel", 1+writers*saves, Document(1+writers*saves))
	s.wantEvery("hotel", 1+writers*saves)
	for _, revisions := range acknowledged {
		for _, want := range revisions {
			_, got, err := s.store.At(ctx, "hotel", want.Number)
			if err != nil {
				s.Fatal(err)
			}
			s.wantEqual("acknowledged", got, want)
		}
	}
	s.wantWhole("hotel")
}

// A save that many callers send at once is applied once.
func (s *suite) concurrentRetries() {
	s.fill("hotel", 1)
	var mutex sync.Mutex
	hashes := map[store.Hash]int{}
	s.parallel(16, func(int) error {
		revision, err := s.store.Save(ctx, Edit("hotel", 1))
		mutex.Lock()
		defer mutex.Unlock()
		hashes[revision.Hash]++
		return err
	})
	if len(hashes) != 1 {
		s.Errorf("%d different revisions were returned", len(hashes))
	}
	s.wantHead("hotel", 2, Document(2))
}

// A reader never sees half a save, nor a list that lacks the model.
func (s *suite) concurrentReads() {
	s.fill("hotel", 1)
	done := make(chan struct{})
	s.parallel(5, func(reader int) error {
		if reader == 0 {
			defer close(done)
			for base := uint64(1); base < 120; base++ {
				if _, err := s.store.Save(ctx, Edit("hotel", base)); err != nil {
					return err
				}
			}
			return nil
		}
		for {
			select {
			case <-done:
				return nil
			default:
			}
			if err := s.readOnce(); err != nil {
				return err
			}
		}
	})
	s.wantEvery("hotel", 120)
}

func (s *suite) readOnce() error {
	document, head, err := s.store.Head(ctx, "hotel")
	if err != nil {
		return err
	}
	if !bytes.Equal(document, Document(head.Number)) {
		return fmt.Errorf("head %d has document %q", head.Number, document)
	}
	if document, _, err = s.store.At(ctx, "hotel", head.Number/2+1); err != nil {
		return err
	}
	if !bytes.Equal(document, Document(head.Number/2+1)) {
		return fmt.Errorf("revision %d has document %q", head.Number/2+1, document)
	}
	page, err := s.store.List(ctx, "", 10)
	if err != nil {
		return err
	}
	if len(page.Models) != 1 || page.Models[0].Damaged || page.Models[0].Revision < head.Number {
		return fmt.Errorf("after revision %d the list is %+v", head.Number, page.Models)
	}
	return s.store.Verify(ctx, "hotel")
}

func (s *suite) parallel(count int, run func(number int) error) {
	s.Helper()
	errs := make([]error, count)
	var group sync.WaitGroup
	for number := range count {
		group.Go(func() { errs[number] = run(number) })
	}
	group.Wait()
	if err := errors.Join(errs...); err != nil {
		s.Fatal(err)
	}
}
