package people

import (
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strings"
	"time"

	"widerow/model"
)

// MaxVisitors bounds the browsers whose work from before sign-in one account adopts.
const MaxVisitors = 50

// UserPrefix begins the ID of an author whom a trusted proxy had signed in before there were accounts. No cookie of a
// visitor can hold one.
const UserPrefix = "user:"

// Author returns who is meant by the ID of an author: the account that has adopted a visitor's work, or whom a trusted
// proxy names like this, or the ID itself. Two authors are one person if this is equal.
func (d *Directory) Author(id string) string {
	if account, adopted := d.index().visitors[id]; adopted {
		return string(account)
	}
	return d.Signed(id)
}

// Signed is Author for what only somebody who has signed in may do, such as an approval: what a visitor did under a name
// that anybody could type remains the visitor's.
func (d *Directory) Signed(id string) string {
	if user, named := strings.CutPrefix(id, UserPrefix); named {
		if account, _ := d.FindIdentity(Identity{ByProxy, user}); account != "" {
			return string(account)
		}
	}
	return id
}

// Authors counts the other IDs under which people are authors. What Author answers changes only with it.
func (d *Directory) Authors() int { return len(d.index().visitors) + d.index().proxied }

// Adopt makes the work of a visitor that of an account. It returns the directory itself if the visitor's work is
// somebody's already.
func (d *Directory) Adopt(id model.ID, visitor string, now time.Time) (*Directory, error) {
	account := d.Accounts[id]
	if account == nil {
		return nil, ErrNobody
	}
	_, adopted := d.index().visitors[visitor]
	if adopted || visitor == "" || d.Accounts[model.ID(visitor)] != nil || len(account.Visitors) >= MaxVisitors {
		return d, nil
	}
	return d.Change(id, now, func(a *Account) { a.Visitors = append(slices.Clip(a.Visitors), visitor) })
}

// Public returns the accounts without their secrets and rights: what is enough for Author, Signed and AccountOf.
func (d *Directory) Public() *Directory {
	public := &Directory{Accounts: make(map[model.ID]*Account, len(d.Accounts))}
	for id, account := range d.Accounts {
		public.Accounts[id] = &Account{Name: account.Name, Shown: account.Shown, Visitors: account.Visitors, Made: account.Made, Changed: account.Changed,
			Identities: slices.DeleteFunc(slices.Clone(account.Identities), func(i Identity) bool { return i.Issuer != ByProxy })}
	}
	return public
}

// AccountOf returns the name of the account of an author, "" if the author has none.
func (d *Directory) AccountOf(author string) string {
	if account := d.Accounts[model.ID(d.Author(author))]; account != nil {
		return account.Name
	}
	return ""
}

// leastVisitor is the least length of the ID of a visitor. Those of accounts are shorter; those of links, and of users whom a
// proxy names, have a colon.
const leastVisitor = 20

// ShownID returns the ID of an author as others may read it. That of a visitor is a secret of the visitor's browser: who
// knows it could adopt what the visitor did.
func ShownID(id string) string {
	if len(id) < leastVisitor || strings.Contains(id, ":") {
		return id
	}
	sum := sha256.Sum256([]byte("author " + id))
	return "v" + hex.EncodeToString(sum[:8])
}
