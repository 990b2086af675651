package engine

import (
	"bytes"
	"encoding/binary"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"
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

// gateEnv names a folder. Of the gated workers the first starts at once, the
// others once the folder contains "open".
const gateEnv = "WIDEROW_TEST_GATE"

// delayEnv is the time that a sluggish worker takes to start.
const delayEnv = "WIDEROW_TEST_DELAY"

// workerMode runs a worker that misbehaves when a job contains the
// corresponding word. It simulates an engine that a graph breaks.
func workerMode(mode string) int {
	if watchers := map[string]io.Writer{"real": io.Discard, "moody": moody{}, "halting": halt{}}; watchers[mode] != nil {
		if err := WorkerMain(io.TeeReader(os.Stdin, watchers[mode]), os.Stdout); err != nil {
			return 1
		}
		return 0
	}
	switch mode {
	case "stillborn":
		os.Stderr.WriteString("cannot start at all\n")
		return 3
	case "sluggish":
		delay, _ := time.ParseDuration(os.Getenv(delayEnv))
		time.Sleep(delay)
	case "gated":
		waitAtGate(os.Getenv(gateEnv))
	}
	memory, _ := strconv.ParseInt(os.Getenv("WIDEROW_TEST_MEMORY"), 10, 64)
	if err := writeFrame(os.Stdout, answer{Memory: memory}); err != nil {
		return 1
	}
	for {
		var next job
		if err := readFrame(os.Stdin, &next); err != nil {
			return 0
		}
		switch text := strings.Join(next.Texts, ""); {
		case strings.Contains(text, "short"):
			_ = writeFrame(os.Stdout, answer{Memory: memory})
		case strings.Contains(text, "refuse"):
			_ = writeFrame(os.Stdout, answer{Error: "refused as asked"})
		default:
			misbehave([]byte(text))
			_ = writeFrame(os.Stdout, answer{Plain: plainPID(next.Texts), Memory: memory})
		}
	}
}

func waitAtGate(folder string) {
	if os.Mkdir(filepath.Join(folder, "first"), 0o700) == nil {
		return
	}
	for {
		if _, err := os.Stat(filepath.Join(folder, "open")); err == nil {
			return
		}
		time.Sleep(time.Millisecond)
	}
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
		os.Stdout.WriteString("\x00\x00\x00\x05{nope")
	case asks("huge"):
		os.Stdout.Write(binary.BigEndian.AppendUint32(nil, 1<<31))
	case asks("half"):
		os.Stdout.WriteString("\x00\x10\x00\x00" + strings.Repeat("x", 100_000))
		time.Sleep(time.Hour)
	case asks("noise"):
		os.Stderr.WriteString(strings.Repeat("noise\n", 1_000_000))
	}
}

// plainPID answers each graph with the worker's process ID.
func plainPID(graphs []string) []string {
	out := make([]string, len(graphs))
	for i := range out {
		out[i] = strconv.Itoa(os.Getpid())
	}
	return out
}

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
		Command: []string{self},
		Env:     []string{workerModeEnv + "=" + mode},
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
