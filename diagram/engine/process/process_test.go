package process

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"
)

// childModeEnv makes the test binary a child, which may fail in some way.
const childModeEnv = "WIDEROW_TEST_CHILD"

func TestMain(m *testing.M) {
	if mode := os.Getenv(childModeEnv); mode != "" {
		os.Exit(childMode(mode))
	}
	os.Exit(m.Run())
}

// gateEnv names a folder. Of the gated children the first starts at once, the
// others once the folder contains "open".
const gateEnv = "WIDEROW_TEST_GATE"

// delayEnv is the time that a sluggish child takes to start.
const delayEnv = "WIDEROW_TEST_DELAY"

// childMode is the main function of a child.
func childMode(mode string) int {
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
	parent := NewParent(os.Stdin, os.Stdout)
	err := parent.Serve(func(_ context.Context, job []byte) ([]byte, error) {
		asks := func(word string) bool { return bytes.Contains(job, []byte(word)) }
		switch {
		case asks("refuse"):
			return nil, errors.New("refused as asked")
		case asks("question"):
			if err := parent.Note([]byte("asking")); err != nil {
				return nil, err
			}
			return parent.Ask(job)
		}
		misbehave(asks)
		return []byte(strconv.Itoa(os.Getpid())), nil
	})
	if err != nil {
		return 1
	}
	return 0
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

// misbehave does what a job requests in the middle of it.
func misbehave(asks func(string) bool) {
	switch {
	case asks("hang"):
		time.Sleep(time.Hour)
	case asks("crash"):
		panic("crashed as asked")
	case asks("huge"):
		os.Stdout.Write(binary.BigEndian.AppendUint32(nil, 1<<31))
		os.Stdout.WriteString("\x06" + memoryOfNone)
	case asks("noise"):
		os.Stderr.WriteString(strings.Repeat("noise\n", 1_000_000))
	}
}

// testPool returns a pool of children in a mode.
func testPool(t testing.TB, mode string, change func(*Options)) *Pool {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	options := Options{
		Name: "child", Command: []string{self}, Env: []string{childModeEnv + "=" + mode},
		Size: 2, Memory: 100 << 20, MaxFrame: 1 << 20, Idle: time.Hour,
	}
	if change != nil {
		change(&options)
	}
	pool := NewPool(options)
	t.Cleanup(func() { _ = pool.Close() })
	return pool
}

// do runs a job that is not meant to be late, and returns the answer.
func do(ctx context.Context, pool *Pool, text string, change ...func(*Job)) (answer string, err error) {
	job := Job{Body: []byte(text), Within: time.Hour, Read: func(made []byte) error {
		if strings.Contains(text, "unreadable") {
			return errors.New("cannot be read")
		}
		answer = string(made)
		return nil
	}}
	for _, c := range change {
		c(&job)
	}
	err = pool.Do(ctx, job)
	return answer, err
}

// askPID runs a harmless job and returns the process ID of its child.
func askPID(t *testing.T, pool *Pool) string {
	t.Helper()
	pid, err := do(t.Context(), pool, "well")
	if err != nil {
		t.Fatal(err)
	}
	return pid
}

func low(job *Job) { job.Low = true }

func within(limit time.Duration) func(*Job) { return func(job *Job) { job.Within = limit } }
