package webhooks

import (
	"context"
	"errors"
	"maps"
	"slices"
	"time"

	"widerow/model"
	"widerow/store"
)

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
