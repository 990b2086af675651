package bolt

import (
	"bytes"
	"encoding/binary"
	"fmt"

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
	bucketLost       = []byte("lost")

	keyFormat      = []byte("format")
	keyFormatCheck = []byte("format check")
	keyDocument    = []byte("document")
	keyHead        = []byte("head")
)

func numberKey(number uint64) []byte { return binary.BigEndian.AppendUint64(nil, number) }

// createBuckets creates the buckets of an empty store.
func createBuckets(tx *bbolt.Tx) error {
	for _, name := range [][]byte{bucketMeta, bucketModels, bucketOperations, bucketRecent} {
		if _, err := tx.CreateBucket(name); err != nil {
			return err
		}
	}
	return putFormat(tx.Bucket(bucketMeta), plainFormat)
}

// readFormat checks that the file is a Widerow store that this version can read.
func readFormat(tx *bbolt.Tx) error {
	meta := tx.Bucket(bucketMeta)
	if meta == nil {
		return fmt.Errorf("%w: %w", store.ErrCorrupt, errNotAStore)
	}
	if err := checkFormat(meta.Get(keyFormat), meta.Get(keyFormatCheck)); err != nil {
		return err
	}
	for _, name := range [][]byte{bucketModels, bucketOperations, bucketRecent} {
		if tx.Bucket(name) == nil {
			return &store.Corrupt{Reason: "bucket " + string(name) + " is missing"}
		}
	}
	return nil
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

// ownerHead returns the head of the model that a companion belongs to, or nil if
// there is none.
func ownerHead(tx *bbolt.Tx, companion store.ModelID) (*store.Revision, error) {
	return store.OwnerHead(companion, func(id store.ModelID) (*store.Revision, error) {
		owner, err := openModel(tx, id)
		if err != nil || owner == nil {
			return nil, err
		}
		head, err := owner.head()
		return &head, err
	})
}

func createModel(tx *bbolt.Tx, model store.ModelID) (*modelBucket, error) {
	if model.Guards() {
		if err := raiseFormat(tx.Bucket(bucketMeta)); err != nil {
			return nil, err
		}
	}
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
	revision, err := s.storedHead()
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

// document returns the head's document. A damaged document is rebuilt from the snapshot and the
// patches before it; notice reports the repair.
func (s *modelBucket) document(options store.Options, head store.Revision) (document []byte, notice, err error) {
	document = bytes.Clone(s.bucket.Get(keyDocument))
	if store.HashOf(document) == head.DocumentHash {
		return document, nil, nil
	}
	notice = s.damaged(head.Number, "its document does not match the hash")
	document, _, revisions, err := s.replaySource(head.Number)
	if err == nil {
		document, err = options.Replay(document, revisions)
	}
	if err != nil {
		return nil, notice, notice
	}
	return document, notice, nil
}

// lost returns ErrLost if the document of a revision is recorded as lost.
func (s *modelBucket) lost(number uint64) error {
	bucket := s.bucket.Bucket(bucketLost)
	if bucket == nil || bucket.Get(numberKey(number)) == nil {
		return nil
	}
	return fmt.Errorf("revision %d of model %s: its document was %w by damage on the disk: open another revision", number, s.model, store.ErrLost)
}

// lostHash returns the hash of a lost revision, which is zero if unknown.
func (s *modelBucket) lostHash(number uint64) (hash store.Hash) {
	if bucket := s.bucket.Bucket(bucketLost); bucket != nil {
		copy(hash[:], bucket.Get(numberKey(number)))
	}
	return hash
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
