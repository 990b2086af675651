package webhooks_test

import (
	"bytes"
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"maps"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"widerow/handlers/webhooks"
	"widerow/model"
	"widerow/model/discussion"
	"widerow/model/people"
	"widerow/model/proposals"
	"widerow/store"
)

// outbox keeps messages as a file does.
type outbox struct {
	mutex    sync.Mutex
	messages map[string][]byte
}

func (o *outbox) PutMessages(messages map[string][]byte) error {
	o.mutex.Lock()
	defer o.mutex.Unlock()
	for key, text := range messages {
		if text == nil {
			delete(o.messages, key)
		} else {
			o.messages[key] = bytes.Clone(text)
		}
	}
	return nil
}

func (o *outbox) Messages() (map[string][]byte, error) {
	o.mutex.Lock()
	defer o.mutex.Unlock()
	return maps.Clone(o.messages), nil
}

// call is the request that another server got.
type call struct {
	at     time.Time
	url    string
	header http.Header
	body   []byte
}

// world is a server with a model and a webhook, and the other server, which answers what
// answer says.
type world struct {
	t         *testing.T
	models    store.Store // tells the sender
	raw       store.Store
	box       *outbox
	directory *people.Directory
	secret    string
	paused    bool
	allowed   webhooks.Allowed

	sender *webhooks.Sender
	told   int // calls that tells has looked at
	stop   func()

	mutex  sync.Mutex
	calls  []call
	answer func(n int) (int, error)
}

const hotel = store.ModelID("hotel")

func newWorld(t *testing.T, form people.HookForm, events ...people.Happening) *world {
	t.Helper()
	w := &world{
		t: t, box: &outbox{messages: map[string][]byte{}}, answer: func(int) (int, error) { return 200, nil },
		raw: store.NewMemory(store.Options{Apply: func(document []byte, _ ...[]byte) ([]byte, error) { return document, nil }}), allowed: webhooks.Allowed{Hosts: []string{"chat.example.org"}},
	}
	d, err := new(people.Directory).Add("ada", people.Account{Name: "ada"}, time.Now())
	w.must(err)
	w.directory, w.secret, err = d.AddHook("hook", people.Hook{Model: string(hotel), URL: "https://chat.example.org/in", Events: events, Form: form, By: "ada"}, time.Now())
	w.must(err)
	w.start()
	w.save(hotel, "made", model.New("Hotel").Encode())
	return w
}

func (w *world) must(err error) {
	w.t.Helper()
	if err != nil {
		w.t.Fatal(err)
	}
}

// start starts the sender, also again, with what is in the outbox.
func (w *world) start() {
	w.t.Helper()
	var err error
	w.sender, err = webhooks.Open(webhooks.Config{
		Allowed: w.allowed, Directory: func() *people.Directory { return w.directory }, Store: w.raw, Outbox: w.box,
		Base: "https://widerow.example.org/", Paused: func() bool { return w.paused }, Log: slog.New(slog.DiscardHandler), Transport: w,
	})
	w.must(err)
	w.models = w.sender.Watch(w.raw)
	ctx, cancel := context.WithCancel(context.Background())
	var running sync.WaitGroup
	running.Go(func() { w.sender.Run(ctx) })
	w.stop = func() { cancel(); running.Wait() }
}

// RoundTrip is the other server.
func (w *world) RoundTrip(request *http.Request) (*http.Response, error) {
	body, err := io.ReadAll(request.Body)
	if err != nil {
		return nil, err
	}
	w.mutex.Lock()
	defer w.mutex.Unlock()
	w.calls = append(w.calls, call{time.Now(), request.URL.String(), request.Header, body})
	status, err := w.answer(len(w.calls))
	if err != nil {
		return nil, err
	}
	return &http.Response{StatusCode: status, Header: http.Header{}, Body: io.NopCloser(strings.NewReader("")), Request: request}, nil
}

func (w *world) called() []call {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	return slices.Clone(w.calls)
}

