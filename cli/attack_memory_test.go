package cli_test

import (
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
)

// attackVariable makes the tests whose names begin with TestAttack run their
// long rounds: `make attack` sets it.
const attackVariable = "WIDEROW_ATTACK"

// 24 imports of 0.8 MB at once, previewed and created, each model then opened.
// Each is answered or refused, the process stays below 600 MB, and the times of
// other requests, before and meanwhile, are logged.
func TestAttackMemoryOfImports(t *testing.T) {
	if os.Getenv(attackVariable) == "" {
		t.Skip("a long attack: set " + attackVariable)
	}
	home, process := startServerProcess(t, t.TempDir())
	if _, err := os.Stat(fmt.Sprintf("/proc/%d/status", process)); err != nil {
		t.Skip("the memory of other processes is read from /proc")
	}
	for _, path := range []string{"import", "import/create"} {
		quiet := percentile99(t, home+"help", func() { time.Sleep(3 * time.Second) })
		form := url.Values{"text": {scriptOf(900, 30)}, "name": {"Shop"}}.Encode()
		outcomes := map[int]int{}
		busy := percentile99(t, home+"help", func() { outcomes = atOnce(t, 24, home+path, form) })
		t.Logf("%s: answers by status %v; another page: p99 %v before, %v meanwhile; at most %d MB", path, outcomes, quiet, busy, peakMemory(t, process)>>20)
		if outcomes[http.StatusOK]+outcomes[http.StatusServiceUnavailable] != 24 || outcomes[http.StatusOK] == 0 {
			t.Errorf("%s: answers by status: %v", path, outcomes)
		}
	}
	if peak := peakMemory(t, process); peak > 600<<20 {
		t.Errorf("the server took %d MB, want at most 600 MB", peak>>20)
	}
}

// atOnce sends a form many times. It does little work of its own, since that
// would delay the requests that are measured: it does not unpack the answers.
func atOnce(t *testing.T, times int, address, form string) (outcomes map[int]int) {
	outcomes = map[int]int{}
	var mutex sync.Mutex
	var group sync.WaitGroup
	for range times {
		group.Go(func() {
			request, err := http.NewRequestWithContext(t.Context(), http.MethodPost, address, strings.NewReader(form))
			if err != nil {
				t.Error(err)
				return
			}
			request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
			request.Header.Set("Accept-Encoding", "gzip")
			answer, err := http.DefaultClient.Do(request)
			if err != nil {
				t.Error(err)
				return
			}
			defer answer.Body.Close()
			if _, err := io.Copy(io.Discard, answer.Body); err != nil {
				t.Error(err)
			}
			mutex.Lock()
			defer mutex.Unlock()
			outcomes[answer.StatusCode]++
		})
	}
	group.Wait()
	return outcomes
}

// scriptOf defines tables, with about 30 bytes for each column.
func scriptOf(tables, columns int) string {
	var script strings.Builder
	script.WriteString("CREATE KEYSPACE shop WITH replication = {'class': 'NetworkTopologyStrategy', 'dc1': 3};\n")
	for table := range tables {
		fmt.Fprintf(&script, "CREATE TABLE shop.table_%d (\n  id uuid PRIMARY KEY", table)
		for column := range columns - 1 {
			fmt.Fprintf(&script, ",\n  column_%d_of_table text", column)
		}
		script.WriteString("\n);\n")
	}
	return script.String()
}

// percentile99 asks for a page again and again while work runs.
func percentile99(t *testing.T, page string, work func()) time.Duration {
	var times []time.Duration
	ended := make(chan struct{})
	go func() { defer close(ended); work() }()
	for {
		select {
		case <-ended:
			slices.Sort(times)
			return times[len(times)*99/100].Round(time.Millisecond)
		case <-time.After(20 * time.Millisecond):
		}
		start := time.Now()
		get(t, page)
		times = append(times, time.Since(start))
	}
}

// peakMemory is the largest resident memory that a server has had, plus that of the
// processes of its large requests, in bytes.
func peakMemory(t *testing.T, server int) int64 {
	t.Helper()
	sum := peakOf(t, server)
	for _, child := range childrenOf(t, server) {
		if isWorker(child) {
			sum += peakOf(t, child)
		}
	}
	return sum
}

