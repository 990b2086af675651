package bolt

import (
	"context"
	"encoding/binary"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"go.etcd.io/bbolt"

	"widerow/store"
)

// Salvage writes what can be read of the file from to the new file to: every
// model whose history is whole as it is, and every other model as far as
// store.Options.Repair can rebuild it. It changes nothing in from, and works
// without bbolt, also on a file that no store can open. It fails with
// fs.ErrExist if to exists, and with ErrCorrupt if nothing is left.
func Salvage(ctx context.Context, from, to string, options store.Options) (store.Salvaged, error) {
	if _, err := os.Lstat(to); err == nil {
		return store.Salvaged{}, fmt.Errorf("salvage to %s: %w: choose a new file", to, os.ErrExist)
	}
	release, err := lockFor(from, "salvage")
	if err != nil {
		return store.Salvaged{}, err
	}
	defer release()
	file, size, err := openForSurvey(from)
	if err != nil {
		return store.Salvaged{}, fmt.Errorf("salvage: %w", err)
	}
	defer file.Close()
	unlock, err := lockBeside(to, 0)
	if err != nil {
		return store.Salvaged{}, explain("salvage to", to, err)
	}
	defer unlock()
	removeLeft(to)
	temporary, salvaged, err := salvageBeside(ctx, to, file, size, options)
	if err != nil {
		return salvaged, fmt.Errorf("salvage %s: %w", from, err)
	}
	defer os.Remove(temporary)
	if err := publish(temporary, to); err != nil {
		return salvaged, fmt.Errorf("salvage to %s: %w", to, err)
	}
	return salvaged, syncFolder(filepath.Dir(to))
}

// salvageBeside writes the salvaged models to a temporary file beside path,
// checks it, and returns its name.
func salvageBeside(ctx context.Context, path string, file io.ReaderAt, size int64,
	options store.Options) (temporary string, salvaged store.Salvaged, err error) {
	s, err := surveyForSalvage(file, size, options)
	if err != nil {
		return "", salvaged, err
	}
	temporary, err = newEmptyFile(path)
	if err != nil {
		return "", salvaged, err
	}
	defer func() {
		if err != nil {
			os.Remove(temporary)
		}
	}()
	if salvaged, err = s.copyTo(ctx, temporary); err != nil {
		return "", salvaged, err
	}
	report, err := checkPath(ctx, temporary, options, false)
	if err == nil && len(report.Damage) > 0 {
		err = fmt.Errorf("the new file is damaged: %w", report.Damage[0])
	}
	return temporary, salvaged, err
}

func surveyForSalvage(file io.ReaderAt, size int64, options store.Options) (*survey, error) {
	s, err := surveyFile(file, size, options, true)
	if err != nil {
		s, err = surveyWithoutMeta(file, size, options, err)
	}
	switch {
	case err != nil:
		return nil, err
	case s.newer:
		return nil, fmt.Errorf("%w: use the newer version", store.ErrNewerFormat)
	case !s.isStore && len(s.models) == 0:
		return nil, fmt.Errorf("%w: %w", store.ErrCorrupt, errNotAStore)
	}
	return s, nil
}

// surveyWithoutMeta surveys a file whose two meta pages are both damaged: the
// size of its pages is guessed, and all pages are searched.
func surveyWithoutMeta(file io.ReaderAt, size int64, options store.Options, cause error) (*survey, error) {
	page := guessPageSize(file, size)
	if page == 0 {
		return nil, cause
	}
	meta := metaPage{pageSize: uint32(page), freeList: noFreeList, pages: uint64(size / page)}
	s := newSurvey(file, size, options, meta)
	s.lastSaveMissing = true
	s.note("both meta pages are damaged")
	s.searchStray(size, true)
	return s, nil
}

// guessPageSize returns the size of pages at which most pages begin with their
// numbers, 0 if there is none.
func guessPageSize(file io.ReaderAt, size int64) int64 {
	const looked = 256
	best, most := int64(0), 0
	for page := int64(1 << 10); page <= 64<<10; page <<= 1 {
		fitting := 0
		for number := int64(2); number < min(looked, size/page); number++ {
			var header [8]byte
			if _, err := file.ReadAt(header[:], number*page); err == nil && binary.NativeEndian.Uint64(header[:]) == uint64(number) {
				fitting++
			}
		}
		if fitting > most {
			best, most = page, fitting
		}
	}
	return best
}

