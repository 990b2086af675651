package cli_test

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"os"
	"os/exec"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"widerow/cli/clitest"
)

// soakPace is the time between two requests of one person.
const soakPace = 500 * time.Millisecond

// soakRoles are the roles of the people, the least first; "" is none.
var soakRoles = []string{"", "viewer", "commenter", "editor"}

// soakSteps are what people try, and the index of the least role for it. %s is a text of their own.
var soakSteps = []struct {
	method, path, body string
	least              int
}{
	{"GET", "", "", 1}, {"GET", "/document", "", 1}, {"GET", "/comments", "", 1}, {"GET", "/revisions", "", 1}, {"GET", "/cql", "", 1},
	{"GET", "/pictures/er.svg", "", 1}, {"POST", "/comments", `{"text":"%s"}`, 2}, {"PATCH", "", `{"name":"%s"}`, 3},
	{"POST", "/revisions/1/restore", "", 3},
}

// soakServer is the program with accounts, and a model of ada's.
type soakServer struct {
	t       *testing.T
	client  *http.Client // in which ada has signed in
	base    string
	model   string
	command func(input string, arguments ...string) string
}

// soaker is one of many people in the model, whose role ada changes.
type soaker struct {
	name, token string
	mutex       sync.RWMutex
	role        int
	changes     int // of the role, that have begun or ended
	said        []string
}

func (s *soaker) now() (role, changes int) {
	s.mutex.RLock()
	defer s.mutex.RUnlock()
	return s.role, s.changes
}

func (s *soaker) count(role int) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	s.role = role
	s.changes++
}

// TestSoakOfBinary: TestSoakOfPeople of package handlers over HTTP, with the program that users get. It runs for as long as
// WIDEROW_SOAK says, such as 10m.
func TestSoakOfBinary(t *testing.T) {
	lasts, err := time.ParseDuration(os.Getenv("WIDEROW_SOAK"))
	if err != nil {
		t.Skip("a long attack: set WIDEROW_SOAK to a time, such as 10m")
	}
	s := newSoakServer(t)
	everyone := s.soakers(50)
	ctx, cancel := context.WithTimeout(t.Context(), lasts)
	defer cancel()
	var running sync.WaitGroup
	var sent, refused, changed, unsure atomic.Int64
	for _, one := range everyone {
		running.Go(func() {
			for number := 0; ctx.Err() == nil; number++ {
				allowed, known := s.step(one, number)
				sent.Add(1)
				if !known {
					unsure.Add(1)
				} else if !allowed {
					refused.Add(1)
				}
				time.Sleep(soakPace/2 + rand.N(soakPace))
			}
		})
	}
	running.Go(func() {
		for ctx.Err() == nil {
			one := everyone[rand.IntN(len(everyone))]
			role := rand.IntN(len(soakRoles))
			one.count(role) // an odd count: it goes on
			s.give(one, role)
			one.count(role)
			changed.Add(1)
			time.Sleep(soakPace / 5)
		}
	})
	running.Wait()
	lost, said := s.lost(everyone)
	if lost > 0 || said == 0 || refused.Load() == 0 {
		t.Errorf("%d of %d comments are lost, %d requests were refused", lost, said, refused.Load())
	}
	t.Logf("%v: %d requests, %d rightly refused, %d during a change, %d changes of roles, %d comments, %d lost",
		lasts, sent.Load(), refused.Load(), unsure.Load(), changed.Load(), said, lost)
}

func newSoakServer(t *testing.T) *soakServer {
	t.Helper()
	folder, binary := t.TempDir(), clitest.Build(t)
	s := &soakServer{t: t}
	s.command = func(input string, arguments ...string) string {
		t.Helper()
		command := exec.CommandContext(t.Context(), binary, arguments...)
		command.Dir, command.Stdin = folder, strings.NewReader(input)
		output, err := command.Output()
		if err != nil {
			t.Fatalf("widerow %q: %v", arguments, err)
		}
		return strings.TrimSpace(string(output))
	}
	s.command("correct horse battery\n", "user", "add", "--admin", "--password-stdin", "ada")
	server := exec.CommandContext(t.Context(), binary, "--listen=127.0.0.1:0", "--log-level=warn", "--sign-in=password", "--requests-per-hour=1000000")
	server.Dir, server.Stderr = folder, os.Stderr
	server.Cancel = func() error { return server.Process.Signal(syscall.SIGTERM) }
	output, err := server.StdoutPipe()
	if err == nil {
		err = server.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = server.Wait() })
	line, _ := bufio.NewReader(output).ReadString('\n')
	if s.base = strings.TrimSuffix(clitest.Address.FindString(line), "/"); s.base == "" {
		t.Fatalf("the server prints no address: %q", line)
	}
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	s.client = &http.Client{Jar: jar, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	s.form("/sign-in", url.Values{"name": {"ada"}, "password": {"correct horse battery"}})
	address := s.form("/examples/hotel", nil)
	s.model = strings.Split(strings.TrimPrefix(address, "/m/"), "/")[0]
	return s
}

