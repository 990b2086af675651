package handlers_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net/http"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"widerow/handlers/identity"
	directory "widerow/model/people"
	"widerow/model/sharing"
	"widerow/store"
)

// soaker is one of many people in a model, whose role others change.
type soaker struct {
	name    string
	token   string
	mutex   sync.RWMutex
	role    sharing.Role
	changes int // of the role, that have begun or ended
	said    []string
}

// now returns the role and how often it has changed; a change that goes on counts, too.
func (s *soaker) now() (sharing.Role, int) {
	s.mutex.RLock()
	defer s.mutex.RUnlock()
	return s.role, s.changes
}

func (s *soaker) count(role sharing.Role) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	s.role = role
	s.changes++
}

// soakSteps are what people try, and the least role for it. %s is a text of their own.
var soakSteps = []struct {
	method, path, body string
	least              sharing.Role
}{
	{"GET", "", "", sharing.Viewer}, {"GET", "/document", "", sharing.Viewer}, {"GET", "/comments", "", sharing.Viewer}, {"GET", "/revisions", "", sharing.Viewer},
	{"GET", "/pictures/er.svg", "", sharing.Viewer}, {"POST", "/comments", `{"text":"%s"}`, sharing.Commenter},
	{"PATCH", "", `{"name":"%s"}`, sharing.Editor}, {"POST", "/revisions/1/restore", "", sharing.Editor},
}

// TestSoakOfPeople: 50 people with roles that change meanwhile do in one model what they try.
// Nobody sees or does what the role at that time forbids, and nothing that was answered is
// lost. It runs for as long as WIDEROW_SOAK says, such as 1m.
func TestSoakOfPeople(t *testing.T) {
	lasts, err := time.ParseDuration(os.Getenv("WIDEROW_SOAK"))
	if err != nil {
		t.Skip("a long attack: set WIDEROW_SOAK to a time, such as 1m")
	}
	s := newTeam(t, identity.Password)
	everyone := s.soakers(50)
	ctx, cancel := context.WithTimeout(t.Context(), lasts)
	defer cancel()
	var running sync.WaitGroup
	var sent, refused, changed, unsure atomic.Int64
	for _, one := range everyone {
		running.Go(func() {
			for number := 0; ctx.Err() == nil; number++ {
				step := soakSteps[rand.IntN(len(soakSteps))]
				text := fmt.Sprintf("%s-%d", one.name, number)
				role, before := one.now()
				status := s.soakStep(one.token, step.method, step.path, strings.ReplaceAll(step.body, "%s", text))
				_, after := one.now()
				sent.Add(1)
				if status == http.StatusCreated {
					one.said = append(one.said, text)
				}
				want := 200
				switch {
				case before != after || before%2 == 1:
					unsure.Add(1)
					continue
				case role == sharing.None:
					want = 404
				case !role.Allows(step.least):
					want = 403
				}
				if want != 200 {
					refused.Add(1)
				}
				if status/100 == 2 && want != 200 || want != 200 && status != want || want == 200 && status/100 != 2 {
					t.Errorf("%s as %q: %s %s answers %d, want %d", one.name, role, step.method, step.path, status, want)
				}
			}
		})
	}
	running.Go(func() {
		for ctx.Err() == nil {
			one := everyone[rand.IntN(len(everyone))]
			role := append([]sharing.Role{sharing.None}, sharing.Roles[:3]...)[rand.IntN(4)]
			one.count(role) // an odd count: it goes on
			s.give(s.model, one.name, role)
			one.count(role)
			changed.Add(1)
			time.Sleep(5 * time.Millisecond)
		}
	})
	running.Wait()
	lost, said := 0, 0
	for _, one := range everyone {
		for _, text := range one.said {
			said++
			if !s.soakSaid(text) {
				lost++
			}
		}
	}
	if lost > 0 || said == 0 || refused.Load() == 0 {
		t.Errorf("%d of %d comments are lost, %d requests were refused", lost, said, refused.Load())
	}
	s.must(s.models.Verify(t.Context(), s.model))
	t.Logf("%v: %d requests, %d rightly refused, %d during a change, %d changes of roles, %d comments, %d lost",
		lasts, sent.Load(), refused.Load(), unsure.Load(), changed.Load(), said, lost)
}

// soakers are so many people with tokens, and roles in turn.
func (s *team) soakers(count int) (all []*soaker) {
	s.t.Helper()
	roles := append([]sharing.Role{sharing.None}, sharing.Roles[:3]...)
	for number := range count {
		one := &soaker{name: fmt.Sprintf("person%02d", number), role: roles[number%len(roles)]}
		s.ids[one.name] = identity.NewID()
		s.must(s.guard.Keeper.Change(s.t.Context(), store.Author{Name: "test"}, "added", func(d *directory.Directory) (*directory.Directory, error) {
			return d.Add(s.ids[one.name], directory.Account{Name: one.name}, time.Now())
		}))
		one.token = s.token(one.name, directory.Edit)
		s.give(s.model, one.name, one.role)
		all = append(all, one)
	}
	return all
}

func (s *team) soakStep(token, method, path, body string) int {
	s.t.Helper()
	request, err := http.NewRequest(method, s.base+"/api/v1/models/"+string(s.model)+path, strings.NewReader(body))
	if err != nil {
		s.t.Error(err)
		return 0
	}
	request.Header.Set("Authorization", "Bearer "+token)
	request.Header.Set("Content-Type", "application/json")
	response, err := s.http.Do(request)
	if err != nil {
		s.t.Error(err)
		return 0
	}
	response.Body.Close()
	return response.StatusCode
}

// soakSaid reports whether a comment was saved: each save of a discussion has what it
// changes.
func (s *team) soakSaid(text string) bool {
	if s.discussed == "" {
		chain := s.model.Companion(store.Discussion)
		_, newest, err := s.models.Head(context.Background(), chain)
		s.must(err)
		for number := range newest.Number {
			document, _, err := s.models.At(context.Background(), chain, number+1)
			s.must(err)
			s.discussed += string(document)
		}
	}
	return strings.Contains(s.discussed, `"`+text+`"`)
}
