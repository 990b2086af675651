package live

import (
	"context"
	"errors"
	"strings"

	"widerow/store"
)

// Watch returns the store with a publication after each write that is on disk. All
// ways to save lead through the store, so none can be forgotten.
func (h *Hub) Watch(models store.Store) store.Store { return watched{models, h} }

type watched struct {
	store.Store
	hub *Hub
}

func (w watched) Create(ctx context.Context, save store.Save) (store.Revision, error) {
	return w.publish(w.Store.Create(ctx, save))
}

func (w watched) Save(ctx context.Context, save store.Save) (store.Revision, error) {
	return w.publish(w.Store.Save(ctx, save))
}

func (w watched) Delete(ctx context.Context, deletion store.Deletion) (store.Revision, error) {
	return w.publish(w.Store.Delete(ctx, deletion))
}

// publish leaves out what a person has seen, which is nobody else's business, and rollouts, whose pages ask by themselves.
func (w watched) publish(revision store.Revision, err error) (store.Revision, error) {
	if name := string(revision.Model); err == nil && !strings.HasSuffix(name, "."+store.Seen) && !strings.HasSuffix(name, "."+store.Rollouts) {
		w.hub.Publish(HeadOf(revision))
		if changesInboxes(revision) {
			w.hub.talk(revision.Model.Root())
		}
		w.hub.tellOf(revision)
	}
	if errors.Is(err, store.ErrUnknownOutcome) {
		w.hub.tellOfUnknown()
	}
	return revision, err
}
