package handlers_test

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"widerow/handlers/limit"
	"widerow/model/diff"
	"widerow/store"
)

// slowStore is a store whose writes wait until the test lets them go on.
type slowStore struct {
	store.Store
	gate chan struct{} // nil: writes do not wait
}

func (s *slowStore) Save(ctx context.Context, save store.Save) (store.Revision, error) {
	if s.gate != nil {
		<-s.gate
	}
	return s.Store.Save(ctx, save)
}

// TestFiftyWriters sends fifty saves of one model at once: none is refused, and
// each is computed once.
func TestFiftyWriters(t *testing.T) {
	const writers = 50
	s := newSite(t)
	path := s.open("hotel")
	before, _ := s.model(path)
	var group sync.WaitGroup
	for i := range writers {
		group.Go(func() {
			s.want(http.StatusSeeOther, s.visitor().post(path+"/edit", form("tab", "logical", "do", "add:query:", "new.query.name", fmt.Sprint("q", i))))
		})
	}
	group.Wait()
	after, revision := s.model(path)
	if added := len(after.Workflow.Queries) - len(before.Workflow.Queries); added != writers || revision.Number != writers+1 {
		t.Errorf("%d queries were added by r%d, want %d", added, revision.Number, writers)
	}
	metrics := s.get("/metrics").body
	if !strings.Contains(metrics, fmt.Sprintf(`widerow_saves_total{kind="edit",outcome="saved"} %d`, writers)) || strings.Contains(metrics, `outcome="retried"`) {
		t.Error("a save was computed more than once")
	}
}

// TestFullQueue: a save that finds the queue full is refused and its text kept,
// readers do not wait, and all waiting saves are saved.
func TestFullQueue(t *testing.T) {
	disk := &slowStore{Store: store.NewMemory(store.Options{Apply: diff.Apply})}
	s := newSiteOn(t, "/", disk)
	path := s.open("hotel")
	m, _ := s.model(path)
	hotels := relationNamed(t, m, "hotels")
	disk.gate = make(chan struct{})
	var waiting sync.WaitGroup
	for i := range limit.DefaultSaveLimits.Visitor + 1 {
		waiting.Go(func() {
			s.want(http.StatusSeeOther, s.post(path+"/edit", form("tab", "logical", "do", "add:query:", "new.query.name", fmt.Sprint("q", i))))
		})
	}
	for wanted := fmt.Sprint("widerow_saves_waiting ", limit.DefaultSaveLimits.Visitor); !strings.Contains(s.get("/metrics").body, wanted); {
		time.Sleep(time.Millisecond)
	}
	rename := set(hotels, "name", "hotels", "inns", "tab", "physical", "select", string(hotels))
	full := s.want(http.StatusServiceUnavailable, s.post(path+"/edit", rename))
	if full.Header.Get("Retry-After") == "" || !strings.Contains(full.body, `value="inns"`) || !strings.Contains(full.body, "too many others") {
		t.Errorf("the refusal must say when to try again and keep what was typed; Retry-After: %q", full.Header.Get("Retry-After"))
	}
	s.want(http.StatusOK, s.get(path+"/physical")) // does not wait
	close(disk.gate)
	waiting.Wait()
	if _, revision := s.model(path); revision.Number != uint64(limit.DefaultSaveLimits.Visitor)+2 {
		t.Errorf("r%d, want all that waited to be saved", revision.Number)
	}
	s.want(http.StatusSeeOther, s.post(path+"/edit", rename))
}
