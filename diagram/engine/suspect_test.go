package engine

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"widerow/diagram/graph/graphtest"
)

// Other jobs find a free worker while more suspect jobs than there are workers
// do not end.
func TestSuspectsLeaveAWorkerFree(t *testing.T) {
	wasLate := func(p *Pool) { p.suspects.wasLate([]string{"hang"}) }
	tests := []struct {
		name, job string
		before    func(*Pool)
	}{
		{"large", "hang" + strings.Repeat(" ", suspectSize), func(*Pool) {}},
		{"many edges", "hang" + strings.Repeat("a->b\n", suspectEdges+1), func(*Pool) {}},
		{"late before", "hang", wasLate},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			pool := testPool(t, "faulty", func(o *PoolOptions) { o.Deadline = time.Hour })
			test.before(pool)
			ctx, leave := context.WithCancel(context.Background())
			ended := make(chan error, 3)
			for range cap(ended) {
				go func() {
					_, err := pool.Plain(ctx, []string{test.job})
					ended <- err
				}()
			}
			for range 20 {
				askPID(t, pool)
			}
			leave()
			for range cap(ended) {
				if err := <-ended; !errors.Is(err, context.Canceled) {
					t.Errorf("error %v, want %v", err, context.Canceled)
				}
			}
			askPID(t, pool)
		})
	}
}

// A suspect job runs with a lower priority, and its worker is replaced
// afterwards.
func TestSuspectLowersPriority(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("threads have priorities only on Linux")
	}
	pool := testPool(t, "real", nil)
	worker, err := pool.start()
	if err != nil {
		t.Fatal(err)
	}
	defer worker.close()
	own := nicenessOf(t, os.Getpid())[fmt.Sprintf("/proc/%[1]d/task/%[1]d/stat", os.Getpid())]
	if own == lowest {
		t.Skip("the tests already run with the lowest priority")
	}
	for _, nice := range []bool{false, true} {
		if _, err := worker.run(context.Background(), job{Texts: []string{"digraph{a->b}"}, Nice: nice}); err != nil {
			t.Fatal(err)
		}
		want := own
		if nice {
			want = min(lowest, own+niceness)
		}
		for thread, got := range nicenessOf(t, worker.command.Process.Pid) {
			if got != want {
				t.Errorf("after a job with nice %t thread %s has niceness %d, want %d", nice, thread, got, want)
			}
		}
	}
}

// nicenessOf returns the niceness of a process's threads, the 19th field of
// their stat file (proc(5)).
func nicenessOf(t *testing.T, pid int) map[string]int {
	t.Helper()
	threads, err := filepath.Glob("/proc/" + strconv.Itoa(pid) + "/task/*/stat")
	if err != nil || len(threads) == 0 {
		t.Skip("no /proc to read priorities from")
	}
	all := map[string]int{}
	for _, thread := range threads {
		stat, err := os.ReadFile(thread)
		if err != nil {
			continue // the thread has ended
		}
		_, rest, _ := strings.Cut(string(stat), ") ") // two fields before
		fields := strings.Fields(rest)
		if all[thread], err = strconv.Atoi(fields[16]); err != nil {
			t.Fatalf("%s: %v", thread, err)
		}
	}
	return all
}

// No job runs on a worker that has lowered its priority.
func TestSuspectWorkerIsReplaced(t *testing.T) {
	pool := testPool(t, "faulty", func(o *PoolOptions) { o.Size = 1 })
	for range 5 {
		plain, err := pool.Plain(context.Background(), []string{"well" + strings.Repeat(" ", suspectSize)})
		if err != nil {
			t.Fatal(err)
		}
		if askPID(t, pool) == plain[0] {
			t.Error("a worker with a lowered priority was kept")
		}
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
		{"reads nothing", filled, true, errLate.Error()},
		{"hangs", "digraph{hang}", true, errLate.Error()},
		{"half an answer", "digraph{half}", true, errLate.Error()},
		{"is killed", "digraph{kill}", false, "the process ended"},
		{"panics", "digraph{crash}", false, "crashed as asked"},
		{"garbage", "digraph{garbage}", false, "decode frame"},
		{"too long an answer", "digraph{huge}", false, "larger than 8 MB"},
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
			_, err := pool.do(context.Background(), job{Texts: []string{test.text}}, deadline)
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
