package identity

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"sync"
	"time"

	"github.com/coreos/go-oidc/v3/oidc"
	"golang.org/x/oauth2"

	"widerow/model/people"
	"widerow/store/shared"
)

// ProviderConfig is an OpenID Connect provider at which people sign in.
type ProviderConfig struct {
	Name         string   // in addresses, such as "corp"
	Label        string   // on the button; empty: Name
	Issuer       string   // whose /.well-known/openid-configuration is read
	ClientID     string   // as registered at the provider
	ClientSecret string   // empty for a public client; PKCE is used in any case
	Scopes       []string // beside "openid"; empty: "profile"
	NameClaim    string   // of the ID token, for a new account; empty: "preferred_username", then "name"
	GroupsClaim  string   // of the ID token; empty: "groups"
}

// Provider signs people in at an OpenID Connect provider.
type Provider struct {
	ProviderConfig
	State    shared.State // knows the flows that were used at any server; nil: at this one
	redirect string       // where the provider sends the browser back
	now      func() time.Time

	discovering sync.Mutex
	found       *oidc.Provider // nil until its configuration could be read
	failed      error          // of the last try to read it
	again       time.Time      // no try before

	using sync.Mutex
	used  map[string]time.Time // states of flows, until when they would work
}

// NewProvider returns a provider that sends browsers back to redirect, a whole URL. Its
// configuration is read at the first sign-in, so that the server starts without it.
func NewProvider(config ProviderConfig, redirect string, now func() time.Time) *Provider {
	return &Provider{ProviderConfig: config, redirect: redirect, now: now, used: map[string]time.Time{}}
}

// Flow is a sign-in that a browser has begun. The browser keeps it in a cookie, sealed
// by the server.
type Flow struct {
	Provider string    `json:"provider"`
	State    string    `json:"state"`
	Nonce    string    `json:"nonce"`
	Verifier string    `json:"verifier"` // of PKCE
	Next     string    `json:"next"`     // the page that was asked for
	Until    time.Time `json:"until"`
}

// flowTime bounds the time of a sign-in at the provider.
const flowTime = 10 * time.Minute

// Reasons why a sign-in at a provider fails. Their text is for the person.
var (
	ErrUnreachable = errors.New("the sign-in provider cannot be reached: try again in a moment")
	ErrRefused     = errors.New("the sign-in provider did not sign you in")
	ErrFlow        = errors.New("this sign-in was not begun in this browser, was used before, or took too long: begin again")
	ErrToken       = errors.New("the answer of the sign-in provider is not valid: begin again, and tell an admin if it happens again")
)

// Begin begins a sign-in and returns the address of the provider's page.
func (p *Provider) Begin(ctx context.Context, next string) (Flow, string, error) {
	config, err := p.oauth(ctx)
	if err != nil {
		return Flow{}, "", err
	}
	flow := Flow{Provider: p.Name, State: rand.Text(), Nonce: rand.Text(), Verifier: oauth2.GenerateVerifier(), Next: next, Until: p.now().Add(flowTime)}
	return flow, config.AuthCodeURL(flow.State, oidc.Nonce(flow.Nonce), oauth2.S256ChallengeOption(flow.Verifier)), nil
}

// SignedIn is who a provider has signed in.
type SignedIn struct {
	Identity people.Identity
	Name     string // that the provider suggests
	Groups   []string
	IDToken  string // for the sign-out there
}

// Finish ends a sign-in with the request by which the provider sends the browser back.
// A flow works once. The error is one of those above.
func (p *Provider) Finish(r *http.Request, flow Flow) (SignedIn, error) {
	answer := r.URL.Query()
	switch {
	case flow.Provider != p.Name, flow.State == "", answer.Get("state") != flow.State, !p.now().Before(flow.Until), !p.use(r.Context(), flow):
		return SignedIn{}, ErrFlow
	case answer.Has("iss") && answer.Get("iss") != p.Issuer: // RFC 9207: another provider's answer
		return SignedIn{}, ErrFlow
	case answer.Get("error") != "":
		return SignedIn{}, fmt.Errorf("%w (%s)", ErrRefused, cmp.Or(answer.Get("error_description"), answer.Get("error")))
	case answer.Get("code") == "":
		return SignedIn{}, ErrRefused
	}
	config, err := p.oauth(r.Context())
	if err != nil {
		return SignedIn{}, err
	}
	token, err := config.Exchange(asking(r.Context()), answer.Get("code"), oauth2.VerifierOption(flow.Verifier))
	if err != nil {
		return SignedIn{}, fmt.Errorf("%w: %w", ErrRefused, err)
	}
	raw, _ := token.Extra("id_token").(string)
	return p.verify(r.Context(), raw, flow.Nonce)
}

