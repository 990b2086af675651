package wholefile

import (
	"os"
	"path/filepath"
	"strings"
)

// temporaryMark is the number of random letters in the name of a temporary file.
const temporaryMark = 8

func temporaryPath(path, mark string) string {
	return filepath.Join(filepath.Dir(path), "."+filepath.Base(path)+"."+mark+".tmp")
}

// RemoveLeft removes the temporary files of path that killed processes have left, and
// returns their names. Nobody may write path meanwhile.
func RemoveLeft(path string) (removed []string) {
	entries, err := os.ReadDir(filepath.Dir(path))
	if err != nil {
		return nil // whatever needs the folder says so
	}
	for _, entry := range entries {
		left := filepath.Join(filepath.Dir(path), entry.Name())
		if entry.Type().IsRegular() && left == temporaryPath(path, markOf(left)) && os.Remove(left) == nil {
			removed = append(removed, left)
		}
	}
	return removed
}

// markOf returns the random letters in the name of a temporary file, or "".
func markOf(path string) string {
	name := strings.TrimSuffix(path, ".tmp")
	mark := name[strings.LastIndexByte(name, '.')+1:]
	if len(mark) != temporaryMark || strings.Trim(mark, "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567") != "" {
		return ""
	}
	return mark
}