func isWorker(process int) bool {
	command, _ := os.ReadFile(fmt.Sprintf("/proc/%d/cmdline", process))
	return strings.Contains(string(command), "\x00__work\x00requests\x00")
}

func peakOf(t *testing.T, process int) int64 {
	t.Helper()
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", process))
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(status)) {
		if rest, found := strings.CutPrefix(line, "VmHWM:"); found {
			kibibytes, err := strconv.ParseInt(strings.Fields(rest)[0], 10, 64)
			if err != nil {
				t.Fatal(err)
			}
			return kibibytes << 10
		}
	}
	t.Fatal("no VmHWM")
	return 0
}

// 50 visitors edit a model of 900 tables with 60 columns each at once, each then gets its
// page. Each is answered or refused.
func TestAttackMemoryOfEdits(t *testing.T) {
	if os.Getenv(attackVariable) == "" {
		t.Skip("a long attack: set " + attackVariable)
	}
	home, process := startServerProcess(t, t.TempDir(), "--memory=1GB")
	if _, err := os.Stat(fmt.Sprintf("/proc/%d/status", process)); err != nil {
		t.Skip("the memory of other processes is read from /proc")
	}
	address := importLarge(t, home, 900, 60)
	before := peakMemory(t, process)
	form := url.Values{"tab": {"logical"}, "do": {"add:query:"}, "new.query.name": {"Carts of a shop"}}.Encode()
	outcomes := map[int]int{}
	busy := percentile99(t, home+"help", func() { outcomes = atOnce(t, 50, address+"/edit", form) })
	t.Logf("answers by status %v; another page: p99 %v; at most %d MB, %d MB before", outcomes, busy, peakMemory(t, process)>>20, before>>20)
	if outcomes[http.StatusOK]+outcomes[http.StatusServiceUnavailable] != 50 || outcomes[http.StatusOK] == 0 {
		t.Errorf("answers by status: %v", outcomes)
	}
	if peak := peakMemory(t, process); peak > before+600<<20 {
		t.Errorf("the edits took the server from %d to %d MB", before>>20, peak>>20)
	}
}

// importLarge makes a model and returns its address.
func importLarge(t *testing.T, home string, tables, columns int) string {
	t.Helper()
	client := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	answer, err := client.PostForm(home+"import/create", url.Values{"text": {scriptOf(tables, columns)}, "name": {"Shop"}})
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusSeeOther {
		t.Fatalf("import of %d columns in a table: status %d", columns, answer.StatusCode)
	}
	location, err := answer.Location()
	if err != nil {
		t.Fatal(err)
	}
	return location.String()
}

// A process that carries out large requests is killed, at rest and at work. The next
// request is carried out, and the server answers others.
func TestAttackKilledLargeRequests(t *testing.T) {
	if _, err := os.Stat("/proc/self/task"); err != nil {
		t.Skip("/proc is missing here, which is needed to find the workers")
	}
	home, server := startServerProcess(t, t.TempDir())
	form := url.Values{"text": {scriptOf(100, 30)}, "name": {"Shop"}}.Encode()
	kill := func() (killed int) {
		for _, child := range childrenOf(t, server) {
			process, err := os.FindProcess(child)
			if err == nil && isWorker(child) && process.Kill() == nil {
				killed++
			}
		}
		return killed
	}
	for round := range attackRounds(2, 20) {
		if outcomes := atOnce(t, 1, home+"import", form); outcomes[http.StatusOK] != 1 {
			t.Fatalf("round %d: after a worker was killed: %v", round, outcomes)
		}
		if kill() == 0 {
			t.Fatal("no process carries out large requests")
		}
	}
	ended := make(chan map[int]int)
	go func() { ended <- atOnce(t, 3, home+"import", form) }()
	killed := 0
	for outcomes := map[int]int(nil); outcomes == nil; {
		select {
		case outcomes = <-ended:
			t.Logf("answers by status %v after %d kills", outcomes, killed)
			if outcomes[http.StatusOK]+outcomes[http.StatusInternalServerError] != 3 {
				t.Errorf("answers by status: %v", outcomes)
			}
		case <-time.After(5 * time.Millisecond):
			killed += kill()
			get(t, home+"help")
		}
	}
}
