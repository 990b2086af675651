// Package live tells browsers about the changes of others. A message reports only that there is a
// newer revision of a model, of its comments or of its proposals, that the list of models or the
// visitor's inbox differs, and the places of the people; a page that shows an older state asks for
// its fragments.
//
// Nothing can be missed: a reader is not sent a list of events but the newest state of what it
// reads, as soon as it can take it. A slow reader gets fewer messages, and one that connects again
// gets the state first.
//
// Read Hub first, then store.go (the publishing of saves), reader.go (the messages to a browser),
// presence.go (the places of the people) and everywhere.go (the list of models and the inbox).
package live

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"sync"
	"time"

	"widerow/store"
	"widerow/store/shared"
)

// Hub knows the readers, and the newest revisions of the chains that they read.
type Hub struct {
	now  func() time.Time
	done chan struct{} // closed when the server stops

	mutex   sync.Mutex
	topics  map[store.ModelID]*topic
	readers int
	people  int
	shown   uint64 // versions of the people of topics so far
	closed  bool
	everywhere
	servers
}

// topic is a model or the branch of one with its companions, while somebody reads it
// or is there.
type topic struct {
	chains  []store.ModelID
	heads   map[store.ModelID]Head
	loaded  bool
	readers map[*Reader]struct{}

	people  map[string]seen // by their keys
	shown   []Person        // those that readers know, in order
	version uint64          // of shown: differs from that of any topic before
	timer   *time.Timer     // shows changed people soon, or drops those who are gone
	soon    bool            // the timer is for a change
}

// Head is the newest revision of a model, a branch or a companion.
type Head struct {
	Of     store.ModelID `json:"of"`
	Number uint64        `json:"n"`
	By     string        `json:"by,omitempty"` // its author's name
	Gone   bool          `json:"gone,omitempty"`
}

// NewHub returns a hub without readers. now is nil for time.Now.
func NewHub(now func() time.Time) *Hub {
	if now == nil {
		now = time.Now
	}
	return &Hub{now: now, done: make(chan struct{}), topics: map[store.ModelID]*topic{}, everywhere: newEverywhere()}
}

// Close ends all streams: browsers connect again, to the server that follows.
func (h *Hub) Close() {
	h.mutex.Lock()
	defer h.mutex.Unlock()
	if h.closed {
		return
	}
	h.closed = true
	close(h.done)
	for _, t := range h.topics {
		if t.timer != nil {
			t.timer.Stop()
		}
	}
}

// Readers counts the open streams.
func (h *Hub) Readers() int {
	h.mutex.Lock()
	defer h.mutex.Unlock()
	return h.readers
}

// Chains returns the chains that a page about a model or a branch shows: its own chain and the
// chains of its companions.
func Chains(id store.ModelID) []store.ModelID {
	return []store.ModelID{id, id.Companion(store.Discussion), id.Companion(store.Versions), id.Companion(store.Proposals)}
}

// topicOf is the model or branch to which a chain belongs.
func topicOf(chain store.ModelID) store.ModelID {
	if chain.BranchNumber() > 0 {
		return chain
	}
	return cmp.Or(chain.Owner(), chain)
}

// HeadOf is the part of a revision that a hub sends.
func HeadOf(revision store.Revision) Head {
	return Head{Of: revision.Model, Number: revision.Number, By: revision.Author.Name, Gone: revision.Kind == store.KindDelete}
}

// Publish sends the readers of a model a revision. It never waits for them.
func (h *Hub) Publish(head Head) {
	h.mutex.Lock()
	defer h.mutex.Unlock()
	h.publish(head)
}

func (h *Hub) publish(head Head) {
	if t := h.topics[topicOf(head.Of)]; t != nil && t.raise(head) {
		t.wake()
	}
	if head.Of.Owner() == "" {
		h.list(head.Of)
	}
}

// raise reports whether the revision is newer than the known one.
func (t *topic) raise(head Head) bool {
	if head.Number <= t.heads[head.Of].Number {
		return false
	}
	t.heads[head.Of] = head
	return true
}

func (t *topic) wake() {
	for reader := range t.readers {
		reader.wakeUp()
	}
}

// topic returns the topic of a model, a new one if it has no readers. The caller holds the mutex.
func (h *Hub) topic(id store.ModelID) *topic {
	t := h.topics[id]
	if t == nil {
		t = &topic{chains: Chains(id), heads: map[store.ModelID]Head{}, readers: map[*Reader]struct{}{}, people: map[string]seen{}}
		h.topics[id] = t
	}
	return t
}

// tidy forgets a topic that nobody reads and where nobody is.
func (h *Hub) tidy(id store.ModelID, t *topic) {
	if len(t.readers) > 0 || len(t.people) > 0 {
		return
	}
	if t.timer != nil {
		t.timer.Stop()
	}
	delete(h.topics, id)
	if len(t.shown) > 0 {
		h.wakeLists() // the last reader left before the timer could say that nobody is there
	}
}

// Load returns the newest revision of a chain, or store.ErrNotFound.
type Load func(ctx context.Context, chain store.ModelID) (store.Revision, error)

// ErrClosed reports that the server is stopping.
var ErrClosed = errors.New("live: the server is stopping")

// Interest is the part of others' work that a browser shows.
type Interest struct {
	Of     []store.ModelID // models and branches
	Self   string          // the key of its own person, whom its messages leave out
	Models bool            // the list of models, and who is in them
	// Inbox returns the mark of the inbox of a visitor, who is known by this ID; nil if
	// the browser shows none.
	Inbox   func() string
	Visitor string
}

// servers is a hub's part in what the servers of one store tell each other: the last saves of each,
// and the people of whom it has heard last. What was told is no truth but a hint to look: a server
// that has missed something looks at everything again.
type servers struct {
	peers  *shared.Peers     // nil: this server is alone
	saves  []saved           // the last ones of this server, in order
	made   uint64            // saves of this server
	theirs map[string]uint64 // saves of the others, by server

	sights  map[sightOf]sight // of people, at this server
	sighted uint64
	known   map[string]uint64 // the last sight of each other server that is known here
}

// saved is a save, or that a visitor has looked at something.
type saved struct {
	Head   Head   `json:"h,omitzero"`
	Talk   bool   `json:"t,omitempty"` // it can change an inbox
	Looked string `json:"l,omitempty"`
}

type sightOf struct {
	model  store.ModelID
	person string
}

// sight is the last that a server has heard of a person.
type sight struct {
	Of     store.ModelID `json:"of"`
	Person Person        `json:"p"`
	Left   bool          `json:"left,omitempty"`
	Number uint64        `json:"n"` // of the sights of its server
	until  time.Time
}

// everywhere holds the parts of all models that a browser can follow: their list, and the inboxes
// of their people.
type everywhere struct {
	start   string // tells the numbers of this server from those of one before
	lists   map[*Reader]struct{}
	listed  journal // saves that changed the list of models
	inboxes map[*Reader]struct{}
	talked  journal // saves that can change an inbox
}

func newEverywhere() everywhere {
	return everywhere{start: rand.Text()[:8], lists: map[*Reader]struct{}{}, inboxes: map[*Reader]struct{}{}, listed: newJournal(), talked: newJournal()}
}