// use notes that a flow is used, and returns false if it was before.
func (p *Provider) use(ctx context.Context, flow Flow) bool {
	if p.State != nil {
		mine := rand.Text()
		first, err := p.State.Once(ctx, "sign-in "+flow.State, []byte(mine), flowTime)
		return err == nil && string(first) == mine
	}
	p.using.Lock()
	defer p.using.Unlock()
	for state, until := range p.used {
		if !p.now().Before(until) {
			delete(p.used, state)
		}
	}
	_, before := p.used[flow.State]
	p.used[flow.State] = flow.Until
	return !before
}

func (p *Provider) verify(ctx context.Context, raw, nonce string) (SignedIn, error) {
	found, err := p.discover(ctx)
	if err != nil {
		return SignedIn{}, err
	}
	token, err := found.VerifierContext(asking(context.WithoutCancel(ctx)), &oidc.Config{ClientID: p.ClientID, Now: p.now}).Verify(ctx, raw)
	if err != nil {
		return SignedIn{}, fmt.Errorf("%w: %w", ErrToken, err)
	}
	claims := map[string]any{}
	if err := token.Claims(&claims); err != nil || token.Nonce != nonce || token.Subject == "" {
		return SignedIn{}, ErrToken
	}
	if party, given := claims["azp"]; given && party != p.ClientID {
		return SignedIn{}, fmt.Errorf("%w: it was made for another client", ErrToken)
	}
	return SignedIn{
		Identity: people.Identity{Issuer: token.Issuer, Subject: token.Subject},
		Name:     p.nameOf(claims), Groups: texts(claims[cmp.Or(p.GroupsClaim, "groups")]), IDToken: raw,
	}, nil
}

func (p *Provider) nameOf(claims map[string]any) string {
	for _, claim := range []string{p.NameClaim, "preferred_username", "name"} {
		if name, _ := claims[claim].(string); name != "" {
			return name
		}
	}
	return ""
}

// texts returns the texts of a claim that is a list, or one text.
func texts(claim any) (found []string) {
	if text, ok := claim.(string); ok {
		return []string{text}
	}
	list, _ := claim.([]any)
	for _, value := range list {
		if text, ok := value.(string); ok && len(found) < people.MaxGroups {
			found = append(found, text)
		}
	}
	return found
}

// SignOut returns the address at which the provider ends its own session and sends the
// browser back to an address of ours, or "" if it has none.
func (p *Provider) SignOut(ctx context.Context, idToken, back string) string {
	found, err := p.discover(ctx)
	if err != nil {
		return ""
	}
	var more struct {
		End string `json:"end_session_endpoint"`
	}
	if err := found.Claims(&more); err != nil || more.End == "" {
		return ""
	}
	return withQuery(more.End, map[string]string{"id_token_hint": idToken, "post_logout_redirect_uri": back, "client_id": p.ClientID})
}

// discover reads the configuration of the provider, once. If that fails, requests of
// the next seconds fail at once instead of waiting in turn.
func (p *Provider) discover(ctx context.Context) (*oidc.Provider, error) {
	p.discovering.Lock()
	defer p.discovering.Unlock()
	if p.found != nil {
		return p.found, nil
	}
	if p.now().Before(p.again) {
		return nil, p.failed
	}
	// The keys are read again for as long as the server runs, beyond this request.
	found, err := oidc.NewProvider(asking(context.WithoutCancel(ctx)), p.Issuer)
	if err != nil {
		p.failed, p.again = fmt.Errorf("%w: %w", ErrUnreachable, err), p.now().Add(5*time.Second)
		return nil, p.failed
	}
	p.found = found
	return found, nil
}

// client asks providers. A provider that does not answer must not hold requests.
var client = &http.Client{Timeout: 10 * time.Second}

func asking(ctx context.Context) context.Context { return oidc.ClientContext(ctx, client) }

func (p *Provider) oauth(ctx context.Context) (*oauth2.Config, error) {
	found, err := p.discover(ctx)
	if err != nil {
		return nil, err
	}
	scopes := p.Scopes
	if len(scopes) == 0 {
		scopes = []string{"profile"}
	}
	return &oauth2.Config{
		ClientID: p.ClientID, ClientSecret: p.ClientSecret, Endpoint: found.Endpoint(), RedirectURL: p.redirect,
		Scopes: slices.Concat([]string{oidc.ScopeOpenID}, scopes),
	}, nil
}
