package bolt

import (
	"bytes"
	"context"

	"go.etcd.io/bbolt"

	"widerow/store"
)

func (s *Store) List(ctx context.Context, cursor string, limit int) (store.Page, error) {
	after, err := store.ParseCursor(cursor)
	if err != nil {
		return store.Page{}, err
	}
	page, err := s.list(ctx, after, limit)
	for _, summary := range page.Models {
		if summary.Damaged && s.repair(ctx, store.ErrCorrupt) {
			return s.list(ctx, after, limit)
		}
	}
	return page, err
}

func (s *Store) list(ctx context.Context, after []byte, limit int) (page store.Page, err error) {
	err = s.view(ctx, func(tx *bbolt.Tx) error {
		page = store.Page{}
		entries := tx.Bucket(bucketRecent).Cursor()
		key, _ := entries.Seek(after)
		if after != nil && bytes.Equal(key, after) {
			key, _ = entries.Next()
		}
		var last []byte
		for ; key != nil; key, _ = entries.Next() {
			summary, ok := summarize(tx, key)
			if !ok {
				continue
			}
			if len(page.Models) == store.PageLimit(limit) {
				position, _ := store.PositionOf(last)
				page.Next = position.Cursor()
				return nil
			}
			page.Models, last = append(page.Models, summary), key
		}
		return nil
	})
	if err != nil {
		return store.Page{}, err
	}
	return page, nil
}

// summarize returns the summary for an entry of the bucket recent. A damaged
// model must not make the list fail, so it is summarized as Damaged. ok is
// false for what is no model and for an entry that contains no valid model id.
func summarize(tx *bbolt.Tx, entry []byte) (summary store.Summary, ok bool) {
	position, err := store.PositionOf(entry)
	if err != nil || store.CheckModel(position.Model) != nil || !position.Model.IsModel() {
		return store.Summary{}, false
	}
	err = guard(func() error {
		kept, err := findModel(tx, position.Model)
		if err != nil {
			return err
		}
		head, err := kept.head()
		if err != nil {
			return err
		}
		first, err := kept.first()
		summary = store.SummaryOf(first, head)
		return err
	})
	if err != nil {
		return store.Summary{Model: position.Model, Damaged: true}, true
	}
	return summary, true
}

// first returns revision 1. If that is lost, the first one that is left says when
// the model was made, as far as it is known.
func (s *modelBucket) first() (store.Revision, error) {
	for number := uint64(1); ; number++ {
		revision, err := s.revision(number)
		if err == nil || s.lost(number) == nil {
			return revision, err
		}
	}
}
