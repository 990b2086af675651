package webhooks

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"widerow/model"
	"widerow/store"
)

// Watch returns the store with a note after each write that webhooks report. All ways to save lead
// through the store, so no write can be forgotten. The note is on disk before the write is
// answered.
func (s *Sender) Watch(models store.Store) store.Store { return watched{models, s} }

type watched struct {
	store.Store
	sender *Sender
}

func (w watched) Create(ctx context.Context, save store.Save) (store.Revision, error) {
	return w.sender.note(w.Store.Create(ctx, save))
}

func (w watched) Save(ctx context.Context, save store.Save) (store.Revision, error) {
	return w.sender.note(w.Store.Save(ctx, save))
}

func (w watched) Delete(ctx context.Context, deletion store.Deletion) (store.Revision, error) {
	return w.sender.note(w.Store.Delete(ctx, deletion))
}

func (s *Sender) note(revision store.Revision, err error) (store.Revision, error) {
	made := note{revision.Model, revision.Number}
	if err != nil || !tellsOf(revision.Model) ||
		len(s.config.Directory().HooksFor(string(revision.Model.Root()))) == 0 {
		return revision, err
	}
	text, encodeErr := json.Marshal(made)
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if s.noted.Contains(made) {
		return revision, nil
	}
	key := s.keyOf(made)
	if err := errors.Join(encodeErr, s.config.Outbox.PutMessages(map[string][]byte{key: text})); err != nil {
		s.config.Log.Error("webhooks do not tell of a save", "model", revision.Model, "revision", revision.Number,
			"error", err)
		return revision, nil
	}
	s.noted.Add(made, true)
	if !s.config.Shared { // else the server that sends looks for it
		s.notes[key] = made
		s.Wake()
	}
	return revision, nil
}

// keyOf returns the key of a note. Keys sort in the order of the saves. If several servers save, keys sort by model
// and revision, and a save that is repeated at another server has the same key.
func (s *Sender) keyOf(made note) string {
	if s.config.Shared {
		return fmt.Sprintf("%s%s %020d", noteKey, made.Model, made.Number)
	}
	s.last = max(s.last+1, time.Now().UnixNano()) // also if the clock stands or goes back
	return fmt.Sprintf("%s%020d", noteKey, s.last)
}

// tellsOf reports whether events can follow from a revision of a chain.
func tellsOf(id store.ModelID) bool {
	root := id.Root()
	return id == root && id.IsModel() || id == root.Companion(store.Proposals) || strings.HasSuffix(string(id), "."+store.Discussion)
}

func (s *Sender) load() error {
	messages, err := s.config.Outbox.Messages()
	if err != nil {
		return err
	}
	for key, text := range messages {
		var err error
		if strings.HasPrefix(key, noteKey) {
			var found note
			if err = json.Unmarshal(text, &found); err == nil {
				s.notes[key] = found
				number, _ := strconv.ParseInt(strings.TrimPrefix(key, noteKey), 10, 64) // else 0
				s.last = max(s.last, number)
			}
		} else if id, found := strings.CutPrefix(key, deliveryKey); found {
			delivery := &Delivery{}
			if err = json.Unmarshal(text, delivery); err == nil {
				s.deliveries[id] = delivery
			}
		}
		if err != nil { // of a newer program
			s.config.Log.Error("a message of a webhook cannot be read and is left out", "key", key, "error", err)
		}
	}
	return nil
}

// tell makes deliveries of notes, in the order of the saves.
func (s *Sender) tell(ctx context.Context) {
	s.mutex.Lock()
	notes := maps.Clone(s.notes)
	s.mutex.Unlock()
	for _, key := range slices.Sorted(maps.Keys(notes)) {
		made := notes[key]
		events, err := s.events(ctx, made.Model, made.Number)
		if ctx.Err() != nil {
			return // again after the next start
		}
		if err != nil && !errors.Is(err, store.ErrNotFound) {
			s.config.Log.Error("webhooks do not tell of a save", "model", made.Model, "revision", made.Number, "error", err)
		}
		if err := s.deliver(key, made.Model.Root(), events); err != nil {
			s.config.Log.Error("keep what webhooks tell", "error", err)
			return
		}
	}
}

// deliver replaces a note by its deliveries.
func (s *Sender) deliver(key string, about store.ModelID, events []Event) error {
	directory, now := s.config.Directory(), time.Now()
	s.mutex.Lock()
	defer s.mutex.Unlock()
	made := map[string]*Delivery{}
	for _, hook := range directory.HooksFor(string(about)) {
		for _, event := range events {
			if slices.Contains(directory.Hooks[hook].Events, event.Event) {
				delivery := s.joined(hook, event, now)
				made[delivery.ID] = delivery
			}
		}
	}
	messages := map[string][]byte{key: nil}
	for id, delivery := range made {
		messages[deliveryKey+id] = delivery.encode()
	}
	if err := s.config.Outbox.PutMessages(messages); err != nil {
		return err
	}
	delete(s.notes, key)
	maps.Copy(s.deliveries, made)
	return nil
}

// joined is a delivery that waits, with the event added, or a new one.
func (s *Sender) joined(hook model.ID, event Event, now time.Time) *Delivery {
	if !s.busy[hook] {
		for _, delivery := range s.deliveries {
			if delivery.Hook == hook && delivery.takes(event) {
				joined := *delivery
				joined.join(event)
				return &joined
			}
		}
	}
	return newDelivery(hook, event, now)
}
