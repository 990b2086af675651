package people

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"time"

	"widerow/handlers/audit"
	"widerow/handlers/identity"
	"widerow/model"
	"widerow/model/people"
	"widerow/model/sharing"
	"widerow/store"
)

// Orders carries out what the operator asks for on the command line: beside a running
// server by its admin address, else on the data file.
type Orders struct {
	Guard *identity.Guard
	Audit *audit.Log // nil: nothing is noted
	Now   func() time.Time
	Base  string // the address by which browsers reach the server, "" beside no server
}

// Order is one of the operator's orders. Each uses some of the fields.
type Order struct {
	Do       string    `json:"do"` // a key of orders
	User     string    `json:"user,omitempty"`
	Password string    `json:"password,omitempty"`
	Admin    bool      `json:"admin,omitempty"`
	Role     string    `json:"role,omitempty"`
	Model    string    `json:"model,omitempty"` // of the role
	Scope    string    `json:"scope,omitempty"`
	Token    string    `json:"token,omitempty"` // its name, or its ID to remove it
	Models   []string  `json:"models,omitempty"`
	Ends     time.Time `json:"ends,omitzero"`
}

// Carried is the result of an order.
type Carried struct {
	Accounts []ListedAccount `json:"accounts,omitempty"`
	Tokens   []ListedToken   `json:"tokens,omitempty"`
	Secret   string          `json:"secret,omitempty"` // the text of a token, or the path of a link
	Base     string          `json:"base,omitempty"`   // the address by which browsers reach the server that runs
	Problem  string          `json:"problem,omitempty"`
}

// ListedAccount is an account in the list of the command line.
type ListedAccount struct {
	Name     string `json:"name"`
	Admin    bool   `json:"admin"`
	Disabled bool   `json:"disabled"`
	SignsIn  bool   `json:"signs_in"` // it has a password or an identity at a provider
}

// ListedToken is a token in that list.
type ListedToken struct {
	ID    string    `json:"id"`
	Name  string    `json:"name"`
	Scope string    `json:"scope"`
	Ends  time.Time `json:"ends,omitzero"`
}

// byCommand is the author of changes by the command line.
var byCommand = store.Author{Name: "command line"}

// orders are all orders. change returns what becomes of the accounts, the words for the
// audit log and a secret to show.
var orders = map[string]func(*Orders, *people.Directory, Order) (next *people.Directory, words, secret string, err error){
	"add": func(o *Orders, d *people.Directory, order Order) (*people.Directory, string, string, error) {
		account := people.Account{Name: order.User, Admin: order.Admin}
		if err := people.CheckPassword(&account, order.Password); err != nil {
			return nil, "", "", err
		}
		account.Password = people.HashPassword(order.Password)
		next, err := d.Add(identity.NewID(), account, o.Now())
		return next, "added the account", "", err
	},
	"disable": changing("disabled the account", func(a *people.Account, _ Order) { a.Disabled = true }),
	"enable":  changing("enabled the account", func(a *people.Account, _ Order) { a.Disabled = false }),
	"admin":   changing("changed who is an admin", func(a *people.Account, order Order) { a.Admin = order.Admin }),
	"reset": func(o *Orders, d *people.Directory, order Order) (*people.Directory, string, string, error) {
		secret, reset := people.NewReset(o.Now().Add(resetTime))
		next, words, _, err := changing("made a link to choose a password", func(a *people.Account, _ Order) { a.Reset = reset })(o, d, order)
		return next, words, "sign-in/link/" + secret, err
	},
	"add token": func(o *Orders, d *people.Directory, order Order) (*people.Directory, string, string, error) {
		id, err := accountOf(d, order.User)
		if err != nil {
			return nil, "", "", err
		}
		token := people.Token{Account: id, Name: order.Token, Scope: people.Scope(order.Scope), Models: order.Models, Ends: order.Ends}
		next, text, err := d.AddToken(identity.NewID(), token, o.Now())
		return next, "made the token " + order.Token + " for " + order.Scope, text, err
	},
	"remove token": func(_ *Orders, d *people.Directory, order Order) (*people.Directory, string, string, error) {
		next, err := d.RemoveToken(model.ID(order.Token))
		return next, "removed the token " + order.Token, "", err
	},
}

// changing returns the order that changes one account.
func changing(words string, change func(*people.Account, Order)) func(*Orders, *people.Directory, Order) (*people.Directory, string, string, error) {
	return func(o *Orders, d *people.Directory, order Order) (*people.Directory, string, string, error) {
		id, err := accountOf(d, order.User)
		if err != nil {
			return nil, "", "", err
		}
		next, err := d.Change(id, o.Now(), func(a *people.Account) { change(a, order) })
		return next, words, "", err
	}
}

