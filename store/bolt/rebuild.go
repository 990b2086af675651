package bolt

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"sync"
	"time"

	"go.etcd.io/bbolt"

	"widerow/store"
)

// Bounds on rebuilding by itself. A disk or memory that keeps failing must not
// fill the disk with copies.
const (
	rebuildPause = time.Minute
	maxKept      = 5
)

// rebuilds is the state of the rebuilds of a store.
type rebuilds struct {
	sync.Mutex
	running chan struct{} // closed at the end; nil: none
	tried   time.Time
	err     error // of the last one
	last    *store.Rebuilt
}

// openRebuilt replaces a damaged file by one with everything that can be read
// of it, and opens that. cause is the damage.
func openRebuilt(path string, options Options, cause error) (*bbolt.DB, *os.File, *store.Rebuilt, error) {
	file, size, err := openForSurvey(path)
	if err != nil {
		return nil, nil, nil, err
	}
	defer file.Close()
	if err := tryLock(file); err != nil {
		return nil, nil, nil, fmt.Errorf("%w%s", store.ErrLocked, lockHolder(path))
	}
	db, opened, rebuilt, err := rebuild(context.Background(), path, file, size, options)
	switch {
	case errors.Is(err, store.ErrCorrupt):
		return nil, nil, nil, cause
	case err != nil:
		return nil, nil, nil, fmt.Errorf("%w; and a new file cannot be written: %w", cause, err)
	}
	logRebuilt(options, path, rebuilt)
	return db, opened, rebuilt, nil
}

// rebuild writes everything that can be read of file to a new file, opens that,
// and puts it in the place of path. The damaged file keeps another name.
func rebuild(ctx context.Context, path string, file io.ReaderAt, size int64, options Options) (*bbolt.DB, *os.File, *store.Rebuilt, error) {
	kept, err := damagedName(path)
	if err != nil {
		return nil, nil, nil, err
	}
	temporary, salvaged, err := salvageBeside(ctx, path, file, size, options.Options)
	if err != nil {
		return nil, nil, nil, err
	}
	defer os.Remove(temporary)
	if len(salvaged.Damage) == 0 {
		return nil, nil, nil, errors.New("the damage is not on the disk: nothing was changed; check the memory of this machine")
	}
	db, opened, err := putInPlace(ctx, temporary, path, kept, options)
	if err != nil {
		return nil, nil, nil, err
	}
	return db, opened, &store.Rebuilt{Salvaged: salvaged, At: time.Now(), Kept: kept}, nil
}

// putInPlace opens a new file and gives it the name of the old one, which keeps the
// name kept unless that is empty. The new file is locked before it gets its name.
func putInPlace(ctx context.Context, temporary, path, kept string, options Options) (*bbolt.DB, *os.File, error) {
	db, opened, err := openFile(temporary, options.LockTimeout)
	if err != nil {
		return nil, nil, err
	}
	if kept != "" {
		err = alsoName(ctx, path, kept)
	}
	if err == nil {
		err = errors.Join(os.Rename(temporary, path), syncFolder(filepath.Dir(path)))
	}
	if err != nil {
		db.Close()
		return nil, nil, err
	}
	return db, opened, nil
}

// damagedName returns the name under which a damaged file is kept:
// widerow.db.damaged-20260301-090000.
func damagedName(path string) (string, error) {
	kept, err := filepath.Glob(path + ".damaged-*")
	if err != nil {
		return "", err
	}
	if len(kept) >= maxKept {
		return "", fmt.Errorf("%d damaged files are kept already as %s.damaged-*: check the disk and the memory of this machine, "+
			"move those files away, and start again", len(kept), path)
	}
	return path + ".damaged-" + time.Now().UTC().Format("20060102-150405.000"), nil
}

func logRebuilt(options Options, path string, rebuilt *store.Rebuilt) {
	options.Log.Error("the damaged data file was rebuilt", "file", path, "kept", rebuilt.Kept, "whole", rebuilt.Whole,
		"repaired", rebuilt.Repaired, "lost", len(rebuilt.Lost), "damage", errors.Join(rebuilt.Damage...))
	for _, lost := range rebuilt.Lost {
		options.Log.Error("nothing of a model could be rebuilt: restore it from a backup", "damage", lost)
	}
}

// repairWait bounds the time that a request waits for a rebuild.
const repairWait = 10 * time.Second

// repair rebuilds the file of a running store if err is damage, and reports
// whether the caller should try again. Several callers share one rebuild.
// Writes wait meanwhile; reads go on.
func (s *Store) repair(ctx context.Context, err error) bool {
	if !s.options.Rebuild || !errors.Is(err, store.ErrCorrupt) {
		return false
	}
	running := s.startRebuild(err)
	if running == nil {
		return false
	}
	select {
	case <-running:
	case <-ctx.Done():
		return false
	case <-time.After(repairWait):
		return false
	}
	s.rebuilds.Lock()
	defer s.rebuilds.Unlock()
	return s.rebuilds.err == nil
}

// startRebuild starts a rebuild, unless one is running. It returns nil if one
// has just ended or the store is being closed.
func (s *Store) startRebuild(cause error) chan struct{} {
	s.closing.Lock()
	defer s.closing.Unlock()
	r := &s.rebuilds
	r.Lock()
	defer r.Unlock()
	if r.running != nil || s.closed.Load() || time.Since(r.tried) < rebuildPause {
		return r.running
	}
	running := make(chan struct{})
	r.running = running
	s.options.Log.Error("damage was found: rebuilding the data file", "file", s.path, "damage", cause)
	s.watched.Go(func() {
		err := s.rebuildNow(s.untilClosed())
		if err != nil {
			s.options.Log.Error("the damaged data file could not be rebuilt", "file", s.path, "error", err)
		}
		r.Lock()
		defer r.Unlock()
		r.running, r.tried, r.err = nil, time.Now(), err
		close(running)
	})
	return running
}

// untilClosed returns a context that is done when the store is closed.
func (s *Store) untilClosed() context.Context {
	ctx, cancel := context.WithCancel(context.Background())
	go func() { <-s.stop; cancel() }()
	return ctx
}

func (s *Store) rebuildNow(ctx context.Context) error {
	if err := s.takeWriter(ctx); err != nil {
		return err
	}
	defer func() { <-s.writer }()
	if s.closed.Load() {
		return store.ErrClosed
	}
	if err := errors.Join(s.readOnlyError(), s.checkFile(s.size.Load())); err != nil {
		return err
	}
	info, err := s.file.Stat()
	if err != nil {
		return err
	}
	db, file, rebuilt, err := rebuild(ctx, s.path, s.file, info.Size(), s.options)
	if err != nil {
		return err
	}
	old, _ := s.use(db, file)
	s.noteRebuilt(rebuilt)
	s.watched.Go(func() { guard(old.Close) }) // waits for a backup that is running
	return nil
}

// use makes a new file the file of the store, and returns the old one. The caller holds the
// writer's token.
func (s *Store) use(db *bbolt.DB, file *os.File) (*bbolt.DB, *os.File) {
	s.swap.Lock()
	defer s.swap.Unlock()
	old, oldFile := s.db, s.file
	s.db, s.file = db, file
	s.measure()
	limitSize(db, file, s.options.MaxSize)
	return old, oldFile
}

func (s *Store) noteRebuilt(rebuilt *store.Rebuilt) {
	s.rebuilds.Lock()
	s.rebuilds.last = rebuilt
	s.rebuilds.Unlock()
	logRebuilt(s.options, s.path, rebuilt)
	s.remember()
}
