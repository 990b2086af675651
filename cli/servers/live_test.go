package servers

import (
	"bufio"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"widerow/cql/cassandratest"
	"widerow/store"
)

// news is one message of a stream.
type news struct {
	At []struct {
		Of store.ModelID `json:"of"`
		N  uint64        `json:"n"`
	} `json:"at"`
	Here []struct {
		Of     store.ModelID               `json:"of"`
		People []struct{ Name, On string } `json:"people"`
	} `json:"here"`
	Models string `json:"models"`
}

// follow reads the stream of a model at a server.
func (s *server) follow(t *testing.T, id store.ModelID, browser string) <-chan news {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet,
		s.url("live?"+url.Values{"of": {string(id)}, "browser": {browser}, "models": {"1"}}.Encode()), nil)
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Accept", "text/event-stream")
	response, err := http.DefaultClient.Do(request)
	if err != nil || response.StatusCode != http.StatusOK {
		t.Fatalf("follow: %v %v", response, err)
	}
	told := make(chan news, 100)
	go func() {
		defer response.Body.Close()
		defer close(told)
		lines := bufio.NewScanner(response.Body)
		for lines.Scan() {
			if text, found := strings.CutPrefix(lines.Text(), "data: "); found {
				var message news
				if json.Unmarshal([]byte(text), &message) == nil {
					told <- message
				}
			}
		}
	}()
	return told
}

// await waits until a stream tells something.
func await(t *testing.T, told <-chan news, what string, holds func(news) bool) time.Duration {
	t.Helper()
	begun, late := time.Now(), time.After(time.Minute)
	for {
		select {
		case message, more := <-told:
			if !more {
				t.Fatalf("the stream ends before it tells of %s", what)
			}
			if holds(message) {
				return time.Since(begun)
			}
		case <-late:
			t.Fatalf("not told of %s within a minute", what)
		}
	}
}

// TestLiveServers: what happens at one server reaches the browsers at another one, also after the server
// at which it happened has died.
func TestLiveServers(t *testing.T) {
	t.Parallel() // they mostly wait
	session := cassandratest.Session(t)
	keyspace, nodes := cassandratest.Keyspace(t, session), []string{cassandratest.Address(t)}
	f := startFleet(t, initStore(t, nodes, keyspace, "1"), nodes, keyspace, 2)
	here, there := f.servers[0], f.servers[1]
	id := here.newModel(t, "begun")
	told := there.follow(t, id, strings.Repeat("reader", 5))
	await(t, told, "the begin", func(news) bool { return true })
	time.Sleep(time.Second) // what is under way arrives
	r := newRecorder()
	c := &client{recorder: r, fleet: &fleet{servers: f.servers[:1]}, http: &http.Client{Timeout: time.Minute}}
	var slowest time.Duration
	const saves = 10
	for number := uint64(2); number < 2+saves; number++ {
		c.work(id)
		took := await(t, told, fmt.Sprint("r", number), func(m news) bool {
			for _, head := range m.At {
				if head.Of == id && head.N == number {
					return true
				}
			}
			return false
		})
		slowest = max(slowest, took)
	}
	if r.count(didSave) != saves {
		t.Fatalf("%d of %d saves", r.count(didSave), saves)
	}
	place := url.Values{"browser": {strings.Repeat("writer", 5)}, "of": {string(id)}, "tab": {"concepts"}, "select": {"t1"}}
	tell := func(s *server, form url.Values) {
		t.Helper()
		response, err := http.PostForm(s.url("live"), form)
		if err != nil || response.StatusCode != http.StatusNoContent {
			t.Fatalf("tell a place: %v %v", response, err)
		}
		response.Body.Close()
	}
	people := func(count int) func(news) bool {
		return func(m news) bool {
			for _, one := range m.Here {
				if one.Of == id && len(one.People) == count {
					return true
				}
			}
			return false
		}
	}
	tell(here, place)
	came := await(t, told, "the other person", people(1))
	place.Set("left", "1")
	tell(there, place) // a request may land anywhere
	left := await(t, told, "that the person has left", people(0))
	t.Logf("the slowest of %d saves was told after %v, who came after %v, who left after %v", saves, slowest, came, left)
	c.work(id)
	here.kill()
	await(t, told, "the save of a server that has died", func(m news) bool {
		for _, head := range m.At {
			if head.Of == id && head.N == 2+saves {
				return true
			}
		}
		return false
	})
}
