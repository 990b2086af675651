package operate

import (
	"context"
	"errors"
	"fmt"
	"log/slog"

	"widerow/handlers/identity"
	"widerow/handlers/webhooks"
	"widerow/store"
	"widerow/store/sessions"
)

// webhookFlags list the servers that webhooks may call.
type webhookFlags struct {
	Webhooks        []string `help:"Server that webhooks may call, such as hooks.slack.com or HOST:PORT. Default: none." env:"WIDEROW_WEBHOOKS" placeholder:"HOST"`
	WebhooksPrivate bool     `help:"Webhooks may also use http and private addresses." env:"WIDEROW_WEBHOOKS_PRIVATE"`
}

// allowed checks the flags; people must sign in to make a webhook.
func (f webhookFlags) allowed(mode identity.Mode) (webhooks.Allowed, error) {
	allowed, err := webhooks.ParseAllowed(f.Webhooks, f.WebhooksPrivate)
	if err != nil {
		return allowed, fmt.Errorf("--webhooks: %w", err)
	}
	if len(f.Webhooks) > 0 && mode == identity.None {
		return allowed, errors.New("--webhooks needs --sign-in=password, oidc or header: without it everyone who reaches the server could let it call others")
	}
	return allowed, nil
}

// openWebhooks adds the sender that reports changes to other servers.
func (s *Serve) openWebhooks(parts *peopleParts, models store.Store, file sessions.Store, common sharedParts, base string, log *slog.Logger) error {
	allowed, err := s.allowed(parts.guard.Mode)
	if err != nil {
		return err
	}
	sender, err := webhooks.Open(webhooks.Config{
		Allowed: allowed, Directory: parts.guard.Keeper.Directory, Store: models, Outbox: file, Base: base, Paused: file.Paused,
		Shared: common.peers != nil, Fresh: parts.guard.Keeper.Fresh, Log: log,
	})
	if err != nil {
		return fmt.Errorf("open the webhooks: %w", err)
	}
	parts.services.Webhooks = sender
	parts.services.Confirm = func() error {
		defer sender.Wake()
		return file.Confirm()
	}
	return nil
}

// send lets the webhooks call until the parts are closed, which waits for calls that run.
func (p *peopleParts) send(ctx context.Context, parts *serverParts) {
	if sender := p.services.Webhooks; sender != nil {
		parts.share(ctx, "webhooks", func(ctx context.Context, _ uint64) { sender.Run(ctx) })
	}
}