// save saves the next document of a chain.
func (w *world) save(id store.ModelID, words string, document []byte) {
	w.t.Helper()
	save := store.Save{Model: id, Author: store.Author{ID: "ada", Name: "Ada"}, Words: words, Document: document, Title: "Hotel", Kind: store.KindEdit}
	save.Operation = string(id) + " " + words
	last, err := w.raw.History(context.Background(), id, 0, 1)
	if errors.Is(err, store.ErrNotFound) {
		save.Kind = store.KindCreate
		_, err = w.models.Create(context.Background(), save)
	} else if err == nil {
		save.Base = last[0].Number
		_, err = w.models.Save(context.Background(), save)
	}
	w.must(err)
}

func (w *world) states() (states []webhooks.State) {
	for _, delivery := range w.sender.Deliveries("hook") {
		states = append(states, delivery.State)
	}
	return states
}

// renamed is a document of the model with another name.
func renamed(name string) []byte { return model.New(name).Encode() }

// TestBackoff: what another server does not take is sent again, later each time, until it
// is given up; the key of the delivery stays the same, and the signature is of each try.
func TestBackoff(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t, people.JSONForm, people.ModelChanged)
		defer func() { w.stop() }()
		w.answer = func(n int) (int, error) {
			if n%2 == 0 {
				return 0, errors.New("connection refused")
			}
			return 500, nil
		}
		begin := time.Now()
		time.Sleep(48 * time.Hour)
		calls := w.called()
		var after []time.Duration
		for _, c := range calls {
			after = append(after, c.at.Sub(begin).Round(time.Second))
		}
		want := []time.Duration{10 * time.Second, 20 * time.Second, 80 * time.Second, 380 * time.Second, 1580 * time.Second, 5180 * time.Second, 15980 * time.Second, 44780 * time.Second}
		if !slices.Equal(after, want) {
			t.Fatalf("called after %v, want %v", after, want)
		}
		for _, c := range calls {
			w.signed(c)
			if c.header.Get("Widerow-Delivery") != calls[0].header.Get("Widerow-Delivery") {
				t.Error("a try has another key")
			}
		}
		if states := w.states(); !slices.Equal(states, []webhooks.State{webhooks.Failed}) {
			t.Errorf("the deliveries are %v", states)
		}
		w.answer = func(int) (int, error) { return 204, nil }
		if found, err := w.sender.Again("hook", calls[0].header.Get("Widerow-Delivery")); !found || err != nil {
			t.Fatalf("send again: %v, %v", found, err)
		}
		synctest.Wait()
		if states := w.states(); !slices.Equal(states, []webhooks.State{webhooks.Sent}) {
			t.Errorf("after sending again the deliveries are %v", states)
		}
		if found, _ := w.sender.Again("another", calls[0].header.Get("Widerow-Delivery")); found {
			t.Error("a delivery of another webhook was sent again")
		}
	})
}

// signed checks a signature as docs/webhooks.md says.
func (w *world) signed(c call) {
	w.t.Helper()
	mac := hmac.New(sha256.New, []byte(w.secret))
	mac.Write([]byte(c.header.Get("Widerow-Timestamp") + "."))
	mac.Write(c.body)
	if want := "sha256=" + hex.EncodeToString(mac.Sum(nil)); c.header.Get("Widerow-Signature") != want {
		w.t.Errorf("the signature is %q, want %q", c.header.Get("Widerow-Signature"), want)
	}
}

