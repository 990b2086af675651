package bolt

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/fnv"
	"io"
	"os"
	"path/filepath"
	"syscall"
	"time"

	"widerow/store"
)

// Backup writes a consistent copy of the file as of now to w, and returns its
// checksum; saves go on meanwhile. It also works after the file was removed,
// which is the way to rescue it. Check reads the copy.
func (s *Store) Backup(ctx context.Context, w io.Writer) (backup store.Backup, err error) {
	err = s.pinned(ctx, func(file io.ReaderAt, size int64) error {
		backup, err = copyStore(ctx, w, file, size)
		return err
	})
	if err != nil {
		return store.Backup{}, fmt.Errorf("back up store %s: %w", s.path, err)
	}
	s.backedUp.Store(&backup)
	s.remember()
	return backup, nil
}

func copyStore(ctx context.Context, w io.Writer, file io.ReaderAt, size int64) (store.Backup, error) {
	meta, err := equalMeta(file)
	if err != nil {
		return store.Backup{}, err
	}
	sum := sha256.New()
	reader := io.MultiReader(bytes.NewReader(meta), io.NewSectionReader(file, int64(len(meta)), size-int64(len(meta))))
	n, err := io.Copy(io.MultiWriter(w, sum), &contextReader{ctx, reader})
	if err == nil && n != size {
		err = fmt.Errorf("%w: the file is truncated", store.ErrCorrupt)
	}
	return store.Backup{Ended: time.Now(), Bytes: n, SHA256: store.Hash(sum.Sum(nil))}, err
}

// contextReader stops when ctx is done.
type contextReader struct {
	ctx  context.Context
	from io.Reader
}

func (c *contextReader) Read(data []byte) (int, error) {
	if err := c.ctx.Err(); err != nil {
		return 0, err
	}
	return c.from.Read(data)
}

// equalMeta returns the two meta pages of a copy: both are the newest, since the
// pages of the older state may be overwritten while the copy is made.
func equalMeta(file io.ReaderAt) ([]byte, error) {
	newest, err := newestMeta(file)
	if err != nil {
		return nil, err
	}
	pages := make([]byte, 2*newest.pageSize)
	for page := range uint64(2) {
		data := pages[page*uint64(newest.pageSize):][:newest.pageSize]
		if _, err := file.ReadAt(data, int64(newest.transaction%2)*int64(newest.pageSize)); err != nil {
			return nil, err
		}
		order, fields := binary.NativeEndian, data[pageHeader:][:metaSize]
		order.PutUint64(data, page)
		order.PutUint64(fields[48:], newest.transaction-1+page)
		sum := fnv.New64a()
		sum.Write(fields[:56])
		order.PutUint64(fields[56:], sum.Sum64())
	}
	return pages, nil
}

// BackupFile is Backup of a file that no server uses.
func BackupFile(ctx context.Context, path string, w io.Writer) (store.Backup, error) {
	release, err := lockFor(path, "back up")
	if err != nil {
		return store.Backup{}, err
	}
	defer release()
	file, _, err := openForSurvey(path)
	if err != nil {
		return store.Backup{}, explain("back up", path, err)
	}
	defer file.Close()
	meta, err := newestMeta(file)
	if err != nil {
		return store.Backup{}, explain("back up", path, err)
	}
	backup, err := copyStore(ctx, w, file, int64(meta.pages)*int64(meta.pageSize))
	if err != nil {
		return backup, explain("back up", path, err)
	}
	known := readPast(path)
	known.Backup = &pastBackup{backup.Ended, backup.Bytes, backup.SHA256.String()}
	_ = writePast(path, known) // the backup is as good without it
	return backup, nil
}

// KeepBackup writes the copy that fill makes to a new file, checks it, and only
// then gives it its name; a backup of that name is replaced. A copy with damage
// becomes path.damaged, which is the returned name, so that it replaces no good
// one.
func KeepBackup(ctx context.Context, path string, options store.Options, fill func(io.Writer) error) (name string, report store.Report, err error) {
	if err := mayReplace(path); err != nil {
		return "", report, err
	}
	release, err := lockBeside(path, 0)
	if err != nil {
		return "", report, explain("write backup to", path, err)
	}
	defer release()
	removeLeft(path)
	temporary, err := writeBeside(path, fill)
	if err != nil {
		return "", report, fmt.Errorf("write backup %s: %w", path, err)
	}
	defer os.Remove(temporary)
	if report, err = checkPath(ctx, temporary, options, true); err != nil {
		return "", report, explain("check the backup", path, err)
	}
	if name = path; len(report.Damage) > 0 {
		name += ".damaged"
	}
	if err := errors.Join(os.Rename(temporary, name), syncFolder(filepath.Dir(path))); err != nil {
		return "", report, fmt.Errorf("write backup %s: %w", path, err)
	}
	return name, report, nil
}

