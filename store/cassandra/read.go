package cassandra

import (
	"bytes"
	"context"
	"errors"
	"fmt"

	"widerow/store"
	"widerow/store/cluster"
)

// translate turns an error of the cluster into one of the contract.
func (s *Store) translate(what string, err error) error {
	var refusal *cluster.Refusal
	switch {
	case errors.As(err, &refusal) && refusal.IsForbidden():
		return s.failed(what, s.explainRights(err))
	case errors.As(err, &refusal), errors.Is(err, cluster.ErrUnavailable), errors.Is(err, cluster.ErrUnreachable), errors.Is(err, store.ErrUnknownOutcome):
		return s.failed(what, err)
	case errors.Is(err, cluster.ErrUncertain):
		return s.failed(what, fmt.Errorf("%w: %w", store.ErrUnavailable, err))
	}
	return err
}

// reading calls do with the head of a chain. Damage that is only the purge of the model meanwhile
// is none.
func (s *Store) reading(ctx context.Context, model store.ModelID, do func(h *head) error) error {
	end, err := s.begin(ctx)
	if err != nil {
		return err
	}
	defer end()
	h, err := s.head(ctx, false, model)
	if err == nil {
		err = do(h)
	}
	if err != nil && errors.Is(err, store.ErrCorrupt) && h != nil {
		if now, gone := s.head(ctx, true, model); errors.Is(gone, store.ErrNotFound) || gone == nil && now.life != h.life {
			err = notFound(model)
		}
	}
	return s.translate("read", err)
}

func (s *Store) Head(ctx context.Context, model store.ModelID) (document []byte, revision store.Revision, err error) {
	end, err := s.begin(ctx)
	if err != nil {
		return nil, store.Revision{}, err
	}
	end()
	if model == "" || store.CheckModel(model) != nil {
		return nil, store.Revision{}, notFound(model)
	}
	err = s.reading(ctx, model, func(h *head) error {
		if err := s.checkOwner(ctx, model); err != nil {
			return err
		}
		if revision, err = s.revision(ctx, h); err != nil {
			return err
		}
		if revision.Kind == store.KindDelete {
			return fmt.Errorf("model %s: %w", model, store.ErrDeleted)
		}
		document, err = s.document(ctx, h, link{revision, h.entry})
		return err
	})
	if err != nil {
		return nil, store.Revision{}, err
	}
	return bytes.Clone(document), revision, nil
}

func (s *Store) checkOwner(ctx context.Context, model store.ModelID) error {
	if model.Owner() == "" {
		return nil
	}
	heads, err := s.heads(ctx, false, family(model)...)
	if err != nil {
		return err
	}
	owner, err := s.ownerOf(ctx, model, heads)
	if err != nil {
		return err
	}
	return store.CheckOwner(model, owner)
}

func (s *Store) At(ctx context.Context, model store.ModelID, number uint64) (document []byte, revision store.Revision, err error) {
	err = s.reading(ctx, model, func(h *head) error {
		if number == 0 || number > h.number {
			return fmt.Errorf("revision %d of model %s: %w", number, model, store.ErrNotFound)
		}
		linked, err := s.linkAt(ctx, h, number)
		if err != nil {
			return err
		}
		revision = linked.Revision
		document, err = s.document(ctx, h, linked)
		return err
	})
	if err != nil {
		return nil, store.Revision{}, err
	}
	return bytes.Clone(document), revision, nil
}

func (s *Store) History(ctx context.Context, model store.ModelID, before uint64, limit int) (page []store.Revision, err error) {
	err = s.reading(ctx, model, func(h *head) error {
		last := h.number
		if before > 0 {
			last = min(last, before-1)
		}
		if last == 0 {
			return nil
		}
		first := last - min(last, uint64(store.PageLimit(limit))) + 1
		chain, err := s.links(ctx, h, first, last)
		for i := len(chain) - 1; i >= 0 && err == nil; i-- {
			page = append(page, chain[i].Revision)
		}
		return err
	})
	return page, err
}

func (s *Store) Verify(ctx context.Context, model store.ModelID) error {
	return s.reading(ctx, model, func(h *head) error { return s.verify(ctx, h, func(link, int) {}) })
}

// verify reads the whole chain. It calls passed with each revision, and the bytes that it takes.
func (s *Store) verify(ctx context.Context, h *head, passed func(of link, bytes int)) error {
	verifier := store.Verifier{Options: s.options.Options, Model: h.model}
	for first := uint64(1); first <= h.number; {
		last := min((first/bucketSize+1)*bucketSize-1, h.number)
		chain, err := s.links(ctx, h, first, last)
		if err != nil {
			return err
		}
		for _, linked := range chain {
			var whole []byte
			if linked.snapshot.number == linked.Number {
				if whole, err = s.snapshot(ctx, h, linked); err != nil {
					return err
				}
			}
			if err := next(&verifier, linked, whole); err != nil {
				return err
			}
			passed(linked, len(whole)+len(linked.record))
		}
		first = last + 1
	}
	newest, err := s.revision(ctx, h)
	if err != nil {
		return err
	}
	document, err := s.document(ctx, h, link{newest, h.entry})
	if err != nil {
		return err
	}
	return verifier.End(h.hash, document)
}

// next checks one revision.
func next(verifier *store.Verifier, of link, whole []byte) error {
	switch {
	case of.parts == lostRecord:
		return verifier.Skip(of.Number, of.Hash)
	case of.snapshot.number == 0:
		return verifier.NextLost(of.Revision)
	}
	return verifier.Next(of.Revision, whole)
}

// Ping reads and writes a row.
func (s *Store) Ping(ctx context.Context) error {
	end, err := s.begin(ctx)
	if err != nil {
		return err
	}
	defer end()
	if _, err := s.head(ctx, false, "ping"); err != nil && !errors.Is(err, store.ErrNotFound) {
		return s.translate("read", err)
	}
	return s.translate("write to", s.data.Write(ctx, "INSERT INTO clock (day, newest) VALUES (?, ?) USING TIMESTAMP ?", int64(noDay), int64(0), int64(writeTime)))
}