// form sends a form in ada's browser, and returns where it leads.
func (s *soakServer) form(path string, values url.Values) string {
	s.t.Helper()
	request, err := http.NewRequest("POST", s.base+path, strings.NewReader(values.Encode()))
	if err != nil {
		s.t.Fatal(err)
	}
	request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	request.Header.Set("Origin", s.base)
	response, err := s.client.Do(request)
	if err != nil {
		s.t.Error(err)
		return ""
	}
	response.Body.Close()
	if response.StatusCode != http.StatusSeeOther {
		s.t.Errorf("%s %v answers %d", path, values, response.StatusCode)
	}
	return response.Header.Get("Location")
}

// soakers are so many people with tokens, whose accounts are made beside the running server.
func (s *soakServer) soakers(count int) (all []*soaker) {
	s.t.Helper()
	for number := range count {
		one := &soaker{name: fmt.Sprintf("person%02d", number)}
		s.command("correct horse battery\n", "user", "add", "--password-stdin", one.name)
		one.token = s.command("", "token", "add", "--scope", "edit", "--name", "soak", one.name)
		one.role = number % len(soakRoles)
		s.give(one, one.role)
		all = append(all, one)
	}
	return all
}

// give gives somebody a role in the model, or takes it.
func (s *soakServer) give(one *soaker, role int) {
	s.t.Helper()
	if role == 0 {
		s.form("/m/"+s.model+"/share", url.Values{"do": {"add"}, "who": {one.name}, "role": {"viewer"}})
		s.form("/m/"+s.model+"/share", url.Values{"do": {"remove"}, "account": {s.account(one.name)}})
		return
	}
	s.form("/m/"+s.model+"/share", url.Values{"do": {"add"}, "who": {one.name}, "role": {soakRoles[role]}})
}

// account is the ID of a person's account, as the page of the sharing has it.
func (s *soakServer) account(name string) string {
	s.t.Helper()
	response, err := s.client.Get(s.base + "/m/" + s.model + "/share")
	if err != nil {
		s.t.Fatal(err)
	}
	defer response.Body.Close()
	page, err := io.ReadAll(response.Body)
	before, _, found := strings.Cut(string(page), `aria-label="Role of `+name+`"`)
	at := strings.LastIndex(before, `name="account" value="`)
	if err != nil || !found || at < 0 {
		s.t.Fatalf("the sharing of the model lacks %s (%v)", name, err)
	}
	id, _, _ := strings.Cut(before[at+len(`name="account" value="`):], `"`)
	return id
}

// send sends a request to the API with a token.
func (s *soakServer) send(token, method, path, body string) (status int, answer []byte) {
	s.t.Helper()
	request, err := http.NewRequest(method, s.base+"/api/v1/models/"+s.model+path, strings.NewReader(body))
	if err != nil {
		s.t.Fatal(err)
	}
	request.Header.Set("Authorization", "Bearer "+token)
	request.Header.Set("Content-Type", "application/json")
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		s.t.Error(err)
		return 0, nil
	}
	defer response.Body.Close()
	answer, err = io.ReadAll(response.Body)
	if err != nil {
		s.t.Error(err)
	}
	return response.StatusCode, answer
}

// step tries something as a person. known is false if the role has changed meanwhile.
func (s *soakServer) step(one *soaker, number int) (allowed, known bool) {
	step := soakSteps[rand.IntN(len(soakSteps))]
	text := fmt.Sprintf("%s-%d", one.name, number)
	role, before := one.now()
	status, _ := s.send(one.token, step.method, step.path, strings.ReplaceAll(step.body, "%s", text))
	_, after := one.now()
	if status == http.StatusCreated {
		one.said = append(one.said, text)
	}
	if before != after || before%2 == 1 {
		return false, false
	}
	allowed = role >= step.least
	want := http.StatusForbidden
	if role == 0 {
		want = http.StatusNotFound
	}
	if allowed != (status/100 == 2) || !allowed && status != want {
		s.t.Errorf("%s as %q: %s %s answers %d", one.name, soakRoles[role], step.method, step.path, status)
	}
	return allowed, true
}

// lost counts the comments that were answered and are not there.
func (s *soakServer) lost(everyone []*soaker) (lost, said int) {
	s.t.Helper()
	reader := &soaker{name: "person00"}
	s.give(reader, 1)
	token, have := s.command("", "token", "add", "--scope", "read", "--name", "read", reader.name), map[string]bool{}
	for cursor := ""; ; {
		status, answer := s.send(token, "GET", "/comments?limit=500&cursor="+url.QueryEscape(cursor), "")
		var list struct {
			Threads []struct{ Comments []struct{ Text string } }
			Next    string
		}
		if err := json.Unmarshal(answer, &list); err != nil || status != http.StatusOK {
			s.t.Fatalf("the comments answer %d: %v", status, err)
		}
		for _, thread := range list.Threads {
			for _, comment := range thread.Comments {
				have[comment.Text] = true
			}
		}
		if cursor = list.Next; cursor == "" {
			break
		}
	}
	for _, one := range everyone {
		for _, text := range one.said {
			said++
			if !have[text] {
				lost++
			}
		}
	}
	return lost, said
}
