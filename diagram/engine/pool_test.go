package engine

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"
)

// askPID runs a harmless job and returns the process ID of its worker.
func askPID(t *testing.T, pool *Pool) string {
	t.Helper()
	plain, err := pool.Plain(context.Background(), []string{"well"})
	if err != nil {
		t.Fatal(err)
	}
	return plain[0]
}

func TestWorkerKilledByDeadline(t *testing.T) {
	pool := testPool(t, "faulty", func(o *PoolOptions) { o.Size = 1 })
	before := askPID(t, pool)
	late := []string{"hang"}
	if _, err := pool.do(context.Background(), job{Texts: late}, 300*time.Millisecond); !errors.Is(err, errLate) {
		t.Fatalf("error %v, want %v", err, errLate)
	}
	if !pool.suspects.suspect(late) {
		t.Error("a late job is not a suspect")
	}
	if after := askPID(t, pool); after == before {
		t.Error("the worker that hung is still in use")
	}
	if _, err := os.Stat("/proc/" + before); err == nil {
		t.Errorf("process %s is still running", before)
	}
}

func TestWorkerFailures(t *testing.T) {
	tests := []struct{ job, says string }{
		{"crash", "crashed as asked"},
		{"garbage", "decode frame"},
		{"huge", "larger than 8 MB"},
		{"short", "0 answers to 1 texts"},
		{"refuse", "refused as asked"},
	}
	pool := testPool(t, "faulty", func(o *PoolOptions) { o.Size = 1 })
	for _, test := range tests {
		t.Run(test.job, func(t *testing.T) {
			before := askPID(t, pool)
			_, err := pool.Plain(context.Background(), []string{test.job})
			if err == nil || !strings.Contains(err.Error(), test.says) {
				t.Errorf("error %v, want one with %q", err, test.says)
			}
			if after := askPID(t, pool); after == before {
				t.Error("a worker in an unknown state was kept")
			}
		})
	}
}

func TestWorkerThatCannotStart(t *testing.T) {
	pool := testPool(t, "stillborn", nil)
	_, err := pool.Plain(context.Background(), []string{"well"})
	if err == nil || !strings.Contains(err.Error(), "cannot start at all") {
		t.Errorf("error %v does not contain the cause", err)
	}
}

// Time in which a worker starts does not count towards the deadline of its
// first job or of waiting jobs. A machine may be too busy for a short deadline: then
// a longer one shows it.
func TestStartIsNoPartOfAJob(t *testing.T) {
	var err error
	for _, deadline := range []time.Duration{300 * time.Millisecond, time.Second, 5 * time.Second} {
		if err = jobsOfSluggish(t, deadline); err == nil {
			return
		}
	}
	t.Error(err)
}

// jobsOfSluggish runs jobs on a worker that takes twice the deadline to start.
func jobsOfSluggish(t *testing.T, deadline time.Duration) error {
	pool := testPool(t, "sluggish", func(o *PoolOptions) {
		o.Size, o.Deadline, o.Env = 1, deadline, append(o.Env, delayEnv+"="+(2*deadline).String())
	})
	failed := make(chan error, 3)
	for range cap(failed) {
		go func() {
			_, err := pool.Plain(context.Background(), []string{"well"})
			failed <- err
		}()
	}
	var errs []error
	for range cap(failed) {
		errs = append(errs, <-failed)
	}
	return errors.Join(errs...)
}

func TestWorkerRecycled(t *testing.T) {
	tests := []struct {
		name   string
		change func(*PoolOptions)
	}{
		{"after jobs", func(o *PoolOptions) { o.MaxJobs = 5 }},
		{"for its memory", func(o *PoolOptions) { o.MaxMemory = 1 << 20; o.Env = append(o.Env, "WIDEROW_TEST_MEMORY=2000000") }},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			pool := testPool(t, "faulty", func(o *PoolOptions) { o.Size = 1; test.change(o) })
			first := askPID(t, pool)
			for askPID(t, pool) == first {
				time.Sleep(time.Millisecond)
			}
		})
	}
}

// While a replacement starts, the old worker continues.
func TestRecyclingDoesNotWait(t *testing.T) {
	gate := t.TempDir()
	pool := testPool(t, "gated", func(o *PoolOptions) {
		o.Size, o.MaxJobs, o.Env = 1, 1, append(o.Env, gateEnv+"="+gate)
	})
	first := askPID(t, pool)
	for range 3 {
		if next := askPID(t, pool); next != first {
			t.Errorf("worker %s ran a job before it was ready, want %s", next, first)
		}
	}
	if err := os.Mkdir(filepath.Join(gate, "open"), 0o700); err != nil {
		t.Fatal(err)
	}
	for askPID(t, pool) == first {
		time.Sleep(time.Millisecond)
	}
}

func TestIdleWorkerEnds(t *testing.T) {
	pool := testPool(t, "faulty", func(o *PoolOptions) { o.Size, o.Idle = 1, 20*time.Millisecond })
	first := askPID(t, pool)
	for askPID(t, pool) == first { // each call is work
		time.Sleep(100 * time.Millisecond)
	}
}

// While one bad graph hangs, other graphs are laid out.
func TestBadGraphSlowsNobody(t *testing.T) {
	pool := testPool(t, "faulty", func(o *PoolOptions) { o.Deadline = time.Hour })
	askPID(t, pool)
	ctx, leave := context.WithCancel(context.Background())
	hung := make(chan error, 1)
	go func() {
		_, err := pool.Plain(ctx, []string{"hang"})
		hung <- err
	}()
	for range 50 {
		askPID(t, pool)
	}
	leave()
	if err := <-hung; !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want %v", err, context.Canceled)
	}
}

func TestPoolUnderLoad(t *testing.T) {
	pool := testPool(t, "faulty", func(o *PoolOptions) { o.MaxJobs = 7 })
	var users sync.WaitGroup
	for user := range 8 {
		users.Go(func() {
			for i := range 20 {
				text := fmt.Sprintf("graph %d", i)
				if (user+i)%10 == 0 {
					text = "crash"
				}
				plain, err := pool.Plain(context.Background(), []string{text, text})
				if (err == nil) == (text == "crash") || err == nil && len(plain) != 2 {
					t.Errorf("%s: %d answers, error %v", text, len(plain), err)
				}
			}
		})
	}
	users.Wait()
}

func TestCallerLeaves(t *testing.T) {
	pool := testPool(t, "faulty", func(o *PoolOptions) { o.Size = 1 })
	ctx, cancel := context.WithTimeout(context.Background(), 100*time.Millisecond)
	defer cancel()
	if _, err := pool.Plain(ctx, []string{"hang"}); err == nil {
		t.Error("no error")
	}
	askPID(t, pool)
}

func TestPoolClosed(t *testing.T) {
	pool := testPool(t, "faulty", nil)
	pid := askPID(t, pool)
	for range 2 {
		if err := pool.Close(); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := pool.Plain(context.Background(), []string{"well"}); !errors.Is(err, errPoolClosed) {
		t.Errorf("error %v, want %v", err, errPoolClosed)
	}
	if _, err := os.Stat("/proc/" + pid); err == nil {
		t.Errorf("process %s is still running", pid)
	}
}
