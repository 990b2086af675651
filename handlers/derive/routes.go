// Package derive has the pages that propose changes and show what they do before they are
// applied: tables derived from queries, moves of physical design, and queries and concepts
// recovered from tables.
package derive

import (
	"widerow/handlers/feature"
	"widerow/web"
)

// Contents fill the tabs of the pages.
var Contents = map[web.Tab]feature.Content{
	web.TabDerive: deriveContent, web.TabDesign: designContent, web.TabRecover: recoverContent,
}

// Routes are the forms of the pages.
func Routes(server feature.Site) []feature.Route {
	site := routes{server}
	return []feature.Route{
		feature.Post("/m/:model/derive", server.Trying(web.TabDerive, site.deriveTables)),
		feature.Post("/m/:model/recover", server.Trying(web.TabRecover, site.recoverConcepts)),
		feature.Post("/m/:model/design", server.Trying(web.TabDesign, site.designMoves)),
	}
}
