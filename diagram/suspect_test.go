package diagram

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// While jobs that may take long run to their deadline, and more of them than
// there are workers, others find a free worker.
func TestSuspectsLeaveAWorkerFree(t *testing.T) {
	large := "hang" + strings.Repeat(" ", suspectSize)
	tests := []struct {
		name   string
		job    string
		before func(*Pool)
	}{
		{"large", large, func(*Pool) {}},
		{"late before", "hang", func(p *Pool) {
			if _, err := p.plain(context.Background(), []string{"hang"}); !errors.Is(err, errLate) {
				t.Fatalf("error %v, want %v", err, errLate)
			}
		}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			pool := testPool(t, "faulty", nil)
			test.before(pool)
			ended := make(chan error, 3)
			for range cap(ended) {
				go func() {
					_, err := pool.plain(context.Background(), []string{test.job})
					ended <- err
				}()
			}
			for range 20 {
				askPID(t, pool)
			}
			select {
			case err := <-ended:
				t.Errorf("20 jobs took longer than one that hung (%v)", err)
			default:
			}
			for range cap(ended) {
				if err := <-ended; !errors.Is(err, errLate) {
					t.Errorf("error %v, want %v", err, errLate)
				}
			}
		})
	}
}

// A suspect job runs with less priority, and its worker is replaced after it.
func TestSuspectStepsBack(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("the priority of a thread is Linux's")
	}
	pool := testPool(t, "real", nil)
	worker, err := pool.start()
	if err != nil {
		t.Fatal(err)
	}
	defer worker.close()
	for _, nice := range []bool{false, true} {
		if _, err := worker.run(context.Background(), job{Texts: []string{"digraph{a->b}"}, Nice: nice}); err != nil {
			t.Fatal(err)
		}
		if got := steppedBack(t, worker.command.Process.Pid); got != nice {
			t.Errorf("after a job with nice %t a thread with niceness %d: %t", nice, niceness, got)
		}
	}
}

// steppedBack tells whether a thread of a process has our niceness, the 19th
// field of its stat (proc(5)).
func steppedBack(t *testing.T, pid int) bool {
	threads, err := filepath.Glob("/proc/" + strconv.Itoa(pid) + "/task/*/stat")
	if err != nil || len(threads) == 0 {
		t.Skip("no /proc to read priorities from")
	}
	for _, thread := range threads {
		stat, err := os.ReadFile(thread)
		if err != nil {
			continue // the thread has ended
		}
		_, rest, _ := strings.Cut(string(stat), ") ") // two fields before
		if fields := strings.Fields(rest); len(fields) > 16 && fields[16] == strconv.Itoa(niceness) {
			return true
		}
	}
	return false
}

func TestSuspectWorkerIsReplaced(t *testing.T) {
	pool := testPool(t, "faulty", func(o *PoolOptions) { o.Size = 1 })
	plain, err := pool.plain(context.Background(), []string{"well" + strings.Repeat(" ", suspectSize)})
	if err != nil {
		t.Fatal(err)
	}
	deadline := time.Now().Add(10 * time.Second)
	for askPID(t, pool) == plain[0] {
		if time.Now().After(deadline) {
			t.Fatal("a worker without priority was kept")
		}
		time.Sleep(time.Millisecond)
	}
}

// A worker that reads nothing, stops in the middle of its answer or fills
// standard error ends at the deadline, or answers; the next job is right.
func TestPipes(t *testing.T) {
	tests := []struct {
		name, mode, job string
		err             error
	}{
		{"reads nothing", "deaf", strings.Repeat("job", 1<<20), errLate},
		{"half an answer", "faulty", "half", errLate},
		{"noise", "faulty", "noise", nil},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			deadline := time.Second
			if test.err == nil {
				deadline = time.Minute
			}
			pool := testPool(t, test.mode, func(o *PoolOptions) { o.Size, o.Deadline = 1, deadline })
			if _, err := pool.plain(context.Background(), []string{test.job}); !errors.Is(err, test.err) {
				t.Fatalf("error %v, want %v", err, test.err)
			}
			if test.mode == "faulty" {
				askPID(t, pool)
			}
		})
	}
}

// A worker that is killed in the middle of a job costs that job its layout, and
// the next one nothing: its picture is the same, byte for byte.
func TestWorkerKilledInAJob(t *testing.T) {
	pool := testPool(t, "mortal", func(o *PoolOptions) { o.Size = 1 })
	drawn := func() string {
		layout, err := NewEngine(pool, nil).Layout(context.Background(), sampleHotel())
		if err != nil || layout.Notice != "" {
			t.Fatalf("hotel: error %v, notice %q", err, layout.Notice)
		}
		text, err := json.Marshal(layout)
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	before := drawn()
	large := sampleRandom(1, 300, 400, 1)
	layout, err := NewEngine(pool, nil).Layout(context.Background(), large)
	if err != nil {
		t.Fatal(err)
	}
	if layout.Notice == "" {
		t.Error("the worker survived the large job")
	}
	checkPlaces(t, large, layout, boxGap-2)
	if diff := cmp.Diff(before, drawn()); diff != "" {
		t.Errorf("the hotel after the kill differs:\n%s", diff)
	}
}
