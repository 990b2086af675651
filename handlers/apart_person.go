package handlers

import (
	"context"

	"github.com/labstack/echo/v4"

	"widerow/handlers/identity"
	"widerow/store"
)

// inNameOf returns a store for a worker, which asks in the name of the person of a
// request.
func (l *large) inNameOf(c echo.Context, models store.Store) store.Store {
	if l.guard == nil {
		return models
	}
	return named{models, personOf(c)}
}

type named struct {
	store.Store
	person identity.Person
}

func (n named) Head(ctx context.Context, id store.ModelID) ([]byte, store.Revision, error) {
	return n.Store.Head(identity.For(ctx, n.person), id)
}

func (n named) At(ctx context.Context, id store.ModelID, number uint64) ([]byte, store.Revision, error) {
	return n.Store.At(identity.For(ctx, n.person), id, number)
}

func (n named) History(ctx context.Context, id store.ModelID, before uint64, limit int) ([]store.Revision, error) {
	return n.Store.History(identity.For(ctx, n.person), id, before, limit)
}

func (n named) List(ctx context.Context, cursor string, limit int) (store.Page, error) {
	return n.Store.List(identity.For(ctx, n.person), cursor, limit)
}

func (n named) ListDeleted(ctx context.Context, cursor string, limit int) (store.Page, error) {
	return n.Store.ListDeleted(identity.For(ctx, n.person), cursor, limit)
}

func (n named) Save(ctx context.Context, save store.Save) (store.Revision, error) {
	return n.Store.Save(identity.For(ctx, n.person), save)
}
