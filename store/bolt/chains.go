package bolt

import (
	"bytes"
	"context"
	"encoding/binary"
	"fmt"

	"go.etcd.io/bbolt"

	"widerow/store"
)

var _ store.Chains = (*Store)(nil)

// Chains returns the ids of all chains in ascending order. The id of a chain begins with the id of
// its owner, so owners come first.
func (s *Store) Chains(ctx context.Context) (ids []store.ModelID, err error) {
	err = s.view(ctx, func(tx *bbolt.Tx) error {
		ids = nil
		return tx.Bucket(bucketModels).ForEachBucket(func(id []byte) error {
			ids = append(ids, store.ModelID(bytes.Clone(id)))
			return nil
		})
	})
	return ids, err
}

// Chain reads a whole chain.
func (s *Store) Chain(ctx context.Context, id store.ModelID) (chain store.Repaired, err error) {
	err = s.view(ctx, func(tx *bbolt.Tx) error {
		kept, err := findModel(tx, id)
		if err != nil {
			return err
		}
		chain, err = kept.whole(s.options.Options)
		return err
	})
	return chain, err
}

// whole returns the history with the snapshots that are stored.
func (s *modelBucket) whole(options store.Options) (store.Repaired, error) {
	head, err := s.head()
	if err != nil {
		return store.Repaired{}, err
	}
	chain := store.Repaired{Snapshots: map[uint64][]byte{}, Lost: map[uint64]store.Hash{}}
	for number := uint64(1); number <= head.Number; number++ {
		revision, err := s.revision(number)
		if s.lost(number) != nil {
			chain.Lost[number] = s.lostHash(number)
			if s.revisions.Get(numberKey(number)) == nil {
				revision, err = store.LostRevision(s.model, number, s.lostHash(number)), nil
			}
		}
		if err != nil {
			return chain, err
		}
		chain.Revisions = append(chain.Revisions, revision)
	}
	err = s.snapshots.ForEach(func(number, document []byte) error {
		if len(number) == 8 {
			chain.Snapshots[binary.BigEndian.Uint64(number)] = bytes.Clone(document)
		}
		return nil
	})
	if err != nil {
		return chain, err
	}
	chain.Document, _, err = s.document(options, head)
	return chain, err
}

// Put writes a whole chain in one transaction.
func (s *Store) Put(ctx context.Context, chain store.Repaired) error {
	last := chain.Revisions[len(chain.Revisions)-1]
	return s.update(ctx, last.Operation, func(tx *bbolt.Tx) error {
		kept, err := openModel(tx, last.Model)
		if err != nil {
			return err
		}
		if kept != nil {
			return fmt.Errorf("model %s: %w", last.Model, store.ErrExists)
		}
		return putHistory(tx, chain)
	})
}
