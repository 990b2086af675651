package handlers

import (
	"context"
	"fmt"
	"net/http"
	"sync/atomic"

	"github.com/labstack/echo/v4"

	"widerow/handlers/identity"
	"widerow/model/people"
	"widerow/store"
)

// inNameOf returns a store for a worker, which asks in the name of the person of a
// request.
func (l *large) inNameOf(c echo.Context, models store.Store) store.Store {
	if l.guard == nil {
		return models
	}
	return named{models, personOf(c), l.Accounts()}
}

type named struct {
	store.Store
	person   identity.Person
	accounts *people.Directory
}

func (n named) Head(ctx context.Context, id store.ModelID) ([]byte, store.Revision, error) {
	if id == store.People {
		return n.accounts.Public().Encode(), store.Revision{}, nil
	}
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

// roster has the accounts that a worker knows. Its server tells the number of the newest revision with each request.
type roster struct{ known atomic.Pointer[enrolled] }

type enrolled struct {
	revision string
	accounts *people.Directory
}

func (r *roster) accounts() (accounts *people.Directory, signIn bool) {
	if known := r.known.Load(); known != nil {
		return known.accounts, known.revision != ""
	}
	return &people.Directory{}, false
}

// renew reads the accounts if the request names another revision than the one known.
func (r *roster) renew(request *http.Request, models store.Store) error {
	revision := request.Header.Get(accountsHeader)
	if known := r.known.Load(); revision == "" || known != nil && known.revision == revision {
		return nil
	}
	text, _, err := models.Head(request.Context(), store.People)
	if err != nil {
		return fmt.Errorf("read the accounts: %w", err)
	}
	accounts, err := people.Decode(text)
	if err != nil {
		return fmt.Errorf("read the accounts: %w", err)
	}
	r.known.Store(&enrolled{revision, accounts})
	return nil
}
