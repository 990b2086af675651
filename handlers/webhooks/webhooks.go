// Package webhooks reports events of models to other servers. A save is noted on disk before it is
// answered (watch.go), described as events (event.go), and sent until the other server has taken it
// (send.go), also after a restart. Only servers that the operator has listed are called
// (allowed.go).
package webhooks

import (
	"cmp"
	"context"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/hashicorp/golang-lru/v2/simplelru"

	"widerow/model"
	"widerow/model/people"
)

// Open reads what waits. Nothing is sent before Run.
func Open(config Config) (*Sender, error) {
	noted, err := simplelru.NewLRU[note, bool](maxNoted, nil)
	if err != nil {
		return nil, err // only for a count below 1
	}
	transport := config.Transport
	if transport == nil {
		transport = config.Allowed.transport()
	}
	s := &Sender{
		config: config, store: config.Store, wake: make(chan struct{}, 1), noted: noted, notes: map[string]note{},
		deliveries: map[string]*Delivery{}, busy: map[model.ID]bool{},
		client: &http.Client{
			Transport: transport, Timeout: timeout,
			CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		},
	}
	return s, s.load()
}

// Allowed are the servers that webhooks may call.
func (s *Sender) Allowed() Allowed { return s.config.Allowed }

// Deliveries returns copies of the deliveries of a webhook, the newest first.
func (s *Sender) Deliveries(hook model.ID) (found []Delivery) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	s.log(s.renew()) // or what was known before
	for _, delivery := range s.deliveries {
		if delivery.Hook == hook {
			found = append(found, *delivery)
		}
	}
	slices.SortFunc(found, func(a, b Delivery) int { return cmp.Or(b.Made.Compare(a.Made), strings.Compare(a.ID, b.ID)) })
	return found
}

// Again sends a delivery of a webhook again, at once. It reports whether there is one.
func (s *Sender) Again(hook model.ID, id string) (bool, error) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if err := s.renew(); err != nil {
		return false, err
	}
	delivery := s.deliveries[id]
	if delivery == nil || delivery.Hook != hook {
		return false, nil
	}
	again := *delivery
	again.State, again.Due, again.Tries = Waiting, time.Now(), 0
	return true, s.put(&again)
}

// Test sends an event that tests a webhook.
func (s *Sender) Test(hook model.ID, by Person, of Model) error {
	if of.URL = s.config.Base; of.ID != "" {
		of.URL = s.address("m/" + of.ID)
	}
	s.mutex.Lock()
	defer s.mutex.Unlock()
	now := time.Now()
	return s.put(newDelivery(hook, Event{Event: people.HookTest, At: now.UTC(), By: by, Model: of}, now))
}

// Forget removes the deliveries of a webhook that is removed.
func (s *Sender) Forget(hook model.ID) error {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if err := s.renew(); err != nil {
		return err
	}
	gone := map[string][]byte{}
	for id, delivery := range s.deliveries {
		if delivery.Hook == hook {
			gone[deliveryKey+id] = nil
			delete(s.deliveries, id)
		}
	}
	return s.config.Outbox.PutMessages(gone)
}

// lookInterval is the interval at which the server that sends looks for what others have noted.
const lookInterval = 2 * time.Second

// untilNext is the time until Run does something again.
func (s *Sender) untilNext(due time.Duration) time.Duration {
	if s.config.Shared {
		return min(due, lookInterval)
	}
	return due
}

// look reads what other servers have noted, where somebody wants to be told at all. It returns false if
// it is not known whom to tell what.
func (s *Sender) look(ctx context.Context) bool {
	if !s.config.Shared {
		return true
	}
	err := s.config.Fresh(ctx, time.Second)
	if err == nil && len(s.config.Directory().Hooks) == 0 {
		return false
	}
	if err == nil {
		err = s.readOutbox()
	}
	if err == nil && s.waits() { // perhaps for a webhook that is newer than the directory
		err = s.config.Fresh(ctx, 0)
	}
	if ctx.Err() == nil {
		s.log(err)
	}
	return err == nil
}

// readOutbox is renew for who does not hold the mutex.
func (s *Sender) readOutbox() error {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	return s.renew()
}

// waits reports whether there is something to tell or to send.
func (s *Sender) waits() bool {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	return len(s.notes) > 0 || len(s.waiting()) > 0
}

// renew reads the outbox again if other servers write to it, too. The caller holds the mutex.
func (s *Sender) renew() error {
	if !s.config.Shared {
		return nil
	}
	notes, deliveries := s.notes, s.deliveries
	s.notes, s.deliveries = map[string]note{}, map[string]*Delivery{}
	err := s.load()
	if err != nil {
		s.notes, s.deliveries = notes, deliveries
	}
	return err
}

// Run sends what waits until the context is done. It returns when no call runs any more.
func (s *Sender) Run(ctx context.Context) {
	var calls sync.WaitGroup
	defer calls.Wait()
	for {
		due := idle
		if s.look(ctx) {
			s.tell(ctx)
			due = s.start(ctx, &calls)
		}
		timer := time.NewTimer(s.untilNext(due))
		select {
		case <-ctx.Done():
			timer.Stop()
			return
		case <-s.wake:
			timer.Stop()
		case <-timer.C:
		}
	}
}
