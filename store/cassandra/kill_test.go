package cassandra

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"testing"
	"time"

	"widerow/store"
	"widerow/store/storetest"
)

// writerAddress is the variable that makes the test binary a process that saves until it is killed.
const writerAddress = "WIDEROW_TEST_WRITER"

// writeUntilKilled saves in the store of an address, and prints what it was told.
func writeUntilKilled(text string) error {
	address, err := ParseAddress(text, os.ReadFile)
	if err != nil {
		return err
	}
	options := storetest.Options()
	options.Now = nil
	s, err := Open(context.Background(), address, Options{Options: options})
	if err != nil {
		return err
	}
	for turn := 0; ; turn++ {
		for _, id := range []store.ModelID{"a", "b"} {
			_, head, err := s.Head(context.Background(), id)
			if err != nil {
				return err
			}
			change := storetest.Edit(id, head.Number)
			change.Operation = fmt.Sprintf("%d-%s-%d", os.Getpid(), id, turn)
			if turn%3 == 0 {
				change.Patch, change.Words = nil, string(make([]byte, 20<<10)) // with chunks
			}
			saved, err := s.Save(context.Background(), change)
			if errors.Is(err, store.ErrConflict) {
				continue
			}
			if err != nil {
				return err
			}
			fmt.Printf("saved %s %d %s %s\n", id, saved.Number, saved.Operation, saved.Hash)
		}
	}
}

// TestKilledProcesses kills writing processes at any moment. Every acknowledged save is there, whatever else they
// left is found and removed.
func TestKilledProcesses(t *testing.T) {
	t.Parallel() // it mostly waits
	address := newStore(t)
	options := storetest.Options()
	s := openStore(t, address, options)
	for _, id := range []store.ModelID{"a", "b"} {
		if _, err := s.Create(t.Context(), storetest.First(id)); err != nil {
			t.Fatal(err)
		}
	}
	const rounds = 8
	acknowledged := 0
	for range rounds {
		first, second := startWriter(t, address), startWriter(t, address)
		for _, one := range []*writer{first, second} {
			if !one.lines.Scan() {
				t.Fatal("the writer has saved nothing")
			}
		}
		time.Sleep(rand.N(300 * time.Millisecond))
		for _, one := range []*writer{first, second} {
			one.command.Process.Kill()
			acknowledged += one.check(t, s)
			one.command.Wait()
		}
	}
	for _, id := range []store.ModelID{"a", "b"} {
		if err := s.Verify(t.Context(), id); err != nil {
			t.Error(err)
		}
	}
	s.leftAge = -time.Hour
	before := counts(t, s)
	report, err := s.Scrub(t.Context(), 0)
	if err != nil || len(report.Damage) > 0 {
		t.Fatalf("scrub %+v, error %v", report, err)
	}
	after := counts(t, s)
	t.Logf("%d acknowledged saves; rows before the scrub %v, after it %v, revisions %d", acknowledged, before, after, report.Revisions)
	if after["revisions"] != report.Revisions || after["operations"] != report.Revisions {
		t.Errorf("%d revisions, and %v rows are left", report.Revisions, after)
	}
}

type writer struct {
	command *exec.Cmd
	lines   *bufio.Scanner
}

func startWriter(t *testing.T, address Address) *writer {
	t.Helper()
	command := exec.Command(os.Args[0])
	command.Env = append(os.Environ(), writerAddress+"="+address.String())
	output, err := command.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { command.Process.Kill() })
	w := &writer{command, bufio.NewScanner(output)}
	w.lines.Split(onlySaved)
	return w
}

// onlySaved splits output into the lines that begin with "saved", whole ones only.
func onlySaved(data []byte, atEnd bool) (advance int, token []byte, err error) {
	for {
		n, line, err := bufio.ScanLines(data, false)
		advance += n
		if n == 0 || err != nil {
			return advance, nil, err
		}
		if len(line) > 6 && string(line[:6]) == "saved " {
			return advance, line, nil
		}
		data = data[n:]
	}
}

// check looks up each save that the writer was told of.
func (w *writer) check(t *testing.T, s *Store) (acknowledged int) {
	t.Helper()
	for more := true; more; more = w.lines.Scan() {
		var id, operation, hash string
		var number uint64
		if _, err := fmt.Sscanf(w.lines.Text(), "saved %s %d %s %s", &id, &number, &operation, &hash); err != nil {
			t.Fatalf("%q: %v", w.lines.Text(), err)
		}
		_, revision, err := s.At(t.Context(), store.ModelID(id), number)
		if err != nil || revision.Operation != operation || revision.Hash.String() != hash {
			t.Errorf("%s: the history has %s, error %v", w.lines.Text(), revision.Operation, err)
		}
		acknowledged++
	}
	return acknowledged
}
