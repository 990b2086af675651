package handlers_test

import (
	"context"
	"net/http"
	"strings"
	"sync"
	"testing"

	"widerow/handlers/feature"
	"widerow/model/diff"
	"widerow/store"
)

// failingStore is a store whose disk fails.
type failingStore struct {
	store.Store
	failure error // of every write; nil: none
}

func (f *failingStore) Save(ctx context.Context, save store.Save) (store.Revision, error) {
	if f.failure != nil {
		return store.Revision{}, f.failure
	}
	return f.Store.Save(ctx, save)
}

func TestDiskFailureKeepsWhatWasTyped(t *testing.T) {
	tests := []struct {
		name    string
		failure error
		status  int
		want    string
	}{
		{"full", store.ErrFull, http.StatusInsufficientStorage, "disk of the server is full"},
		{"read-only", store.ErrReadOnly, http.StatusServiceUnavailable, "cannot write its data"},
		{"unknown", store.ErrUnknownOutcome, http.StatusServiceUnavailable, "may or may not have been saved"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			disk := &failingStore{Store: store.NewMemory(store.Options{Apply: diff.Apply})}
			s := newSiteOn(t, "/", disk)
			path := s.open("hotel")
			m, _ := s.model(path)
			hotels := relationNamed(t, m, "hotels")
			phone := columnNamed(t, m, hotels, "phone")
			disk.failure = test.failure
			edit := set(phone, "name", "phone", "telephone", "tab", "physical", "select", string(hotels))
			for _, header := range [][]string{nil, {"HX-Request", "true", "HX-Request-Type", "partial"}} {
				answer := s.want(test.status, s.post(path+"/edit", edit, header...))
				if !strings.Contains(answer.body, test.want) || !strings.Contains(answer.body, `value="telephone"`) {
					t.Errorf("the page must say %q and keep what was typed", test.want)
				}
				if !strings.Contains(answer.body, `data-state="failed"`) || strings.Contains(answer.body, "Saved · r") {
					t.Error("the top bar must say that nothing was saved")
				}
			}
			disk.failure = nil
			s.want(http.StatusSeeOther, s.post(path+"/edit", edit))
		})
	}
}

// TestManyEditors saves to one model from many clients at once: each edit is there
// exactly once.
func TestManyEditors(t *testing.T) {
	const editors, edits = 8, 6
	s := newSite(t)
	path := strings.TrimSuffix(s.path(s.post("/models", form("name", "Library"))), "/concepts")
	var group sync.WaitGroup
	for range editors {
		editor := s.visitor()
		group.Go(func() {
			for range edits {
				if answer := editor.post(path+"/edit", form("do", "add:entity:", "new.entity.name", feature.NewOperation())); answer.StatusCode != http.StatusSeeOther {
					t.Errorf("status %d", answer.StatusCode)
				}
			}
		})
	}
	group.Wait()
	m, revision := s.model(path)
	if got := len(m.Concepts.Entities); got != editors*edits || revision.Number != editors*edits+1 {
		t.Errorf("%d entity types at revision %d, want %d and %d", got, revision.Number, editors*edits, editors*edits+1)
	}
	if err := s.store.Verify(t.Context(), revision.Model); err != nil {
		t.Error(err)
	}
}
