package handlers

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"sync/atomic"

	"widerow/handlers/feature"
	"widerow/handlers/identity"
	"widerow/handlers/limit"
	"widerow/handlers/live"
	"widerow/model"
	"widerow/model/diff"
	"widerow/model/people"
	"widerow/model/sharing"
	"widerow/store"
)

// documents reads models from the store, and keeps those that were read last.
type documents struct {
	guard      *identity.Guard // nil: nobody signs in, or this is a worker
	roster     *roster         // the accounts that a worker knows
	store      store.Store
	decoded    *limit.Cache[store.Hash, *model.Model]
	sizes      *limit.Cache[store.Hash, int64]    // of texts: to read one computes its hash
	mergeBases *limit.Cache[mergeKey, uint64]     // answers of LastMerged
	editors    *limit.Cache[editorsKey, []string] // answers of EditorsOf
}

func newDocuments(guard *identity.Guard, models store.Store) *documents {
	return &documents{
		guard:      guard,
		roster:     &roster{},
		store:      guard.Store(models),
		decoded:    limit.NewCache[store.Hash, *model.Model](cachedBytes),
		sizes:      limit.NewCache[store.Hash, int64](cachedFacts),
		mergeBases: limit.NewCache[mergeKey, uint64](cachedFacts),
		editors:    limit.NewCache[editorsKey, []string](cachedFacts),
	}
}

const (
	// cachedBytes bounds the memory of decoded models, and also the memory of drawings.
	cachedBytes = 32 << 20
	// cachedFacts bounds the memory of facts about revisions.
	cachedFacts = 1 << 20
	// factBytes is the memory of a number that is kept with its key.
	factBytes = 100
)

// decode returns the model of a text.
func (d *documents) decode(text []byte, hash store.Hash) (*model.Model, error) {
	if decoded, found := d.decoded.Get(hash); found {
		return decoded, nil
	}
	decoded, err := model.Decode(text)
	if err != nil {
		return nil, err
	}
	return d.keepDecoded(hash, decoded), nil
}

// keepDecoded adds the model of a text, and returns the one that is there already.
func (d *documents) keepDecoded(hash store.Hash, decoded *model.Model) *model.Model {
	return d.decoded.Add(hash, decoded, feature.Bytes(decoded))
}

// noteSize keeps the size of the text of a revision.
func (d *documents) noteSize(hash store.Hash, text []byte) {
	d.sizes.Add(hash, int64(len(text)), factBytes)
}

// Visible returns the entries of a list that the person of the request may see.
func (d *documents) Visible(ctx context.Context, all []store.Summary) ([]store.Summary, error) {
	return d.guard.Visible(ctx, all)
}

// Identifies reports whether an author is somebody who has signed in, here or at a trusted
// proxy; where nobody does, everyone counts.
func (d *documents) Identifies(author string) bool {
	accounts, signIn := d.accounts()
	return !signIn || accounts.Accounts[model.ID(author)] != nil || strings.HasPrefix(author, people.UserPrefix)
}

// Accounts are the accounts of those who sign in; there are none where nobody does.
func (d *documents) Accounts() *people.Directory {
	accounts, _ := d.accounts()
	return accounts
}

func (d *documents) accounts() (accounts *people.Directory, signIn bool) {
	if d.guard == nil {
		return d.roster.accounts()
	}
	if d.guard.Mode == identity.None {
		return &people.Directory{}, false
	}
	return d.guard.Keeper.Directory(), true
}

// OwnedByAll counts the models that everyone owns, for an admin of the server.
func (d *documents) OwnedByAll(ctx context.Context) int {
	if d.guard == nil {
		return 0
	}
	return d.guard.OwnedByAll(ctx, d.store)
}

// Sees reports whether the person of the request may see a model.
func (d *documents) Sees(ctx context.Context, id store.ModelID) (bool, error) {
	return d.guard.Sees(ctx, id)
}

// Allows reports whether the person of the request has at least a role in a model.
func (d *documents) Allows(ctx context.Context, id store.ModelID, least sharing.Role) (bool, error) {
	return d.guard.Allows(ctx, id, least)
}

// Store has the revisions of all models that the person of the request may see.
func (d *documents) Store() store.Store { return d.store }

// Head loads the newest revision of a model.
func (d *documents) Head(ctx context.Context, id store.ModelID) (feature.Document, error) {
	return d.At(ctx, id, 0)
}

// At loads one revision of a model; number 0 is the newest.
func (d *documents) At(ctx context.Context, id store.ModelID, number uint64) (feature.Document, error) {
	text, revision, err := d.Stored(ctx, id, number)
	if err != nil {
		return feature.Document{}, err
	}
	return d.opened(ctx, text, revision, number)
}

// opened decodes a revision that was asked for by its number, or by 0.
func (d *documents) opened(ctx context.Context, text []byte, revision store.Revision, number uint64) (feature.Document, error) {
	document, err := d.read(text, revision)
	if err != nil || number == 0 {
		return document, err
	}
	newest, err := d.Newest(ctx, revision.Model)
	document.Old = err == nil && newest.Number != number
	return document, err
}

