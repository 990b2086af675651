package bolt

import (
	"context"
	"errors"
	"time"

	"go.etcd.io/bbolt"

	"widerow/store"
)

func (s *Store) Create(ctx context.Context, change store.Save) (store.Revision, error) {
	return s.write(ctx, change.Model, change.Operation, func(state store.State) (store.Step, error) {
		return s.options.Create(state, change)
	})
}

func (s *Store) Save(ctx context.Context, change store.Save) (store.Revision, error) {
	return s.write(ctx, change.Model, change.Operation, func(state store.State) (store.Step, error) {
		return s.options.Save(state, change)
	})
}

func (s *Store) Delete(ctx context.Context, deletion store.Deletion) (store.Revision, error) {
	return s.write(ctx, deletion.Model, deletion.Operation, func(state store.State) (store.Step, error) {
		return s.options.Delete(state, deletion)
	})
}

// errNothingToWrite rolls back a transaction without reporting an error.
var errNothingToWrite = errors.New("nothing to write")

func (s *Store) write(ctx context.Context, model store.ModelID, operation string, decide func(store.State) (store.Step, error)) (store.Revision, error) {
	var step store.Step
	err := s.update(ctx, operation, func(tx *bbolt.Tx) error {
		state, err := readState(s.options.Options, tx, model, operation)
		if err != nil {
			return err
		}
		if newest := newestTime(tx); newest.After(s.newest) {
			s.newest = newest
		}
		state.Newest = s.newest
		if step, err = decide(state); err != nil {
			return err
		}
		if step.Repeated {
			return errNothingToWrite
		}
		s.newest = step.Revision.At
		return put(tx, state.Head, step)
	})
	if err != nil && !errors.Is(err, errNothingToWrite) {
		return store.Revision{}, err
	}
	return step.Revision, nil
}

// newestTime returns the time of the first model in the list, or zero.
func newestTime(tx *bbolt.Tx) time.Time {
	key, _ := tx.Bucket(bucketRecent).Cursor().First()
	position, _ := store.PositionOf(key) // zero if the list is empty or its entry damaged
	return position.UpdatedAt
}

func readState(options store.Options, tx *bbolt.Tx, model store.ModelID, id string) (store.State, error) {
	// bbolt has its own errors for empty keys and the like. With an empty
	// state, decide rejects invalid arguments before bbolt sees them.
	if store.CheckModel(model) != nil || store.CheckOperation(id) != nil {
		return store.State{}, nil
	}
	seen, err := operation(tx, id)
	if err != nil || seen != nil {
		return store.State{Seen: seen}, err
	}
	owner, err := ownerHead(tx, model)
	if err != nil {
		return store.State{}, err
	}
	kept, err := openModel(tx, model)
	if err != nil || kept == nil {
		return store.State{Owner: owner}, err
	}
	head, err := kept.head()
	if err != nil {
		return store.State{}, err
	}
	document, _, err := kept.document(options, head)
	return store.State{Head: &head, Document: document, Owner: owner}, err
}

func put(tx *bbolt.Tx, head *store.Revision, step store.Step) error {
	revision := step.Revision
	kept, err := openModel(tx, revision.Model)
	if err == nil && kept == nil {
		kept, err = createModel(tx, revision.Model)
	}
	if err != nil {
		return err
	}
	if err := kept.put(step); err != nil {
		return err
	}
	entry := append(numberKey(revision.Number), revision.Model...)
	if err := tx.Bucket(bucketOperations).Put([]byte(revision.Operation), entry); err != nil {
		return err
	}
	return moveInList(tx.Bucket(bucketRecent), head, revision)
}

// put stores a step in the bucket of its model.
func (s *modelBucket) put(step store.Step) error {
	if err := s.putRevision(step); err != nil {
		return err
	}
	return s.putHead(step.Revision, step.Document)
}

// putRevision stores the record of a step and its snapshot, if it has one.
func (s *modelBucket) putRevision(step store.Step) error {
	key := numberKey(step.Revision.Number)
	s.revisions.FillPercent = 0.9 // keys are only appended
	if err := s.revisions.Put(key, step.Revision.Encode()); err != nil {
		return err
	}
	if step.Snapshot {
		s.snapshots.FillPercent = 0.9
		if err := s.snapshots.Put(key, step.Document); err != nil {
			return err
		}
	}
	return nil
}

// putHead makes a revision the head.
func (s *modelBucket) putHead(head store.Revision, document []byte) error {
	if err := s.bucket.Put(keyDocument, document); err != nil {
		return err
	}
	return s.bucket.Put(keyHead, append(numberKey(head.Number), head.Hash[:]...))
}

// moveInList replaces the model's entry in the list.
func moveInList(recent *bbolt.Bucket, from *store.Revision, to store.Revision) error {
	if from != nil {
		if err := recent.Delete(from.Position().Key()); err != nil {
			return err
		}
	}
	if to.Kind == store.KindDelete {
		return nil
	}
	return recent.Put(to.Position().Key(), []byte{})
}
