package people

import (
	"cmp"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"widerow/model"
	"widerow/model/displayname"
	"widerow/model/internal/secret"
)

// MaxTokens is the largest number of tokens of one person.
const MaxTokens = 100

// TokenPrefix begins every token, so that scanners of secrets find one that leaked.
const TokenPrefix = "wdr_"

// Scope bounds the actions of a token. The roles of its person bound them further.
type Scope string

// Scopes, from the least to the most.
const (
	Read    Scope = "read"
	Comment Scope = "comment"
	Edit    Scope = "edit"
	Admin   Scope = "admin"
)

// Scopes are all scopes, from the least to the most.
var Scopes = []Scope{Read, Comment, Edit, Admin}

// Allows reports whether a scope is at least another one.
func (s Scope) Allows(least Scope) bool {
	at := slices.Index(Scopes, s)
	return at >= 0 && at >= slices.Index(Scopes, least)
}

// Token lets a program act as a person. The token itself is shown once and not
// stored.
type Token struct {
	Account model.ID  `json:"account"`
	Name    string    `json:"name"`
	Scope   Scope     `json:"scope"`
	Models  []string  `json:"models,omitempty"` // IDs; empty: all that the person may open
	Hash    string    `json:"hash"`             // see secret.Hash
	Made    time.Time `json:"made"`
	Ends    time.Time `json:"ends,omitzero"` // zero: never
}

// Ended reports whether a token no longer works at a time.
func (t *Token) Ended(now time.Time) bool { return !t.Ends.IsZero() && !now.Before(t.Ends) }

// AddToken adds a token and returns its text, which cannot be had again. Hash and Made
// of the argument are ignored. The error is ErrNobody or a *model.Rejected.
func (d *Directory) AddToken(id model.ID, token Token, now time.Time) (next *Directory, text string, err error) {
	token.Name = strings.TrimSpace(token.Name)
	if err := d.checkToken(&token, now); err != nil {
		return nil, "", err
	}
	text = TokenPrefix + secret.New()
	token.Hash, token.Made = secret.Hash(text), moment(now)
	if !token.Ends.IsZero() {
		token.Ends = moment(token.Ends)
	}
	next = d.clone()
	next.Tokens[id] = &token
	return next, text, nil
}

func (d *Directory) checkToken(token *Token, now time.Time) error {
	if d.Accounts[token.Account] == nil {
		return ErrNobody
	}
	if err := displayname.Check(token.Name); err != nil {
		return model.Reject("The name of the token %s.", err)
	}
	switch {
	case token.Name == "":
		return model.Reject("A token needs a name, such as the program that uses it.")
	case utf8.RuneCountInString(token.Name) > MaxName:
		return model.Reject("The name of the token has %d characters; at most %d are allowed.", utf8.RuneCountInString(token.Name), MaxName)
	case !slices.Contains(Scopes, token.Scope):
		return model.Reject("%q is no scope: choose read, comment, edit or admin.", token.Scope)
	case token.Ended(now):
		return model.Reject("The token would end before it begins: choose a later date.")
	case len(d.TokensOf(token.Account)) >= MaxTokens:
		return model.Reject("A person has %d tokens at most: remove one first.", MaxTokens)
	}
	return nil
}

// RemoveToken takes a token back. The error is ErrNobody if there is none.
func (d *Directory) RemoveToken(id model.ID) (*Directory, error) {
	if d.Tokens[id] == nil {
		return nil, ErrNobody
	}
	next := d.clone()
	delete(next.Tokens, id)
	return next, nil
}

// TokensOf returns the IDs of a person's tokens, the newest first.
func (d *Directory) TokensOf(account model.ID) []model.ID {
	var mine []model.ID
	for id, token := range d.Tokens {
		if token.Account == account {
			mine = append(mine, id)
		}
	}
	slices.SortFunc(mine, func(a, b model.ID) int {
		return cmp.Or(d.Tokens[b].Made.Compare(d.Tokens[a].Made), cmp.Compare(a, b))
	})
	return mine
}

// Bearer returns the token with a text and its person, or nil if the token was taken
// back or has ended, or the account is disabled.
func (d *Directory) Bearer(text string, now time.Time) (model.ID, *Token) {
	if !strings.HasPrefix(text, TokenPrefix) {
		return "", nil
	}
	id := d.index().tokens[secret.Hash(text)]
	token := d.Tokens[id]
	if token == nil || token.Ended(now) {
		return "", nil
	}
	if account := d.Accounts[token.Account]; account == nil || account.Disabled {
		return "", nil
	}
	return id, token
}
