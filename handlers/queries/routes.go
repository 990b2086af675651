// Package queries makes what the details show of a query or an update: its text, its
// columns, and its proof or plan. It completes texts while they are typed.
//
// Read routes.go, then the file with the name of the panel.
package queries

import (
	"widerow/handlers/feature"
	"widerow/web"
)

// Panels show queries and updates.
var Panels = feature.Panels{
	Text: queryText, Columns: columnPicker, Proof: proofPanel, Plan: updatePanel, NewText: newQueryText, Flows: flows,
}

// Badges are beside the titles of the tabs.
var Badges = map[web.Tab]feature.Badge{web.TabQueries: queriesBadge}

// Routes complete texts.
func Routes(server feature.Site) []feature.Route {
	site := routes{server}
	return []feature.Route{feature.Post("/m/:model/queries/complete", site.completeQuery)}
}
