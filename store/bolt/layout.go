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

// layOut makes the buckets of an empty store.
func layOut(tx *bbolt.Tx) error {
	for _, name := range [][]byte{bucketMeta, bucketModels, bucketOperations, bucketRecent} {
		if _, err := tx.CreateBucket(name); err != nil {
			return err
		}
	}
	return tx.Bucket(bucketMeta).Put(keyFormat, strconv.AppendInt(nil, format, 10))
}

// readFormat checks that the file is a store of ours and returns its layout.
func readFormat(tx *bbolt.Tx, path string) (int, error) {
	meta := tx.Bucket(bucketMeta)
	if meta == nil {
		return 0, fmt.Errorf("store %s: %w: %w", path, store.ErrCorrupt, errNotOurs)
	}
	found, err := strconv.Atoi(string(meta.Get(keyFormat)))
	switch {
	case err != nil || found < 1:
		return 0, fmt.Errorf("store %s: %w: %w", path, store.ErrCorrupt, errNotOurs)
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

// shelf is the bucket of one model. A document that it returns points into the
// memory map: it is valid until the transaction ends.
type shelf struct {
	model     store.ModelID
	bucket    *bbolt.Bucket
	revisions *bbolt.Bucket
	snapshots *bbolt.Bucket
	recent    *bbolt.Bucket // of all models
}

// openShelf returns nil if there is no such model.
func openShelf(tx *bbolt.Tx, model store.ModelID) (*shelf, error) {
	if model == "" {
		return nil, nil
	}
	bucket := tx.Bucket(bucketModels).Bucket([]byte(model))
	if bucket == nil {
		return nil, nil
	}
	s := &shelf{model, bucket, bucket.Bucket(bucketRevisions), bucket.Bucket(bucketSnapshots), tx.Bucket(bucketRecent)}
	if s.revisions == nil || s.snapshots == nil {
		return nil, s.damaged(0, "a bucket of it is missing")
	}
	return s, nil
}

// findShelf returns ErrNotFound if there is no such model.
func findShelf(tx *bbolt.Tx, model store.ModelID) (*shelf, error) {
	s, err := openShelf(tx, model)
	if err == nil && s == nil {
		err = fmt.Errorf("model %q: %w", string(model), store.ErrNotFound)
	}
	return s, err
}

func createShelf(tx *bbolt.Tx, model store.ModelID) (*shelf, error) {
	bucket, err := tx.Bucket(bucketModels).CreateBucket([]byte(model))
	if err != nil {
		return nil, err
	}
	s := &shelf{model: model, bucket: bucket, recent: tx.Bucket(bucketRecent)}
	if s.revisions, err = bucket.CreateBucket(bucketRevisions); err != nil {
		return nil, err
	}
	s.snapshots, err = bucket.CreateBucket(bucketSnapshots)
	return s, err
}

func (s *shelf) damaged(number uint64, reason string) error {
	return &store.Corrupt{Model: s.model, Revision: number, Reason: reason}
}

// revision reads one revision that must exist.
func (s *shelf) revision(number uint64) (store.Revision, error) {
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
			fmt.Sprintf("in its place is revision %d of model %q", revision.Number, string(revision.Model)))
	}
	return revision, nil
}

func (s *shelf) head() (store.Revision, error) {
	value := s.bucket.Get(keyHead)
	if len(value) != 8+len(store.Hash{}) {
		return store.Revision{}, s.damaged(0, "the entry of its head cannot be read")
	}
	revision, err := s.revision(binary.BigEndian.Uint64(value))
	if err == nil && !bytes.Equal(revision.Hash[:], value[8:]) {
		err = s.damaged(revision.Number, "the head is another revision")
	}
	if err == nil && s.stale(revision) {
		err = s.damaged(revision.Number, "the list of models tells of another head than its own entry")
	}
	return revision, err
}

// stale tells whether the list of models places the model where another
// revision is the head. One wrong number of a page can lead to an older copy of
// the model's pages, in which all hashes are right; only what lies elsewhere
// knows that later saves are gone. A model that is not listed at all is not
// stale: the list alone is damaged then, which Verify reports.
func (s *shelf) stale(head store.Revision) bool {
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

// listed tells whether the model is listed at the place that its head gives it.
func listed(recent *bbolt.Cursor, head store.Revision) bool {
	place := head.Position().Key()
	key, _ := recent.Seek(place)
	return bytes.Equal(key, place)
}

// document returns the head's document, in the memory map.
func (s *shelf) document(head store.Revision) ([]byte, error) {
	document := s.bucket.Get(keyDocument)
	if store.HashOf(document) != head.DocumentHash {
		return nil, s.damaged(head.Number, "its document does not match the hash")
	}
	return document, nil
}

// operation returns the revision that an operation made, or nil.
func operation(tx *bbolt.Tx, id string) (*store.Revision, error) {
	value := tx.Bucket(bucketOperations).Get([]byte(id))
	if value == nil {
		return nil, nil
	}
	if len(value) <= 8 {
		return nil, &store.Corrupt{Reason: fmt.Sprintf("the entry of operation %q cannot be read", id)}
	}
	number, model := binary.BigEndian.Uint64(value), store.ModelID(value[8:])
	s, err := openShelf(tx, model)
	if err != nil {
		return nil, err
	}
	if s == nil {
		return nil, &store.Corrupt{Reason: fmt.Sprintf("operation %q belongs to a model that is missing", id)}
	}
	revision, err := s.revision(number)
	if err == nil && revision.Operation != id {
		err = s.damaged(number, fmt.Sprintf("operation %q is listed for it but did not make it", id))
	}
	return &revision, err
}
