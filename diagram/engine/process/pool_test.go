package process

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
)

func TestChildKilledByDeadline(t *testing.T) {
	pool := testPool(t, "faulty", func(o *Options) { o.Size = 1 })
	before := askPID(t, pool)
	if _, err := do(t.Context(), pool, "hang", within(300*time.Millisecond)); !errors.Is(err, ErrLate) || errors.Is(err, ErrBusy) {
		t.Fatalf("error %v, want %v", err, ErrLate)
	}
	if after := askPID(t, pool); after == before {
		t.Error("the child that hung is still in use")
	}
	if _, err := os.Stat("/proc/" + before); err == nil {
		t.Errorf("process %s is still running", before)
	}
}

func TestChildFailures(t *testing.T) {
	tests := []struct{ job, says string }{
		{"crash", "crashed as asked"},
		{"huge", errFrameSize.Error()},
		{"unreadable", "cannot be read"},
		{"refuse", "refused as asked"},
	}
	pool := testPool(t, "faulty", func(o *Options) { o.Size = 1 })
	for _, test := range tests {
		t.Run(test.job, func(t *testing.T) {
			before := askPID(t, pool)
			_, err := do(t.Context(), pool, test.job)
			if err == nil || !strings.Contains(err.Error(), test.says) {
				t.Errorf("error %v, want one with %q", err, test.says)
			}
			if after := askPID(t, pool); after == before {
				t.Error("a child in an unknown state was kept")
			}
		})
	}
}

// A job too large to send does nothing.
func TestJobTooLarge(t *testing.T) {
	pool := testPool(t, "faulty", func(o *Options) { o.Size = 1 })
	before := askPID(t, pool)
	if _, err := do(t.Context(), pool, strings.Repeat("x", 1<<20+1)); !errors.Is(err, errFrameSize) {
		t.Errorf("error %v, want %v", err, errFrameSize)
	}
	if after := askPID(t, pool); after != before {
		t.Error("the child was replaced")
	}
}

// A child may ask its parent while it does a job, and say how far it is.
func TestChildAsks(t *testing.T) {
	pool := testPool(t, "faulty", nil)
	noted := ""
	answer, err := do(t.Context(), pool, "question", func(job *Job) {
		job.Reply = func(_ context.Context, question []byte) []byte { return append(question, " and reply"...) }
		job.Note = func(text []byte) { noted += string(text) }
	})
	if err != nil || answer != "question and reply" || noted != "asking" {
		t.Errorf("answer %q, note %q, error %v", answer, noted, err)
	}
	if _, err := do(t.Context(), pool, "question"); err == nil || !strings.Contains(err.Error(), "unexpected frame") {
		t.Errorf("a question of a job that takes none: error %v", err)
	}
}

// A job that finds its child dead is done by another.
func TestChildEndedWithoutJob(t *testing.T) {
	pool := testPool(t, "faulty", func(o *Options) { o.Size = 1 })
	before := askPID(t, pool)
	pid, err := strconv.Atoi(before)
	if err != nil {
		t.Fatal(err)
	}
	idle, err := os.FindProcess(pid)
	if err != nil {
		t.Fatal(err)
	}
	idle.Kill()
	idle.Wait() // until its pipes are closed
	if after := askPID(t, pool); after == before {
		t.Error("a child that was killed has answered")
	}
}

// The child that was used last does the next job: the others may end.
func TestChildServesAgain(t *testing.T) {
	pool := testPool(t, "faulty", nil)
	if first, second := askPID(t, pool), askPID(t, pool); second != first {
		t.Errorf("two children, %s and %s, do jobs one after another", first, second)
	}
}

func TestChildThatCannotStart(t *testing.T) {
	pool := testPool(t, "stillborn", nil)
	_, err := do(t.Context(), pool, "well")
	if !errors.Is(err, ErrNotStarted) || !strings.Contains(err.Error(), "cannot start at all") {
		t.Errorf("error %v does not contain the cause", err)
	}
}

// Time in which a child starts does not count towards the deadline of its
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

// jobsOfSluggish runs jobs on a child that takes twice the deadline to start.
func jobsOfSluggish(t *testing.T, deadline time.Duration) error {
	pool := testPool(t, "sluggish", func(o *Options) {
		o.Size, o.Env = 1, append(o.Env, delayEnv+"="+(2*deadline).String())
	})
	failed := make(chan error, 3)
	for range cap(failed) {
		go func() {
			_, err := do(context.Background(), pool, "well", within(deadline))
			failed <- err
		}()
	}
	var errs []error
	for range cap(failed) {
		errs = append(errs, <-failed)
	}
	return errors.Join(errs...)
}

func TestChildRecycled(t *testing.T) {
	tests := []struct {
		name   string
		change func(*Options)
	}{
		{"after jobs", func(o *Options) { o.MaxJobs = 5 }},
		{"for its memory", func(o *Options) { o.MaxMemory = 1 << 20 }},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			pool := testPool(t, "faulty", func(o *Options) { o.Size = 1; test.change(o) })
			first := askPID(t, pool)
			for askPID(t, pool) == first {
				time.Sleep(time.Millisecond)
			}
		})
	}
}

// While a replacement starts, the old child continues.
func TestRecyclingDoesNotWait(t *testing.T) {
	gate := t.TempDir()
	pool := testPool(t, "gated", func(o *Options) {
		o.Size, o.MaxJobs, o.Env = 1, 1, append(o.Env, gateEnv+"="+gate)
	})
	first := askPID(t, pool)
	for range 3 {
		if next := askPID(t, pool); next != first {
			t.Errorf("child %s ran a job before it was ready, want %s", next, first)
		}
	}
	if err := os.Mkdir(filepath.Join(gate, "open"), 0o700); err != nil {
		t.Fatal(err)
	}
	for askPID(t, pool) == first {
		time.Sleep(time.Millisecond)
	}
}

func TestIdleChildEnds(t *testing.T) {
	pool := testPool(t, "faulty", func(o *Options) { o.Size, o.Idle = 1, 20*time.Millisecond })
	first := askPID(t, pool)
	for askPID(t, pool) == first { // each call is work
		time.Sleep(100 * time.Millisecond)
	}
}

// While one bad job hangs, others are done.
func TestBadJobSlowsNobody(t *testing.T) {
	pool := testPool(t, "faulty", nil)
	askPID(t, pool)
	ctx, leave := context.WithCancel(context.Background())
	hung := make(chan error, 1)
	go func() {
		_, err := do(ctx, pool, "hang")
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
	pool := testPool(t, "faulty", func(o *Options) { o.MaxJobs = 7 })
	var users sync.WaitGroup
	for user := range 8 {
		users.Go(func() {
			for i := range 20 {
				text := fmt.Sprintf("job %d", i)
				if (user+i)%10 == 0 {
					text = "crash"
				}
				pid, err := do(t.Context(), pool, text)
				if (err == nil) == (text == "crash") || err == nil && pid == "" {
					t.Errorf("%s: answer %q, error %v", text, pid, err)
				}
			}
		})
	}
	users.Wait()
}

func TestCallerLeaves(t *testing.T) {
	pool := testPool(t, "faulty", func(o *Options) { o.Size = 1 })
	ctx, cancel := context.WithTimeout(context.Background(), 100*time.Millisecond)
	defer cancel()
	if _, err := do(ctx, pool, "hang"); err == nil {
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
	if _, err := do(t.Context(), pool, "well"); !errors.Is(err, ErrClosed) {
		t.Errorf("error %v, want %v", err, ErrClosed)
	}
	if _, err := os.Stat("/proc/" + pid); err == nil {
		t.Errorf("process %s is still running", pid)
	}
}
