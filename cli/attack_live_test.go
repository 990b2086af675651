package cli_test

import (
	"bufio"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"widerow/model/diff"
	"widerow/store"
	"widerow/store/bolt"
)

// Fifty people edit one model and comment on it (for WIDEROW_LIVE_SOAK), each with a stream that is
// cut now and then. Every save that was answered is in the history once, and every
// stream ends with the newest revisions.
func TestAttackLive(t *testing.T) {
	if os.Getenv("WIDEROW_ATTACK") == "" {
		t.Skip("measures times: runs only in make attack")
	}
	lasting := 30 * time.Second
	if text := os.Getenv("WIDEROW_LIVE_SOAK"); text != "" {
		parsed, err := time.ParseDuration(text)
		if err != nil {
			t.Fatal(err)
		}
		lasting = parsed
	}
	const people = 50
	folder := shortFolder(t)
	base, server, ended, _ := launch(t, time.Hour, folder, nil)
	id := openExample(t, base, "hotel")
	var saved, comments atomic.Int64
	var working, reading sync.WaitGroup
	newest := make([]*liveClient, people)
	end := time.Now().Add(lasting)
	for number := range people {
		client := &liveClient{t: t, address: base + "live?of=" + id}
		newest[number] = client
		reading.Go(client.read)
		working.Go(func() {
			jar, _ := cookiejar.New(nil)
			browser := &http.Client{Jar: jar, Timeout: time.Minute, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
			send := func(path string, form url.Values) bool {
				response, err := browser.PostForm(base+"m/"+id+path, form)
				if err != nil {
					t.Errorf("%s: %v", path, err)
					return false
				}
				response.Body.Close()
				if response.StatusCode != http.StatusSeeOther && response.StatusCode != http.StatusServiceUnavailable {
					t.Errorf("%s: status %d", path, response.StatusCode)
				}
				return response.StatusCode == http.StatusSeeOther
			}
			for step := 0; time.Now().Before(end); step++ {
				// Each moves a table of the model, which does not grow so.
				name := fmt.Sprintf("n%d_%d", number, step)
				if send("/layout", url.Values{"tab": {"physical"}, "diagram": {"physical"}, "action": {"move"}, "box": {"photelsbyid"}, "x": {fmt.Sprint(number)}, "y": {fmt.Sprint(1000 + step)}}) {
					saved.Add(1)
				}
				if step%5 == 0 && send("/comments", url.Values{"do": {"open"}, "about": {"q1"}, "text": {name}}) {
					comments.Add(1)
				}
				if step%7 == number%7 {
					client.cut()
				}
				time.Sleep(300 * time.Millisecond)
			}
		})
	}
	working.Wait()
	wantRevision, wantComments := uint64(saved.Load())+1, uint64(comments.Load())
	for number, client := range newest {
		for limit := time.Now().Add(time.Minute); !client.knows(id, wantRevision) || !client.knows(id+".discussion", wantComments); time.Sleep(10 * time.Millisecond) {
			if time.Now().After(limit) {
				t.Errorf("stream %d knows %v, want revision %d and %d comments", number, client.state(), wantRevision, wantComments)
				break
			}
		}
		client.end()
	}
	reading.Wait()
	stopServer(t, server, ended)
	models, err := bolt.Open(folder+"/widerow.db", bolt.Options{Options: store.Options{Apply: diff.Apply}})
	if err != nil {
		t.Fatal(err)
	}
	defer models.Close()
	for chain, want := range map[string]uint64{id: wantRevision, id + ".discussion": wantComments} {
		revisions, err := models.History(t.Context(), store.ModelID(chain), 0, 1)
		if err != nil || revisions[0].Number != want {
			t.Errorf("%s has %v revisions (%v), want %d", chain, revisions, err, want)
		}
		if err := models.Verify(t.Context(), store.ModelID(chain)); err != nil {
			t.Error(err)
		}
	}
	t.Logf("%d people in %v: %d saves and %d comments, none lost", people, lasting, saved.Load(), comments.Load())
}

// liveClient is a browser that reads a stream, and connects again when it is cut.
type liveClient struct {
	t       *testing.T
	address string

	mutex sync.Mutex
	body  interface{ Close() error }
	heads map[string]uint64
	ended bool
}

func (c *liveClient) read() {
	for !c.isEnded() {
		request, _ := http.NewRequest(http.MethodGet, c.address, nil)
		request.Header.Set("Accept", "text/event-stream")
		response, err := http.DefaultClient.Do(request)
		if err != nil || response.StatusCode != http.StatusOK {
			c.t.Errorf("stream: %v %v", response, err)
			return
		}
		c.mutex.Lock()
		c.body, c.heads = response.Body, map[string]uint64{} // a new stream begins with everything
		c.mutex.Unlock()
		for lines := bufio.NewScanner(response.Body); lines.Scan(); {
			if text, found := strings.CutPrefix(lines.Text(), "data: "); found {
				c.take(text)
			}
		}
		response.Body.Close()
	}
}

func (c *liveClient) take(text string) {
	var message struct {
		At []struct {
			Of string `json:"of"`
			N  uint64 `json:"n"`
		} `json:"at"`
	}
	if err := json.Unmarshal([]byte(text), &message); err != nil {
		c.t.Errorf("%s: %v", text, err)
	}
	c.mutex.Lock()
	defer c.mutex.Unlock()
	for _, head := range message.At {
		if head.N <= c.heads[head.Of] {
			c.t.Errorf("%s went from %d to %d", head.Of, c.heads[head.Of], head.N)
		}
		c.heads[head.Of] = head.N
	}
}

func (c *liveClient) knows(chain string, number uint64) bool {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	return c.heads[chain] == number
}

func (c *liveClient) state() string {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	return fmt.Sprint(c.heads)
}

func (c *liveClient) isEnded() bool {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	return c.ended
}

// cut ends the connection, as a lost network does.
func (c *liveClient) cut() {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	if c.body != nil {
		c.body.Close()
	}
}

func (c *liveClient) end() {
	c.mutex.Lock()
	c.ended = true
	c.mutex.Unlock()
	c.cut()
}
