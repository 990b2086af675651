package handlers_test

import (
	"bytes"
	"context"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"strings"
	"testing"

	"widerow/diagram/layout/layouttest"
	"widerow/handlers"
	"widerow/model"
	"widerow/model/diff"
	"widerow/model/discussion"
	"widerow/store"
)

// partStore counts what is saved of comments, and loses what a test says.
type partStore struct {
	store.Store
	saved []int // the bytes of each save
	lost  map[uint64]bool
}

func newPartStore() *partStore {
	return &partStore{Store: store.NewMemory(store.Options{Apply: diff.Apply, MaxDocument: model.MaxSize}), lost: map[uint64]bool{}}
}

func (s *partStore) Save(ctx context.Context, save store.Save) (store.Revision, error) {
	if strings.HasSuffix(string(save.Model), "."+store.Discussion) {
		s.saved = append(s.saved, len(save.Document)+len(save.Patch))
	}
	return s.Store.Save(ctx, save)
}

func (s *partStore) At(ctx context.Context, id store.ModelID, number uint64) ([]byte, store.Revision, error) {
	if s.lost[number] && strings.HasSuffix(string(id), "."+store.Discussion) {
		return nil, store.Revision{}, fmt.Errorf("revision %d: %w", number, store.ErrLost)
	}
	return s.Store.At(ctx, id, number)
}

// A comment on a model with 2,000 threads is saved in few bytes.
func TestCommentIsSavedAlone(t *testing.T) {
	models := newPartStore()
	ada := newSiteWith(t, handlers.Config{Store: models}).named("Ada")
	path := ada.open("hotel")
	manyThreads(t, ada, path)
	ada.want(http.StatusSeeOther, ada.post(path+"/comments", form("do", "open", "text", "Few words")))
	thread := string(ada.threads(path).Listed()[0].ID)
	for _, act := range []string{"reply:", "resolve:", "reopen:"} {
		ada.want(http.StatusSeeOther, ada.post(path+"/comments", form("do", act+thread, "text", "And more")))
	}
	if got := len(models.saved); got != 4 {
		t.Errorf("%d saves, want 4", got)
	}
	for _, bytes := range models.saved {
		if bytes > 1000 {
			t.Errorf("an act takes %d bytes, want at most 1,000", bytes)
		}
	}
	if got := ada.threads(path).Len(); got != 2001 {
		t.Errorf("%d threads, want 2001", got)
	}
}

// At each moment, a server that has just started reads what the running one has, also
// over the saves of the whole that come now and then, and the history can be verified.
func TestCommentsAfterEachStart(t *testing.T) {
	oneByOne(t)
	models, random := newPartStore(), rand.New(rand.NewPCG(7, 8))
	made, err := handlers.NewServer(handlers.Config{Store: models, Layouter: layouttest.Grid{}, Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	ada := newSiteOf(t, made).named("Ada")
	path := ada.open("magazine")
	id := store.ModelID(strings.TrimPrefix(path, "/m/"))
	whole := 0
	for step := range 80 {
		text := strings.Repeat(fmt.Sprintf("Words %d. ", step), 1+random.IntN(800))
		do := "open"
		if threads := mustRead(t, made, id).Listed(); len(threads) > 0 && random.IntN(3) > 0 {
			do = []string{"reply:", "resolve:", "reopen:", "reply:"}[random.IntN(4)] + string(threads[random.IntN(len(threads))].ID)
		}
		ada.want(http.StatusSeeOther, ada.post(path+"/comments", form("do", do, "text", text)))
		running, fresh := mustRead(t, made, id), readThreads(t, models, id)
		if !bytes.Equal(running.Encode(), fresh.Encode()) {
			t.Fatalf("step %d, %s: a new server reads\n%s\nthe running one has\n%s", step, do, fresh.Encode(), running.Encode())
		}
		if _, err := discussion.Decode(models.head(t, id)); err == nil {
			whole++
		}
	}
	if whole < 3 || whole > 10 {
		t.Errorf("%d of 80 saves had the whole, want some", whole)
	}
	if err := models.Verify(t.Context(), id.Companion(store.Discussion)); err != nil {
		t.Error(err)
	}
}

func (s *partStore) head(t *testing.T, id store.ModelID) []byte {
	t.Helper()
	text, _, err := s.Head(t.Context(), id.Companion(store.Discussion))
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func mustRead(t *testing.T, s *handlers.Server, id store.ModelID) *discussion.Discussion {
	t.Helper()
	read, err := s.Discussion(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	return read
}

// What damage on the disk has taken is missing; all other comments are there, and people
// go on.
func TestLostComments(t *testing.T) {
	for _, test := range []struct {
		lost []uint64
		want []string
	}{
		{[]uint64{3}, []string{"One", "Two", "Four"}},
		{[]uint64{1}, []string{"Two", "Three", "Four"}},
		{[]uint64{1, 2, 3}, []string{"Four"}},
	} {
		models := newPartStore()
		ada := newSiteWith(t, handlers.Config{Store: models}).named("Ada")
		path := ada.open("magazine")
		for _, text := range []string{"One", "Two", "Three", "Four"} {
			ada.want(http.StatusSeeOther, ada.post(path+"/comments", form("do", "open", "text", text)))
		}
		for _, number := range test.lost {
			models.lost[number] = true
		}
		after := newSiteWith(t, handlers.Config{Store: models}).named("Grace")
		page := after.want(http.StatusOK, after.get(path+"/comments")).body
		after.lists(page, test.want...)
		if got := strings.Count(page, `<article class="thread`); got != len(test.want) {
			t.Errorf("without %v there are %d threads, want %q", test.lost, got, test.want)
		}
		after.want(http.StatusSeeOther, after.post(path+"/comments", form("do", "open", "text", "Five")))
		again := newSiteWith(t, handlers.Config{Store: models})
		again.lists(again.want(http.StatusOK, again.get(path+"/comments")).body, append(test.want, "Five")...)
	}
}
