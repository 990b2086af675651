package handlers_test

import (
	"context"
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
	"widerow/model/discussion"
	"widerow/store"
)

// mailboxes is a server with a few models, and people who comment, propose and review.
type mailboxes struct {
	*testing.T
	server  *handlers.Server
	people  []*site
	persons []discussion.Person
	paths   []string
	reviews []string
	mutex   sync.Mutex // of reviews
}

func newMailboxes(t *testing.T) *mailboxes {
	t.Helper()
	made, err := handlers.NewServer(handlers.Config{Store: newStore(), Layouter: layouttest.Grid{}, Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	in := &mailboxes{T: t, server: made}
	first := newSiteOf(t, made)
	for i, name := range []string{"Ada", "Grace Hopper", "Éva"} {
		person := first.visitor().named(name)
		path := person.open("magazine")
		person.want(http.StatusSeeOther, person.post(path+"/comments", form("do", "open", "text", "First")))
		for _, comment := range person.threads(path).Listed()[0].Value.Comments {
			in.persons = append(in.persons, comment.Author)
		}
		in.people, in.paths = append(in.people, person), append(in.paths, path)
		if in.persons[i].ID == "" {
			t.Fatal("a visitor has no ID")
		}
	}
	return in
}

// act does at random what changes mailboxes.
func (in *mailboxes) act(random *rand.Rand, by *site) {
	path := in.paths[random.IntN(len(in.paths))]
	texts := []string{"Words", "@ada?", "See @Grace Hopper, @éva", "@grace", "@Éva."}
	text := texts[random.IntN(len(texts))]
	in.mutex.Lock()
	review := ""
	if len(in.reviews) > 0 && random.IntN(3) == 0 {
		review = in.reviews[random.IntN(len(in.reviews))]
		path = strings.Replace(review, "/proposals/", ".p", 1)
	}
	in.mutex.Unlock()
	switch choice := random.IntN(12); {
	case choice == 0 && review == "":
		if newest, err := in.server.Newest(in.Context(), store.ModelID(strings.TrimPrefix(path, "/m/"))); err == nil {
			by.post(path+"/delete", form("base", fmt.Sprint(newest.Number)))
		}
		return
	case choice == 1 && review == "":
		by.post(path+"/restore", form("revision", "1"))
		return
	case choice < 4 && review != "":
		if by.get(review).StatusCode != http.StatusOK {
			return // its model is deleted
		}
		by.act(review, []string{"ready", "approve", "changes", "close", "reopen"}[random.IntN(5)], "text", "so")
		return
	case choice < 6:
		by.post(path+"/comments", form("do", "open", "text", text))
		return
	}
	said, err := in.server.Discussion(in.Context(), store.ModelID(strings.TrimPrefix(path, "/m/")))
	if err != nil || said.Len() == 0 {
		return
	}
	thread := said.Listed()[random.IntN(said.Len())]
	id := string(thread.ID)
	do := []string{"reply:" + id, "resolve:" + id, "reopen:" + id, "edit:" + id + ":" + string(thread.Value.Listed()[0].ID)}[random.IntN(4)]
	by.post(path+"/comments", form("do", do, "text", text))
}

// check compares the inbox of each person with what a look through all models finds.
func (in *mailboxes) check(server *handlers.Server, when string) (found int) {
	in.Helper()
	for i, me := range in.persons {
		whole, err := server.Waiting(in.Context(), me)
		if err != nil {
			in.Fatal(err)
		}
		page := in.people[i].want(http.StatusOK, in.people[i].get("/inbox")).body
		if got := strings.Count(page, `id="inbox-`); got != len(whole) {
			in.Fatalf("%s: %d things wait for %s, want %d: %+v", when, got, me.Name, len(whole), whole)
		}
		for _, item := range whole {
			if !strings.Contains(page, item.Path) {
				in.Fatalf("%s: the inbox of %s lacks %s", when, me.Name, item.Path)
			}
		}
		found += len(whole)
	}
	return found
}

// At each moment, an inbox has what a look through all models finds.
func TestRandomInboxes(t *testing.T) {
	oneByOne(t)
	in, random := newMailboxes(t), rand.New(rand.NewPCG(11, 12))
	for i, by := range in.people {
		_, review := by.propose(in.paths[i], "Names", "Grace Hopper, Ada")
		in.reviews = append(in.reviews, review)
	}
	found := 0
	for step := range 250 {
		in.act(random, in.people[random.IntN(len(in.people))])
		found += in.check(in.server, fmt.Sprint("step ", step))
	}
	if found < 250 {
		t.Errorf("%d things were waiting in all: the test needs more", found)
	}
}

// After saves and questions at the same time, too, and after a restart.
func TestInboxesOfManyAtOnce(t *testing.T) {
	in := newMailboxes(t)
	var group sync.WaitGroup
	for i, by := range in.people {
		random := rand.New(rand.NewPCG(13, uint64(i)))
		group.Go(func() {
			for range 25 {
				in.act(random, by)
				by.get("/inbox/count")
			}
		})
	}
	group.Wait()
	in.check(in.server, "at the end")
	again, err := handlers.NewServer(handlers.Config{Store: in.server.Store(), Layouter: layouttest.Grid{}, Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	restarted := newSiteOf(t, again)
	for i, person := range in.people {
		in.people[i] = &site{t: t, store: restarted.store, base: restarted.base, http: person.http}
	}
	in.check(again, "after a restart")
}

// An inbox reads the models that concern its owner, and no others.
func TestInboxReadsFew(t *testing.T) {
	counted := &headStore{Store: newStore(), heads: map[store.ModelID]int{}}
	ada := newSiteWith(t, handlers.Config{Store: counted}).named("Ada")
	var paths []string
	for range 20 {
		path := ada.open("magazine")
		ada.want(http.StatusSeeOther, ada.post(path+"/comments", form("do", "open", "text", "Words")))
		paths = append(paths, path)
	}
	ada.want(http.StatusSeeOther, ada.post(paths[7]+"/comments", form("do", "open", "text", "See, @Grace")))
	ada.get("/inbox")
	grace := ada.visitor().named("Grace")
	counted.heads = map[store.ModelID]int{}
	grace.lists(grace.want(http.StatusOK, grace.get("/inbox")).body, "Mentioned")
	var read []string
	for id := range counted.heads {
		read = append(read, "/m/"+string(id.Root()))
	}
	slices.Sort(read)
	if read = slices.Compact(read); !slices.Equal(read, paths[7:8]) {
		t.Errorf("the inbox of a new name reads %d models, want 1", len(read))
	}
}

// headStore counts how often each head is read.
type headStore struct {
	store.Store
	mutex sync.Mutex
	heads map[store.ModelID]int
}

func (s *headStore) Head(ctx context.Context, id store.ModelID) ([]byte, store.Revision, error) {
	s.mutex.Lock()
	s.heads[id]++
	s.mutex.Unlock()
	return s.Store.Head(ctx, id)
}
