package engine

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"widerow/diagram/engine/process"
	"widerow/diagram/graph/graphtest"
)

// A job that is large or was late before is likely to be late.
func TestSuspect(t *testing.T) {
	late := newSuspects()
	late.wasLate([]string{"late"})
	tests := []struct {
		name, text string
		want       bool
	}{
		{"large", strings.Repeat(" ", suspectSize+1), true},
		{"many edges", strings.Repeat("a->b\n", suspectEdges+1), true},
		{"late before", "late", true},
		{"small", "digraph{a->b}", false},
	}
	for _, test := range tests {
		if got := late.suspect([]string{test.text}); got != test.want {
			t.Errorf("%s: suspect %t", test.name, got)
		}
	}
}

// A job that was late is a suspect from then on, but not one that found no worker.
func TestLateJobBecomesSuspect(t *testing.T) {
	pool := testPool(t, "moody", func(o *PoolOptions) { o.Size = 1 })
	hang := []string{"digraph{hang}"}
	ctx, leave := context.WithCancel(t.Context())
	held := make(chan error, 1)
	go func() {
		_, err := pool.plain(ctx, []string{"digraph{hang 2}"}, time.Hour)
		held <- err
	}()
	for { // until the only worker is busy
		_, err := pool.plain(t.Context(), []string{"digraph{}"}, 50*time.Millisecond)
		if errors.Is(err, process.ErrBusy) {
			break
		}
	}
	if _, err := pool.plain(t.Context(), hang, 50*time.Millisecond); !errors.Is(err, process.ErrBusy) || pool.suspects.suspect(hang) {
		t.Errorf("a job that waited in vain: error %v, suspect %t", err, pool.suspects.suspect(hang))
	}
	leave()
	if err := <-held; !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	if _, err := pool.plain(t.Context(), hang, 300*time.Millisecond); !errors.Is(err, process.ErrLate) || !pool.suspects.suspect(hang) {
		t.Errorf("a late job: error %v, suspect %t", err, pool.suspects.suspect(hang))
	}
}

// Whatever a worker does in the middle of a job, the job ends, and the next one
// yields the same layout byte for byte.
func TestNextJobIsRight(t *testing.T) {
	filled := "digraph{deaf" + strings.Repeat(" ", 6<<20) + "}" // more than a pipe holds
	tests := []struct {
		name, text string
		late       bool
		says       string // "" for a job that succeeds
	}{
		{"reads nothing", filled, true, process.ErrLate.Error()},
		{"hangs", "digraph{hang}", true, process.ErrLate.Error()},
		{"half an answer", "digraph{half}", true, process.ErrLate.Error()},
		{"is killed", "digraph{kill}", false, "the process ended"},
		{"panics", "digraph{crash}", false, "crashed as asked"},
		{"garbage", "digraph{garbage}", false, "decode a layout"},
		{"too long an answer", "digraph{huge}", false, "too large"},
		{"no DOT", "digraph{", false, "read DOT"},
		{"noise", "digraph{noise}", false, ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			pool := testPool(t, "moody", func(o *PoolOptions) { o.Size, o.Deadline = 1, time.Hour })
			before := hotelBy(t, pool)
			deadline := pool.options.Deadline
			if test.late {
				deadline = 300 * time.Millisecond
			}
			_, err := pool.plain(t.Context(), []string{test.text}, deadline)
			if (err == nil) != (test.says == "") || err != nil && !strings.Contains(err.Error(), test.says) {
				t.Errorf("error %v, want %q", err, test.says)
			}
			if diff := cmp.Diff(before, hotelBy(t, pool)); diff != "" {
				t.Errorf("the hotel differs after it:\n%s", diff)
			}
		})
	}
}

// hotelBy lays out the hotel without the cache.
func hotelBy(t *testing.T, pool *Pool) string {
	t.Helper()
	layout, err := New(pool, nil).Layout(context.Background(), graphtest.Hotel())
	if err != nil || layout.Notice != "" {
		t.Fatalf("hotel: error %v, notice %q", err, layout.Notice)
	}
	return asText(t, layout)
}
