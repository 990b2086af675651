package cassandra

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"golang.org/x/sync/errgroup"

	"widerow/store"
	"widerow/store/cluster"
)

var _ store.Chains = (*Store)(nil)

// roots returns the ids of all models that have a row in heads, also purged ones.
func (s *Store) roots(ctx context.Context) (roots []store.ModelID, err error) {
	err = s.data.Each(ctx, cluster.Read{Text: "SELECT DISTINCT root FROM heads"}, func(scan func(...any) error) error {
		var root store.ModelID
		err := scan((*string)(&root))
		roots = append(roots, root)
		return err
	})
	slices.Sort(roots)
	return roots, err
}

// Chains returns the ids of all chains.
func (s *Store) Chains(ctx context.Context) (ids []store.ModelID, err error) {
	end, err := s.begin(ctx)
	if err != nil {
		return nil, err
	}
	defer end()
	roots, err := s.roots(ctx)
	for _, root := range roots {
		var chains map[string][]*head
		if chains, err = s.chainsOf(ctx, root); err != nil {
			break
		}
		for life, all := range chains {
			for _, h := range all {
				if life == h.life {
					ids = append(ids, h.model)
				}
			}
		}
	}
	slices.Sort(ids)
	return ids, s.translate("list the chains of", err)
}

// Chain reads a whole chain and checks its hashes.
func (s *Store) Chain(ctx context.Context, id store.ModelID) (chain store.Repaired, err error) {
	chain = store.Repaired{Snapshots: map[uint64][]byte{}, Lost: map[uint64]store.Hash{}}
	err = s.reading(ctx, id, func(h *head) error {
		for first := uint64(1); first <= h.number; first += bucketSize {
			links, err := s.links(ctx, h, first, min(first+bucketSize-1, h.number))
			if err != nil {
				return err
			}
			for _, linked := range links {
				chain.Revisions = append(chain.Revisions, linked.Revision)
				switch linked.snapshot.number {
				case 0:
					chain.Lost[linked.Number] = linked.Hash
				case linked.Number:
					if chain.Snapshots[linked.Number], err = s.snapshot(ctx, h, linked); err != nil {
						return err
					}
				}
			}
		}
		document, err := s.document(ctx, h, link{chain.Revisions[h.number-1], h.entry})
		chain.Document = bytes.Clone(document)
		return err
	})
	return chain, err
}

// Put writes the rows of a chain, and then the one row that makes them count.
func (s *Store) Put(ctx context.Context, chain store.Repaired) error {
	end, err := s.begin(ctx)
	if err != nil {
		return err
	}
	defer end()
	last := chain.Revisions[len(chain.Revisions)-1]
	is, err := s.placeFor(ctx, last.Model)
	if err != nil {
		return s.translate("copy to", err)
	}
	life := is.life
	if life == "" {
		life = newID(time.Now())
	}
	entries, err := s.putChain(ctx, life, chain)
	if err != nil {
		return s.translate("copy to", err)
	}
	a := &attempt{entry: entries, step: store.Step{Revision: last, Document: chain.Document}, model: last.Model, root: is, life: life,
		created: chain.Revisions[0].At}
	won, err := s.commit(ctx, a)
	if err == nil && !won {
		err = fmt.Errorf("model %s: %w", last.Model, store.ErrExists)
	}
	if err != nil {
		return s.translate("copy to", err)
	}
	s.finish(ctx, a)
	return nil
}

// placeFor returns the state of a model to which a chain is added.
func (s *Store) placeFor(ctx context.Context, id store.ModelID) (standing, error) {
	is, err := s.standing(ctx, true, id.Root())
	if err != nil {
		return is, err
	}
	if _, err := s.head(ctx, true, id); !errors.Is(err, store.ErrNotFound) {
		return is, errors.Join(err, fmt.Errorf("model %s: %w", id, store.ErrExists))
	}
	if id.Root() != id && is.life == "" {
		return is, fmt.Errorf("model %s: %w", id.Root(), store.ErrNotFound)
	}
	return is, nil
}

// putChain writes the revisions and returns the entry of the last one.
func (s *Store) putChain(ctx context.Context, life string, chain store.Repaired) (last entry, err error) {
	group, within := errgroup.WithContext(ctx)
	group.SetLimit(parallel)
	var whole snapshot
	for _, revision := range chain.Revisions {
		e := entry{number: revision.Number, attempt: newID(time.Now())}
		document, stored := chain.Snapshots[revision.Number]
		_, lost := chain.Lost[revision.Number]
		switch {
		case stored:
			whole = snapshot{e.number, e.attempt, partsOf(len(document))}
		case lost:
			whole = snapshot{}
		}
		e.snapshot = whole
		if e.record, e.parts = revision.Encode(), 0; len(e.record) > inlineRecord {
			e.parts = partsOf(len(e.record))
		}
		if revision.Kind == store.KindLost {
			e.record, e.parts = revision.Hash[:], lostRecord
		}
		group.Go(func() error { return s.putRevision(within, life, revision, e, document) })
		last = e
	}
	return last, group.Wait()
}

func (s *Store) putRevision(ctx context.Context, life string, revision store.Revision, e entry, document []byte) error {
	a := &attempt{entry: e, model: revision.Model, life: life}
	if err := s.revisions.put(ctx, a.model, life, e, a.inline()); err != nil {
		return err
	}
	if document != nil {
		if err := s.chunks.put(ctx, a.key(documentKind), document); err != nil {
			return err
		}
	}
	if e.parts > 0 {
		if err := s.chunks.put(ctx, a.key(recordKind), e.record); err != nil {
			return err
		}
	}
	if e.parts == lostRecord {
		return nil
	}
	if err := s.clock.advance(ctx, revision.At); err != nil {
		return err
	}
	return s.operations.put(ctx, revision, life, e.attempt)
}
