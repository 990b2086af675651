package history

import (
	"widerow/handlers/feature"
	"widerow/handlers/review"
)

// Feature is the feature of a server.
type Feature struct {
	feature.Site
	review *review.Feature
}

// New returns the feature of a site, whose proposals and comparisons it links.
func New(site feature.Site, review *review.Feature) *Feature { return &Feature{site, review} }

// historyPage is the number of revisions on a page of the history.
const historyPage = 50
