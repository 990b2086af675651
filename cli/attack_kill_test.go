package cli_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

// attackRounds returns the number of rounds of an attack: few in `go test`, many in `make attack`.
func attackRounds(short, long int) int {
	if os.Getenv("WIDEROW_ATTACK") != "" {
		return long
	}
	return short
}

// acknowledged are the entity types whose saves were answered with success.
type acknowledged struct {
	sync.Mutex
	names []string
}

// write saves entity types until the server is gone.
func (a *acknowledged) write(edit, prefix string) {
	client := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }, Timeout: 20 * time.Second}
	for number := 0; ; number++ {
		name := fmt.Sprintf("%s%d", prefix, number)
		response, err := client.PostForm(edit, url.Values{"do": {"add:entity:"}, "new.entity.name": {name}, "operation": {"op" + name}})
		if err != nil {
			return
		}
		response.Body.Close()
		if response.StatusCode == http.StatusSeeOther {
			a.Lock()
			a.names = append(a.names, name)
			a.Unlock()
		}
	}
}

// entitiesOf returns the names of the entity types of a model.
func entitiesOf(t *testing.T, base, model string) map[string]bool {
	t.Helper()
	var document struct {
		Concepts struct {
			Entities map[string]struct{ Name string }
		}
	}
	if err := json.Unmarshal([]byte(get(t, base+"m/"+model+"/model.json")), &document); err != nil {
		t.Fatal(err)
	}
	names := map[string]bool{}
	for _, entity := range document.Concepts.Entities {
		names[entity.Name] = true
	}
	return names
}

// newModel creates an empty model and returns its ID.
func newModel(t *testing.T, base, name string) string {
	t.Helper()
	return created(t, base+"models", url.Values{"name": {name}})
}

// openExample creates a copy of an example and returns its ID.
func openExample(t *testing.T, base, slug string) string {
	t.Helper()
	return created(t, base+"examples/"+slug, nil)
}

func created(t *testing.T, address string, form url.Values) string {
	t.Helper()
	client := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	response, err := client.PostForm(address, form)
	if err != nil {
		t.Fatal(err)
	}
	response.Body.Close()
	place := response.Header.Get("Location")
	parts := strings.Split(place[strings.Index(place, "/m/")+3:], "/")
	return parts[0]
}

// The server is killed again and again while four writers save. Every save that
// was acknowledged is there afterwards, and nothing is damaged.
func TestAttackKilledServer(t *testing.T) {
	folder := shortFolder(t)
	data := filepath.Join(folder, "widerow.db")
	base, server, ended, _ := launch(t, time.Minute, folder, nil)
	model := newModel(t, base, "Killed")
	var kept acknowledged
	rounds, total := attackRounds(3, 60), 0
	for round := range rounds {
		var writers sync.WaitGroup
		for writer := range 4 {
			writers.Go(func() { kept.write(base+"m/"+model+"/edit", fmt.Sprintf("E%d_%d_", round, writer)) })
		}
		time.Sleep(time.Duration(50+rand.IntN(450)) * time.Millisecond)
		server.Process.Signal(syscall.SIGKILL)
		<-ended
		writers.Wait()
		if round%10 == 0 {
			wantRun(t, 0, []string{"no damage"}, "verify", data)
		}
		base, server, ended, _ = launch(t, time.Minute, folder, nil)
		if round%20 == 19 {
			total += len(kept.names)
			model = nextModel(t, base, model, &kept)
		}
	}
	there := entitiesOf(t, base, model)
	for _, name := range kept.names {
		if !there[name] {
			t.Errorf("the acknowledged save of %s is lost", name)
		}
	}
	stopServer(t, server, ended)
	wantRun(t, 0, []string{"no damage"}, "verify", data)
	total += len(kept.names)
	t.Logf("%d kills, %d acknowledged saves, none lost", rounds, total)
	if total < rounds {
		t.Error("too few saves were acknowledged")
	}
}

// nextModel checks a model and goes on with a new one: saves take longer the
// larger a model is.
func nextModel(t *testing.T, base, model string, kept *acknowledged) string {
	t.Helper()
	there := entitiesOf(t, base, model)
	for _, name := range kept.names {
		if !there[name] {
			t.Errorf("the acknowledged save of %s is lost", name)
		}
	}
	kept.names = nil
	return newModel(t, base, "Killed again")
}

// Layout workers are killed while pictures are drawn. Every picture comes, if need
// be as a plain grid with a notice.
func TestAttackKilledWorkers(t *testing.T) {
	if _, err := os.Stat("/proc/self/task"); err != nil {
		t.Skip("/proc is missing here, which is needed to find the workers")
	}
	client := newSoakClient(t)
	kills, rounds := 0, 0
	for ; kills < attackRounds(2, 50) && rounds < 300; rounds++ {
		client.widen(rounds)
		drawn := make(chan string)
		go func() { drawn <- get(t, client.address+"physical.svg?direction=lr") }()
		picture := ""
		for picture == "" {
			select {
			case picture = <-drawn:
			case <-time.After(time.Duration(rand.IntN(10)) * time.Millisecond):
				for _, worker := range childrenOf(t, client.process) {
					if process, err := os.FindProcess(worker); err == nil {
						process.Kill()
						kills++
					}
				}
			}
		}
		if !strings.Contains(picture, ">"+client.columns[0].name+"<") {
			t.Fatalf("round %d: the picture lacks the column %s", rounds, client.columns[0].name)
		}
	}
	t.Logf("%d workers killed in %d rounds; every picture came", kills, rounds)
	if kills == 0 {
		t.Error("no worker was killed")
	}
}

// childrenOf returns the child processes of a process.
func childrenOf(t *testing.T, process int) (children []int) {
	t.Helper()
	lists, err := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/children", process))
	if err != nil {
		t.Fatal(err)
	}
	for _, list := range lists {
		text, err := os.ReadFile(list)
		if err != nil {
			continue
		}
		for _, field := range strings.Fields(string(text)) {
			if child, err := strconv.Atoi(field); err == nil {
				children = append(children, child)
			}
		}
	}
	return children
}
