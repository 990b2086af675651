package operate

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"time"

	"widerow/handlers"
	"widerow/handlers/identity"
	"widerow/handlers/people"
	"widerow/model/sharing"
	"widerow/store"
)

// signInFlags configure the sign-in of people.
type signInFlags struct {
	SignIn       string        `help:"How people sign in: password, oidc, header (a trusted proxy names them) or none. Default: none, if only this machine reaches the server." enum:"none,password,header,oidc," default:"" env:"WIDEROW_SIGN_IN" placeholder:"MODE"`
	NewModels    string        `help:"What all who are signed in may do with a new model." enum:"private,viewer,commenter,editor" default:"private" env:"WIDEROW_NEW_MODELS"`
	Idle         time.Duration `name:"session-idle" help:"A session ends when it is not used for so long." default:"168h" env:"WIDEROW_SESSION_IDLE" placeholder:"DURATION"`
	Life         time.Duration `name:"session-life" help:"A session ends after so long in any case." default:"2160h" env:"WIDEROW_SESSION_LIFE" placeholder:"DURATION"`
	Providers    providers     `name:"oidc" help:"Providers of --sign-in oidc, as JSON: best in the settings file." env:"WIDEROW_OIDC" placeholder:"JSON"`
	Groups       groupRoles    `name:"group-roles" help:"Roles of groups, as JSON, such as {\"architects\": \"admin\"}." env:"WIDEROW_GROUP_ROLES" placeholder:"JSON"`
	GroupsHeader string        `name:"trusted-groups-header" help:"Header in which trusted proxies name the groups of a person." env:"WIDEROW_TRUSTED_GROUPS_HEADER" placeholder:"HEADER"`
	assertionFlags
	KeepAudit keepFlag `help:"How long the audit log keeps entries, such as 400d, or forever." default:"400d" env:"WIDEROW_KEEP_AUDIT" placeholder:"TIME"`
}

// errNoChoice is the error of a server that others reach, without a choice of sign-in.
var errNoChoice = errors.New("others than this machine reach the server: choose with --sign-in (or WIDEROW_SIGN_IN) how people sign in: " +
	"password, oidc, header, or none if everyone who reaches it may read and change everything")

// mode returns how people sign in. local reports that only this machine reaches the
// server; a proxy in front of it lets others do so.
func (f signInFlags) mode(local bool, trustedHeader string) (identity.Mode, error) {
	mode := identity.Mode(f.SignIn)
	switch {
	case mode == "" && !local:
		return "", errNoChoice
	case mode == "":
		return identity.None, nil
	case mode == identity.OIDC && len(f.Providers) == 0:
		return "", errors.New("--sign-in=oidc: name the providers in the settings file, such as \"oidc\": " +
			"[{\"name\": \"corp\", \"issuer\": \"https://…\", \"client_id\": \"…\", \"client_secret\": \"…\"}]")
	case mode != identity.OIDC && len(f.Providers) > 0:
		return "", fmt.Errorf("--sign-in=%s: the providers in oidc are for --sign-in=oidc", mode)
	case mode == identity.Header && trustedHeader == "":
		return "", errors.New("--sign-in=header: name the header with --trusted-header, and the proxies that set it with --trusted-proxies")
	case mode != identity.Header && trustedHeader != "":
		return "", fmt.Errorf("--sign-in=%s: leave --trusted-header out, or choose --sign-in=header", mode)
	}
	return mode, nil
}

// people are the parts of a server that know who is who.
type peopleParts struct {
	guard    *identity.Guard
	services people.Services
	everyone sharing.Role
	base     string // the address by which browsers reach the server
	first    string // the path by which the first admin is made, or ""
	close    func()
}

// openPeople opens the accounts, the sessions and the audit log beside the data file.
func (s *Serve) openPeople(ctx context.Context, models store.Store, common sharedParts, mode identity.Mode, log *slog.Logger) (*peopleParts, error) {
	keeper, err := identity.OpenKeeper(ctx, models)
	if err != nil {
		return nil, fmt.Errorf("open the accounts: %w", err)
	}
	everyone, err := sharing.ParseRole(s.NewModels)
	if err != nil {
		return nil, fmt.Errorf("--new-models: %w", err)
	}
	parts := &peopleParts{
		guard:    &identity.Guard{Mode: mode, Keeper: keeper, Sharings: identity.NewSharings(models, keeper), Now: time.Now},
		everyone: everyone, close: func() {},
	}
	if common.peers != nil {
		parts.guard.Join(common.peers)
	}
	if mode == identity.None {
		_, err := s.allowed(mode)
		return parts, err
	}
	s.Groups.give(parts.guard)
	if parts.guard.Assertion, err = s.assertionFlags.made(mode); err != nil {
		return nil, err
	}
	return parts, s.openSessions(ctx, parts, models, common, log)
}

func (s *Serve) openSessions(ctx context.Context, parts *peopleParts, models store.Store, common sharedParts, log *slog.Logger) error {
	file, err := common.sessions()
	if err != nil {
		return err
	}
	guard, trail := parts.guard, openAudit(s.Data, models, s.serverName(), time.Duration(s.KeepAudit), log)
	parts.close = func() {
		closeAndLog(log, "sessions", file.Close)
		closeAndLog(log, "audit log", trail.Close)
	}
	begun, err := guard.Keeper.Begun(ctx)
	paused := false
	if err == nil {
		paused, err = file.Begin(!begun.IsZero())
	}
	if paused {
		log.Warn("the data was restored or copied here: tokens and links work again once an admin confirms them on the page People")
	}
	if err := errors.Join(err, trail.Remove(time.Duration(s.KeepAudit))); err != nil {
		parts.close()
		return err
	}
	guard.Used, guard.Paused = file.Used, file.Paused
	guard.Sessions = identity.NewSessions(file, "/"+strings.Trim(s.BasePath, "/")+separator(s.BasePath), s.Idle, s.Life, time.Now)
	guard.Sessions.Ended, guard.Sessions.Changed = guard.Ring, guard.ChangedOf
	base, err := s.publicURL()
	if err != nil {
		return err
	}
	parts.base = base
	key, err := common.key(ctx, "sign-in at a provider")
	if err != nil {
		return err
	}
	parts.services = people.Services{Providers: s.Providers.made(base), Tries: identity.NewTries(time.Now), Audit: trail, File: file, Key: key}
	if common.peers != nil {
		parts.services.Tries.Join(common.peers)
		for _, provider := range parts.services.Providers {
			provider.State = common.state
		}
	}
	if err := s.openWebhooks(parts, models, file, common, base, log); err != nil {
		return err
	}
	if guard.Mode == identity.Password && !guard.Keeper.Directory().HasAdmin() {
		var secret string
		if parts.services.First, secret, err = people.NewFirstAdmin(ctx, common.state, time.Now()); err != nil {
			return err
		}
		parts.first = "sign-in/link/" + secret
	}
	return nil
}

// add adds the parts to the configuration of the app.
func (p *peopleParts) add(config *handlers.Config) {
	config.Guard, config.People, config.NewModels = p.guard, p.services, p.everyone
}

// orders carries out what the operator asks for on the command line.
func (p *peopleParts) orders() http.Handler {
	return &people.Orders{Guard: p.guard, Audit: p.services.Audit, Now: time.Now, Base: p.base}
}

// reachedByOthers reports whether more than this machine reaches the server.
func (s *Serve) reachedByOthers(listener net.Listener) bool {
	return !isLocal(listener) || len(s.Host) > 0 || len(s.TrustedProxies) > 0
}
