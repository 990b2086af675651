package bolt_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
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

var ctx = context.Background()

// The writer prints one of these lines at a time:
//
//	try N        before it calls Save for revision N
//	committed N  the store has saved revision N, but Save has not returned;
//	             the writer waits here until it is killed
//	saved N      Save has returned: the save is acknowledged
//
// Its standard input begins with the revision at which it prints "committed"
// and waits, or 0 for none.

// pausingStore is the store of the writer. Its Save of revision wait pauses
// after the revision is saved and before it returns.
type pausingStore struct {
	store.Store
	wait uint64
}

func (a pausingStore) Save(ctx context.Context, change store.Save) (store.Revision, error) {
	revision, err := a.Store.Save(ctx, change)
	if err == nil && revision.Number == a.wait {
		fmt.Printf("committed %d\n", revision.Number)
		io.Copy(io.Discard, os.Stdin) // the parent process keeps it open
	}
	return revision, err
}

func writeForEver(path string) error {
	opened, err := openHere(path)
	if err != nil {
		return err
	}
	s := pausingStore{Store: opened}
	if _, err := fmt.Fscan(os.Stdin, &s.wait); err != nil {
		return err
	}
	_, head, err := s.Head(ctx, "hotel")
	for number := head.Number; err == nil; number++ {
		fmt.Printf("try %d\n", number+1)
		if _, err = s.Save(ctx, storetest.Edit("hotel", number)); err == nil {
			fmt.Printf("saved %d\n", number+1)
		}
	}
	return err
}

// round holds the output of one writer: the last revision of each kind of line.
type round struct {
	tried, committed, saved uint64
}

func (r *round) note(line string) error {
	word, rest, _ := strings.Cut(line, " ")
	field := map[string]*uint64{"try": &r.tried, "committed": &r.committed, "saved": &r.saved}[word]
	if field == nil {
		return fmt.Errorf("unexpected line %q from the writer", line)
	}
	_, err := fmt.Sscan(rest, field)
	return err
}

// TestKill repeatedly kills a writer, both at random moments and between a save
// and its acknowledgement. No acknowledged save is ever lost.
func TestKill(t *testing.T) {
	kills, windows := 200, 80
	if testing.Short() {
		kills, windows = 30, 12
	}
	path := filepath.Join(t.TempDir(), "widerow.db")
	s := open(t, path, storetest.Options())
	if err := fill(s, 1); err != nil {
		t.Fatal(err)
	}
	close(t, s)

	var inWindow, inSave, kept int
	head := uint64(1)
	for number := range kills {
		waitAt := uint64(0)
		if number%kills*windows/kills != (number+1)*windows/kills {
			waitAt = head + 1 + uint64(rand.IntN(4))
		}
		seen := kill(t, path, waitAt)
		saved := max(seen.saved, head)
		found := checkAfterKill(t, path, saved, seen.tried)
		switch {
		case waitAt > 0:
			// The process died after the save and before the acknowledgement.
			if seen.committed != waitAt || seen.saved >= waitAt || found != waitAt {
				t.Fatalf("kill %d should have hit revision %d: %+v, found %d", number, waitAt, seen, found)
			}
			inWindow++
		case seen.tried > saved:
			inSave++
			if found > saved {
				kept++
			}
		}
		head = retry(t, path, found, seen.tried)
	}
	t.Logf("%d kills: %d between save and acknowledgement, %d at a random moment of a save (%d of them kept); %d revisions",
		kills, inWindow, inSave, kept, head)
	if inWindow < windows || kills == 200 && inWindow < 50 {
		t.Errorf("only %d kills hit the time between save and acknowledgement", inWindow)
	}
	if inSave < kills/20 {
		t.Errorf("only %d kills hit a running save", inSave)
	}
}

