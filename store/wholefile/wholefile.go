// Package wholefile writes files that are whole or absent: a reader of the
// path gets the earlier content or all of the new one, also after a crash.
package wholefile

import (
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// Replace writes a file, or replaces the content of an existing one, which
// keeps its permissions. A link is followed. What is no regular file, such as
// /dev/stdout or a named pipe, is written directly.
func Replace(path string, content func(io.Writer) error) error {
	mode, known := fs.FileMode(newFileMode), false
	switch existing, err := os.Stat(path); {
	case errors.Is(err, fs.ErrNotExist):
	case err != nil:
		return fmt.Errorf("replace a file: %w", err)
	case existing.IsDir():
		return fmt.Errorf("replace %s: it is a folder", path)
	case !existing.Mode().IsRegular():
		return writeDirectly(path, content)
	default:
		mode, known = existing.Mode().Perm(), true
		if path, err = filepath.EvalSymlinks(path); err != nil {
			return fmt.Errorf("replace a file: %w", err)
		}
	}
	temporary, err := write(path, mode, content)
	if err != nil {
		return err
	}
	if known {
		err = os.Chmod(temporary, mode) // the umask has reduced it
	}
	if err == nil {
		err = os.Rename(temporary, path)
	}
	if err != nil {
		os.Remove(temporary)
		return fmt.Errorf("replace a file: %w", err)
	}
	return syncFolder(path)
}

// newFileMode is reduced by the user's umask.
const newFileMode = 0o666

// write writes a temporary file beside path and syncs it to the disk.
func write(path string, mode fs.FileMode, content func(io.Writer) error) (string, error) {
	temporary := temporaryPath(path, rand.Text()[:temporaryMark])
	file, err := os.OpenFile(temporary, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
	if err != nil {
		return "", fmt.Errorf("write a file: %w", err)
	}
	err = content(file)
	if err == nil {
		err = file.Sync()
	}
	if closeErr := file.Close(); err == nil {
		err = closeErr
	}
	if err != nil {
		os.Remove(temporary)
		return "", fmt.Errorf("write %s: %w", path, err)
	}
	return temporary, nil
}

func writeDirectly(path string, content func(io.Writer) error) error {
	file, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		return fmt.Errorf("write a file: %w", err)
	}
	err = content(file)
	if closeErr := file.Close(); err == nil {
		err = closeErr
	}
	if err != nil {
		return fmt.Errorf("write %s: %w", path, err)
	}
	return nil
}
