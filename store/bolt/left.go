package bolt

import (
	"os"
	"path/filepath"
	"regexp"
	"time"

	"widerow/store/wholefile"
)

// temporaryName is the name of a file that is being written, such as
// widerow.db.new-1234567, before it becomes widerow.db, or that tries the disk (probe.go).
var temporaryName = regexp.MustCompile(`^(.+)\.(?:new|probe)-[0-9]+$`)

// removeLeft removes the files that processes left beside path when they were killed
// while they wrote it. The caller holds the lock beside path.
func removeLeft(path string) (removed []string) {
	for _, left := range temporaryFiles(path) {
		if temporaryName.FindStringSubmatch(filepath.Base(left))[1] == filepath.Base(path) && os.Remove(left) == nil {
			removed = append(removed, left)
		}
	}
	return append(removed, wholefile.RemoveLeft(pastPath(path))...)
}

// leftAfter is the time without a change after which a file counts as abandoned.
const leftAfter = 10 * time.Minute

// LeftBeside returns the unfinished stores of any name in the folder of path, which
// killed processes have left there.
func LeftBeside(path string) (left []string) {
	for _, name := range temporaryFiles(path) {
		file, _, err := openForSurvey(name)
		if err != nil {
			continue
		}
		info, err := file.Stat()
		if _, _, noStore := anyMeta(file); noStore == nil && err == nil && time.Since(info.ModTime()) > leftAfter {
			left = append(left, name)
		}
		file.Close()
	}
	return left
}

func temporaryFiles(path string) (names []string) {
	entries, err := os.ReadDir(filepath.Dir(path))
	if err != nil {
		return nil // whatever needs the folder says so
	}
	for _, entry := range entries {
		if entry.Type().IsRegular() && temporaryName.MatchString(entry.Name()) {
			names = append(names, filepath.Join(filepath.Dir(path), entry.Name()))
		}
	}
	return names
}

// ReplacedFiles returns the data files that Restore has replaced at path, the oldest
// first.
func ReplacedFiles(path string) []string {
	entries, err := os.ReadDir(filepath.Dir(path))
	if err != nil {
		return nil
	}
	var names []string
	replaced := regexp.MustCompile("^" + regexp.QuoteMeta(filepath.Base(path)) + `\.before-restore-[0-9.-]+$`)
	for _, entry := range entries {
		if replaced.MatchString(entry.Name()) {
			names = append(names, filepath.Join(filepath.Dir(path), entry.Name()))
		}
	}
	return names
}
