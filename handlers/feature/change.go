package feature

import (
	"context"
	"widerow/model"
	"widerow/store"
)

// Change is a request to change a model.
type Change struct {
	Model     store.ModelID // "": that of the address
	Operation string        // chosen by the page that holds the form, kept by a retry
	Author    store.Author
	Kind      store.Kind
	Reverts   uint64
	From      store.Revision // of another model that the change takes over; or zero
	// Make returns the changed model and describes the change. What it adds gets its
	// IDs from ids.
	Make func(head Document, ids model.IDs) (after *model.Model, words string, err error)
	// Ahead is like Make, for a change that takes long to make: that is done before the
	// turn to save it, and again if others save meanwhile.
	Ahead func(ctx context.Context, head Document, ids model.IDs) (after *model.Model, words string, err error)
}

// On makes the change on a document.
func (change *Change) On(ctx context.Context, head Document, ids model.IDs) (after *model.Model, words string, err error) {
	if change.Ahead != nil {
		return change.Ahead(ctx, head, ids)
	}
	return change.Make(head, ids)
}
