package handlers_test

import (
	"fmt"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"

	"widerow/diagram/layout/layouttest"
	"widerow/handlers"
	"widerow/store"
)

// After any saves, also those of many at once, the list that is kept is the one that the
// store has.
func TestRandomModelLists(t *testing.T) {
	oneByOne(t)
	made, err := handlers.NewServer(handlers.Config{Store: newStore(), Layouter: layouttest.Grid{}, Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	s := newSiteOf(t, made)
	var mutex sync.Mutex
	var paths []string
	act := func(random *rand.Rand) {
		mutex.Lock()
		var path string
		if len(paths) > 0 {
			path = paths[random.IntN(len(paths))]
		}
		mutex.Unlock()
		id := store.ModelID(strings.TrimPrefix(path, "/m/"))
		switch choice := random.IntN(6); {
		case choice == 0 || path == "":
			if path = s.path(s.want(http.StatusSeeOther, s.post("/models", form("name", fmt.Sprint("Model ", random.IntN(100)))))); path != "" {
				mutex.Lock()
				paths = append(paths, strings.Join(strings.Split(path, "/")[:3], "/"))
				mutex.Unlock()
			}
		case choice == 1:
			if newest, err := made.Newest(t.Context(), id); err == nil {
				s.post(path+"/delete", form("base", fmt.Sprint(newest.Number)))
			}
		case choice == 2:
			s.post(path+"/restore", form("revision", "1"))
		case choice == 3:
			s.post(path+"/comments", form("do", "open", "text", "Words"))
		default:
			if document, err := made.Head(t.Context(), id); err == nil {
				s.post(path+"/edit", set("model", "name", document.Model.Name, fmt.Sprint("Model ", random.IntN(100)), "tab", "concepts"))
			}
		}
	}
	check := func(when string) {
		t.Helper()
		kept, read, err := made.ListedModels(t.Context())
		if err != nil || !slices.Equal(kept, read) {
			t.Fatalf("%s: the kept list is\n%+v\nthe store has\n%+v, error %v", when, kept, read, err)
		}
	}
	random := rand.New(rand.NewPCG(17, 18))
	for step := range 150 {
		if act(random); random.IntN(2) == 0 {
			check(fmt.Sprint("step ", step))
		}
	}
	var group sync.WaitGroup
	for seed := range uint64(3) {
		random := rand.New(rand.NewPCG(19, seed))
		group.Go(func() {
			for range 20 {
				act(random)
				s.get("/?find=model")
			}
		})
	}
	group.Wait()
	check("at the end")
}
