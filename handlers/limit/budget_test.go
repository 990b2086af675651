package limit

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/iotest"
	"testing/synctest"
	"time"
)

func limits() Limits {
	return Limits{Memory: 100, Small: 5, SmallSlots: 2, Slots: 2, Waiting: 8, Address: 8, Wait: 10 * time.Second}
}

// Large work runs two at a time and within the memory limit, in any order.
func TestBudgetIsKept(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		configured := limits()
		configured.Waiting, configured.Address, configured.Wait = 1000, 1000, time.Hour
		budget := NewBudget(configured)
		var memory, running, most atomic.Int64
		var group sync.WaitGroup
		for i := range 200 {
			bytes := int64(6 + i*7%120)
			group.Go(func() {
				done, err := budget.Take(t.Context(), Client{Visitor: fmt.Sprint(i % 9)}, bytes)
				if err != nil {
					t.Error(err)
					return
				}
				if sum, count := memory.Add(bytes), running.Add(1); count > 2 || sum > 100 && count > 1 {
					t.Errorf("%d pieces of work with %d bytes run at the same time", count, sum)
				}
				most.Store(max(most.Load(), running.Load()))
				time.Sleep(time.Second)
				memory.Add(-bytes)
				running.Add(-1)
				done()
				done()
			})
		}
		group.Wait()
		if running, waiting := budget.State(); running != 0 || waiting != 0 || most.Load() != 2 {
			t.Errorf("%d run and %d wait in the end; %d ran at a time, want 2", running, waiting, most.Load())
		}
	})
}

// A client with one piece of work waits for only one piece of a client with many.
func TestBudgetGoesRoundTheClients(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		configured := limits()
		configured.Slots = 1
		budget := NewBudget(configured)
		var order []string
		var group sync.WaitGroup
		for i, client := range []string{"many", "many", "many", "many", "one"} {
			time.Sleep(time.Millisecond)
			group.Go(func() {
				done, err := budget.Take(t.Context(), Client{Visitor: client}, 50)
				if err != nil {
					t.Error(err)
					return
				}
				order = append(order, fmt.Sprint(client, i))
				time.Sleep(time.Second)
				done()
			})
		}
		group.Wait()
		if got := strings.Join(order, " "); got != "many0 many1 one4 many2 many3" {
			t.Errorf("the order is %s", got)
		}
	})
}

func TestBudgetRefuses(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		budget := NewBudget(limits())
		var held []func()
		for range 2 {
			done, err := budget.Take(t.Context(), Client{Visitor: "a"}, 50)
			if err != nil {
				t.Fatal(err)
			}
			held = append(held, done)
		}
		start := time.Now()
		if _, err := budget.Take(t.Context(), Client{Visitor: "b"}, 50); !errors.Is(err, ErrBusy) || time.Since(start) != 10*time.Second {
			t.Errorf("after %v: %v, want ErrBusy after 10 s", time.Since(start), err)
		}
		stopping := errors.New("stopping")
		ctx, cancel := context.WithCancelCause(t.Context())
		cancel(stopping)
		if _, err := budget.Take(ctx, Client{Visitor: "b"}, 50); !errors.Is(err, stopping) {
			t.Errorf("%v, want the cause", err)
		}
		var group sync.WaitGroup
		for range 8 {
			group.Go(func() {
				if _, err := budget.Take(t.Context(), Client{Visitor: "b"}, 50); !errors.Is(err, ErrBusy) {
					t.Error(err)
				}
			})
		}
		synctest.Wait()
		start = time.Now()
		if _, err := budget.Take(t.Context(), Client{Visitor: "c"}, 50); !errors.Is(err, ErrBusy) || time.Since(start) != 0 {
			t.Errorf("after %v: %v, want ErrBusy at once", time.Since(start), err)
		}
		if done, err := budget.Take(t.Context(), Client{Visitor: "c"}, 5); err != nil || time.Since(start) != 0 {
			t.Errorf("small work: after %v: %v", time.Since(start), err)
		} else {
			done()
		}
		group.Wait()
		for _, done := range held {
			done()
		}
		if done, err := budget.Take(t.Context(), Client{Visitor: "a"}, 5000); err != nil {
			t.Errorf("work above the whole budget, alone: %v", err)
		} else {
			done()
		}
		if running, waiting := budget.State(); running != 0 || waiting != 0 {
			t.Errorf("%d run and %d wait in the end", running, waiting)
		}
	})
}

func TestForms(t *testing.T) {
	forms := NewForms(200 << 10)
	large := strings.Repeat("x", 100<<10)
	form, release, err := forms.Read(strings.NewReader(large))
	if err != nil || string(form) != large {
		t.Fatal(len(form), err)
	}
	if _, _, err := forms.Read(strings.NewReader(large)); !errors.Is(err, ErrBusy) {
		t.Errorf("a form without room: %v, want ErrBusy", err)
	}
	release()
	release()
	if _, _, err := forms.Read(iotest.TimeoutReader(strings.NewReader(large))); err == nil {
		t.Error("a form that broke off has no error")
	}
	for range 3 {
		form, release, err := forms.Read(strings.NewReader(large))
		if err != nil || len(form) != len(large) {
			t.Fatal(len(form), err)
		}
		release()
	}
}