// TestRestart: what was saved before the server was killed is told after the next start, and
// a delivery goes on where it was.
func TestRestart(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t, people.JSONForm, people.ModelChanged)
		w.stop() // the note is on disk, the delivery may not be
		w.start()
		time.Sleep(11 * time.Second)
		if n := len(w.called()); n != 1 {
			t.Fatalf("%d calls after a restart, want 1", n)
		}
		w.answer = func(n int) (int, error) { return map[bool]int{true: 503, false: 200}[n < 4], nil }
		w.save(hotel, "again", renamed("Inn"))
		time.Sleep(21 * time.Second) // two tries
		w.stop()
		w.start()
		time.Sleep(30 * time.Second)
		if n := len(w.called()); n != 3 {
			t.Errorf("%d calls before the next try was due, want 3", n)
		}
		time.Sleep(time.Minute)
		if n, states := len(w.called()), w.states(); n != 4 || slices.Contains(states, webhooks.Waiting) || slices.Contains(states, webhooks.Failed) {
			t.Errorf("%d calls, deliveries %v", n, states)
		}
		w.stop()
	})
}

// TestPaused: after a restore nothing is sent until an admin confirms.
func TestPaused(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t, people.JSONForm, people.ModelChanged)
		defer func() { w.stop() }()
		w.paused = true
		w.sender.Wake()
		time.Sleep(time.Hour)
		if n := len(w.called()); n != 0 {
			t.Fatalf("%d calls", n)
		}
		w.paused = false
		w.sender.Wake()
		synctest.Wait()
		if n := len(w.called()); n != 1 {
			t.Errorf("%d calls after it was confirmed", n)
		}
	})
}

// TestEvents: what happens to proposals, comments and the model is told, each thing once.
func TestEvents(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t, people.JSONForm, people.Happenings...)
		defer func() { w.stop() }()
		w.save(hotel, "renamed it", renamed("Inn"))
		w.save(hotel, "renamed it back", renamed("Hotel"))
		time.Sleep(time.Minute)
		w.tells("model.changed")
		var event webhooks.Event
		w.must(json.Unmarshal(w.called()[0].body, &event))
		if len(event.Changes) != 3 || event.Changes[2].Words != "renamed it back" || event.Model.URL != "https://widerow.example.org/m/hotel" || event.By.Name != "Ada" {
			t.Errorf("three changes in ten seconds are told as %+v", event)
		}

		ada, bob := proposals.Person{ID: "ada", Name: "Ada"}, proposals.Person{ID: "bob", Name: "Bob"}
		proposal := &proposals.Proposal{Number: 1, Title: "Rooms", Author: ada, State: proposals.Draft}
		all := &proposals.Proposals{Proposals: map[model.ID]*proposals.Proposal{proposals.Key(1): proposal}}
		next := func(words string, wanted ...string) {
			t.Helper()
			w.save(hotel.Companion(store.Proposals), words, all.Encode())
			synctest.Wait()
			w.tells(wanted...)
		}
		next("a draft")
		proposal.State = proposals.Open
		next("opened", "proposal.opened")
		proposal.Title = "All rooms"
		next("a new title")
		proposal.Reviews = map[model.ID]*proposals.Review{"r1": {Number: 1, By: bob, Verdict: proposals.Requests, Text: "The key?", Content: "x"}}
		next("asked", "proposal.commented")
		proposal.Reviews["r2"] = &proposals.Review{Number: 2, By: bob, Verdict: proposals.Approves, Content: "y"}
		next("approved", "proposal.approved")
		proposal.State, proposal.Merge = proposals.Merged, &proposals.Merge{Revision: 4, By: ada}
		next("merged", "proposal.merged")

		w.save(hotel.Branch(1), "branched", renamed("Hotel"))
		first, err := new(discussion.Discussion).OpenThread("t1", discussion.About{Kind: "model"}, comment("c1", "Why?"))
		w.must(err)
		w.save(hotel.Companion(store.Discussion), "said", first.Encode())
		synctest.Wait()
		w.tells("model.commented")
		second, err := first.Reply("t1", comment("c2", "Because."))
		w.must(err)
		w.save(hotel.Branch(1).Companion(store.Discussion), "said there", second.Encode())
		synctest.Wait()
		w.tells("proposal.commented", "proposal.commented")

		part := func(words string, before, after *discussion.Discussion, err error, wanted ...string) {
			t.Helper()
			w.must(err)
			w.save(hotel.Companion(store.Discussion), words, discussion.Changes(before, after, 1))
			synctest.Wait()
			w.tells(wanted...)
		}
		part("replied", first, second, nil, "model.commented")
		edited, err := second.Edit("t1", comment("c2", "Because!"))
		part("edited", second, edited, err)
		resolved, err := edited.Resolve("t1", discussion.Person{ID: "bob", Name: "Bob"}, time.Now())
		part("resolved", edited, resolved, err)
		more, err := resolved.OpenThread("t2", discussion.About{Kind: "model"}, comment("c3", "And?"))
		w.must(err)
		w.save(hotel.Companion(store.Discussion), "said, and saved whole", more.Encode())
		synctest.Wait()
		w.tells("model.commented")
	})
}

