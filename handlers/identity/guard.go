package identity

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"

	"widerow/handlers/proxy"
	"widerow/model"
	"widerow/model/people"
	"widerow/model/sharing"
	"widerow/store"
	"widerow/store/shared"
)

// Mode is how people sign in.
type Mode string

// Modes.
const (
	None     Mode = "none"     // nobody does: everyone who reaches the server may be anyone
	Password Mode = "password" // by a name and a password that this server knows
	Header   Mode = "header"   // at a trusted proxy, which names the person in a header
	OIDC     Mode = "oidc"     // at a provider of OpenID Connect
)

// Modes are all modes.
var Modes = []Mode{None, Password, Header, OIDC}

// Guard knows who a request is from, and what that person may do.
type Guard struct {
	Mode      Mode
	Keeper    *Keeper
	Sharings  *Sharings
	Admins    []string                // members of these groups are admins of the server, as long as they are members
	Groups    map[string]sharing.Role // roles of groups in every model
	Assertion *Assertion              // in the mode Header: the token that a request must have; nil: none
	Sessions  *Sessions               // nil in the modes None and Header
	Used      func(id, from string)   // notes the use of a token; nil: nothing is noted
	Paused    func() bool             // tokens and links do not work until an admin confirms them; nil: never
	Now       func() time.Time
}

// Person is who a request is from. The zero value is nobody.
type Person struct {
	Account model.ID
	Name    string // shown beside what the person does
	SignIn  string // the name of the account
	Groups  []string
	Admin   bool
	TokenID model.ID      // of the token by which a program acts as the person
	Token   *people.Token // nil in a browser
}

// Known reports whether somebody has signed in.
func (p Person) Known() bool { return p.Account != "" }

// ErrBearer is the error of a request with a token that does not work.
var ErrBearer = errors.New("the token is unknown, has ended or was revoked")

// Who returns who a request is from. The error is ErrBearer, or one of the store.
func (g *Guard) Who(r *http.Request) (Person, error) {
	if g.Mode != None {
		if err := g.Keeper.Fresh(r.Context(), freshFor); err != nil {
			return Person{}, err
		}
	}
	if text, given := bearer(r); given && g.Mode != None {
		return g.program(text, r)
	}
	switch g.Mode {
	case Header:
		return g.named(r)
	case Password, OIDC:
		return g.inSession(r)
	}
	return Person{}, nil
}

// bearer returns the token of a request.
func bearer(r *http.Request) (text string, given bool) {
	scheme, text, found := strings.Cut(r.Header.Get("Authorization"), " ")
	return strings.TrimSpace(text), found && strings.EqualFold(scheme, "Bearer")
}

func (g *Guard) program(text string, r *http.Request) (Person, error) {
	directory := g.Keeper.Directory()
	id, token := directory.Bearer(text, g.Now())
	if token == nil && g.Keeper.shared { // another server may just have made it
		if err := g.Keeper.Fresh(r.Context(), 0); err != nil {
			return Person{}, err
		}
		directory = g.Keeper.Directory()
		id, token = directory.Bearer(text, g.Now())
	}
	if token == nil || g.Paused != nil && g.Paused() {
		return Person{}, ErrBearer
	}
	if g.Used != nil {
		g.Used(string(id), AddressOf(r))
	}
	person := g.personOf(token.Account, directory.Accounts[token.Account])
	person.TokenID, person.Token = id, token
	return person, nil
}

func (g *Guard) inSession(r *http.Request) (Person, error) {
	session, err := g.Sessions.Of(r)
	if err != nil || session == nil {
		return Person{}, err
	}
	person := g.personIn(session)
	if !person.Known() { // another server may just have made the account
		if err := g.Keeper.Fresh(r.Context(), 0); err != nil {
			return Person{}, err
		}
		person = g.personIn(session)
	}
	return person, nil
}

// personIn is whose session it is, nobody's if it holds no longer.
func (g *Guard) personIn(session *Session) Person {
	account := g.Keeper.Directory().Accounts[session.Account]
	if account == nil || account.Disabled || !session.holds(account) {
		return Person{}
	}
	return g.personOf(session.Account, account)
}