func accountOf(d *people.Directory, name string) (model.ID, error) {
	id, account := d.Find(name)
	if account == nil {
		return "", &model.Rejected{Message: fmt.Sprintf("Nobody signs in as %q.", name)}
	}
	return id, nil
}

// Carry carries out an order. What the operator must mend is in Carried.Problem; the
// error is one of the store.
func (o *Orders) Carry(ctx context.Context, order Order) (done Carried, err error) {
	switch order.Do {
	case "list":
		return Carried{Accounts: o.accounts()}, nil
	case "list tokens":
		done.Tokens, err = o.tokens(order.User)
	case "role":
		err = o.giveRole(ctx, order)
	default:
		done.Secret, err = o.change(ctx, order)
	}
	if errors.Is(err, people.ErrNobody) {
		return Carried{Problem: "There is no such account or token."}, nil
	}
	if problem, other := asProblem(err); other == nil {
		return Carried{Secret: done.Secret, Tokens: done.Tokens, Problem: problem}, nil
	}
	done.Problem, err = asProblem(err)
	return done, err
}

func (o *Orders) change(ctx context.Context, order Order) (secret string, err error) {
	make, known := orders[order.Do]
	if !known {
		return "", &model.Rejected{Message: fmt.Sprintf("This server does not know %q: use the same version of widerow.", order.Do)}
	}
	words := ""
	err = o.Guard.Keeper.Change(ctx, byCommand, order.Do+" "+order.User, func(d *people.Directory) (next *people.Directory, err error) {
		next, words, secret, err = make(o, d, order)
		return next, err
	})
	if err != nil {
		return "", err
	}
	action := audit.Account
	if order.Token != "" {
		action = audit.Token
	}
	return secret, o.note(audit.Event{Action: action, Subject: order.User, Details: words})
}

func (o *Orders) note(event audit.Event) error {
	if o.Audit == nil {
		return nil
	}
	event.Name = byCommand.Name
	return o.Audit.Write(event)
}

// giveRole gives a person a role of a model.
func (o *Orders) giveRole(ctx context.Context, order Order) error {
	id, err := accountOf(o.Guard.Keeper.Directory(), order.User)
	if err != nil {
		return err
	}
	role, err := sharing.ParseRole(order.Role)
	if err != nil {
		return err
	}
	words := fmt.Sprintf("made %s %s", order.User, cmp.Or(string(role), "none of the people"))
	err = o.Guard.Sharings.Change(ctx, store.ModelID(order.Model), byCommand, words, func(s *sharing.Sharing) (*sharing.Sharing, error) {
		return s.Give(id, role)
	})
	if errors.Is(err, store.ErrNotFound) || errors.Is(err, store.ErrInvalid) {
		return &model.Rejected{Message: fmt.Sprintf("There is no model %q.", order.Model)}
	}
	if err != nil {
		return err
	}
	return o.note(audit.Event{Action: audit.Role, Model: order.Model, Subject: order.User, Details: words})
}

func (o *Orders) accounts() (listed []ListedAccount) {
	directory := o.Guard.Keeper.Directory()
	for _, id := range directory.Listed() {
		a := directory.Accounts[id]
		listed = append(listed, ListedAccount{a.Name, a.Admin, a.Disabled, a.Password != "" || len(a.Identities) > 0})
	}
	return listed
}

func (o *Orders) tokens(user string) (listed []ListedToken, err error) {
	directory := o.Guard.Keeper.Directory()
	id, err := accountOf(directory, user)
	for _, token := range slices.Backward(directory.TokensOf(id)) {
		t := directory.Tokens[token]
		listed = append(listed, ListedToken{string(token), t.Name, string(t.Scope), t.Ends})
	}
	return listed, err
}

// ServeHTTP carries out orders that come over the admin address.
func (o *Orders) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.Header.Get("Content-Type") != "application/json" { // which no form of another site sends
		http.Error(w, "An order is JSON.", http.StatusUnsupportedMediaType)
		return
	}
	var order Order
	if err := json.NewDecoder(http.MaxBytesReader(w, r.Body, 1<<20)).Decode(&order); err != nil {
		http.Error(w, "The order cannot be read.", http.StatusBadRequest)
		return
	}
	done, err := o.Carry(context.WithoutCancel(r.Context()), order)
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	done.Base = o.Base
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(done) // an operator who left does not read it
}