func comment(id model.ID, text string) discussion.NewComment {
	return discussion.NewComment{ID: id, By: discussion.Person{ID: "bob", Name: "Bob"}, At: time.Now(), Text: text}
}

// tells checks the events since the last look.
func (w *world) tells(wanted ...string) {
	w.t.Helper()
	var told []string
	for _, c := range w.called() {
		told = append(told, c.header.Get("Widerow-Event"))
	}
	if len(told) < len(wanted) || !slices.Equal(told[len(told)-len(wanted):], wanted) || len(told) != w.told+len(wanted) {
		w.t.Errorf("told %v, want %v in the end, %d before", told, wanted, w.told)
	}
	w.told = len(told)
}

// TestSlack: the text has links, and what people wrote calls nobody.
func TestSlack(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t, people.SlackForm, people.ModelChanged)
		defer func() { w.stop() }()
		w.save(hotel, "renamed a to <!channel> & b", renamed("A|B"))
		time.Sleep(time.Minute)
		var said struct{ Text string }
		w.must(json.Unmarshal(w.called()[0].body, &said))
		want := "<https://widerow.example.org/m/hotel|Hotel>: 2 changes\n• Ada made\n• Ada renamed a to &lt;!channel&gt; &amp; b"
		if said.Text != want {
			t.Errorf("the text is %q, want %q", said.Text, want)
		}
	})
}

// TestSilent: nothing is told of other models, for whoever was disabled, to a server that
// the operator does not list any more, or of a save that failed or was sent twice.
func TestSilent(t *testing.T) {
	for _, test := range []struct {
		name   string
		change func(w *world)
		calls  int
	}{
		{"as it is", func(*world) {}, 1},
		{"another model", func(w *world) { w.save("other", "made", renamed("Other")) }, 1},
		{"disabled", func(w *world) {
			next, err := w.directory.Change("ada", time.Now(), func(a *people.Account) { a.Disabled = true })
			w.must(err)
			w.directory = next
		}, 0},
		{"removed", func(w *world) {
			next, err := w.directory.RemoveHook("hook")
			w.must(err)
			w.directory = next
		}, 0},
		{"not listed", func(w *world) {
			w.stop()
			w.allowed.Hosts = []string{"elsewhere.example.org"}
			w.start()
		}, 0},
		{"twice", func(w *world) {
			time.Sleep(time.Minute)
			_, err := w.models.Create(t.Context(), store.Save{Model: hotel, Operation: "hotel made", Kind: store.KindCreate, Title: "Hotel", Document: renamed("Hotel")})
			w.must(err)
		}, 1},
		{"failed", func(w *world) {
			_, err := w.models.Save(t.Context(), store.Save{Model: hotel, Base: 9, Operation: "no", Kind: store.KindEdit, Title: "Hotel", Document: renamed("Hotel")})
			if !errors.Is(err, store.ErrConflict) {
				w.t.Errorf("saved: %v", err)
			}
		}, 1},
	} {
		t.Run(test.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				w := newWorld(t, people.JSONForm, people.ModelChanged)
				defer func() { w.stop() }()
				test.change(w)
				time.Sleep(time.Minute)
				if n := len(w.called()); n != test.calls {
					t.Errorf("%d calls, want %d", n, test.calls)
				}
			})
		})
	}
}
