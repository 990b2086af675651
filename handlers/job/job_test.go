package job

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"widerow/handlers/limit"
	"widerow/handlers/worker"
)

var ada = limit.Client{Address: "192.0.2.1", Visitor: "ada"}

// after answers once a time has passed.
func after(wait time.Duration) func(context.Context, *Job) (*worker.Answer, error) {
	return func(ctx context.Context, _ *Job) (*worker.Answer, error) {
		select {
		case <-time.After(wait):
			return &worker.Answer{Status: 200, Body: []byte("done")}, nil
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}

func TestShortWorkIsAnswered(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := NewBoard(1 << 20)
		j, _ := b.Begin("a", true, ada, "/", after(time.Second))
		if answer, err := b.Await(t.Context(), j, false); err != nil || string(answer.Body) != "done" {
			t.Error(answer, err)
		}
		b.mutex.Lock()
		defer b.mutex.Unlock()
		if len(b.jobs) != 0 {
			t.Error("an answer that was sent is kept")
		}
	})
}

// The answer to long work waits at its address, for whoever asked for it, and not for ever.
func TestLongWorkHasAnAddress(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := NewBoard(1 << 20)
		j, _ := b.Begin("a", true, ada, "/", after(time.Minute))
		if _, err := b.Await(t.Context(), j, false); !errors.Is(err, ErrLong) {
			t.Fatal(err)
		}
		for range 30 {
			time.Sleep(2 * time.Second)
			if found, _ := b.Of(j.ID, ada); found != j {
				t.Fatal("the work is lost")
			}
		}
		if answer, ended, err := j.Answer(); !ended || err != nil || string(answer.Body) != "done" {
			t.Error(answer, ended, err)
		}
		if found, _ := b.Of(j.ID, limit.Client{Address: ada.Address, Visitor: "ben"}); found != nil {
			t.Error("the answer is shown to somebody else")
		}
		time.Sleep(kept)
		if found, restarted := b.Of(j.ID, ada); found != nil || restarted {
			t.Error("the answer is kept for ever")
		}
		if _, restarted := NewBoard(1).Of(j.ID, ada); !restarted {
			t.Error("nobody is told that the server was started again")
		}
	})
}

// Work ends with the connection that waits for it, or once nobody looks at its address.
func TestAbandonedWorkEnds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := NewBoard(1 << 20)
		ctx, leave := context.WithCancel(t.Context())
		j, _ := b.Begin("a", true, ada, "/", after(time.Hour))
		time.AfterFunc(time.Second, leave)
		if _, err := b.Await(ctx, j, false); !errors.Is(err, context.Canceled) {
			t.Error(err)
		}
		<-j.done
		j, _ = b.Begin("a", true, ada, "/", after(time.Hour))
		if _, err := b.Await(t.Context(), j, false); !errors.Is(err, ErrLong) {
			t.Error(err)
		}
		begun := time.Now()
		<-j.done
		if _, _, err := j.Answer(); !errors.Is(err, ErrAbandoned) || time.Since(begun) != unasked {
			t.Errorf("%v after %v", err, time.Since(begun))
		}
	})
}

// What is sent twice runs once, and ends only when nobody waits for it.
func TestWorkSentTwiceRunsOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := NewBoard(1 << 20)
		ctx, leave := context.WithCancel(t.Context())
		first, _ := b.Begin("a", true, ada, "/", after(time.Second))
		second, joined := b.Begin("a", true, ada, "/", nil)
		if first != second || !joined {
			t.Fatal("it runs twice")
		}
		leave()
		_, _ = b.Await(ctx, first, false)
		if answer, err := b.Await(t.Context(), second, false); err != nil || answer == nil {
			t.Error("the work has ended with one of two", err)
		}
	})
}

func TestCancelledWorkEnds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := NewBoard(1 << 20)
		j, _ := b.Begin("a", true, ada, "/", after(time.Hour))
		_, _ = b.Await(t.Context(), j, false)
		j.Cancel()
		<-j.done
		if _, _, err := j.Answer(); !errors.Is(err, ErrCancelled) {
			t.Error(err)
		}
	})
}

// TestCancelledWorkMayAnswer cancels work that returns an answer all the same, such as how much is done: the
// page shows that answer.
func TestCancelledWorkMayAnswer(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := NewBoard(1 << 20)
		j, _ := b.Begin("a", true, ada, "/", func(ctx context.Context, _ *Job) (*worker.Answer, error) {
			<-ctx.Done()
			return &worker.Answer{Status: 303, Body: []byte("half")}, nil
		})
		_, _ = b.Await(t.Context(), j, false)
		j.Cancel()
		<-j.done
		if answer, _, err := j.Answer(); err != nil || string(answer.Body) != "half" {
			t.Error(answer, err)
		}
	})
}

// A page whose parts are on their way goes on waiting for them.
func TestSettledWorkHasNoAddress(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := NewBoard(1 << 20)
		j, _ := b.Begin("a", true, ada, "/", after(10*time.Second))
		if !j.Settle() {
			t.Fatal("nobody waits")
		}
		if answer, err := b.Await(t.Context(), j, false); err != nil || answer == nil {
			t.Error(err)
		}
	})
}

// Answers are bounded in number and in bytes: the oldest go first.
func TestAnswersAreBounded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := NewBoard(10)
		var all []*Job
		for i := range ofOne + 3 {
			j, _ := b.Begin(fmt.Sprint(i), true, limit.Client{Visitor: fmt.Sprint(i)}, "/", after(3*time.Second))
			_, _ = b.Await(t.Context(), j, false)
			<-j.done
			all = append(all, j)
			synctest.Wait()
		}
		if len(b.jobs) != 2 || b.jobs[1] != all[len(all)-1] { // of 4 bytes each
			t.Errorf("%d answers are kept", len(b.jobs))
		}
		many := NewBoard(1 << 20)
		for i := range ofOne + 3 {
			j, _ := many.Begin(fmt.Sprint(i), true, ada, "/", after(3*time.Second))
			_, _ = many.Await(t.Context(), j, false)
			<-j.done
			synctest.Wait()
		}
		if len(many.jobs) != ofOne {
			t.Errorf("%d answers of one client are kept", len(many.jobs))
		}
	})
}
