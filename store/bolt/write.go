package bolt

import (
	"bytes"
	"context"
	"errors"

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
		state, err := readState(tx, model, operation)
		if err != nil {
			return err
		}
		if step, err = decide(state); err != nil {
			return err
		}
		if step.Repeated {
			return errNothingToWrite
		}
		return put(tx, state.Head, step)
	})
	if err != nil && !errors.Is(err, errNothingToWrite) {
		return store.Revision{}, err
	}
	return step.Revision, nil
}

func readState(tx *bbolt.Tx, model store.ModelID, id string) (store.State, error) {
	// bbolt has its own errors for empty keys and the like. With an empty
	// state, decide rejects invalid arguments before bbolt sees them.
	if store.CheckModel(model) != nil || store.CheckOperation(id) != nil {
		return store.State{}, nil
	}
	seen, err := operation(tx, id)
	if err != nil || seen != nil {
		return store.State{Seen: seen}, err
	}
	kept, err := openModel(tx, model)
	if err != nil || kept == nil {
		return store.State{}, err
	}
	head, err := kept.head()
	if err != nil {
		return store.State{}, err
	}
	document, err := kept.document(head)
	return store.State{Head: &head, Document: bytes.Clone(document)}, err
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
	if step.Revision.Kind != store.KindDelete {
		if err := s.bucket.Put(keyDocument, step.Document); err != nil {
			return err
		}
	}
	return s.bucket.Put(keyHead, append(key, step.Revision.Hash[:]...))
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
