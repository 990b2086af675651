package live

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"time"

	"widerow/store"
)

// Reader is one browser. All its tabs share it.
type Reader struct {
	hub      *Hub
	interest Interest
	changed  chan struct{} // holds one signal at most
	of       []reading
	sent     map[store.ModelID]uint64 // revisions that it knows
	list     listReading
	inboxDue bool   // its inbox may have changed
	inbox    string // the mark that it knows; only Take uses it
	closed   bool
}

// reading is a topic, and which version of its people the reader knows.
type reading struct {
	id     store.ModelID
	topic  *topic
	people uint64
}

// Message is the news for a reader. It holds no more than one revision of
// each chain, however long the reader did not ask.
type Message struct {
	Heads []Head `json:"at,omitempty"`
	Here  []Here `json:"here,omitempty"`
	// Marks of the list of models and of the inbox, which differ when these do.
	Models string `json:"models,omitempty"`
	Inbox  string `json:"inbox,omitempty"`
}

func (m Message) empty() bool {
	return m.Heads == nil && m.Here == nil && m.Models == "" && m.Inbox == ""
}

func (r *Reader) wakeUp() {
	select {
	case r.changed <- struct{}{}:
	default: // it will look anyway
	}
}

// Take returns what has changed since the last call; at first, all that there is.
// Two calls must not run at once.
func (r *Reader) Take() Message {
	message, inbox := r.take()
	if !inbox {
		return message
	}
	if mark := r.interest.Inbox(); mark != r.inbox {
		r.inbox, message.Inbox = mark, mark
	}
	return message
}

// take returns all but the inbox, and reports whether the inbox changed; reading it needs the store.
func (r *Reader) take() (message Message, inbox bool) {
	r.hub.mutex.Lock()
	defer r.hub.mutex.Unlock()
	for i := range r.of {
		t := r.of[i].topic
		for _, chain := range t.chains {
			if head := t.heads[chain]; head.Number > r.sent[chain] {
				message.Heads = append(message.Heads, head)
				r.sent[chain] = head.Number
			}
		}
		if r.of[i].people != t.version {
			message.Here = append(message.Here, t.here(r.of[i].id, r.interest.Self))
			r.of[i].people = t.version
		}
	}
	if r.interest.Models {
		r.takeList(&message)
	}
	inbox, r.inboxDue = r.inboxDue, false
	return message, inbox
}

// Close ends the reading.
func (r *Reader) Close() {
	r.hub.mutex.Lock()
	defer r.hub.mutex.Unlock()
	if r.closed {
		return
	}
	r.closed = true
	r.hub.readers--
	r.hub.unfollow(r)
	for _, reading := range r.of {
		delete(reading.topic.readers, r)
		r.hub.tidy(reading.id, reading.topic)
	}
}

const (
	// beat is the interval of a stream's signs of life: less than the time after which proxies give
	// up.
	beat = 20 * time.Second
	// again is the time after which a browser connects again.
	again = 1500 * time.Millisecond
	// writeTime bounds the time in which a browser receives a message. After that the
	// stream ends: the browser connects again and gets the state.
	writeTime = 10 * time.Second
)

// Stream sends messages as server-sent events until the browser leaves, cannot take
// a message, or the hub is closed. The first one comes at once, even if it is empty.
func (r *Reader) Stream(w http.ResponseWriter, request *http.Request) error {
	control := http.NewResponseController(w)
	if err := control.SetReadDeadline(time.Time{}); err != nil { // or the server would end the request
		return fmt.Errorf("stream: %w", err)
	}
	header := w.Header()
	header.Set("Content-Type", "text/event-stream")
	header.Set("Cache-Control", "no-store")
	header.Set("X-Accel-Buffering", "no") // nginx passes on each message at once
	w.WriteHeader(http.StatusOK)
	beats := time.NewTicker(beat)
	defer beats.Stop()
	send := func(message Message) error {
		text, err := json.Marshal(message)
		if err != nil {
			return fmt.Errorf("stream: %w", err)
		}
		if err := control.SetWriteDeadline(time.Now().Add(writeTime)); err != nil {
			return fmt.Errorf("stream: %w", err)
		}
		if _, err := fmt.Fprintf(w, "data: %s\n\n", text); err != nil {
			return err
		}
		return control.Flush()
	}
	if _, err := fmt.Fprintf(w, "retry: %d\n", again.Milliseconds()); err != nil {
		return err
	}
	if err := send(r.Take()); err != nil {
		return err
	}
	for {
		select {
		case <-r.changed:
			if message := r.Take(); !message.empty() {
				if err := send(message); err != nil {
					return err
				}
			}
		case <-beats.C:
			if err := send(Message{}); err != nil {
				return err
			}
		case <-request.Context().Done():
			return nil
		case <-r.hub.done:
			return nil
		}
	}
}

// Subscribe begins to read. The caller ends it with Reader.Close.
func (h *Hub) Subscribe(ctx context.Context, in Interest, load Load) (*Reader, error) {
	r := &Reader{hub: h, interest: in, changed: make(chan struct{}, 1), sent: map[store.ModelID]uint64{}}
	var unknown []store.ModelID
	h.mutex.Lock()
	if h.closed {
		h.mutex.Unlock()
		return nil, ErrClosed
	}
	h.readers++
	h.follow(r)
	for _, id := range in.Of {
		t := h.topic(id)
		if !t.loaded {
			unknown = append(unknown, id)
		}
		if _, twice := t.readers[r]; !twice {
			t.readers[r] = struct{}{}
			r.of = append(r.of, reading{id: id, topic: t})
		}
	}
	h.mutex.Unlock()
	// What is published from now on is not missed; what was there before is read.
	for _, id := range unknown {
		if err := h.load(ctx, id, load); err != nil {
			r.Close()
			return nil, err
		}
	}
	return r, nil
}

func (h *Hub) load(ctx context.Context, id store.ModelID, load Load) error {
	var heads []Head
	for _, chain := range Chains(id) {
		revision, err := load(ctx, chain)
		if errors.Is(err, store.ErrNotFound) {
			continue
		}
		if err != nil {
			return err
		}
		heads = append(heads, HeadOf(revision))
	}
	h.mutex.Lock()
	defer h.mutex.Unlock()
	t := h.topics[id]
	if t == nil { // the last reader has left meanwhile
		return nil
	}
	newer := !t.loaded
	for _, head := range heads {
		newer = t.raise(head) || newer
	}
	t.loaded = true
	if newer {
		t.wake()
	}
	return nil
}
