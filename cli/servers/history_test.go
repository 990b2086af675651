package servers

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"sync"
	"testing"
	"time"

	"github.com/anishathalye/porcupine"

	"widerow/store"
	"widerow/store/cassandra"
)

// A model is a register here: its value is the name of the document, and a save sets a new one if the
// name is still the one that its client has read.

// step is the input of an operation; a read has no next.
type step struct {
	model      store.ModelID
	seen, next string
}

// outcome is the output of an operation.
type outcome struct {
	name string // that was read
	kind int
}

const (
	didSave = iota
	refused // another save was faster
	unknown // nobody said whether it was saved
	didRead
)

// register is the model of porcupine.
var register = porcupine.Model{
	Partition: func(history []porcupine.Operation) (parts [][]porcupine.Operation) {
		by := map[store.ModelID][]porcupine.Operation{}
		for _, one := range history {
			id := one.Input.(step).model
			by[id] = append(by[id], one)
		}
		for _, part := range by {
			parts = append(parts, part)
		}
		return parts
	},
	Init: func() any { return "begun" },
	Step: func(state, input, output any) (bool, any) {
		name, in, out := state.(string), input.(step), output.(outcome)
		switch {
		case out.kind == didRead:
			return out.name == name, name
		case out.kind == refused:
			return in.seen != name, name
		case out.kind == didSave:
			return in.seen == name, in.next
		case in.seen == name: // unknown
			return true, in.next
		}
		return true, name
	},
	DescribeOperation: func(input, output any) string { return fmt.Sprintf("%+v → %+v", input, output) },
}

// recorder is the history of all clients.
type recorder struct {
	begun time.Time

	mutex   sync.Mutex
	history []porcupine.Operation
	saved   map[store.ModelID]map[string]bool // names whose saves were acknowledged
	counts  map[int]int
	took    []time.Duration // of acknowledged saves
	odd     map[string]int  // answers that are no part of the contract
}

func newRecorder() *recorder {
	return &recorder{begun: time.Now(), saved: map[store.ModelID]map[string]bool{}, counts: map[int]int{}, odd: map[string]int{}}
}

func (r *recorder) note(client int, called time.Time, in step, out outcome) {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	returned := time.Since(r.begun)
	if out.kind == unknown {
		returned = 1 << 60 // it may take effect at any time
	}
	r.history = append(r.history, porcupine.Operation{ClientId: client, Input: in, Call: int64(called.Sub(r.begun)), Output: out, Return: int64(returned)})
	r.counts[out.kind]++
	if out.kind == didSave {
		if r.saved[in.model] == nil {
			r.saved[in.model] = map[string]bool{}
		}
		r.saved[in.model][in.next] = true
		r.took = append(r.took, time.Since(called))
	}
}

func (r *recorder) count(kind int) int {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	return r.counts[kind]
}

func (r *recorder) noteOdd(text string) {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	r.odd[text]++
}

// client reads models and saves them.
type client struct {
	*recorder
	number int
	fleet  *fleet
	http   *http.Client
	made   int
}

// anywhere is any server: a request may land anywhere.
func (c *client) anywhere() *server { return c.fleet.servers[rand.IntN(len(c.fleet.servers))] }

// work reads a model at one server and saves it at another one.
func (c *client) work(id store.ModelID) {
	called := time.Now()
	document, tag, ok := c.read(id)
	if !ok {
		time.Sleep(20 * time.Millisecond)
		return
	}
	name, _ := document["name"].(string)
	c.note(c.number, called, step{model: id}, outcome{name, didRead})
	c.made++
	next := fmt.Sprintf("by %d number %d", c.number, c.made)
	document["name"] = next
	text, err := json.Marshal(document)
	if err != nil {
		panic(err)
	}
	called = time.Now()
	c.note(c.number, called, step{id, name, next}, outcome{kind: c.save(id, tag, next, text)})
}

