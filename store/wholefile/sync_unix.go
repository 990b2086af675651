//go:build unix

package wholefile

import (
	"fmt"
	"os"
	"path/filepath"
)

// syncFolder makes the name of a file survive a crash.
func syncFolder(path string) error {
	folder, err := os.Open(filepath.Dir(path))
	if err != nil {
		return fmt.Errorf("sync the folder of %s: %w", path, err)
	}
	defer folder.Close()
	if err := folder.Sync(); err != nil {
		return fmt.Errorf("sync the folder of %s: %w", path, err)
	}
	return nil
}
