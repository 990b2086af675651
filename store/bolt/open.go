package bolt

import (
	"errors"
	"fmt"
	"io/fs"
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

// Open opens the store in the file at path. It creates the file, but not its
// folder, if it does not exist. It never changes a file that is damaged or is
// not a store. It panics if options has no Apply.
//
// The error is ErrLocked, ErrNewerFormat, ErrCorrupt, ErrReadOnly, ErrFull, or
// one of the file system. Its message names the file and says what to do.
func Open(path string, options Options) (*Store, error) {
	if options.Apply == nil {
		panic("bolt: Options.Apply is missing")
	}
	if options.LockTimeout == 0 {
		options.LockTimeout = defaultLockTimeout
	}
	switch _, err := os.Stat(path); {
	case errors.Is(err, fs.ErrNotExist):
		if err := createFile(path, options.LockTimeout); err != nil {
			return nil, explain("create", path, err)
		}
	case err != nil:
		return nil, explain("open", path, err)
	}
	err := inspect(path)
	if errors.Is(err, store.ErrCorrupt) {
		// A page that another process is just writing also looks damaged.
		time.Sleep(10 * time.Millisecond)
		err = inspect(path)
	}
	if err != nil {
		return nil, explain("open", path, err)
	}
	db, file, err := openFile(path, options.LockTimeout)
	if err != nil {
		return nil, explain("open", path, err)
	}
	if err := checkStructure(file); err != nil {
		db.Close()
		return nil, explain("open", path, err)
	}
	s := &Store{
		path: path, options: options, db: db, file: file,
		commit: (*bbolt.Tx).Commit,
		writer: make(chan struct{}, 1),
	}
	err = guard(func() error {
		return db.View(func(tx *bbolt.Tx) error {
			_, err := readFormat(tx, path)
			return err
		})
	})
	if err != nil {
		s.Close()
		return nil, s.translate(err)
	}
	return s, nil
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
		file.Close()
	}
	return db, file, err
}

// createFile creates an empty store. bbolt's first write is not safe against a
// crash, so it goes to a temporary file, which is then linked to path.
func createFile(path string, timeout time.Duration) (err error) {
	folder := filepath.Dir(path)
	temporary, err := os.CreateTemp(folder, filepath.Base(path)+".new-")
	if err != nil {
		return err
	}
	defer os.Remove(temporary.Name())
	if err := temporary.Close(); err != nil {
		return err
	}
	db, _, err := openFile(temporary.Name(), timeout)
	if err != nil {
		return err
	}
	err = db.Update(createBuckets)
	if err = errors.Join(err, db.Close()); err != nil {
		return err
	}
	if err := publish(temporary.Name(), path); err != nil {
		return err
	}
	return syncFolder(folder)
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
		return fmt.Errorf("%s: %w: the file was not changed: restore a backup or choose another file", doing, err)
	}
	return fmt.Errorf("%s: %w", doing, err)
}
