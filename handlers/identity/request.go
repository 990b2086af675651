package identity

import (
	"context"
	"errors"
	"slices"

	"widerow/model/sharing"
	"widerow/store"
)

type personKey struct{}

// For returns a context for what is done in the name of a person: Guard.Store shows it
// only what the person may see.
func For(ctx context.Context, person Person) context.Context {
	return context.WithValue(ctx, personKey{}, &person)
}

// ByServer returns a context for what the server does for itself, such as a list that it
// keeps for everybody.
func ByServer(ctx context.Context) context.Context {
	return context.WithValue(ctx, personKey{}, (*Person)(nil))
}

// Renewed returns a context for the same person with the groups and rights of now.
func (g *Guard) Renewed(ctx context.Context) context.Context {
	person := personIn(ctx)
	if person == nil || !person.Known() {
		return ctx
	}
	now := Person{}
	if account := g.Keeper.Directory().Accounts[person.Account]; account != nil && !account.Disabled {
		now = g.personOf(person.Account, account)
		now.TokenID, now.Token = person.TokenID, person.Token
	}
	return For(ctx, now)
}

func personIn(ctx context.Context) *Person {
	person, _ := ctx.Value(personKey{}).(*Person)
	return person
}

// Sees reports whether the person of a context may see a model. Who asks in no person's
// name sees all.
func (g *Guard) Sees(ctx context.Context, id store.ModelID) (bool, error) {
	return g.Allows(ctx, id, sharing.Viewer)
}

// Allows reports whether the person of a context has at least a role in a model. Who asks in no
// person's name has all.
func (g *Guard) Allows(ctx context.Context, id store.ModelID, least sharing.Role) (bool, error) {
	person := personIn(ctx)
	if g == nil || person == nil {
		return true, nil
	}
	if id.Guards() && !id.IsModel() && id.Root() == id { // the accounts
		return false, nil
	}
	role, err := g.Role(ctx, *person, id)
	if errors.Is(err, store.ErrNotFound) {
		return false, nil
	}
	return role.Allows(least), err
}

// adopts reports whether authors are known under other IDs, too, than those of their accounts.
func (g *Guard) adopts() bool { return g.Mode != None && g.Keeper.Directory().Authors() > 0 }

// known returns a revision with the account of its author, also if a visitor made it whose work the account has adopted.
func (g *Guard) known(revision store.Revision) store.Revision {
	if g.adopts() {
		revision.Author.ID = g.Keeper.Directory().Author(revision.Author.ID)
	}
	return revision
}

// Store returns a store in which a model that the person of a context may not see does
// not exist, and authors are accounts (Guard.known). All that features read leads through it, so
// that no route can forget to ask.
func (g *Guard) Store(models store.Store) store.Store {
	if g == nil {
		return models
	}
	return guarded{models, g}
}

type guarded struct {
	store.Store
	guard *Guard
}

// visible returns store.ErrNotFound for a model that the person may not see.
func (s guarded) visible(ctx context.Context, id store.ModelID) error {
	if seen, err := s.guard.Sees(ctx, id); err != nil || seen {
		return err
	}
	return store.ErrNotFound
}

func (s guarded) Head(ctx context.Context, id store.ModelID) ([]byte, store.Revision, error) {
	if err := s.visible(ctx, id); err != nil {
		return nil, store.Revision{}, err
	}
	document, revision, err := s.Store.Head(ctx, id)
	return document, s.guard.known(revision), err
}

func (s guarded) At(ctx context.Context, id store.ModelID, number uint64) ([]byte, store.Revision, error) {
	if err := s.visible(ctx, id); err != nil {
		return nil, store.Revision{}, err
	}
	document, revision, err := s.Store.At(ctx, id, number)
	return document, s.guard.known(revision), err
}

func (s guarded) History(ctx context.Context, id store.ModelID, before uint64, limit int) ([]store.Revision, error) {
	if err := s.visible(ctx, id); err != nil {
		return nil, err
	}
	revisions, err := s.Store.History(ctx, id, before, limit)
	if s.guard.adopts() {
		revisions = slices.Clone(revisions)
		for i := range revisions {
			revisions[i] = s.guard.known(revisions[i])
		}
	}
	return revisions, err
}

func (s guarded) FindOperation(ctx context.Context, operation string) (store.Revision, bool, error) {
	revision, found, err := s.Store.FindOperation(ctx, operation)
	return s.guard.known(revision), found, err
}

func (s guarded) Save(ctx context.Context, save store.Save) (store.Revision, error) {
	if err := s.visible(ctx, save.Model); err != nil {
		return store.Revision{}, err
	}
	return s.Store.Save(ctx, save)
}

func (s guarded) Delete(ctx context.Context, deletion store.Deletion) (store.Revision, error) {
	if err := s.visible(ctx, deletion.Model); err != nil {
		return store.Revision{}, err
	}
	return s.Store.Delete(ctx, deletion)
}

func (s guarded) List(ctx context.Context, cursor string, limit int) (store.Page, error) {
	return s.listed(ctx, cursor, limit, s.Store.List)
}

func (s guarded) ListDeleted(ctx context.Context, cursor string, limit int) (store.Page, error) {
	return s.listed(ctx, cursor, limit, s.Store.ListDeleted)
}

// listed reads pages of a list until there are as many models that the person may see as
// asked for.
func (s guarded) listed(ctx context.Context, cursor string, limit int, list func(context.Context, string, int) (store.Page, error)) (store.Page, error) {
	if personIn(ctx) == nil {
		return list(ctx, cursor, limit)
	}
	var seen []store.Summary
	for {
		page, err := list(ctx, cursor, limit-len(seen))
		if err != nil {
			return store.Page{}, err
		}
		found, err := s.guard.Visible(ctx, page.Models)
		if err != nil {
			return store.Page{}, err
		}
		seen, cursor = append(seen, found...), page.Next
		if cursor == "" || len(seen) >= limit {
			return store.Page{Models: seen, Next: cursor}, nil
		}
	}
}

// Visible returns the entries of a list that the person of a context may see.
func (g *Guard) Visible(ctx context.Context, all []store.Summary) ([]store.Summary, error) {
	if g == nil || personIn(ctx) == nil {
		return all, nil
	}
	seen := make([]store.Summary, 0, len(all))
	for _, summary := range all {
		sees, err := g.Sees(ctx, summary.Model)
		if err != nil {
			return nil, err
		}
		if sees {
			seen = append(seen, summary)
		}
	}
	return seen, nil
}

// OwnedByAll counts the models that everyone owns, if an admin asks: those from before
// people signed in. More than a page of the store's list are not counted.
func (g *Guard) OwnedByAll(ctx context.Context, models store.Store) (count int) {
	person := personIn(ctx)
	if person == nil || !g.Governs(*person) {
		return 0
	}
	list, err := models.List(ByServer(ctx), "", store.MaxPage)
	if err != nil {
		return 0 // it is only a hint
	}
	for _, summary := range list.Models {
		if roles, err := g.Sharings.Of(ctx, summary.Model); err == nil && roles.Everyone == sharing.Owner {
			count++
		}
	}
	return count
}
