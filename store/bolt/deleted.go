package bolt

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"slices"

	"go.etcd.io/bbolt"

	"widerow/store"
)

func (s *Store) ListDeleted(ctx context.Context, cursor string, limit int) (store.Page, error) {
	after, err := store.ParseCursor(cursor)
	if err != nil {
		return store.Page{}, err
	}
	var page store.Page
	err = s.view(ctx, func(tx *bbolt.Tx) error {
		deleted, err := deletedModels(ctx, tx)
		page = store.PageOf(deleted, after, limit)
		return err
	})
	return page, err
}

// deletedModels reads the heads of all models that are not listed. Damaged ones
// are left out: whether they are deleted cannot be known.
func deletedModels(ctx context.Context, tx *bbolt.Tx) ([]store.Summary, error) {
	listed := map[store.ModelID]bool{}
	entries := tx.Bucket(bucketRecent).Cursor()
	for key, _ := entries.First(); key != nil; key, _ = entries.Next() {
		if position, err := store.PositionOf(key); err == nil {
			listed[position.Model] = true
		}
	}
	var deleted []store.Summary
	models := tx.Bucket(bucketModels).Cursor()
	for key, _ := models.First(); key != nil; key, _ = models.Next() {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if model := store.ModelID(key); !listed[model] && store.CheckModel(model) == nil && model.IsModel() {
			if summary, err := summarizeDeleted(tx, model); err == nil {
				deleted = append(deleted, summary)
			}
		}
	}
	return deleted, nil
}

var errNotDeleted = errors.New("the model is not deleted")

func summarizeDeleted(tx *bbolt.Tx, model store.ModelID) (summary store.Summary, err error) {
	err = guard(func() error {
		kept, err := findModel(tx, model)
		if err != nil {
			return err
		}
		head, err := kept.storedHead()
		if err != nil {
			return err
		}
		if head.Kind != store.KindDelete {
			return errNotDeleted
		}
		first, err := kept.first()
		summary = store.SummaryOf(first, head)
		return err
	})
	return summary, err
}

func (s *Store) Purge(ctx context.Context, model store.ModelID, base uint64) error {
	return s.update(ctx, "", func(tx *bbolt.Tx) error {
		kept, err := findModel(tx, model)
		if err != nil {
			return err
		}
		head, err := kept.head()
		if err != nil {
			return err
		}
		if err := store.CheckPurge(head, base); err != nil {
			return err
		}
		for _, id := range append(belonging(tx, model), model) {
			if err := purge(tx, id); err != nil {
				return err
			}
		}
		return nil
	})
}

// belonging returns the branches and companions of a model.
func belonging(tx *bbolt.Tx, model store.ModelID) (ids []store.ModelID) {
	prefix := []byte(model + ".")
	entries := tx.Bucket(bucketModels).Cursor()
	for key, _ := entries.Seek(prefix); bytes.HasPrefix(key, prefix); key, _ = entries.Next() {
		ids = append(ids, store.ModelID(bytes.Clone(key)))
	}
	return ids
}

// purge removes a model or a companion, if it exists.
func purge(tx *bbolt.Tx, id store.ModelID) error {
	kept, err := openModel(tx, id)
	if err != nil || kept == nil {
		return err
	}
	if err := kept.forgetOperations(tx.Bucket(bucketOperations)); err != nil {
		return err
	}
	if err := kept.leaveList(); err != nil {
		return err
	}
	return tx.Bucket(bucketModels).DeleteBucket([]byte(id))
}

// leaveList removes the list entry of a companion, which lasts as long as the companion exists. The
// head gives the entry's key; if the head is damaged, every entry is read.
func (s *modelBucket) leaveList() error {
	if head, err := s.storedHead(); err == nil && listed(s.recent.Cursor(), head) {
		return s.recent.Delete(head.Position().Key())
	}
	entries := s.recent.Cursor()
	for key, _ := entries.First(); key != nil; key, _ = entries.Next() {
		if position, err := store.PositionOf(key); err == nil && position.Model == s.model {
			return entries.Delete()
		}
	}
	return nil
}

// forgetOperations removes the entries of the operations that made the model's
// revisions. A record that is damaged leaves its entry behind, which then names
// a model that is gone.
func (s *modelBucket) forgetOperations(operations *bbolt.Bucket) error {
	return s.revisions.ForEach(func(number, record []byte) error {
		revision, err := store.Decode(record)
		if err != nil {
			return nil
		}
		id := []byte(revision.Operation)
		if made := operations.Get(id); len(made) > 8 && bytes.Equal(made, slices.Concat(number, []byte(s.model))) {
			return operations.Delete(id)
		}
		return nil
	})
}

// storedHead reads the head without comparing it to the list of models.
func (s *modelBucket) storedHead() (store.Revision, error) {
	value := s.bucket.Get(keyHead)
	if len(value) != 8+len(store.Hash{}) {
		return store.Revision{}, s.damaged(0, "the entry for its head cannot be read")
	}
	revision, err := s.revision(binary.BigEndian.Uint64(value))
	if err == nil && !bytes.Equal(revision.Hash[:], value[8:]) {
		err = s.damaged(revision.Number, "the head is another revision")
	}
	return revision, err
}
