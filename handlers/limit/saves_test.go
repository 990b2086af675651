package limit

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"widerow/store"
)

// wantEmpty fails if the queue is not empty after all turns have ended.
func (q *Saves) wantEmpty(t *testing.T) {
	t.Helper()
	if len(q.queues) > 0 || q.bytes != 0 {
		t.Errorf("the queue holds %d lines of %d bytes after the last turn", len(q.queues), q.bytes)
	}
}

func TestTurnsGoRoundTheVisitors(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		queue := NewSaves(DefaultSaveLimits)
		first, err := queue.Take(t.Context(), Turn{Model: "hotel", Client: Client{Visitor: "program"}})
		if err != nil {
			t.Fatal(err)
		}
		var order []string // each turn has the queue for itself
		for _, name := range []string{"program 1", "program 2", "program 3", "Ada 1", "Grace 1", "Ada 2"} {
			visitor, _, _ := strings.Cut(name, " ")
			go func() {
				done, err := queue.Take(t.Context(), Turn{Model: "hotel", Client: Client{Visitor: visitor}, Bytes: 10})
				if err != nil {
					t.Error(err)
					return
				}
				order = append(order, name)
				done()
			}()
			synctest.Wait()
		}
		other, err := queue.Take(t.Context(), Turn{Model: "library", Client: Client{Visitor: "program"}})
		if err != nil {
			t.Fatal("another model must not wait:", err)
		}
		other()
		first()
		synctest.Wait()
		want := []string{"program 1", "Ada 1", "Grace 1", "program 2", "Ada 2", "program 3"}
		if !slices.Equal(order, want) {
			t.Errorf("order %q, want %q", order, want)
		}
		queue.wantEmpty(t)
	})
}

func TestQueueTurnsAway(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		queue := NewSaves(SaveLimits{Visitor: 2, Address: 9, Model: 4, Bytes: 100, Wait: time.Minute})
		first, err := queue.Take(t.Context(), Turn{Model: "hotel", Client: Client{Visitor: "a"}})
		if err != nil {
			t.Fatal(err)
		}
		var waiting sync.WaitGroup
		for _, test := range []struct {
			visitor string
			bytes   int64
			busy    bool
		}{
			{"a", 20, false}, {"a", 20, false}, {"a", 0, true}, // 2 of a visitor
			{"b", 61, true}, {"b", 60, false}, {"c", 1, true}, // 100 bytes
			{"c", 0, false}, {"d", 0, true}, // 4 in all
		} {
			waiting.Go(func() {
				done, err := queue.Take(t.Context(), Turn{Model: "hotel", Client: Client{Visitor: test.visitor}, Bytes: test.bytes})
				if errors.Is(err, ErrManySaves) != test.busy {
					t.Errorf("%+v: error %v", test, err)
				}
				if err == nil {
					done()
				}
			})
			synctest.Wait()
		}
		first()
		waiting.Wait()
		queue.wantEmpty(t)
	})
}

func TestTurnThatIsNotAwaited(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		queue := NewSaves(SaveLimits{Visitor: 9, Address: 9, Model: 9, Bytes: 9, Wait: 15 * time.Second})
		first, _ := queue.Take(t.Context(), Turn{Model: "hotel"})
		cancelled, cancel := context.WithCancel(t.Context())
		go func() {
			time.Sleep(time.Second)
			cancel()
		}()
		if _, err := queue.Take(cancelled, Turn{Model: "hotel", Client: Client{Visitor: "a"}, Bytes: 9}); !errors.Is(err, context.Canceled) {
			t.Errorf("cancelled: error %v", err)
		}
		start := time.Now()
		if _, err := queue.Take(t.Context(), Turn{Model: "hotel", Client: Client{Visitor: "a"}, Bytes: 9}); !errors.Is(err, ErrManySaves) {
			t.Errorf("late: error %v", err)
		}
		if waited := time.Since(start); waited != 15*time.Second {
			t.Errorf("waited %v", waited)
		}
		first()
		queue.wantEmpty(t)
		if _, err := queue.Take(cancelled, Turn{Model: "hotel"}); !errors.Is(err, context.Canceled) {
			t.Errorf("cancelled before: error %v", err)
		}
		queue.wantEmpty(t)
	})
}

// A turn that is cancelled just as it is granted is passed on.
func TestManyTurns(t *testing.T) {
	queue := NewSaves(SaveLimits{Visitor: 5, Address: 15, Model: 20, Bytes: 1000, Wait: 300 * time.Microsecond})
	var running [3]atomic.Int32
	var taken atomic.Int32
	var group sync.WaitGroup
	for worker := range 30 {
		group.Go(func() {
			random := rand.New(rand.NewPCG(1, uint64(worker)))
			for range 300 {
				model := random.IntN(len(running))
				ctx, cancel := context.WithTimeout(t.Context(), time.Duration(random.IntN(400))*time.Microsecond)
				done, err := queue.Take(ctx, Turn{
					Model: store.ModelID(fmt.Sprint(model)), Client: Client{fmt.Sprint(worker % 3), fmt.Sprint(worker % 7)}, Bytes: int64(random.IntN(100)),
				})
				if err == nil {
					taken.Add(1)
					if running[model].Add(1) != 1 {
						t.Error("two saves of one model run at once")
					}
					time.Sleep(time.Duration(random.IntN(20)) * time.Microsecond)
					running[model].Add(-1)
					done()
				}
				cancel()
			}
		})
	}
	group.Wait()
	if taken.Load() == 0 {
		t.Error("no turn was granted")
	}
	queue.wantEmpty(t)
}
