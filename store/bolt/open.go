package bolt

import (
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"syscall"
	"time"

	"go.etcd.io/bbolt"
	berrors "go.etcd.io/bbolt/errors"

	"widerow/store"
)

const defaultLockTimeout = 5 * time.Second

// initialMapping is the address space reserved for the file, in bytes. Readers
// must wait whenever a growing file is mapped again; reserving costs no memory.
const initialMapping = 1 << 30

// Open opens the store in the file at path. It creates the file, but not its folder, if it does not
// exist. It never changes a file that is damaged or is not a store; with Options.Rebuild, the
// readable parts of a damaged store go to a new file. It panics if options has no Apply.
//
// The error is ErrLocked, ErrNewerFormat, ErrCorrupt, ErrReadOnly, ErrFull, or an error of the file
// system. Its message names the file and says what to do.
func Open(path string, options Options) (*Store, error) {
	if options.Apply == nil {
		panic("bolt: Options.Apply is missing")
	}
	if options.Log == nil {
		options.Log = slog.New(slog.DiscardHandler)
	}
	if options.LockTimeout == 0 {
		options.LockTimeout = defaultLockTimeout
	}
	release, err := lockBeside(path, options.LockTimeout)
	if err != nil {
		return nil, explain("open", path, err)
	}
	for _, left := range removeLeft(path) {
		options.Log.Info("removed a file that a killed process had left", "file", left)
	}
	if replaced := ReplacedFiles(path); len(replaced) > 0 {
		options.Log.Info("data files that widerow restore has replaced are kept: remove them once all models are there", "files", replaced)
	}
	s, err := openLocked(path, options)
	if err != nil {
		release()
		return nil, err
	}
	s.release = release
	s.startWatch()
	return s, nil
}

// openLocked opens or creates the file; the caller holds the lock beside it.
func openLocked(path string, options Options) (*Store, error) {
	switch _, err := os.Stat(path); {
	case errors.Is(err, fs.ErrNotExist):
		if err := createFile(path); err != nil {
			return nil, explain("create", path, err)
		}
	case err != nil:
		return nil, explain("open", path, err)
	}
	var rebuilt *store.Rebuilt
	db, file, err := openChecked(path, options.LockTimeout)
	if errors.Is(err, store.ErrCorrupt) && options.Rebuild {
		db, file, rebuilt, err = openRebuilt(path, options, err)
	}
	if err != nil {
		return nil, explain("open", path, err)
	}
	_ = guard(func() error { addFormatCheck(db); return nil })
	limitSize(db, file, options.MaxSize)
	s := &Store{
		path: path, options: options, db: db, file: file,
		commit: (*bbolt.Tx).Commit,
		writer: make(chan struct{}, 1),
		stop:   make(chan struct{}),
	}
	s.measure()
	s.rebuilds.last = rebuilt
	s.recall()
	if rebuilt != nil {
		s.remember()
	}
	return s, nil
}

// openChecked opens a file that bbolt can safely use, or returns ErrCorrupt.
func openChecked(path string, timeout time.Duration) (*bbolt.DB, *os.File, error) {
	if err := checkBefore(path, timeout); err != nil {
		return nil, nil, err
	}
	db, file, err := openFile(path, timeout)
	if err != nil {
		return nil, nil, err
	}
	if err = guard(func() error { return db.View(readFormat) }); err != nil {
		db.Close()
		return nil, nil, err
	}
	return db, file, nil
}

// checkBefore checks the pages of a file that no process is writing.
func checkBefore(path string, timeout time.Duration) error {
	file, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return err
	}
	defer file.Close()
	for deadline := time.Now().Add(timeout); tryLock(file) != nil; time.Sleep(lockPause) {
		if time.Now().After(deadline) {
			return berrors.ErrTimeout
		}
	}
	info, err := file.Stat()
	if err != nil {
		return err
	}
	if err := inspect(file, info.Size()); err != nil {
		return err
	}
	return checkStructure(file, info.Size())
}

// limitSize makes most the size above which a file does not grow, but at least
// its present size. bbolt itself does not open a file above the limit.
func limitSize(db *bbolt.DB, file *os.File, most int64) {
	if info, err := file.Stat(); err == nil && most > 0 {
		db.MaxSize = int(max(most, info.Size()))
	}
}

