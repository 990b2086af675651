// Package review compares, discusses and merges what has changed: comparisons, merges,
// proposals, comments and the inbox.
//
// Read proposals.go (what a proposal is), proposal.go (its page), compare.go, and
// discussion.go (the comments on a model).
package review

import (
	"widerow/handlers/feature"
	"widerow/handlers/limit"
	"widerow/store"
	"widerow/web"
)

// Badges are beside the titles of the tabs.
var Badges = map[web.Tab]feature.Badge{web.TabProposals: proposalsBadge}

// Feature is the feature of a server.
type Feature struct {
	feature.Site
	*companions
	*comparisons
	*inboxes
	suggestionProblems *limit.Cache[suggestionKey, string]
}

// New returns the feature of a site.
func New(site feature.Site) *Feature {
	companions := newCompanions(site)
	return &Feature{site, companions, &comparisons{companions, newJudgements()}, newInboxes(companions), limit.NewCache[suggestionKey, string](cachedFits)}
}

// For returns the feature of a site with other addresses. Both share what they know.
func (f *Feature) For(site feature.Site) *Feature {
	companions := *f.companions
	companions.Site = site
	return &Feature{
		site, &companions, &comparisons{&companions, f.judgements}, &inboxes{&companions, f.kept, f.concerned}, f.suggestionProblems,
	}
}

const (
	cachedFits = 1 << 20 // bytes
	fitBytes   = 100     // of an answer of Unfit, without its words
)

// suggestionKey is a document and the patch of a suggestion.
type suggestionKey struct{ document, patch store.Hash }
