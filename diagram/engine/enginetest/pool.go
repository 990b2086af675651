// Package enginetest runs the layout engine in tests. The test binary itself
// serves as the workers.
package enginetest

import (
	"io"
	"os"
	"path/filepath"
	"strconv"
	"testing"
	"time"

	"widerow/diagram/engine"
	"widerow/diagram/engine/process"
)

// workerEnv is the variable that makes the test binary a worker.
const workerEnv = "WIDEROW_TEST_LAYOUT"

// Main is the TestMain of a package whose tests call Pool. It does not return.
func Main(m *testing.M) {
	if os.Getenv(workerEnv) == "" {
		os.Exit(m.Run())
	}
	if err := engine.WorkerMain(io.Reader(os.Stdin), os.Stdout); err != nil {
		os.Exit(1)
	}
	os.Exit(0)
}

// Pool returns a pool of workers, which ends with the test. All tests share the
// folder of compiled code and leave it to the next run.
func Pool(t testing.TB, change func(*engine.PoolOptions)) *engine.Pool {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cache, err := engine.PrivateFolder(filepath.Join(os.TempDir(), "widerow-test-"+strconv.Itoa(os.Getuid())))
	if err != nil {
		t.Log(err)
	}
	options := engine.PoolOptions{
		Cache:   cache,
		Options: process.Options{Command: []string{self}, Env: []string{workerEnv + "=1"}},
		// A busy machine may be slow. Tests of deadlines set their own.
		Deadline: time.Minute, LargeDeadline: time.Minute,
	}
	if change != nil {
		change(&options)
	}
	pool, err := engine.NewPool(options)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = pool.Close() })
	return pool
}
