package handlers

import (
	"context"
	"net/http"
	"sync"

	"widerow/handlers/feature"
	"widerow/handlers/limit"
	"widerow/model/displayname"
	"widerow/store"
)

const (
	// cachedNames bounds the memory of the names of people that the server remembers.
	cachedNames = 4 << 20
	// authorsRead is the number of revisions of a model whose authors are noted.
	authorsRead = 10_000
)

// names holds the names of people who have changed something, so that nobody takes one
// that looks the same in other letters. The same name in the same letters is welcome:
// without sign-in, a person with two browsers is two visitors.
type names struct {
	like *limit.Cache[string, string] // skeleton → the name that was there first

	loading sync.Mutex
	loaded  bool
}

func newNames() *names { return &names{like: limit.NewCache[string, string](cachedNames)} }

func (n *names) note(name string) {
	if name != "" && name != feature.UnknownAuthor {
		n.like.Add(displayname.Skeleton(name), name, int64(factBytes+2*len(name)))
	}
}

// other returns another name that looks the same, or "".
func (n *names) other(name string) string {
	if known, found := n.like.Get(displayname.Skeleton(name)); found && known != name {
		return known
	}
	return ""
}

// load notes who changed each model last, once. What cannot be read is read the next time.
func (n *names) load(ctx context.Context, models store.Store) {
	n.loading.Lock()
	defer n.loading.Unlock()
	for cursor := ""; !n.loaded; {
		page, err := models.List(ctx, cursor, store.MaxPage)
		if err != nil {
			return
		}
		for _, model := range page.Models {
			n.note(model.Author.Name)
		}
		cursor, n.loaded = page.Next, page.Next == ""
	}
}

// loadModel notes the authors of a model's history.
func (n *names) loadModel(ctx context.Context, models store.Store, id store.ModelID) {
	for before, read := uint64(0), 0; read < authorsRead; read += store.MaxPage {
		revisions, err := models.History(ctx, id, before, store.MaxPage)
		if err != nil {
			return
		}
		for _, revision := range revisions {
			n.note(revision.Author.Name)
			before = revision.Number
		}
		if len(revisions) < store.MaxPage {
			return
		}
	}
}

// dropCookie removes a cookie from the headers of a request.
func dropCookie(header http.Header, name string) {
	cookies := (&http.Request{Header: header}).Cookies()
	header.Del("Cookie")
	kept := &http.Request{Header: header}
	for _, cookie := range cookies {
		if cookie.Name != name {
			kept.AddCookie(cookie)
		}
	}
}