// mayReplace returns an error if the file at path is in use, or is no store.
func mayReplace(path string) error {
	file, _, err := openForSurvey(path)
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("write backup %s: %w", path, err)
	}
	defer file.Close()
	if _, _, err := anyMeta(file); err != nil {
		return fmt.Errorf("write backup %s: the file exists and is no backup: choose another name", path)
	}
	release, err := lockFor(path, "write backup to")
	if err != nil {
		return err
	}
	release()
	return nil
}

// writeBeside writes a temporary file beside path, with mode 0600, and syncs it.
func writeBeside(path string, fill func(io.Writer) error) (temporary string, err error) {
	file, err := os.CreateTemp(filepath.Dir(path), filepath.Base(path)+".new-")
	if err != nil {
		return "", err
	}
	err = fill(file)
	if err == nil {
		err = file.Sync()
	}
	if err = errors.Join(err, file.Close()); err != nil {
		os.Remove(file.Name())
		return "", err
	}
	return file.Name(), nil
}

// Restore puts a copy of a backup in the place of the data file at path, after
// checking it. It fails with ErrLocked if a server uses that file. The file
// that was there keeps another name, which is returned.
func Restore(ctx context.Context, backup, path string, options store.Options) (report store.Report, kept string, err error) {
	release, err := lockBeside(path, 0)
	if err != nil {
		return report, "", explain("restore", path, err)
	}
	defer release()
	if there, err := os.Open(path); err == nil {
		defer there.Close()
		if tryLock(there) != nil {
			return report, "", explain("restore", path, fmt.Errorf("%w%s", store.ErrLocked, lockHolder(path)))
		}
	}
	removeLeft(path)
	temporary, err := copyBeside(ctx, backup, path)
	if err != nil {
		return report, "", explain("restore", path, err)
	}
	defer os.Remove(temporary)
	if report, err = checkPath(ctx, temporary, options, true); err != nil {
		return report, "", explain("restore", backup, err)
	}
	if len(report.Damage) > 0 {
		return report, "", nil
	}
	kept, err = keepOld(ctx, path)
	if err == nil {
		err = errors.Join(os.Rename(temporary, path), syncFolder(filepath.Dir(path)))
	}
	if err != nil {
		return report, kept, explain("restore", path, err)
	}
	return report, kept, nil
}

// copyBeside copies a file to a temporary file beside path.
func copyBeside(ctx context.Context, from, path string) (temporary string, err error) {
	source, _, err := openForSurvey(from)
	if err != nil {
		return "", fmt.Errorf("read the backup: %w", err)
	}
	defer source.Close()
	return writeBeside(path, func(w io.Writer) error {
		_, err := io.Copy(w, &contextReader{ctx, source})
		return err
	})
}

// keepOld gives the file at path a second name, if there is one.
func keepOld(ctx context.Context, path string) (kept string, err error) {
	if _, err := os.Lstat(path); errors.Is(err, os.ErrNotExist) {
		return "", nil
	}
	kept = path + ".before-restore-" + time.Now().UTC().Format("20060102-150405.000")
	return kept, alsoName(ctx, path, kept)
}

// alsoName gives a file a second name, or copies it if the file system has no
// hard links.
func alsoName(ctx context.Context, path, name string) error {
	err := os.Link(path, name)
	if !caused(err, syscall.EPERM, syscall.ENOTSUP, syscall.ENOSYS) {
		return err
	}
	temporary, err := copyBeside(ctx, path, name)
	if err != nil {
		return err
	}
	return os.Rename(temporary, name)
}

// Status returns what an operator sees of the store.
func (s *Store) Status() store.Status {
	status := store.Status{Path: s.path, Backup: s.backedUp.Load(), Scrub: s.scrubbed.Load(), Clean: s.clean.Load()}
	s.swap.RLock()
	defer s.swap.RUnlock()
	if info, err := s.file.Stat(); err == nil {
		status.Bytes = info.Size()
	}
	stats := s.db.Stats()
	status.Free = int64(stats.FreePageN+stats.PendingPageN) * int64(s.db.Info().PageSize)
	s.rebuilds.Lock()
	defer s.rebuilds.Unlock()
	status.Rebuilt = s.rebuilds.last
	return status
}