func (c *client) read(id store.ModelID) (document map[string]any, tag string, ok bool) {
	response, err := c.http.Get(c.anywhere().url("api/v1/models/" + string(id) + "/document"))
	if err != nil {
		return nil, "", false
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		return nil, "", false
	}
	if response.StatusCode != http.StatusOK {
		if response.StatusCode != http.StatusServiceUnavailable {
			c.noteOdd(fmt.Sprintf("read: %d %.300s", response.StatusCode, text))
		}
		return nil, "", false
	}
	if json.Unmarshal(text, &document) != nil {
		return nil, "", false
	}
	return document, response.Header.Get("ETag"), true
}

// saveTries bounds the tries of a save whose outcome is unknown; each goes to any server, under the
// same key.
const saveTries = 8

func (c *client) save(id store.ModelID, tag, key string, text []byte) int {
	for range saveTries {
		request, err := http.NewRequest(http.MethodPut, c.anywhere().url("api/v1/models/"+string(id)+"/document"), bytes.NewReader(text))
		if err != nil {
			panic(err)
		}
		request.Header.Set("If-Match", tag)
		request.Header.Set("Idempotency-Key", key+string(id))
		request.Header.Set("Content-Type", "application/json")
		response, err := c.http.Do(request)
		if err != nil { // killed, or later than the client waits
			time.Sleep(100 * time.Millisecond)
			continue
		}
		answer, err := io.ReadAll(response.Body)
		response.Body.Close()
		switch {
		case err != nil:
		case response.StatusCode == http.StatusOK:
			return didSave
		case response.StatusCode == http.StatusPreconditionFailed:
			return refused
		case response.StatusCode != http.StatusServiceUnavailable:
			c.noteOdd(fmt.Sprintf("save: %d %.300s", response.StatusCode, answer))
		}
		time.Sleep(100 * time.Millisecond)
	}
	return unknown
}

// check compares the history of the clients with the models in the store.
func (r *recorder) check(t *testing.T, address cassandra.Address, models []store.ModelID) {
	t.Helper()
	for answer, count := range r.odd {
		t.Errorf("%d times: %s", count, answer)
	}
	begun := time.Now()
	if result := porcupine.CheckOperationsTimeout(register, r.history, 10*time.Minute); result != porcupine.Ok {
		t.Errorf("the history of %d operations is not linearizable: %s", len(r.history), result)
	}
	t.Logf("%d operations judged in %v: %d saved, %d refused, %d unknown, %d reads", len(r.history), time.Since(begun).Round(time.Millisecond),
		r.counts[didSave], r.counts[refused], r.counts[unknown], r.counts[didRead])
	kept, err := cassandra.Open(t.Context(), address, cassandra.Options{Options: storeOptions})
	if err != nil {
		t.Fatal(err)
	}
	defer kept.Close()
	revisions := 0
	for _, id := range models {
		if err := kept.Verify(t.Context(), id); err != nil {
			t.Errorf("model %s: %v", id, err)
		}
		revisions += r.checkModel(t, kept, id)
	}
	t.Logf("%d revisions verified", revisions)
}

// checkModel compares one model, and returns the number of its revisions.
func (r *recorder) checkModel(t *testing.T, kept store.Store, id store.ModelID) int {
	t.Helper()
	seen, operations, last := map[string]bool{}, map[string]bool{}, uint64(0)
	for before := uint64(0); before != 1; {
		page, err := kept.History(t.Context(), id, before, store.MaxPage)
		if err != nil {
			t.Fatalf("history of model %s: %v", id, err)
		}
		for _, revision := range page {
			if last > 0 && revision.Number != last-1 {
				t.Errorf("model %s: r%d follows r%d", id, last, revision.Number)
			}
			last = revision.Number
			if operations[revision.Operation] || seen[revision.Title] {
				t.Errorf("model %s: %q was saved twice", id, revision.Title)
			}
			operations[revision.Operation], seen[revision.Title] = true, true
		}
		if before = last; len(page) < store.MaxPage {
			break
		}
	}
	if last != 1 {
		t.Errorf("the history of model %s ends at r%d", id, last)
	}
	for name := range r.saved[id] {
		if !seen[name] {
			t.Errorf("model %s: the acknowledged save of %q is lost", id, name)
		}
	}
	return len(seen)
}
