package bolt_test

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"

	"widerow/store"
	"widerow/store/bolt"
	"widerow/store/storetest"
)

// The faults of Linux: limits of processes, small file systems, and system calls
// that fail.
func init() {
	roles["write to the end"] = writeToTheEnd
	roles["fill the disk"] = fillTheDisk
	roles["open read-only"] = openReadOnly
	roles["fail to sync data"] = func(path string) error { return failToSync(path, 1) }
	roles["fail to sync meta"] = func(path string) error { return failToSync(path, 2) }
}

// saveUntilFull saves large documents until the store is full, and checks that
// the rejected save left nothing.
func saveUntilFull(s *bolt.Store) (head uint64, refused store.Save, err error) {
	for head = 1; head < 1000; head++ {
		refused = storetest.Edit("hotel", head)
		refused.Patch = nil
		refused.Document = fmt.Appendf(nil, "%d\n%s", head+1, strings.Repeat("x", 100_000))
		if _, err = s.Save(ctx, refused); err != nil {
			break
		}
	}
	if !errors.Is(err, store.ErrFull) {
		return head, refused, fmt.Errorf("save: %w, want ErrFull", err)
	}
	fmt.Println("full", err)
	if err := s.Ping(ctx); err != nil {
		fmt.Println("ping", err)
	}
	_, found, err := s.FindOperation(ctx, refused.Operation)
	_, revision, headErr := s.Head(ctx, "hotel")
	if found || revision.Number != head || errors.Join(err, headErr) != nil {
		return head, refused, fmt.Errorf("after a rejected save: found %v, head %d, want %d, %v, %v", found, revision.Number, head, err, headErr)
	}
	return head, refused, s.Verify(ctx, "hotel")
}

// writeToTheEnd saves until the file reaches the size limit of the process.
func writeToTheEnd(path string) error {
	s, err := openHere(path)
	if err != nil {
		return err
	}
	var limit syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_FSIZE, &limit); err != nil {
		return err
	}
	old := limit
	limit.Cur = 3 << 20
	if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &limit); err != nil {
		return err
	}
	_, refused, err := saveUntilFull(s)
	if err != nil {
		return err
	}
	if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &old); err != nil {
		return err
	}
	return saveAgain(s, refused)
}

func saveAgain(s *bolt.Store, refused store.Save) error {
	if _, err := s.Save(ctx, refused); err != nil {
		return fmt.Errorf("save when there is space again: %w", err)
	}
	return errors.Join(s.Verify(ctx, "hotel"), s.Ping(ctx), s.Close())
}

func TestFileSizeLimit(t *testing.T) {
	path := filled(t, 1)
	lines := start(t, "write to the end", path, nil).finish(t)
	wantLine(t, lines, "full", "file too large")
}

// namespace returns attributes that let a child mount file systems without
// being root.
func namespace() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{
		Cloneflags:  syscall.CLONE_NEWUSER | syscall.CLONE_NEWNS,
		UidMappings: []syscall.SysProcIDMap{{ContainerID: 0, HostID: os.Getuid(), Size: 1}},
		GidMappings: []syscall.SysProcIDMap{{ContainerID: 0, HostID: os.Getgid(), Size: 1}},
	}
}

func needNamespace(t *testing.T) {
	t.Helper()
	command := exec.Command("true")
	command.SysProcAttr = namespace()
	if err := command.Run(); err != nil {
		t.Skip("user namespaces are missing here, which are needed to mount a small file system: ", err)
	}
}

// fillTheDisk saves until a file system of 4 MB is full.
func fillTheDisk(folder string) error {
	if err := syscall.Mount("none", folder, "tmpfs", 0, "size=4m"); err != nil {
		return fmt.Errorf("mount: %w", err)
	}
	path := filepath.Join(folder, "widerow.db")
	s, err := openHere(path)
	if err != nil {
		return err
	}
	if err := fill(s, 1); err != nil {
		return err
	}
	_, refused, err := saveUntilFull(s)
	if err != nil {
		return err
	}
	if err := syscall.Mount("none", folder, "tmpfs", syscall.MS_REMOUNT, "size=64m"); err != nil {
		return fmt.Errorf("remount: %w", err)
	}
	return saveAgain(s, refused)
}

func TestDiskFull(t *testing.T) {
	needNamespace(t)
	lines := start(t, "fill the disk", t.TempDir(), namespace()).finish(t)
	wantLine(t, lines, "full", "no space left on device")
	wantLine(t, lines, "ping", "free some space")
}

// openReadOnly opens stores on a file system that is mounted read-only.
func openReadOnly(folder string) error {
	if err := syscall.Mount("none", folder, "tmpfs", 0, "size=32m"); err != nil {
		return fmt.Errorf("mount: %w", err)
	}
	path := filepath.Join(folder, "widerow.db")
	if err := openOnce(path); err != nil {
		return err
	}
	if err := syscall.Mount("none", folder, "tmpfs", syscall.MS_REMOUNT|syscall.MS_RDONLY, ""); err != nil {
		return fmt.Errorf("remount: %w", err)
	}
	for _, name := range []string{path, path + "2"} {
		_, err := openHere(name)
		if !errors.Is(err, store.ErrReadOnly) {
			return fmt.Errorf("open %s: error %w, want ErrReadOnly", name, err)
		}
		fmt.Println("refused", err)
	}
	return nil
}

