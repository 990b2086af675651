package operate

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"time"

	"widerow/handlers/identity"
	"widerow/model/sharing"
)

// providers are the OpenID Connect providers of the settings file: a list of objects.
type providers []providerSettings

type providerSettings struct {
	Name         string   `json:"name"`
	Label        string   `json:"label"`
	Issuer       string   `json:"issuer"`
	ClientID     string   `json:"client_id"`
	ClientSecret string   `json:"client_secret"`
	Scopes       []string `json:"scopes"`
	NameClaim    string   `json:"name_claim"`
	GroupsClaim  string   `json:"groups_claim"`
	Redirect     string   `json:"redirect"` // the whole address that is registered at the provider
}

// UnmarshalText implements encoding.TextUnmarshaler for kong.
func (p *providers) UnmarshalText(text []byte) error {
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode((*[]providerSettings)(p)); err != nil {
		return fmt.Errorf("want a list of providers, such as [{\"name\": \"corp\", \"issuer\": \"https://…\", \"client_id\": \"…\"}]: %w", err)
	}
	var names []string
	for _, one := range *p {
		if one.Name == "" || strings.Trim(one.Name, "abcdefghijklmnopqrstuvwxyz0123456789-") != "" || one.Name == "link" || slices.Contains(names, one.Name) {
			return fmt.Errorf("%q: a provider needs a name of its own, of small letters, digits and hyphens", one.Name)
		}
		if one.Issuer == "" || one.ClientID == "" {
			return fmt.Errorf("the provider %s needs issuer and client_id", one.Name)
		}
		names = append(names, one.Name)
	}
	return nil
}

// groupRoles are the roles of groups: admin of the server, or a role of every model.
type groupRoles map[string]string

// UnmarshalText implements encoding.TextUnmarshaler for kong.
func (g *groupRoles) UnmarshalText(text []byte) error {
	if err := json.Unmarshal(text, (*map[string]string)(g)); err != nil {
		return fmt.Errorf("want an object of groups and roles, such as {\"architects\": \"admin\"}: %w", err)
	}
	for group, role := range *g {
		if _, err := sharing.ParseRole(role); role != "admin" && (err != nil || role == "private") {
			return fmt.Errorf("the role of %s is %q: want admin, viewer, commenter, editor or owner", group, role)
		}
	}
	return nil
}

// give gives the groups of a guard their roles.
func (g groupRoles) give(guard *identity.Guard) {
	guard.Groups = map[string]sharing.Role{}
	for group, role := range g {
		if role == "admin" {
			guard.Admins = append(guard.Admins, group)
		} else {
			guard.Groups[group] = sharing.Role(role)
		}
	}
}

// made returns the providers. base is the address of the server, for those without a
// redirect of their own.
func (p providers) made(base string) (made []*identity.Provider) {
	for _, one := range p {
		redirect := one.Redirect
		if redirect == "" {
			redirect = base + "sign-in/" + one.Name + "/back"
		}
		made = append(made, identity.NewProvider(identity.ProviderConfig{
			Name: one.Name, Label: one.Label, Issuer: one.Issuer, ClientID: one.ClientID, ClientSecret: one.ClientSecret, Scopes: one.Scopes,
			NameClaim: one.NameClaim, GroupsClaim: one.GroupsClaim,
		}, redirect, time.Now))
	}
	return made
}

// publicURL is the address by which browsers reach the server.
func (s *Serve) publicURL() (string, error) {
	local, err := s.url("")
	if err != nil || len(s.Host) == 0 {
		return local, err
	}
	parsed, err := url.Parse(local)
	if err != nil {
		return "", err
	}
	if len(s.TrustedProxies) > 0 {
		return "https://" + s.Host[0] + parsed.Path, nil
	}
	return "http://" + s.Host[0] + ":" + parsed.Port() + parsed.Path, nil
}

// assertionFlags are the signed token that a trusted proxy sends.
type assertionFlags struct {
	Header   string `name:"trusted-jwt-header" help:"Header with the signed JWT by which the proxy names the person." env:"WIDEROW_TRUSTED_JWT_HEADER" placeholder:"HEADER"`
	Keys     string `name:"trusted-jwks" help:"Address of the keys of that JWT (JWKS)." env:"WIDEROW_TRUSTED_JWKS" placeholder:"URL"`
	Issuer   string `name:"trusted-jwt-issuer" help:"What iss of that JWT must be." env:"WIDEROW_TRUSTED_JWT_ISSUER" placeholder:"TEXT"`
	Audience string `name:"trusted-jwt-audience" help:"What aud of that JWT must contain." env:"WIDEROW_TRUSTED_JWT_AUDIENCE" placeholder:"TEXT"`
}

// made returns the check of the token, nil if none is wanted.
func (f assertionFlags) made(mode identity.Mode) (*identity.Assertion, error) {
	given := []string{f.Header, f.Keys, f.Issuer, f.Audience}
	switch {
	case strings.Join(given, "") == "":
		return nil, nil
	case slices.Contains(given, ""):
		return nil, errors.New("--trusted-jwt-header, --trusted-jwks, --trusted-jwt-issuer and --trusted-jwt-audience go together: give all of them")
	case mode != identity.Header:
		return nil, errors.New("--trusted-jwt-header is for --sign-in=header")
	}
	return identity.NewAssertion(f.Header, f.Keys, f.Issuer, f.Audience, time.Now), nil
}