// kill starts a writer and kills it when it waits at revision waitAt or, if
// that is 0, up to 12 ms after its first line.
func kill(t *testing.T, path string, waitAt uint64) round {
	t.Helper()
	writer := start(t, "write for ever", path, nil)
	fmt.Fprintln(writer.in, waitAt)
	var seen round
	for writer.out.Scan() {
		if err := seen.note(writer.out.Text()); err != nil {
			t.Fatal(err)
		}
		if waitAt == 0 && seen.tried > 0 {
			time.AfterFunc(time.Duration(rand.IntN(12_000))*time.Microsecond, func() { writer.Process.Kill() })
			waitAt = noWait
		}
		if seen.committed > 0 {
			writer.Process.Kill()
		}
	}
	writer.Wait()
	status, ok := writer.ProcessState.Sys().(syscall.WaitStatus)
	if !ok || status.Signal() != syscall.SIGKILL {
		t.Fatalf("the writer ended by itself: %v", writer.ProcessState)
	}
	return seen
}

// noWait marks that the kill is scheduled.
const noWait = 1<<64 - 1

// checkAfterKill checks the file after a kill and returns the head's number. The
// file has every acknowledged save and at most one more: the one that was running.
func checkAfterKill(t *testing.T, path string, saved, tried uint64) uint64 {
	t.Helper()
	s := open(t, path, storetest.Options())
	defer close(t, s)
	document, head, err := s.Head(ctx, "hotel")
	if err != nil {
		t.Fatal(err)
	}
	if head.Number != saved && head.Number != tried {
		t.Fatalf("acknowledged up to %d, tried %d, found %d", saved, tried, head.Number)
	}
	if string(document) != string(storetest.Document(head.Number)) {
		t.Fatalf("revision %d has document %q", head.Number, document)
	}
	if err := s.Verify(ctx, "hotel"); err != nil {
		t.Fatal(err)
	}
	return head.Number
}

// retry sends the save that was running twice more and checks that it is
// applied once. It returns the head's number.
func retry(t *testing.T, path string, found, tried uint64) uint64 {
	t.Helper()
	s := open(t, path, storetest.Options())
	defer close(t, s)
	change := storetest.Edit("hotel", tried-1)
	before, known, err := s.FindOperation(ctx, change.Operation)
	if err != nil || known != (found >= tried) {
		t.Fatalf("operation %s: found %v, error %v; the head is %d", change.Operation, known, err, found)
	}
	first, err := s.Save(ctx, change)
	if err != nil || known && first.Hash != before.Hash {
		t.Fatalf("retry: %+v, error %v; it was %+v", first, err, before)
	}
	again, err := s.Save(ctx, change)
	_, head, headErr := s.Head(ctx, "hotel")
	if err := errors.Join(err, headErr); err != nil || again.Hash != first.Hash || head.Hash != first.Hash || head.Number != tried {
		t.Fatalf("second retry: %+v, error %v; head %+v", again, err, head)
	}
	return head.Number
}

// saveThreeTimes is killed by strace.
func saveThreeTimes(path string) error {
	runtime.LockOSThread() // strace counts calls per thread
	s, err := openHere(path)
	if err != nil {
		return err
	}
	for number := uint64(2); number <= 4; number++ {
		if _, err := s.Save(ctx, storetest.Edit("hotel", number-1)); err != nil {
			return err
		}
		fmt.Printf("saved %d\n", number)
	}
	return s.Close()
}

// TestKillAtEveryCall kills the writer as it enters each system call of a save.
func TestKillAtEveryCall(t *testing.T) {
	strace := needStrace(t)
	for _, call := range []string{"pwrite64", "fdatasync"} {
		kills := 0
		for nth := 1; ; nth++ {
			path := filled(t, 1)
			inject := fmt.Sprintf("inject=%s:signal=SIGKILL:when=%d", call, nth)
			writer := start(t, "save three times", path, nil, strace, "-f", "-o", os.DevNull, "-e", "trace="+call, "-e", inject)
			seen := round{saved: 1}
			for writer.out.Scan() {
				if err := seen.note(writer.out.Text()); err != nil {
					t.Fatal(err)
				}
			}
			if writer.Wait() == nil {
				break // the writer made fewer than nth calls
			}
			kills++
			found := checkAfterKill(t, path, seen.saved, seen.saved+1)
			retry(t, path, found, seen.saved+1)
		}
		t.Logf("%d kills at %s", kills, call)
		if kills < 6 {
			t.Errorf("only %d kills at %s in 3 saves", kills, call)
		}
	}
}

func close(t testing.TB, s *bolt.Store) {
	t.Helper()
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
}