func (d *documents) read(text []byte, revision store.Revision) (feature.Document, error) {
	decoded, err := d.decode(text, revision.DocumentHash)
	if err != nil {
		return feature.Document{}, fmt.Errorf("read revision %d of model %s: %w: %w", revision.Number, revision.Model, feature.ErrUnreadable, err)
	}
	return feature.Document{Revision: revision, Stored: text, Model: decoded}, nil
}

// Newest returns a model's newest revision, also if the model is deleted or its
// document cannot be opened.
func (d *documents) Newest(ctx context.Context, id store.ModelID) (store.Revision, error) {
	revisions, err := d.store.History(ctx, id, 0, 1)
	if err != nil {
		return store.Revision{}, fmt.Errorf("history of model %s: %w", id, err)
	}
	return revisions[0], nil
}

// Stored loads the text of a revision without decoding it; number 0 is the
// newest.
func (d *documents) Stored(ctx context.Context, id store.ModelID, number uint64) (text []byte, revision store.Revision, err error) {
	if number == 0 {
		text, revision, err = d.store.Head(ctx, id)
	} else {
		text, revision, err = d.store.At(ctx, id, number)
	}
	if err != nil {
		return nil, revision, fmt.Errorf("open revision %d of model %s: %w", number, id, err)
	}
	return text, revision, nil
}

// DocumentSize returns the size of the text of a model.
func (d *documents) DocumentSize(ctx context.Context, id store.ModelID) (int64, error) {
	text, revision, err := d.Stored(ctx, id, 0)
	if err == nil {
		d.noteSize(revision.DocumentHash, text)
	}
	return int64(len(text)), err
}

// knownLarge returns the weight of a model's newest revision if it is known to be
// large.
func (d *documents) knownLarge(ctx context.Context, id store.ModelID) (weight int64, large bool) {
	newest, err := d.Newest(ctx, id)
	if err != nil {
		return 0, false
	}
	size, found := d.sizes.Get(newest.DocumentHash)
	return feature.ModelWeight * size, found && feature.ModelWeight*size > smallWork
}

// editorRevisions is the number of newest revisions that EditorsOf reads.
const editorRevisions = 30

// editorsKey is a revision up to which EditorsOf reads.
type editorsKey struct {
	model  store.ModelID
	number uint64
}

// EditorsOf returns the names of those who edited a model before a revision, or made it.
func (d *documents) EditorsOf(ctx context.Context, of store.Revision) (names []string) {
	key := editorsKey{of.Model, of.Number}
	if kept, found := d.editors.Get(key); found {
		return kept
	}
	revisions, err := d.store.History(ctx, of.Model, of.Number+1, editorRevisions)
	if err != nil {
		return nil // a comment can name anybody
	}
	for _, revision := range revisions {
		if revision.Author.Name != feature.UnknownAuthor && revision.Author.Name != "" {
			names = append(names, revision.Author.Name)
		}
	}
	return d.editors.Add(key, names, int64(factBytes*(1+len(names))))
}

// PatchOf is the change that a revision made.
func (d *documents) PatchOf(ctx context.Context, revision store.Revision) (diff.Patch, error) {
	if len(revision.Patch) > 0 {
		patch, err := diff.Decode(revision.Patch)
		if err != nil {
			return nil, fmt.Errorf("read patch of revision %d: %w", revision.Number, err)
		}
		return patch, nil
	}
	before, err := d.At(ctx, revision.Model, revision.Number-1)
	if err != nil {
		return nil, err
	}
	after, err := d.At(ctx, revision.Model, revision.Number)
	if err != nil {
		return nil, err
	}
	return diff.Make(before.Text(), after.Text())
}

// Shown lists what a page is about to show: the chains of models and branches with
// the numbers of their newest revisions. It is called before the content is read,
// which may be newer but not older.
func (d *documents) Shown(ctx context.Context, of ...store.ModelID) string {
	var shown []string
	for _, id := range of {
		for _, chain := range live.Chains(id) {
			shown = append(shown, feature.ShownAs(chain, d.newestNumber(ctx, chain)))
		}
	}
	return strings.Join(shown, " ")
}

// newestNumber is 0 for a chain that does not exist or cannot be read.
func (d *documents) newestNumber(ctx context.Context, chain store.ModelID) uint64 {
	revision, err := d.Newest(ctx, chain)
	if err != nil {
		return 0
	}
	return revision.Number
}

// mergeKey is a revision of one model and the id of another.
type mergeKey struct {
	revision store.Hash
	other    store.ModelID
}

// smallWork is the weight up to which a request does not wait for large ones: a
// script of 70 kB, or a model of about 60 tables.
const smallWork = 8 << 20

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

// accountsHeader is the header in which a worker gets the number of the newest revision of the accounts.
const accountsHeader = "Widerow-Accounts"

// personHeader is the header in which a worker gets who a request is from, and roleHeader
// that in which it gets what the person may do with the model of the address.
const (
	personHeader = "Widerow-Person"
	roleHeader   = "Widerow-Role"
)
