package bolt

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"strconv"

	"go.etcd.io/bbolt"

	"widerow/store"
)

var (
	bucketMeta       = []byte("meta")
	bucketModels     = []byte("models")
	bucketOperations = []byte("operations")
	bucketRecent     = []byte("recent")
	bucketRevisions  = []byte("revisions")
	bucketSnapshots  = []byte("snapshots")

	keyFormat   = []byte("format")
	keyDocument = []byte("document")
	keyHead     = []byte("head")
)

func numberKey(number uint64) []byte { return binary.BigEndian.AppendUint64(nil, number) }

// createBuckets creates the buckets of an empty store.
func createBuckets(tx *bbolt.Tx) error {
	for _, name := range [][]byte{bucketMeta, bucketModels, bucketOperations, bucketRecent} {
		if _, err := tx.CreateBucket(name); err != nil {
			return err
		}
	}
	return tx.Bucket(bucketMeta).Put(keyFormat, strconv.AppendInt(nil, format, 10))
}

// readFormat checks that the file is a Widerow store and returns its format.
func readFormat(tx *bbolt.Tx, path string) (int, error) {
	meta := tx.Bucket(bucketMeta)
	if meta == nil {
		return 0, fmt.Errorf("store %s: %w: %w", path, store.ErrCorrupt, errNotAStore)
	}
	found, err := strconv.Atoi(string(meta.Get(keyFormat)))
	switch {
	case err != nil || found < 1:
		return 0, fmt.Errorf("store %s: %w: %w", path, store.ErrCorrupt, errNotAStore)
	case found > format:
		return found, fmt.Errorf("store %s: written by a newer Widerow in format %d, this one reads up to %d: "+
			"start the newer version: %w", path, found, format, store.ErrNewerFormat)
	}
	for _, name := range [][]byte{bucketModels, bucketOperations, bucketRecent} {
		if tx.Bucket(name) == nil {
			return 0, fmt.Errorf("store %s: %w", path, &store.Corrupt{Reason: "bucket " + string(name) + " is missing"})
		}
	}
	return found, nil
}

// modelBucket is the bucket of one model. The documents that it returns point
// into the memory map: they are valid until the transaction ends.
type modelBucket struct {
	model     store.ModelID
	bucket    *bbolt.Bucket
	revisions *bbolt.Bucket
	snapshots *bbolt.Bucket
	recent    *bbolt.Bucket // shared by all models
}

// openModel returns nil if there is no such model.
func openModel(tx *bbolt.Tx, model store.ModelID) (*modelBucket, error) {
	if model == "" {
		return nil, nil
	}
	bucket := tx.Bucket(bucketModels).Bucket([]byte(model))
	if bucket == nil {
		return nil, nil
	}
	s := &modelBucket{model, bucket, bucket.Bucket(bucketRevisions), bucket.Bucket(bucketSnapshots), tx.Bucket(bucketRecent)}
	if s.revisions == nil || s.snapshots == nil {
		return nil, s.damaged(0, "one of its buckets is missing")
	}
	return s, nil
}

// findModel returns ErrNotFound if there is no such model.
func findModel(tx *bbolt.Tx, model store.ModelID) (*modelBucket, error) {
	s, err := openModel(tx, model)
	if err == nil && s == nil {
		err = fmt.Errorf("model %q: %w", string(model), store.ErrNotFound)
	}
	return s, err
}

func createModel(tx *bbolt.Tx, model store.ModelID) (*modelBucket, error) {
	bucket, err := tx.Bucket(bucketModels).CreateBucket([]byte(model))
	if err != nil {
		return nil, err
	}
	s := &modelBucket{model: model, bucket: bucket, recent: tx.Bucket(bucketRecent)}
	if s.revisions, err = bucket.CreateBucket(bucketRevisions); err != nil {
		return nil, err
	}
	s.snapshots, err = bucket.CreateBucket(bucketSnapshots)
	return s, err
}

func (s *modelBucket) damaged(number uint64, reason string) error {
	return &store.Corrupt{Model: s.model, Revision: number, Reason: reason}
}

// revision reads one revision that must exist.
func (s *modelBucket) revision(number uint64) (store.Revision, error) {
	record := s.revisions.Get(numberKey(number))
	if record == nil {
		return store.Revision{}, s.damaged(number, "its record is missing")
	}
	revision, err := store.Decode(record)
	switch {
	case err != nil:
		return store.Revision{}, s.damaged(number, err.Error())
	case revision.Model != s.model || revision.Number != number:
		return store.Revision{}, s.damaged(number,
			fmt.Sprintf("revision %d of model %q is in its place", revision.Number, string(revision.Model)))
	}
	return revision, nil
}

func (s *modelBucket) head() (store.Revision, error) {
	value := s.bucket.Get(keyHead)
	if len(value) != 8+len(store.Hash{}) {
		return store.Revision{}, s.damaged(0, "the entry for its head cannot be read")
	}
	revision, err := s.revision(binary.BigEndian.Uint64(value))
	if err == nil && !bytes.Equal(revision.Hash[:], value[8:]) {
		err = s.damaged(revision.Number, "the head is another revision")
	}
	if err == nil && s.stale(revision) {
		err = s.damaged(revision.Number, "the list of models and its own entry disagree on the head")
	}
	return revision, err
}

// stale reports whether the list of models places the model where another
// revision would be its head. A single wrong page number can lead to an older
// copy of the model's pages, in which all hashes match; only data outside those
// pages shows that later saves are missing. A model that is not listed at all
// is not stale: then only the list is damaged, which Verify reports.
func (s *modelBucket) stale(head store.Revision) bool {
	entries := s.recent.Cursor()
	if listed(entries, head) {
		return false
	}
	for key, _ := entries.First(); key != nil; key, _ = entries.Next() {
		if position, err := store.PositionOf(key); err == nil && position.Model == s.model {
			return true
		}
	}
	return false
}

// listed reports whether the model is listed at the position of its head.
func listed(recent *bbolt.Cursor, head store.Revision) bool {
	place := head.Position().Key()
	key, _ := recent.Seek(place)
	return bytes.Equal(key, place)
}

// document returns the head's document, which lies in the memory map.
func (s *modelBucket) document(head store.Revision) ([]byte, error) {
	document := s.bucket.Get(keyDocument)
	if store.HashOf(document) != head.DocumentHash {
		return nil, s.damaged(head.Number, "its document does not match the hash")
	}
	return document, nil
}

// operation returns the revision that an operation made, or nil if there is
// none.
func operation(tx *bbolt.Tx, id string) (*store.Revision, error) {
	value := tx.Bucket(bucketOperations).Get([]byte(id))
	if value == nil {
		return nil, nil
	}
	if len(value) <= 8 {
		return nil, &store.Corrupt{Reason: fmt.Sprintf("the entry for operation %q cannot be read", id)}
	}
	number, model := binary.BigEndian.Uint64(value), store.ModelID(value[8:])
	s, err := openModel(tx, model)
	if err != nil {
		return nil, err
	}
	if s == nil {
		return nil, &store.Corrupt{Reason: fmt.Sprintf("operation %q belongs to a model that is missing", id)}
	}
	revision, err := s.revision(number)
	if err == nil && revision.Operation != id {
		err = s.damaged(number, fmt.Sprintf("operation %q is recorded for it but did not make it", id))
	}
	return &revision, err
}
