package bolt

import (
	"bytes"
	"context"
	"encoding/binary"
	"fmt"

	"go.etcd.io/bbolt"

	"widerow/store"
)

func (s *Store) Head(ctx context.Context, model store.ModelID) (document []byte, head store.Revision, err error) {
	err = s.view(ctx, func(tx *bbolt.Tx) error {
		kept, err := findModel(tx, model)
		if err != nil {
			return err
		}
		if head, err = kept.head(); err != nil {
			return err
		}
		if head.Kind == store.KindDelete {
			return fmt.Errorf("model %s: %w", model, store.ErrDeleted)
		}
		mapped, err := kept.document(head)
		document = bytes.Clone(mapped)
		return err
	})
	if err != nil {
		return nil, store.Revision{}, err
	}
	return document, head, nil
}

func (s *Store) At(ctx context.Context, model store.ModelID, number uint64) ([]byte, store.Revision, error) {
	var document []byte
	var revisions []store.Revision
	var target store.Revision
	err := s.view(ctx, func(tx *bbolt.Tx) error {
		kept, err := findModel(tx, model)
		if err != nil {
			return err
		}
		head, err := kept.head()
		if err != nil {
			return err
		}
		if number == 0 || number > head.Number {
			return fmt.Errorf("revision %d of model %s: %w", number, model, store.ErrNotFound)
		}
		document, target, revisions, err = kept.replaySource(number)
		return err
	})
	if err == nil {
		document, err = s.options.Replay(document, revisions)
	}
	if err != nil {
		return nil, store.Revision{}, err
	}
	return document, target, nil
}

// replaySource returns the newest snapshot at or before a revision, the
// revision, and all revisions after the snapshot up to and including it.
func (s *modelBucket) replaySource(number uint64) ([]byte, store.Revision, []store.Revision, error) {
	cursor := s.snapshots.Cursor()
	key, snapshot := cursor.Seek(numberKey(number))
	switch {
	case key == nil:
		key, snapshot = cursor.Last()
	case !bytes.Equal(key, numberKey(number)):
		key, snapshot = cursor.Prev()
	}
	if len(key) != 8 {
		return nil, store.Revision{}, nil, s.damaged(number, "there is no snapshot at or before it")
	}
	whole := binary.BigEndian.Uint64(key)
	target, err := s.revision(whole)
	if err != nil {
		return nil, target, nil, err
	}
	if store.HashOf(snapshot) != target.DocumentHash {
		return nil, target, nil, s.damaged(whole, "its snapshot does not match the hash")
	}
	var revisions []store.Revision
	for next := whole + 1; next <= number; next++ {
		if target, err = s.revision(next); err != nil {
			return nil, target, nil, err
		}
		revisions = append(revisions, target)
	}
	return bytes.Clone(snapshot), target, revisions, nil
}

func (s *Store) History(ctx context.Context, model store.ModelID, before uint64, limit int) ([]store.Revision, error) {
	var page []store.Revision
	err := s.view(ctx, func(tx *bbolt.Tx) error {
		kept, err := findModel(tx, model)
		if err != nil {
			return err
		}
		head, err := kept.head()
		if err != nil {
			return err
		}
		last := head.Number
		if before > 0 {
			last = min(last, before-1)
		}
		for number := last; number > 0 && len(page) < store.PageLimit(limit); number-- {
			revision, err := kept.revision(number)
			if err != nil {
				return err
			}
			page = append(page, revision)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return page, nil
}

func (s *Store) FindOperation(ctx context.Context, id string) (store.Revision, bool, error) {
	if broken := s.broken.Load(); broken != nil && id != "" && broken.operation == id {
		return store.Revision{}, false, s.unknownOutcome(id, broken.err)
	}
	var found *store.Revision
	err := s.view(ctx, func(tx *bbolt.Tx) (err error) {
		found, err = operation(tx, id)
		return err
	})
	if err != nil || found == nil {
		return store.Revision{}, false, err
	}
	return *found, true, nil
}
