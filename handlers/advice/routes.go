// Package advice builds the page of advice about a model: what an experienced engineer would say about it, with the
// model's own numbers.
//
// Read page.go (the page and its lists), group.go (what is shown together), fix.go (what a fix does, before and when it is
// applied) and form.go (the forms).
package advice

import (
	"widerow/handlers/feature"
	"widerow/web"
)

// Badges are beside the titles of the tabs.
var Badges = map[web.Tab]feature.Badge{web.TabAdvice: badge}

// Contents fill the tab of advice.
var Contents = map[web.Tab]feature.Content{web.TabAdvice: content}

// Routes are the forms of the page, and the count beside its title.
func Routes(server feature.Site) []feature.Route {
	site := routes{server}
	return []feature.Route{feature.Post("/m/:model/advice", server.Weighed(site.follow)), feature.Get("/m/:model/advice/count", site.count)}
}