func TestReadOnlyFileSystem(t *testing.T) {
	needNamespace(t)
	folder := t.TempDir()
	lines := start(t, "open read-only", folder, namespace()).finish(t)
	wantLine(t, lines, "refused", "open store "+folder+"/widerow.db: the file system is read-only")
	wantLine(t, lines, "refused", "create store "+folder+"/widerow.db2: the file system is read-only")
}

// failToSync saves while the n-th sync of the save fails. strace counts the
// syncs of each thread.
func failToSync(path string, n int) error {
	runtime.LockOSThread()
	s, err := openHere(path)
	if err != nil {
		return err
	}
	change := storetest.Edit("hotel", 1)
	_, err = s.Save(ctx, change)
	if !errors.Is(err, store.ErrUnknownOutcome) || !errors.Is(err, syscall.EIO) {
		return fmt.Errorf("save: error %w, want ErrUnknownOutcome and EIO", err)
	}
	fmt.Println("unknown", err)
	if _, _, err := s.FindOperation(ctx, change.Operation); !errors.Is(err, store.ErrUnknownOutcome) {
		return fmt.Errorf("find operation: error %w, want ErrUnknownOutcome", err)
	}
	change.Operation = "next"
	if _, err := s.Save(ctx, change); !errors.Is(err, store.ErrReadOnly) {
		return fmt.Errorf("next save: error %w, want ErrReadOnly", err)
	}
	if err := s.Ping(ctx); !errors.Is(err, store.ErrReadOnly) {
		return fmt.Errorf("ping: error %w, want ErrReadOnly", err)
	}
	fmt.Println("ping", s.Ping(ctx))
	if _, _, err := s.At(ctx, "hotel", 1); err != nil {
		return fmt.Errorf("read: %w", err)
	}
	return errors.Join(saveAfterRenewal(s, storetest.Edit("hotel", 1)), s.Close())
}

// saveAfterRenewal waits until the store accepts writes again, reports whether the
// save whose sync had failed was kept, and repeats it.
func saveAfterRenewal(s *bolt.Store, change store.Save) error {
	found, err := false, store.ErrUnknownOutcome
	for deadline := time.Now().Add(5 * time.Minute); errors.Is(err, store.ErrUnknownOutcome) && time.Now().Before(deadline); time.Sleep(10 * time.Millisecond) {
		_, found, err = s.FindOperation(ctx, change.Operation)
	}
	fmt.Println("found", found)
	revision, saveErr := s.Save(ctx, change)
	if err := errors.Join(err, saveErr); err != nil || revision.Number != 2 {
		return fmt.Errorf("the repeated save: revision %d, %w", revision.Number, err)
	}
	change = storetest.Edit("hotel", 2)
	_, err = s.Save(ctx, change)
	return errors.Join(err, s.Verify(ctx, "hotel"))
}

// If the sync of the data fails, the save is lost; if the sync of the meta page
// fails, the save is kept. The caller does not know which until the disk works again.
// Then the same process saves again, and everything is in the file after a restart.
func TestSyncFails(t *testing.T) {
	strace := needStrace(t)
	for _, test := range []struct {
		role string
		nth  int
		kept string
	}{
		{"fail to sync data", 1, "false"},
		{"fail to sync meta", 2, "true"},
	} {
		t.Run(test.role, func(t *testing.T) {
			path := filled(t, 1)
			// strace counts per thread, and only the saving thread syncs this file.
			inject := fmt.Sprintf("inject=fdatasync:error=EIO:when=%d", test.nth)
			lines := start(t, test.role, path, nil, strace, "-f", "-o", os.DevNull, "-e", "trace=fdatasync", "-e", inject, "-P", path).finish(t)
			wantLine(t, lines, "unknown", "may or may not be saved")
			wantLine(t, lines, "ping", "check the disk")
			wantLine(t, lines, "found", test.kept)
			s := open(t, path, storetest.Options())
			defer close(t, s)
			for number := range uint64(2) {
				if _, found, err := s.FindOperation(ctx, storetest.Edit("hotel", number+1).Operation); !found || err != nil {
					t.Errorf("edit %d after the restart: found %v, error %v", number+1, found, err)
				}
			}
			if _, head, err := s.Head(ctx, "hotel"); head.Number != 3 || err != nil {
				t.Errorf("head %d, error %v; want 3", head.Number, err)
			}
			if left, err := filepath.Glob(path + "?*"); len(left) > 1 || err != nil {
				t.Errorf("beside the file are %q, %v; want its lock", left, err)
			}
		})
	}
}
