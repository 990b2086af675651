package bolt

import (
	"context"
	"fmt"
	"io"
	"time"

	"go.etcd.io/bbolt"

	"widerow/store"
)

// Check reads the file at path and compares every page, record and document
// with its hash, and every patch with the document that it yields. Nothing is
// locked or changed, so the file must not be in use. The error is ErrCorrupt
// only for a file that is not a store at all; other damage is in the report.
func Check(ctx context.Context, path string, options store.Options) (store.Report, error) {
	release, err := lockFor(path, "verify")
	if err != nil {
		return store.Report{}, err
	}
	defer release()
	report, err := checkPath(ctx, path, options, true)
	if err != nil {
		return report, explain("verify", path, err)
	}
	return report, nil
}

func checkPath(ctx context.Context, path string, options store.Options, patches bool) (store.Report, error) {
	file, size, err := openForSurvey(path)
	if err != nil {
		return store.Report{}, err
	}
	defer file.Close()
	return checkFile(ctx, file, size, options, patches)
}

func checkFile(ctx context.Context, file io.ReaderAt, size int64, options store.Options, patches bool) (store.Report, error) {
	start := time.Now()
	s, err := surveyFile(file, size, options, false)
	if err != nil {
		return store.Report{}, err
	}
	if s.newer {
		return store.Report{}, store.ErrNewerFormat
	}
	report, err := s.check(ctx, patches)
	report.Bytes, report.Ended, report.Took = size, time.Now(), time.Since(start)
	return report, err
}

// Scrub checks the file of a running store like Check, as of the moment when it
// starts; saves go on meanwhile. rate bounds the reading, in bytes a second; 0
// is no bound. With Options.Rebuild, damage is then repaired, which Status
// reports.
func (s *Store) Scrub(ctx context.Context, rate int64) (report store.Report, err error) {
	err = s.pinned(ctx, func(file io.ReaderAt, size int64) error {
		report, err = checkFile(ctx, &slowReader{ctx: ctx, file: file, rate: rate}, size, s.options.Options, true)
		return err
	})
	if err != nil {
		return report, fmt.Errorf("check store %s: %w", s.path, err)
	}
	s.scrubbed.Store(&report)
	if len(report.Damage) == 0 {
		s.clean.Store(&report)
	}
	s.remember()
	if len(report.Damage) > 0 {
		s.repair(ctx, fmt.Errorf("%w: %w", store.ErrCorrupt, report.Damage[0]))
	}
	return report, nil
}

// pinned calls fn with the file while a read transaction keeps every page of
// the newest state from being used again. Saves go on; the file grows meanwhile.
func (s *Store) pinned(ctx context.Context, fn func(file io.ReaderAt, size int64) error) error {
	tx, file, err := s.pin(ctx)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	return fn(file, tx.Size())
}

// pin begins the transaction between two saves, so that the meta pages that it
// reads belong to it.
func (s *Store) pin(ctx context.Context) (*bbolt.Tx, io.ReaderAt, error) {
	if err := s.takeWriter(ctx); err != nil {
		return nil, nil, err
	}
	defer func() { <-s.writer }()
	if s.closed.Load() {
		return nil, nil, store.ErrClosed
	}
	meta, err := readMetaPages(s.file)
	if err != nil {
		return nil, nil, err
	}
	tx, err := s.db.Begin(false)
	if err != nil {
		return nil, nil, s.translate(err)
	}
	return tx, &fixedMeta{s.file, meta}, nil
}

// fixedMeta is a file whose first bytes, the meta pages, do not change.
type fixedMeta struct {
	file io.ReaderAt
	meta []byte
}

func (f *fixedMeta) ReadAt(data []byte, at int64) (int, error) {
	n, err := f.file.ReadAt(data, at)
	if at < int64(len(f.meta)) {
		copy(data[:n], f.meta[at:])
	}
	return n, err
}

// readMetaPages returns the first two pages of a file.
func readMetaPages(file io.ReaderAt) ([]byte, error) {
	meta, _, err := anyMeta(file)
	if err != nil {
		return nil, err
	}
	data := make([]byte, 2*meta.pageSize)
	_, err = file.ReadAt(data, 0)
	return data, err
}

// slowReader reads no faster than rate, so that a check leaves the disk and the
// processor to the users.
type slowReader struct {
	ctx   context.Context
	file  io.ReaderAt
	rate  int64 // bytes a second; 0: no bound
	start time.Time
	read  int64
}

func (s *slowReader) ReadAt(data []byte, at int64) (int, error) {
	if err := s.ctx.Err(); err != nil {
		return 0, err
	}
	if s.start.IsZero() {
		s.start = time.Now()
	}
	s.read += int64(len(data))
	if s.rate > 0 {
		due := s.start.Add(time.Duration(float64(s.read) / float64(s.rate) * float64(time.Second)))
		if wait := time.Until(due); wait > 10*time.Millisecond {
			select {
			case <-time.After(wait):
			case <-s.ctx.Done():
			}
		}
	}
	return s.file.ReadAt(data, at)
}