// holds reports whether a session is not from before the password of an account changed.
func (s *Session) holds(account *people.Account) bool {
	if s.Changed.IsZero() {
		return !s.Begun.Before(account.Changed)
	}
	return s.Changed.Equal(account.Changed)
}

// Changed returns a channel that is closed when an account, a role or a session changes,
// for what goes on in a person's name: it asks Still again.
func (g *Guard) Changed() <-chan struct{} { return g.Keeper.changed.next() }

// Ring wakes all who wait for Changed.
func (g *Guard) Ring() { g.Keeper.changed.ring() }

// Still reports whether a request would still be from a person, without making a session
// live longer.
func (g *Guard) Still(r *http.Request, person Person) bool {
	if text, given := bearer(r); given && g.Mode != None {
		id, token := g.Keeper.Directory().Bearer(text, g.Now())
		return token != nil && id == person.TokenID
	}
	switch g.Mode {
	case Header:
		account := g.Keeper.Directory().Accounts[person.Account]
		return account != nil && !account.Disabled
	case Password, OIDC:
		_, session, err := g.Sessions.load(r)
		return err == nil && session != nil && g.personIn(session).Account == person.Account
	}
	return true
}

// named returns the person whom the trusted proxy names, with an account that is made
// at the first request. An account that an admin has made by that name is the person's.
func (g *Guard) named(r *http.Request) (Person, error) {
	connection := proxy.Of(r)
	if connection.User == "" || g.Assertion != nil && !g.Assertion.names(r, connection.User) {
		return Person{}, nil
	}
	identity := people.Identity{Issuer: people.ByProxy, Subject: connection.User}
	directory := g.Keeper.Directory()
	id, account := directory.FindIdentity(identity)
	if account == nil {
		var err error
		if id, err = g.welcome(r.Context(), identity, connection.User); err != nil {
			return Person{}, err
		}
		account = g.Keeper.Directory().Accounts[id]
	}
	if account.Disabled {
		return Person{}, nil
	}
	named := *account
	if connection.Groups != nil {
		named.Groups = connection.Groups
	}
	return g.personOf(id, &named), nil
}

// welcome gives an identity an account: the one of its name, if that has no identity
// yet, or a new one.
func (g *Guard) welcome(ctx context.Context, identity people.Identity, name string) (id model.ID, err error) {
	author := store.Author{Name: name}
	err = g.Keeper.Change(ctx, author, "signed in for the first time", func(d *people.Directory) (*people.Directory, error) {
		if known, account := d.FindIdentity(identity); account != nil { // by another request meanwhile
			id = known
			return d, nil
		}
		if known, account := d.Find(name); account != nil && account.Name == name && len(account.Identities) == 0 {
			id = known
			return d.Change(id, g.Now(), func(a *people.Account) { a.Identities = []people.Identity{identity} })
		}
		id = NewID()
		return d.Add(id, people.Account{Name: name, Identities: []people.Identity{identity}}, g.Now())
	})
	if err != nil {
		return "", fmt.Errorf("make an account for %q: %w", name, err)
	}
	return id, nil
}

// SignedIn gives a person whom a provider has signed in an account at the first time,
// and brings its groups up to date. It returns a *model.Rejected if the name that the
// provider suggests cannot be an account's.
func (g *Guard) SignedIn(ctx context.Context, who SignedIn) (id model.ID, err error) {
	err = g.Keeper.Change(ctx, store.Author{Name: who.Name}, "signed in", func(d *people.Directory) (*people.Directory, error) {
		known, account := d.FindIdentity(who.Identity)
		if account == nil {
			id = NewID()
			return addProvided(d, id, who, g.Now())
		}
		id = known
		if slices.Equal(account.Groups, who.Groups) {
			return d, nil
		}
		return d.Change(id, g.Now(), func(a *people.Account) { a.Groups = who.Groups })
	})
	return id, err
}

