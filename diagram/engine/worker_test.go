package engine

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"widerow/diagram/engine/process"
)

// workerModeEnv makes the test binary a worker, either a real one or one that
// fails in some way.
const workerModeEnv = "WIDEROW_TEST_WORKER"

func TestMain(m *testing.M) {
	if mode := os.Getenv(workerModeEnv); mode != "" {
		os.Exit(workerMode(mode))
	}
	os.Exit(m.Run())
}

// workerMode runs a worker that misbehaves when a job contains the
// corresponding word. It simulates an engine that a graph breaks.
func workerMode(mode string) int {
	watchers := map[string]io.Writer{"real": io.Discard, "moody": moody{}, "halting": halt{}}
	if watchers[mode] == nil {
		os.Stderr.WriteString("cannot start at all\n")
		return 3
	}
	if err := WorkerMain(io.TeeReader(os.Stdin, watchers[mode]), os.Stdout); err != nil {
		return 1
	}
	return 0
}

// moody does what a job's first words request, then lays it out.
type moody struct{}

func (moody) Write(p []byte) (int, error) {
	misbehave(p)
	return len(p), nil
}

// misbehave does what a job requests in the middle of it.
func misbehave(asked []byte) {
	asks := func(word string) bool { return bytes.Contains(asked, []byte(word)) }
	switch {
	case asks("hang"), asks("deaf"):
		time.Sleep(time.Hour)
	case asks("crash"):
		panic("crashed as asked")
	case asks("kill"):
		self, _ := os.FindProcess(os.Getpid())
		_ = self.Kill()
		time.Sleep(time.Hour)
	case asks("garbage"):
		os.Stdout.WriteString("\x00\x00\x00\x05" + isAnswer + "{nope")
	case asks("huge"):
		os.Stdout.WriteString("\x80\x00\x00\x00" + isAnswer)
	case asks("half"):
		os.Stdout.WriteString("\x00\x10\x00\x00" + isAnswer + strings.Repeat("x", 100_000))
		time.Sleep(time.Hour)
	case asks("noise"):
		os.Stderr.WriteString(strings.Repeat("noise\n", 1_000_000))
	}
}

// isAnswer follows the length in the head of a frame that answers a job.
const isAnswer = "\x06\x00\x00\x00\x00\x00\x00\x00\x00"

// testPool returns a pool of workers in a mode. All tests share the folder of
// compiled code, as the app's workers do, and leave it to the next run.
func testPool(t testing.TB, mode string, change func(*PoolOptions)) *Pool {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cache, err := PrivateFolder(filepath.Join(os.TempDir(), "widerow-test-"+strconv.Itoa(os.Getuid())))
	if err != nil {
		t.Log(err)
	}
	options := PoolOptions{
		Cache:   cache,
		Options: process.Options{Command: []string{self}, Env: []string{workerModeEnv + "=" + mode}},
		// A busy machine may be slow. Tests of deadlines set their own.
		Deadline: time.Minute, LargeDeadline: time.Minute,
	}
	if change != nil {
		change(&options)
	}
	pool, err := NewPool(options)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = pool.Close() })
	return pool
}
