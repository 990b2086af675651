// Package connections answers the pages about clusters that run: the connections of the server, what
// a cluster says of itself, its schema as a model, and where a model and a cluster differ.
//
// Read Services and Routes, then form.go (how a connection is saved), connection.go (its page),
// vault.go (its secrets) and reach (the processes that ask clusters).
package connections

import (
	"context"
	"encoding/base64"
	"errors"
	"net/http"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"widerow/handlers/connections/reach"
	"widerow/handlers/feature"
	"widerow/handlers/home"
	"widerow/handlers/review"
	"widerow/model"
	"widerow/model/connections"
	"widerow/model/rollouts"
	"widerow/store"
	"widerow/store/cluster"
	"widerow/web"
)

// Services holds the keeper, the vault and the runner that the pages use.
type Services struct {
	Keeper *Keeper
	Vault  *Vault
	Runner reach.Runner
	// Allowed lists the addresses that may be dialled, as the operator wrote it.
	Allowed string

	pocket    *pocket
	samples   *samples
	executing executing
	stopped   context.Context // ends with the server
	stop      context.CancelFunc
}

// NewServices returns the services of a server that may connect to clusters.
func NewServices(keeper *Keeper, vault *Vault, runner reach.Runner, allowed string, now func() time.Time) *Services {
	stopped, stop := context.WithCancel(context.Background())
	return &Services{Keeper: keeper, Vault: vault, Runner: runner, Allowed: allowed, pocket: newPocket(now), samples: newSamples(), stopped: stopped, stop: stop,
		executing: executing{running: map[model.ID]bool{}}}
}

// Person is who a request is from.
type Person struct {
	Account model.ID // empty where nobody signs in
	Admin   bool     // may make and change connections
	Program bool     // a program with a token
}

// Feature has the pages.
type Feature struct {
	feature.Site
	*Services // nil: the operator does not allow it
	home      *home.Feature
	review    *review.Feature
	person    func(echo.Context) Person
	rollouts  *feature.Companion[*rollouts.Rollouts]
}

// New returns the feature of a site.
func New(site feature.Site, services *Services, models *home.Feature, comparisons *review.Feature, person func(echo.Context) Person) *Feature {
	kept := feature.NewCompanion(site, store.Rollouts, "the rollouts", func() *rollouts.Rollouts { return &rollouts.Rollouts{} }, rollouts.Decode)
	return &Feature{site, services, models, comparisons, person, kept}
}

// Open lets a request through if the operator allows connections, and a person sends it.
func (f *Feature) Open(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		c.Response().Header().Set("Cache-Control", "no-store")
		switch {
		case f.Services == nil:
			return feature.NewError(http.StatusNotFound, "This server connects to no cluster",
				"Its operator allows it with --connect HOST[:PORT]|CIDR,…: see docs/clusters.md. "+
					"`widerow export cassandra://HOST` and the other verbs connect from your machine.", nil)
		case f.person(c).Program:
			return feature.NewError(http.StatusForbidden, "Only for people", "Connections are used in a browser, by a person who has signed in.", nil)
		}
		return next(c)
	}
}

// Usable returns the connections that the person of a request may use, by name.
func (f *Feature) Usable(c echo.Context) (ids []model.ID, directory *connections.Directory, err error) {
	directory, err = f.Keeper.Directory(feature.Background(c))
	if err != nil {
		return nil, nil, err
	}
	person := f.person(c)
	for _, id := range directory.Sorted() {
		if person.Admin || directory.Connections[id].Usable(person.Account) {
			ids = append(ids, id)
		}
	}
	return ids, directory, nil
}

// errNoConnection is the answer about a connection that does not exist or is not the person's.
var errNoConnection = feature.NewError(http.StatusNotFound, "There is no such connection",
	"It was removed, or you may not use it. Ask an admin of this server.", nil)

// Named returns a connection that the person of a request may use.
func (f *Feature) Named(c echo.Context, id model.ID) (*connections.Connection, error) {
	directory, err := f.Keeper.Directory(feature.Background(c))
	if err != nil {
		return nil, err
	}
	person, connection := f.person(c), directory.Connections[id]
	if connection == nil || !person.Admin && !connection.Usable(person.Account) {
		return nil, errNoConnection
	}
	return connection, nil
}

// errNoSecret reports a connection whose password must be given for the session first.
var errNoSecret = errors.New("the password is not known")

// secretsOf returns the secrets of a connection: sealed, or given for the session.
func (f *Feature) secretsOf(c echo.Context, id model.ID, connection *connections.Connection) (Secrets, error) {
	if secrets, found := f.pocket.get(f.Holder(c), id); found {
		return secrets, nil
	}
	if connection.Sealed != "" {
		return f.Vault.Open(id, connection.Sealed)
	}
	if connection.NeedsSecret() {
		return Secrets{}, errNoSecret
	}
	return Secrets{}, nil
}

// Holder names the person whose session keeps secrets.
func (f *Feature) Holder(c echo.Context) string {
	if account := f.person(c).Account; account != "" {
		return "account " + string(account)
	}
	return "visitor " + f.Visitor(c).ID
}

// target returns how to reach a cluster.
func (f *Feature) target(connection *connections.Connection, secrets Secrets) reach.Target {
	target := reach.Target{Hosts: connection.Hosts, Datacenter: connection.Datacenter, User: connection.User, Password: secrets.Password,
		Allowed: f.Services.Allowed}
	if t := connection.TLS; t != nil {
		target.TLS = &cluster.TLS{CA: []byte(t.CA), Certificate: []byte(t.Certificate), Key: []byte(secrets.Key), ServerName: t.ServerName, Insecure: t.Insecure}
	}
	if connection.Astra {
		target.Bundle, _ = base64.StdEncoding.DecodeString(secrets.Bundle) // it was encoded here
	}
	if connection.AWS != "" {
		target.AWS = &cluster.AWS{Region: connection.AWS, KeyID: secrets.KeyID, Secret: secrets.SecretKey, SessionToken: secrets.SessionToken}
	}
	return target
}

// Ask does a job on a cluster in the name of the person of a request.
func (f *Feature) Ask(ctx context.Context, c echo.Context, id model.ID, job reach.Job) (*reach.Answer, error) {
	connection, err := f.Named(c, id)
	if err != nil {
		return nil, err
	}
	secrets, err := f.secretsOf(c, id, connection)
	if err != nil {
		return nil, err
	}
	job.Target = f.target(connection, secrets)
	return f.Runner.Do(ctx, job)
}

// Explain describes an error of a cluster for its person, with what to do.
func Explain(err error) string {
	var refusal *cluster.Refusal
	switch {
	case errors.Is(err, errLocked):
		return "The password of this connection is locked: it was sealed with another secret file. Give it again on the page of the connection."
	case errors.Is(err, errNoSecret):
		return "This server does not keep the password of this connection. Give it for your session on the page of the connection."
	case errors.As(err, &refusal):
		return refusal.Error()
	}
	return sentence(err)
}

// sentence makes a sentence of an error.
func sentence(err error) string {
	return strings.TrimSuffix(web.Capital(err.Error()), ".") + "."
}

func jobServer(target reach.Target) reach.Job { return reach.Job{Target: target, Server: true} }
