package cli_test

import (
	"bytes"
	"flag"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"widerow/model"
)

var soak = flag.Int("soak", 60, "how many pictures of changing models TestSoak asks for")

// Limits on memory: once its caches are full the server may grow by a tenth at
// most, and a worker must stay below the size at which the pool replaces it.
const (
	soakMatters  = 5000 // with fewer rounds, growth is due to filling caches
	serverGrowth = 1.10
	workerLimit  = 200 << 20
)

// TestSoak repeatedly edits and draws the hotel, so that every layout is new.
// With -soak=10000 -v it reports the growth of memory.
func TestSoak(t *testing.T) {
	if testing.Short() {
		t.Skip("-short: draws many pictures")
	}
	if runtime.GOOS != "linux" {
		t.Skip("the memory of other processes is read from /proc")
	}
	client := newSoakClient(t)
	var server []float64
	var worker int64
	started := time.Now()
	for round := 1; round <= *soak; round++ {
		client.widen(round)
		client.draw(round)
		if round%(max(1, *soak/100)) == 0 {
			server = append(server, float64(memoryOf(t, client.process)))
			worker = max(worker, largestChild(t, client.process))
		}
	}
	// Single measurements vary with the garbage collector, so compare means.
	early, late := mean(part(server, 0.1, 0.3)), mean(part(server, 0.8, 1))
	t.Logf("%d edits and pictures in %v; server %.0f KiB early, %.0f KiB late (%+.1f %%); largest worker %d KiB",
		*soak, time.Since(started).Round(time.Millisecond), early/1024, late/1024, 100*(late/early-1), worker>>10)
	if *soak >= soakMatters && late > serverGrowth*early {
		t.Errorf("the server grew from %.0f to %.0f KiB, more than by a tenth", early/1024, late/1024)
	}
	if worker == 0 || worker > workerLimit {
		t.Errorf("the largest worker has %d KiB, want something below %d", worker>>10, workerLimit>>10)
	}
}

func part(samples []float64, from, to float64) []float64 {
	count := float64(len(samples))
	return samples[int(from*count):max(int(from*count)+1, int(to*count))]
}

func mean(samples []float64) float64 {
	sum := 0.0
	for _, sample := range samples {
		sum += sample
	}
	return sum / float64(len(samples))
}

// soakClient is a client that edits one model.
type soakClient struct {
	t       *testing.T
	process int
	site    string
	address string // of the model, with a trailing slash
	columns []soakColumn
}

type soakColumn struct{ id, name string }

func newSoakClient(t *testing.T) *soakClient {
	t.Helper()
	site, process := startServerProcess(t, t.TempDir(), "--log-level=warn")
	client := &soakClient{t: t, process: process, site: site}
	response := client.post("examples/hotel", url.Values{"operation": {"soak-open"}})
	parts := strings.Split(strings.TrimPrefix(response.Request.URL.Path, "/"), "/")
	if len(parts) < 2 || parts[0] != "m" {
		t.Fatalf("opening the example leads to %s, want a model", response.Request.URL)
	}
	client.address = site + "m/" + parts[1] + "/"
	client.findColumns()
	return client
}

// The widths of the columns combine to soakWidths^soakColumns different
// pictures. Names are short enough not to be truncated.
const (
	soakColumns = 4
	soakWidths  = 12
)

// findColumns selects the last regular column of each of some tables.
func (c *soakClient) findColumns() {
	document, err := model.Decode([]byte(get(c.t, c.address+"model.json")))
	if err != nil {
		c.t.Fatal(err)
	}
	for _, relation := range model.Sorted(document.Physical.Relations) {
		columns := relation.Value.SortedColumns()
		last := columns[len(columns)-1]
		if relation.Value.Kind == model.Table && last.Value.Role == model.Regular &&
			last.Value.Type.Kind == model.NativeType && len(c.columns) < soakColumns {
			c.columns = append(c.columns, soakColumn{string(last.ID), last.Value.Name})
		}
	}
	if len(c.columns) < soakColumns {
		c.t.Fatal("the hotel has too few tables with a regular column")
	}
}

// widen renames the columns, so that the boxes differ in every round.
func (c *soakClient) widen(round int) {
	form := url.Values{"tab": {"physical"}, "operation": {fmt.Sprintf("soak-%d", round)}}
	for i := range c.columns {
		column := &c.columns[i]
		wanted := strings.Repeat("w", 1+round%soakWidths) + "_" + strconv.Itoa(i)
		round /= soakWidths
		form.Set("was."+column.id+".name", column.name)
		form.Set("set."+column.id+".name", wanted)
		column.name = wanted
	}
	c.post(strings.TrimPrefix(c.address, c.site)+"edit", form)
}

// draw requests the diagram with its stored places and, in every other round,
// one that the layout engine has to lay out.
func (c *soakClient) draw(round int) {
	c.t.Helper()
	address := c.address + "physical.svg"
	if round%2 == 0 {
		address += "?direction=lr"
	}
	picture := get(c.t, address)
	for _, column := range c.columns {
		if !strings.Contains(picture, ">"+column.name+"<") {
			c.t.Fatalf("the picture lacks the column %s", column.name)
		}
	}
	if strings.Contains(picture, "plain grid") {
		c.t.Fatal("the picture is a grid: the layout engine failed")
	}
}

func (c *soakClient) post(path string, form url.Values) *http.Response {
	c.t.Helper()
	response, err := http.PostForm(c.site+path, form)
	if err != nil {
		c.t.Fatal(err)
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		c.t.Fatal(err)
	}
	if response.StatusCode != http.StatusOK {
		c.t.Fatalf("POST %s: %s\n%.2000s", path, response.Status, body)
	}
	return response
}

// memoryOf returns the anonymous memory of a process. Mapped files, such as the
// data file, are not included, since the system can reclaim them.
func memoryOf(t *testing.T, process int) int64 {
	t.Helper()
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", process))
	if err != nil {
		t.Fatal(err)
	}
	for line := range bytes.Lines(status) {
		if rest, found := bytes.CutPrefix(line, []byte("RssAnon:")); found {
			kibibytes, err := strconv.ParseInt(string(bytes.Fields(rest)[0]), 10, 64)
			if err != nil {
				t.Fatal(err)
			}
			return kibibytes << 10
		}
	}
	t.Fatalf("process %d has no RssAnon", process)
	return 0
}

// largestChild returns the memory of the largest child of a process.
func largestChild(t *testing.T, process int) int64 {
	t.Helper()
	lists, err := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/children", process))
	if err != nil {
		t.Fatal(err)
	}
	var largest int64
	for _, list := range lists {
		children, err := os.ReadFile(list)
		if err != nil {
			continue // the thread has ended
		}
		for _, child := range strings.Fields(string(children)) {
			number, err := strconv.Atoi(child)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := os.Stat("/proc/" + child + "/exe"); err == nil { // the pool may just replace it
				largest = max(largest, memoryOf(t, number))
			}
		}
	}
	return largest
}