// copyTo writes every model that can be opened to an empty store.
func (s *survey) copyTo(ctx context.Context, path string) (store.Salvaged, error) {
	salvaged := store.Salvaged{Damage: append(s.tree.damage[:len(s.tree.damage):len(s.tree.damage)], s.damage...)}
	db, _, err := openFile(path, defaultLockTimeout)
	if err != nil {
		return salvaged, err
	}
	defer db.Close()
	db.NoSync = true // synced once at the end
	for _, id := range s.ids() {
		if err := ctx.Err(); err != nil {
			return salvaged, err
		}
		if s.purged(id) {
			continue
		}
		if err := s.copyModel(db, id, &salvaged); err != nil {
			return salvaged, err
		}
	}
	return salvaged, db.Sync()
}

// purged reports that only old pages mention the model: it was removed for good.
func (s *survey) purged(id store.ModelID) bool {
	f := s.models[id]
	onlyStray := f != nil && len(f.revisions) == 0 && f.head == nil && f.document == nil
	named := len(s.numbers[id]) > 0 || len(s.recent[id]) > 0
	return onlyStray && !named && len(s.operations) > 0 && !s.lastSaveMissing
}

// copyModel writes one model, repaired if it is damaged.
func (s *survey) copyModel(db *bbolt.DB, id store.ModelID, salvaged *store.Salvaged) error {
	_, damage := s.checkModel(id, false)
	parts := s.parts(id)
	if damage == nil && uint64(len(parts.Revisions)+s.missingRecords(id)) == s.models[id].head.number {
		if id.IsModel() {
			salvaged.Whole++
		}
		return s.write(db, s.wholeHistory(id, parts))
	}
	if damage != nil {
		salvaged.Damage = append(salvaged.Damage, damage)
	}
	repaired, ok := s.options.Repair(parts)
	if !ok {
		salvaged.Lost = append(salvaged.Lost, damage)
		return nil
	}
	salvaged.Repaired = append(salvaged.Repaired, id)
	return s.write(db, repaired)
}

// missingRecords counts the revisions that earlier repairs recorded as lost
// and of which no record is left.
func (s *survey) missingRecords(id store.ModelID) (count int) {
	f := s.models[id]
	for number := range f.lost {
		if _, present := f.revisions[number]; !present {
			count++
		}
	}
	return count
}

// wholeHistory returns the history of an undamaged model with the snapshots
// that it has.
func (s *survey) wholeHistory(id store.ModelID, parts store.Parts) store.Repaired {
	f := s.models[id]
	whole := store.Repaired{Lost: f.lost, Snapshots: map[uint64][]byte{}, Document: s.readValue(*f.document)}
	for number := uint64(1); number <= f.head.number; number++ {
		if records := parts.Revisions[number]; len(records) > 0 {
			whole.Revisions = append(whole.Revisions, records[0])
		} else {
			whole.Revisions = append(whole.Revisions, store.LostRevision(id, number, f.lost[number]))
		}
	}
	for number, place := range f.snapshots {
		whole.Snapshots[number] = s.readValue(place)
	}
	return whole
}

// write stores a history in one transaction.
func (s *survey) write(db *bbolt.DB, history store.Repaired) error {
	return guard(func() error {
		return db.Update(func(tx *bbolt.Tx) error { return putHistory(tx, history) })
	})
}

// putHistory stores a whole model.
func putHistory(tx *bbolt.Tx, history store.Repaired) error {
	last := history.Revisions[len(history.Revisions)-1]
	kept, err := createModel(tx, last.Model)
	if err != nil {
		return err
	}
	for _, revision := range history.Revisions {
		if revision.Kind == store.KindLost {
			continue
		}
		document, snapshot := history.Snapshots[revision.Number]
		step := store.Step{Revision: revision, Document: document, Snapshot: snapshot}
		if err := kept.putRevision(step); err != nil {
			return err
		}
		entry := append(numberKey(revision.Number), revision.Model...)
		if err := tx.Bucket(bucketOperations).Put([]byte(revision.Operation), entry); err != nil {
			return err
		}
	}
	if err := kept.putLost(history.Lost); err != nil {
		return err
	}
	if err := kept.putHead(last, history.Document); err != nil {
		return err
	}
	return moveInList(tx.Bucket(bucketRecent), nil, last)
}

func (s *modelBucket) putLost(lost map[uint64]store.Hash) error {
	if len(lost) == 0 {
		return nil
	}
	bucket, err := s.bucket.CreateBucketIfNotExists(bucketLost)
	if err != nil {
		return err
	}
	for number, hash := range lost {
		if err := bucket.Put(numberKey(number), hash[:]); err != nil {
			return err
		}
	}
	return nil
}