// openFile opens an existing file. If bbolt panics, it closes the file, which
// releases the lock.
func openFile(path string, timeout time.Duration) (db *bbolt.DB, file *os.File, err error) {
	err = guard(func() (err error) {
		db, err = bbolt.Open(path, 0o600, &bbolt.Options{
			Timeout:         timeout,
			FreelistType:    bbolt.FreelistMapType,
			InitialMmapSize: initialMapping,
			OpenFile: func(name string, flag int, mode os.FileMode) (*os.File, error) {
				var err error
				// No O_CREATE: a file removed in the meantime is not created again.
				file, err = os.OpenFile(name, flag&^os.O_CREATE, mode)
				return file, err
			},
		})
		return err
	})
	if isPanic(err) && file != nil {
		unlock(file) // bbolt's memory map is left and would keep the lock
		file.Close()
	}
	return db, file, err
}

// createFile creates an empty store. bbolt's first write is not safe against a
// crash, so it goes to a temporary file, which is then linked to path.
func createFile(path string) error {
	temporary, err := newEmptyFile(path)
	if err != nil {
		return err
	}
	defer os.Remove(temporary)
	if err := publish(temporary, path); err != nil {
		return err
	}
	return syncFolder(filepath.Dir(path))
}

// newEmptyFile writes an empty store to a temporary file beside path.
func newEmptyFile(path string) (temporary string, err error) {
	file, err := os.CreateTemp(filepath.Dir(path), filepath.Base(path)+".new-")
	if err != nil {
		return "", err
	}
	defer func() {
		if err != nil {
			os.Remove(file.Name())
		}
	}()
	if err := file.Close(); err != nil {
		return "", err
	}
	db, _, err := openFile(file.Name(), defaultLockTimeout)
	if err != nil {
		return "", err
	}
	return file.Name(), errors.Join(db.Update(createBuckets), db.Close())
}

// publish links the temporary file to path. If another process has created the
// file in the meantime, that one is used.
func publish(temporary, path string) error {
	err := os.Link(temporary, path)
	switch {
	case err == nil, errors.Is(err, fs.ErrExist):
		return nil
	case caused(err, syscall.EPERM, syscall.ENOTSUP, syscall.ENOSYS): // the file system has no hard links
		return os.Rename(temporary, path)
	}
	return err
}

func syncFolder(folder string) error {
	handle, err := os.Open(folder)
	if err != nil {
		return err
	}
	defer handle.Close()
	return handle.Sync()
}

// explain adds to err which file is affected, the reason, and what to do.
func explain(verb, path string, err error) error {
	doing := fmt.Sprintf("%s store %s", verb, path)
	folder := filepath.Dir(path)
	place := path
	if verb == "create" {
		place = "folder " + folder
	}
	switch {
	case errors.Is(err, berrors.ErrTimeout):
		return fmt.Errorf("%s: %w%s: stop that process or choose another file", doing, store.ErrLocked, lockHolder(path))
	case errors.Is(err, store.ErrLocked):
		return fmt.Errorf("%s: %w: stop that process or choose another file", doing, err)
	case errors.Is(err, fs.ErrNotExist) && verb != "create":
		return fmt.Errorf("%s: there is no such file: check its name: %w", doing, fs.ErrNotExist)
	case caused(err, syscall.EROFS):
		return fmt.Errorf("%s: the file system is %w: mount it writable or choose another place", doing, store.ErrReadOnly)
	case errors.Is(err, fs.ErrPermission):
		return fmt.Errorf("%s: %s is %w for %s: give that user write permission or choose another place",
			doing, place, store.ErrReadOnly, currentUser())
	case caused(err, syscall.ENOSPC, syscall.EDQUOT, syscall.EFBIG):
		return fmt.Errorf("%s: %w: free some space: %w", doing, store.ErrFull, err)
	case errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("%s: folder %s does not exist: create it first: %w", doing, folder, err)
	case errors.Is(err, syscall.EISDIR):
		return fmt.Errorf("%s: it is a folder: choose a file in it: %w", doing, err)
	case errors.Is(err, syscall.ENOTDIR):
		return fmt.Errorf("%s: %s is not a folder: choose another place: %w", doing, folder, err)
	case errors.Is(err, store.ErrCorrupt):
		return fmt.Errorf("%s: %w: the file was not changed: restore a backup, or run `widerow salvage`", doing, err)
	}
	return fmt.Errorf("%s: %w", doing, err)
}
