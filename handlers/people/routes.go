package people

import (
	"crypto/rand"

	"widerow/handlers/feature"
)

// Routes are the routes of the feature.
func Routes(site feature.Site, services Services) []feature.Route {
	key := services.Key
	if key == nil {
		key = make([]byte, 32)
		_, _ = rand.Read(key) // never fails
	}
	p := &pages{site, services, seal{key}}
	return []feature.Route{
		feature.Get("/sign-in", p.signInForm),
		feature.Post("/sign-in", p.signIn),
		feature.Post("/sign-out", p.signOut),
		feature.Post("/sign-in/:provider", p.beginAtProvider),
		feature.Get("/sign-in/:provider/back", p.finishAtProvider),
		feature.Get("/sign-in/link/:secret", p.chooseForm),
		feature.Post("/sign-in/link/:secret", p.choose),
		feature.Get("/you/account", p.account),
		feature.Post("/you/name", p.saveName),
		feature.Post("/you/password", p.savePassword),
		feature.Post("/you/sessions/end", p.endSessions),
		feature.Post("/you/tokens", p.makeToken),
		feature.Post("/you/tokens/remove", p.removeToken),
		feature.Get("/people", p.people),
		feature.Post("/people", p.addAccount),
		feature.Post("/people/confirm", p.confirm),
		feature.Post("/people/:account", p.changeAccount),
		feature.Get("/audit", p.auditLog),
		feature.Get("/m/:model/share", p.share),
		feature.Post("/m/:model/share", p.saveShare),
		feature.Post("/m/:model/share/links", p.saveLinks),
		feature.Get("/webhooks", p.webhooks),
		feature.Post("/webhooks", p.changeWebhooks),
		feature.Get("/m/:model/webhooks", p.webhooks),
		feature.Post("/m/:model/webhooks", p.changeWebhooks),
	}
}