// addProvided adds an account under the name that the provider suggests, with a number
// behind it if the name is taken: it is never somebody else's account.
func addProvided(d *people.Directory, id model.ID, who SignedIn, now time.Time) (next *people.Directory, err error) {
	account := people.Account{Name: who.Name, Groups: who.Groups, Identities: []people.Identity{who.Identity}}
	if account.Name == "" {
		account.Name = "user " + string(id[len(id)-6:])
	}
	for number := 2; ; number++ {
		next, err = d.Add(id, account, now)
		if _, taken := d.Find(account.Name); err == nil || taken == nil || number > 99 {
			return next, err
		}
		account.Name = fmt.Sprintf("%s %d", who.Name, number)
	}
}

func (g *Guard) personOf(id model.ID, account *people.Account) Person {
	admin := account.Admin || slices.ContainsFunc(account.Groups, func(group string) bool { return slices.Contains(g.Admins, group) })
	return Person{Account: id, Name: account.Label(), SignIn: account.Name, Groups: account.Groups, Admin: admin}
}

// NewID returns a random ID for an account, a token or a link.
func NewID() model.ID { return model.RandomIDs().New() }

// scopeRoles are the roles that a token allows at most.
var scopeRoles = map[people.Scope]sharing.Role{
	people.Read: sharing.Viewer, people.Comment: sharing.Commenter, people.Edit: sharing.Editor, people.Admin: sharing.Owner,
}

// Role returns what a person may do with a model, or with the model of a branch. A
// token bounds it by its scope and its models. Without sign-in everybody has the role
// of everyone.
func (g *Guard) Role(ctx context.Context, person Person, id store.ModelID) (sharing.Role, error) {
	if g.Mode == None && g.Keeper.Empty() {
		return sharing.Owner, nil // nobody could give roles yet
	}
	roles, err := g.Sharings.Of(ctx, id)
	if err != nil {
		return sharing.None, err
	}
	if g.Mode == None {
		return roles.Everyone, nil
	}
	role := roles.RoleOf(sharing.Person{Account: person.Account, Groups: person.Groups, Admin: person.Admin})
	for _, group := range person.Groups {
		if more := g.Groups[group]; more.Allows(role) {
			role = more
		}
	}
	if token := person.Token; token != nil {
		if len(token.Models) > 0 && !slices.Contains(token.Models, string(id.Root())) {
			return sharing.None, nil
		}
		if most := scopeRoles[token.Scope]; role.Allows(most) {
			role = most
		}
	}
	return role, nil
}

// Governs reports whether a person may act as an admin of the server.
func (g *Guard) Governs(person Person) bool {
	return g.Mode != None && person.Admin && (person.Token == nil || person.Token.Scope.Allows(people.Admin))
}

// Join lets a guard know that other servers change accounts and roles: it compares what it knows with
// the store before it decides, and tells the others at once what it changes. It is called before the guard is used.
func (g *Guard) Join(peers *shared.Peers) {
	g.Keeper.shared, g.Sharings.shared, g.Keeper.changed.told = true, true, peers.Changed
	heard := func(string, []byte) {
		g.Keeper.checked.Store(nil)
		g.Sharings.forget()
		g.Keeper.changed.wake()
	}
	peers.Add(&shared.Topic{Name: "roles", Text: g.Keeper.changed.text, Heard: heard})
}

// ChangedOf returns the time at which all older sessions of an account became invalid.
func (g *Guard) ChangedOf(id model.ID) time.Time {
	if account := g.Keeper.Directory().Accounts[id]; account != nil {
		return account.Changed
	}
	return time.Time{}
}

// Renew reads what decides about a person and a model again before the person is refused. It reports
// whether that makes sense.
func (g *Guard) Renew(ctx context.Context, id store.ModelID) bool {
	if !g.Keeper.shared || g.Keeper.Fresh(ctx, 0) != nil {
		return false
	}
	g.Sharings.mutex.Lock()
	defer g.Sharings.mutex.Unlock()
	g.Sharings.known.Remove(id.Root())
	return true
}
