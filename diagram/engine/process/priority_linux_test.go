package process

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// A job of low priority runs with one.
func TestLowJobLowersPriority(t *testing.T) {
	pool := testPool(t, "faulty", nil)
	child, err := pool.start()
	if err != nil {
		t.Fatal(err)
	}
	defer child.close()
	own := nicenessOf(t, os.Getpid())[fmt.Sprintf("/proc/%[1]d/task/%[1]d/stat", os.Getpid())]
	if own == lowest {
		t.Skip("the tests already run with the lowest priority")
	}
	for _, low := range []bool{false, true} {
		job := Job{Body: []byte("well"), Low: low, Read: func([]byte) error { return nil }}
		if err := child.do(t.Context(), job); err != nil {
			t.Fatal(err)
		}
		want := own
		if low {
			want = min(lowest, own+niceness)
		}
		for thread, got := range nicenessOf(t, child.command.Process.Pid) {
			if got != want {
				t.Errorf("after a job with low %t thread %s has niceness %d, want %d", low, thread, got, want)
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
