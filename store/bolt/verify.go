package bolt

import (
	"bytes"
	"context"
	"fmt"

	"go.etcd.io/bbolt"

	"widerow/store"
)

// verifyBatch is the number of revisions that Verify reads in one transaction. A read transaction
// keeps bbolt from reusing old pages, so it must be short.
const verifyBatch = 64

func (s *Store) Verify(ctx context.Context, model store.ModelID) error {
	verifier := store.Verifier{Options: s.options.Options, Model: model}
	for done := false; !done; {
		err := s.read(ctx, func(tx *bbolt.Tx) (err error) {
			done, err = verifyNext(tx, &verifier)
			return err
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// verifyNext checks the next batch and, at the end of the history, the head.
func verifyNext(tx *bbolt.Tx, verifier *store.Verifier) (done bool, err error) {
	kept, err := findModel(tx, verifier.Model)
	if err != nil {
		return false, err
	}
	head, err := kept.head()
	if err != nil {
		return false, err
	}
	for range verifyBatch {
		if verifier.Last.Number >= head.Number {
			return true, kept.verifyEnd(verifier, head)
		}
		if err := kept.verifyOne(tx, verifier); err != nil {
			return false, err
		}
	}
	return false, nil
}

func (s *modelBucket) verifyOne(tx *bbolt.Tx, verifier *store.Verifier) error {
	number := verifier.Last.Number + 1
	revision, err := s.revision(number)
	lost := s.lost(number) != nil
	switch {
	case lost && s.revisions.Get(numberKey(number)) == nil:
		return verifier.Skip(number, s.lostHash(number))
	case err != nil:
		return err
	case lost:
		return verifier.NextLost(revision)
	}
	snapshot := bytes.Clone(s.snapshots.Get(numberKey(number)))
	if err := verifier.Next(revision, snapshot); err != nil {
		return err
	}
	listed, err := operation(tx, revision.Operation)
	if err != nil {
		return err
	}
	if listed == nil || listed.Hash != revision.Hash {
		return s.damaged(number, fmt.Sprintf("operation %q is not recorded for it", revision.Operation))
	}
	return nil
}

func (s *modelBucket) verifyEnd(verifier *store.Verifier, head store.Revision) error {
	if err := verifier.End(head.Hash, s.bucket.Get(keyDocument)); err != nil {
		return err
	}
	if listed(s.recent.Cursor(), head) == (head.Kind == store.KindDelete) {
		return s.damaged(head.Number, "its place in the list of models is wrong")
	}
	return nil
}
