// Package people holds who may sign in to a server: accounts with their names,
// passwords and identities, the tokens of programs, and webhooks.
//
// A Directory is immutable once shared, like a model: each change returns a changed
// copy. What a person may do with a model is the concern of package model/sharing.
package people

import (
	"cmp"
	"errors"
	"maps"
	"slices"
	"strings"
	"sync/atomic"
	"time"
	"unicode/utf8"

	"widerow/model"
	"widerow/model/displayname"
	"widerow/model/internal/codec"
)

// Limits.
const (
	MaxName     = 60     // characters of a name
	MaxAccounts = 20_000 // of a server
	MaxGroups   = 200    // of an account
)

// Directory is the saved document.
type Directory struct {
	Accounts map[model.ID]*Account `json:"accounts,omitempty"`
	Tokens   map[model.ID]*Token   `json:"tokens,omitempty"`
	Hooks    map[model.ID]*Hook    `json:"hooks,omitempty"`

	unknown []codec.Unknown
	known   atomic.Pointer[index] // made at the first question
}

// index finds what each request asks for.
type index struct {
	identities map[Identity]model.ID
	tokens     map[string]model.ID   // by their hashes
	hooks      map[string][]model.ID // by their models
	visitors   map[string]model.ID   // whose work accounts have adopted
	proxied    int                   // identities that a trusted proxy names
}

func (d *Directory) index() *index {
	if known := d.known.Load(); known != nil {
		return known
	}
	made := &index{map[Identity]model.ID{}, map[string]model.ID{}, map[string][]model.ID{}, map[string]model.ID{}, 0}
	for id, account := range d.Accounts {
		for _, identity := range account.Identities {
			made.identities[identity] = id
			if identity.Issuer == ByProxy {
				made.proxied++
			}
		}
		for _, visitor := range account.Visitors {
			made.visitors[visitor] = id
		}
	}
	for id, token := range d.Tokens {
		made.tokens[token.Hash] = id
	}
	for id, hook := range d.Hooks {
		made.hooks[hook.Model] = append(made.hooks[hook.Model], id)
	}
	d.known.Store(made)
	return made
}

// Account is one person. Its ID is the author of revisions, comments and approvals,
// whatever becomes of its name.
type Account struct {
	Name       string     `json:"name"`            // typed at sign-in, and shown on hover
	Shown      string     `json:"shown,omitempty"` // the name beside what the person did; empty: Name
	Admin      bool       `json:"admin,omitempty"` // of the server
	Disabled   bool       `json:"disabled,omitempty"`
	Password   string     `json:"password,omitempty"` // PHC form; empty: the person cannot sign in by password
	Reset      *Reset     `json:"reset,omitempty"`
	Identities []Identity `json:"identities,omitempty"`
	Groups     []string   `json:"groups,omitempty"`   // as read at the last sign-in
	Visitors   []string   `json:"visitors,omitempty"` // IDs of visitors before sign-in whose work is this person's
	Made       time.Time  `json:"made"`
	Changed    time.Time  `json:"changed"` // when sessions from before stopped to hold: password, reset, disabled
}

// Identity identifies a person to a provider. The pair never changes, unlike an e-mail address; so
// accounts are never looked up by e-mail address.
type Identity struct {
	Issuer  string `json:"issuer"`
	Subject string `json:"subject"`
}

// ByProxy is the issuer of the identities that a trusted proxy names in a header.
const ByProxy = "proxy"

// Label returns the name that is shown beside what the person did.
func (a *Account) Label() string { return cmp.Or(a.Shown, a.Name) }

// ErrNobody is the error of a change to an account or a token that does not exist.
var ErrNobody = errors.New("there is no such account or token")

// Find returns the account with a name, or nil. Upper and lower case are one.
func (d *Directory) Find(name string) (model.ID, *Account) {
	for id, account := range d.Accounts {
		if strings.EqualFold(account.Name, strings.TrimSpace(name)) {
			return id, account
		}
	}
	return "", nil
}

// FindIdentity returns the account of an identity, or nil.
func (d *Directory) FindIdentity(identity Identity) (model.ID, *Account) {
	id := d.index().identities[identity]
	return id, d.Accounts[id]
}

// HasAdmin reports whether somebody who can sign in is an admin.
func (d *Directory) HasAdmin() bool {
	for _, account := range d.Accounts {
		if account.Admin && !account.Disabled && (account.Password != "" || len(account.Identities) > 0) {
			return true
		}
	}
	return false
}

