package bolt

import (
	"bytes"
	"cmp"
	"context"
	"encoding/binary"
	"fmt"

	"go.etcd.io/bbolt"

	"widerow/store"
)

func (s *Store) Head(ctx context.Context, model store.ModelID) (document []byte, head store.Revision, err error) {
	var notice error
	read := func(tx *bbolt.Tx) error {
		kept, err := findModel(tx, model)
		if err != nil {
			return err
		}
		if head, err = kept.head(); err != nil {
			return err
		}
		owner, err := ownerHead(tx, model)
		if err == nil {
			err = store.CheckOwner(model, owner)
		}
		if err != nil {
			return err
		}
		if head.Kind == store.KindDelete {
			return fmt.Errorf("model %s: %w", model, store.ErrDeleted)
		}
		document, notice, err = kept.document(s.options.Options, head)
		return err
	}
	err = s.view(ctx, read)
	if err == nil && notice != nil && s.repair(ctx, notice) {
		err = s.read(ctx, read)
	}
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
		if err := kept.lost(number); err != nil {
			return err
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

// replaySource returns the newest intact snapshot at or before a revision, the
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
	damage := s.damaged(number, "there is no snapshot at or before it")
	for ; len(key) == 8; key, snapshot = cursor.Prev() {
		whole := binary.BigEndian.Uint64(key)
		target, err := s.revision(whole)
		if err == nil && store.HashOf(snapshot) != target.DocumentHash {
			err = s.damaged(whole, "its snapshot does not match the hash")
		}
		if err != nil {
			damage = err
			continue
		}
		target, revisions, err := s.revisionsAfter(target, number)
		return bytes.Clone(snapshot), target, revisions, err
	}
	return nil, store.Revision{}, nil, damage
}

// revisionsAfter returns revision number and all from the one after first up to it.
func (s *modelBucket) revisionsAfter(first store.Revision, number uint64) (last store.Revision, revisions []store.Revision, err error) {
	last = first
	for next := first.Number + 1; next <= number; next++ {
		if last, err = s.revision(next); err != nil {
			return last, nil, err
		}
		revisions = append(revisions, last)
	}
	return last, revisions, nil
}

func (s *Store) History(ctx context.Context, model store.ModelID, before uint64, limit int) ([]store.Revision, error) {
	var page []store.Revision
	err := s.view(ctx, func(tx *bbolt.Tx) error {
		page = nil
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
			if err != nil && kept.lost(number) != nil {
				revision, err = store.LostRevision(model, number, kept.lostHash(number)), nil
			}
			if err != nil {
				return err
			}
			page = append(page, revision)
		}
		dateLost(page)
		return nil
	})
	if err != nil {
		return nil, err
	}
	return page, nil
}

// dateLost gives lost revisions of a page the time of the next one, for display.
func dateLost(page []store.Revision) {
	for i, revision := range page {
		if revision.Kind == store.KindLost && i > 0 {
			page[i].At = page[i-1].At
		}
	}
}

func (s *Store) FindOperation(ctx context.Context, id string) (store.Revision, bool, error) {
	if broken := s.broken.Load(); broken != nil && id != "" && broken.operation == id {
		return store.Revision{}, false, s.unknownOutcome(id, broken.err)
	}
	s.swap.RLock()
	replaced := cmp.Or(s.checkFile(s.size.Load()), s.checkMeta())
	s.swap.RUnlock()
	if replaced != nil && !s.closed.Load() {
		return store.Revision{}, false, s.unknownOutcome(id, replaced)
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
