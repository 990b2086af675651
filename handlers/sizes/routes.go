// Package sizes builds the pages about the sizes of tables, and answers their forms:
// sizes and quantities, the ledger with its growth, splits, the cluster, measured sizes,
// keys explained.
//
// Read routes.go, then the file with the name of the page.
package sizes

import (
	"net/url"

	"widerow/handlers/feature"
	"widerow/web"
)

// Badges are beside the titles of the tabs.
var Badges = map[web.Tab]feature.Badge{web.TabSizes: sizesBadge}

// Contents fill the tabs of sizes.
var Contents = map[web.Tab]feature.Content{
	web.TabSizes:    sizesContent,
	web.TabMeasured: measuredContent,
	web.TabCluster:  clusterContent,
	web.TabLedger:   ledgerContent,
	web.TabSplit:    splitContent,
	web.TabKeys:     keysContent,
}

// ReadView completes the view of a page of sizes: its order, and what a quantity would do.
func ReadView(view *web.View, tab web.Tab, values url.Values) {
	view.Sort, view.What, view.By = sortOf(tab, values.Get("sort")), whatOf(tab, values.Get("what")), byOf(tab, values.Get("by"))
}

// Routes are the forms and the files of sizes.
func Routes(server feature.Site) []feature.Route {
	site := routes{server}
	return []feature.Route{
		feature.Post("/m/:model/measured", server.Weighed(site.measure)),
		feature.Get("/m/:model/sizes.csv", site.exportSizes("csv")),
		feature.Get("/m/:model/sizes.json", site.exportSizes("json")),
		feature.Get("/m/:model/sizes.md", site.exportSizes("md")),
	}
}