// Listed returns the IDs of all accounts by name.
func (d *Directory) Listed() []model.ID {
	return slices.SortedFunc(maps.Keys(d.Accounts), func(a, b model.ID) int {
		return cmp.Or(cmp.Compare(strings.ToLower(d.Accounts[a].Name), strings.ToLower(d.Accounts[b].Name)), cmp.Compare(a, b))
	})
}

// Add adds an account. It returns a *model.Rejected if the name is taken or not allowed.
func (d *Directory) Add(id model.ID, account Account, now time.Time) (*Directory, error) {
	if len(d.Accounts) >= MaxAccounts {
		return nil, model.Reject("A server has %d accounts at most.", MaxAccounts)
	}
	account.Name, account.Shown = strings.TrimSpace(account.Name), strings.TrimSpace(account.Shown)
	account.Made, account.Changed = moment(now), moment(now)
	if err := d.checkNames(id, &account); err != nil {
		return nil, err
	}
	next := d.clone()
	next.Accounts[id] = &account
	return next, nil
}

// Change changes a copy of an account. Names are checked again if they differ; the
// last admin who can sign in remains one. Sessions end (Account.Changed) if the
// password, its reset or Disabled changes.
func (d *Directory) Change(id model.ID, now time.Time, change func(*Account)) (*Directory, error) {
	before := d.Accounts[id]
	if before == nil {
		return nil, ErrNobody
	}
	account := *before
	account.Identities, account.Groups = slices.Clone(account.Identities), slices.Clone(account.Groups)
	account.Visitors = slices.Clone(account.Visitors)
	change(&account)
	if account.Name != before.Name || account.Shown != before.Shown {
		if err := d.checkNames(id, &account); err != nil {
			return nil, err
		}
	}
	if account.Password != before.Password || account.Disabled != before.Disabled {
		account.Changed = moment(now)
	}
	next := d.clone()
	next.Accounts[id] = &account
	if d.HasAdmin() && !next.HasAdmin() {
		return nil, model.Reject("%s is the only admin who can sign in: make somebody else an admin first.", before.Label())
	}
	return next, nil
}

func (d *Directory) clone() *Directory {
	next := &Directory{Accounts: maps.Clone(d.Accounts), Tokens: maps.Clone(d.Tokens), Hooks: maps.Clone(d.Hooks), unknown: d.unknown}
	if next.Accounts == nil {
		next.Accounts = map[model.ID]*Account{}
	}
	if next.Tokens == nil {
		next.Tokens = map[model.ID]*Token{}
	}
	return next
}

// checkNames returns a *model.Rejected if a name of the account is not allowed, or could be mistaken for
// another account's.
func (d *Directory) checkNames(id model.ID, account *Account) error {
	if account.Name == "" {
		return model.Reject("An account needs a name.")
	}
	for _, name := range []string{account.Name, account.Shown} {
		if err := displayname.CheckPerson(name); err != nil {
			return model.Reject("The name %s.", err)
		}
		if count := utf8.RuneCountInString(name); count > MaxName {
			return model.Reject("The name has %d characters; at most %d are allowed.", count, MaxName)
		}
	}
	mine := looks(account)
	for other, taken := range d.Accounts {
		if other == id {
			continue
		}
		for name, look := range looks(taken) {
			for own, ownLook := range mine {
				if look == ownLook {
					return model.Reject("The name %q is taken, or can be read as %q: choose another one.", own, name)
				}
			}
		}
	}
	return nil
}

// Looks returns the account whose name or shown name looks like a name.
func (d *Directory) Looks(name string) (model.ID, bool) {
	own := looks(&Account{Name: name})
	for id, account := range d.Accounts {
		for _, look := range looks(account) {
			if look == own[name] {
				return id, true
			}
		}
	}
	return "", false
}

// looks returns the names of an account with what they look like: two names of one
// look cannot be told apart (UTS #39).
func looks(account *Account) map[string]string {
	found := map[string]string{}
	for _, name := range []string{account.Name, account.Shown} {
		if name != "" {
			found[name] = strings.ToLower(displayname.Skeleton(strings.ToLower(name)))
		}
	}
	return found
}

// moment is a time as documents store it.
func moment(at time.Time) time.Time { return time.UnixMilli(at.UnixMilli()).UTC() }
