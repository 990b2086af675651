package diagram

import (
	"encoding/binary"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"
)

// workerModeEnv makes the test binary a worker, a real one or one that fails
// in some way.
const workerModeEnv = "WIDEROW_TEST_WORKER"

func TestMain(m *testing.M) {
	if mode := os.Getenv(workerModeEnv); mode != "" {
		os.Exit(workerMode(mode))
	}
	os.Exit(m.Run())
}

// workerMode answers jobs, but does what the test asks for when a job holds
// the word for it. It stands in for an engine that a graph breaks.
func workerMode(mode string) int {
	if watchers := map[string]io.Writer{"real": io.Discard, "mortal": &mortal{}, "halting": halt{}}; watchers[mode] != nil {
		stdin := io.TeeReader(os.Stdin, watchers[mode])
		if err := WorkerMain(stdin, os.Stdout); err != nil {
			return 1
		}
		return 0
	}
	if mode == "stillborn" {
		os.Stderr.WriteString("cannot start at all\n")
		return 3
	}
	if mode == "sluggish" {
		time.Sleep(time.Second)
	}
	memory, _ := strconv.ParseInt(os.Getenv("WIDEROW_TEST_MEMORY"), 10, 64)
	if err := writeFrame(os.Stdout, answer{Memory: memory}); err != nil {
		return 1
	}
	if mode == "deaf" {
		time.Sleep(time.Hour)
	}
	for {
		var next job
		if err := readFrame(os.Stdin, &next); err != nil {
			return 0
		}
		switch text := strings.Join(next.Texts, ""); {
		case strings.Contains(text, "hang"):
			time.Sleep(time.Hour)
		case strings.Contains(text, "crash"):
			panic("crashed as asked")
		case strings.Contains(text, "garbage"):
			os.Stdout.WriteString("\x00\x00\x00\x05{nope")
		case strings.Contains(text, "huge"):
			os.Stdout.Write(binary.BigEndian.AppendUint32(nil, 1<<31))
		case strings.Contains(text, "half"):
			os.Stdout.WriteString("\x00\x10\x00\x00" + strings.Repeat("x", 100_000))
			time.Sleep(time.Hour)
		case strings.Contains(text, "noise"):
			os.Stderr.WriteString(strings.Repeat("noise\n", 1_000_000))
			_ = writeFrame(os.Stdout, answer{Plain: plainPID(next.Texts), Memory: memory})
		case strings.Contains(text, "short"):
			_ = writeFrame(os.Stdout, answer{Memory: memory})
		case strings.Contains(text, "refuse"):
			_ = writeFrame(os.Stdout, answer{Error: "refused as asked"})
		default:
			_ = writeFrame(os.Stdout, answer{Plain: plainPID(next.Texts), Memory: memory})
		}
	}
}

// mortal kills the process in the middle of a large job.
type mortal struct{ read int }

func (m *mortal) Write(p []byte) (int, error) {
	if m.read += len(p); m.read > 12_000 {
		self, _ := os.FindProcess(os.Getpid())
		_ = self.Kill()
	}
	return len(p), nil
}

// plainPID answers each graph with the worker's process id.
func plainPID(graphs []string) []string {
	out := make([]string, len(graphs))
	for i := range out {
		out[i] = strconv.Itoa(os.Getpid())
	}
	return out
}

// testPool is a pool of workers in a mode. All tests share the folder of
// compiled code, as the workers of the app do, and leave it to the next run.
func testPool(t testing.TB, mode string, change func(*PoolOptions)) *Pool {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	options := PoolOptions{
		TempDir: filepath.Join(os.TempDir(), "widerow-test-"+strconv.Itoa(os.Getuid())),
		Command: []string{self},
		Env:     []string{workerModeEnv + "=" + mode},
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
