package cassandra

import (
	"context"
	"errors"

	"widerow/store"
)

// Parts implements store.Damaged.
func (s *Store) Parts(ctx context.Context, id store.ModelID) (parts store.Parts, failed func() error, err error) {
	end, err := s.begin(ctx)
	if err != nil {
		return parts, nil, err
	}
	defer end()
	h, err := s.head(ctx, true, id)
	if err != nil {
		return parts, nil, s.translate("salvage", err)
	}
	found := &remains{head: h, stored: map[store.Hash]entry{},
		Parts: store.Parts{Model: id, Head: h.hash, Last: h.number, Revisions: map[uint64][]store.Revision{}, Lost: map[uint64]store.Hash{}}}
	found.Document = func(hash store.Hash) []byte { return s.documentBy(ctx, found, hash) }
	if err := s.find(ctx, found, h.entry); err != nil {
		return parts, nil, s.translate("salvage", err)
	}
	for first := uint64(0); first <= h.number; first += bucketSize {
		entries, err := s.revisions.read(ctx, h.model, h.life, first, first+bucketSize-1)
		if err != nil {
			return parts, nil, s.translate("salvage", err)
		}
		for _, all := range entries {
			for _, e := range all {
				if err := s.find(ctx, found, e); err != nil {
					return parts, nil, s.translate("salvage", err)
				}
			}
		}
	}
	return found.Parts, func() error { return s.translate("salvage", found.failed) }, nil
}

// remains are the readable parts of a chain.
type remains struct {
	store.Parts
	head   *head
	stored map[store.Hash]entry // by the hash of their document
	// failed is why documents could not be read, if they are not damaged.
	failed error
}

// find adds what can be read of an entry.
func (s *Store) find(ctx context.Context, found *remains, e entry) error {
	revision, err := s.decode(ctx, found.head, e)
	switch {
	case errors.Is(err, store.ErrCorrupt):
		return nil
	case err != nil:
		return err
	case revision.Kind == store.KindLost:
		found.Lost[e.number] = revision.Hash
		return nil
	}
	found.Revisions[e.number] = append(found.Revisions[e.number], revision)
	if e.snapshot.number == 0 { // lost before the chain was copied here
		found.Lost[e.number] = revision.Hash
	} else if known, is := found.stored[revision.DocumentHash]; !is || e.snapshot.number > known.snapshot.number {
		found.stored[revision.DocumentHash] = e
	}
	return nil
}

// documentBy returns a document from the last one that was stored whole and the patches after it, or nil if one of
// them cannot be read. The record of the whole one may be lost.
func (s *Store) documentBy(ctx context.Context, found *remains, hash store.Hash) []byte {
	e, is := found.stored[hash]
	if !is {
		return nil
	}
	var after []store.Revision
	for number := e.snapshot.number + 1; number <= e.number; number++ {
		if len(found.Revisions[number]) == 0 {
			return nil
		}
		after = append(after, found.Revisions[number][0])
	}
	document, err := s.chunks.read(ctx, chunkKey{found.head.model, found.head.life, e.snapshot.attempt, documentKind}, e.snapshot.parts)
	if err != nil && !errors.Is(err, store.ErrCorrupt) {
		found.failed = err
	}
	if err == nil {
		document, err = s.options.Replay(document, after)
	}
	if err != nil || store.HashOf(document) != hash {
		return nil
	}
	return document
}
