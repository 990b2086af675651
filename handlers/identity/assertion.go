package identity

import (
	"context"
	"net/http"
	"slices"
	"time"

	"github.com/coreos/go-oidc/v3/oidc"
)

// Assertion is a signed token in which the trusted proxy names the person, so that only
// that proxy can: its keys are read from an address (JWKS) and again when they change.
type Assertion struct {
	header   string
	verifier *oidc.IDTokenVerifier
}

// NewAssertion returns the check of a token in a header. The token's claims iss and aud must equal
// issuer and audience.
func NewAssertion(header, keys, issuer, audience string, now func() time.Time) *Assertion {
	set := oidc.NewRemoteKeySet(asking(context.Background()), keys)
	return &Assertion{header, oidc.NewVerifier(issuer, set, &oidc.Config{ClientID: audience, Now: now, SupportedSigningAlgs: []string{
		oidc.RS256, oidc.RS384, oidc.RS512, oidc.ES256, oidc.ES384, oidc.ES512, oidc.PS256, oidc.PS384, oidc.PS512, oidc.EdDSA,
	}})}
}

// names reports whether the token of a request is valid and names a person.
func (a *Assertion) names(r *http.Request, name string) bool {
	values := r.Header.Values(a.header)
	if len(values) != 1 {
		return false
	}
	token, err := a.verifier.Verify(r.Context(), values[0])
	if err != nil {
		return false
	}
	var claims struct {
		Name  string `json:"preferred_username"`
		Email string `json:"email"`
	}
	if err := token.Claims(&claims); err != nil {
		return false
	}
	return slices.Contains([]string{token.Subject, claims.Name, claims.Email}, name)
}
