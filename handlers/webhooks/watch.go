package webhooks

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

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
