package handlers

import (
	"slices"

	"github.com/labstack/echo/v4"

	"widerow/diagram"
	"widerow/handlers/feature"
)

// access lists the needs of every route by method and path: nothing else decides who may
// send a request. A route that is not listed stops the server from starting.
var access = accessTable()

func accessTable() map[string]need {
	table := map[string]need{}
	add := func(what need, routes ...string) {
		for _, route := range routes {
			table[route] = what
		}
	}
	add(forEveryone, "GET /assets/*", "GET /letters/:version/:font", "GET /letters/:version/style.css", "GET /healthz",
		"GET /readyz", "GET /help", "GET /help/docs/:page",
		"GET /sign-in", "POST /sign-in", "POST /sign-out", "POST /sign-in/:provider", "GET /sign-in/:provider/back",
		"GET /sign-in/link/:secret", "POST /sign-in/link/:secret")
	add(forOperator, "GET /metrics")
	add(byLink, "GET "+linkPath, "GET "+linkPath+"/:view", "POST "+linkPath+"/comments")
	add(forMembers, "GET /", "GET /deleted", "GET /import", "POST /import", "POST /import/create", "POST /models",
		"POST /examples/:slug", "GET /examples/:slug/:diagram",
		"GET /examples/:slug/card.svg", "GET /inbox", "GET /inbox/count", "GET /jobs/:job", "POST /jobs/:job/cancel",
		"GET /connections", "POST /connections", "GET /connections/:connection", "POST /connections/:connection",
		"POST /connections/:connection/schema", "POST /connections/:connection/drift", "POST /connections/:connection/sample",
		"GET "+livePath, "POST "+livePath)
	add(forSelf, "GET /you", "POST /you", "GET /you/account", "POST /you/name", "POST /you/password",
		"POST /you/sessions/end", "POST /you/tokens", "POST /you/tokens/remove")
	add(forAdmins, "GET /people", "POST /people", "POST /people/confirm", "POST /people/:account", "GET /audit",
		"GET /webhooks", "POST /webhooks")
	addModelAccess(add)
	apiAccess(add)
	return table
}

// addModelAccess adds the routes of a model, from those that a viewer may use to those that need an owner.
func addModelAccess(add func(what need, routes ...string)) {
	add(toView, "GET /m/:model", "GET /m/:model/compare", "GET /m/:model/compare.svg", "GET /m/:model/compare.png",
		"GET /m/:model/migration.cql", "GET /m/:model/migration.md",
		"GET /m/:model/proposals/:number", "GET /m/:model/proposals/:number/review.html",
		"GET /m/:model/proposals/:number/review.md", "GET /m/:model/proposals/:number/review.pdf",
		"GET /m/:model/threads/:thread", "GET /m/:model/card.svg", "GET /m/:model/schema.cql",
		"GET /m/:model/stress.zip", "GET /m/:model/console", "POST /m/:model/console",
		"GET /m/:model/clusters", "GET /m/:model/clusters/:connection/apply", "GET /m/:model/rollouts/:rollout",
		"POST /m/:model/clusters/:connection/statements",
		"GET /m/:model/console/updates/:update", "POST /m/:model/console/updates/:update",
		"GET /connections/:connection/drift/:model/:direction", "GET /connections/:connection/sample/:model", "POST /connections/:connection/sample/:model",
		"GET /m/:model/model.json", "GET /m/:model/palette.json", "GET /m/:model/tidy.json",
		"GET /m/:model/sizes.csv", "GET /m/:model/sizes.json", "GET /m/:model/sizes.md", "GET /m/:model/name",
		"GET /m/:model/statement-lists.csv", "GET /m/:model/statement-lists.json",
		"GET /m/:model/advice/count", "GET /m/:model/facts", "GET /m/:model/share", "POST /m/:model/copy", "POST /m/:model/seen",
		"POST /m/:model/queries/complete", "POST /m/:model/statements")
	for _, question := range []string{"check", "complete", "hover", "definition", "format", "subject"} {
		add(toView, "POST /m/:model/cql/"+question, "POST /m/:model/statements/"+question, "POST /m/:model/console/"+question)
	}
	for _, tab := range feature.Tabs {
		add(toView, "GET /m/:model/"+string(tab.Name))
		if tab.Diagram == "" {
			continue
		}
		add(toView, "GET /embed/:model/"+string(tab.Diagram))
		for _, format := range diagram.Formats {
			add(toView, "GET /m/:model/"+string(tab.Diagram)+"."+string(format))
			add(toView, "GET /embed/:model/"+string(tab.Diagram)+"."+string(format))
		}
	}
	add(toComment, "POST /m/:model/comments", "POST /m/:model/proposals", "POST /m/:model/proposals/:number")
	add(toEdit, "POST /m/:model/edit", "POST /m/:model/layout", "POST /m/:model/undo", "POST /m/:model/redo",
		"POST /m/:model/derive", "POST /m/:model/recover", "POST /m/:model/design", "POST /m/:model/advice", "POST /m/:model/statement-lists",
		"POST /m/:model/measured", "POST /m/:model/clusters/:connection/apply", "POST /m/:model/rollouts/:rollout",
		"POST /m/:model/clusters/:connection/measure", "POST /m/:model/cql/preview", "POST /m/:model/merge", "POST /m/:model/name", "POST /m/:model/restore")
	add(toMerge, "POST /m/:model/scripts")
	add(toOwn, "GET /m/:model/delete", "POST /m/:model/delete", "POST /m/:model/proposals/rules", "POST /m/:model/share", "POST /m/:model/share/links",
		"GET /m/:model/webhooks", "POST /m/:model/webhooks")
}

// proposalForms is the route of the forms of a proposal.
const proposalForms = "POST /m/:model/proposals/:number"

// needOf returns the need of a request to a route, nil if the table lacks it. What a form
// of a proposal needs depends on what it does.
func needOf(route feature.Route) func(echo.Context) need {
	name := route.Method + " " + route.Path
	what := access[name]
	if name != proposalForms {
		return func(echo.Context) need { return what }
	}
	return func(c echo.Context) need {
		switch c.FormValue("do") {
		case "approve", "changes", "again":
			return toComment
		case "merge":
			return toMerge
		}
		return toEdit
	}
}

// unlisted returns the routes that the table of access lacks.
func unlisted(routes []feature.Route) (missing []string) {
	for _, route := range routes {
		if name := route.Method + " " + route.Path; access[name] == "" {
			missing = append(missing, name)
		}
	}
	slices.Sort(missing)
	return missing
}
