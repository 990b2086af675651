// Package review compares, discusses and merges what has changed: comparisons, merges,
// proposals, comments and the inbox.
//
// Read proposals.go (what a proposal is), proposal.go (its page), compare.go, and
// discussion.go (the comments on a model).
package review

import (
	"widerow/diagram"
	"widerow/handlers/feature"
	"widerow/handlers/limit"
	"widerow/model/proposals"
	"widerow/model/seen"
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

// Routes are the pages of the feature.
func (f *Feature) Routes() []feature.Route {
	return []feature.Route{
		feature.Get("/inbox", f.showInbox),
		feature.Get("/inbox/count", f.showInboxCount),
		feature.Post("/m/:model/merge", f.Weighed(f.mergeModel)),
		feature.Get("/m/:model/compare", f.compare),
		feature.Get("/m/:model/compare.svg", f.comparePicture(diagram.FormatSVG)),
		feature.Get("/m/:model/compare.png", f.comparePicture(diagram.FormatPNG)),
		feature.Get("/m/:model/migration.cql", f.migrationFile(false)),
		feature.Get("/m/:model/migration.md", f.migrationFile(true)),
		feature.Post("/m/:model/proposals", f.Weighed(f.createProposal)),
		feature.Post("/m/:model/proposals/rules", f.saveRules),
		feature.Get("/m/:model/proposals/:number", f.openProposal),
		feature.Get("/m/:model/proposals/:number/review.html", f.reviewFile("html")),
		feature.Get("/m/:model/proposals/:number/review.md", f.reviewFile("md")),
		feature.Get("/m/:model/proposals/:number/review.pdf", f.reviewFile("pdf")),
		feature.Post("/m/:model/proposals/:number", f.Weighed(f.changeProposal)),
		feature.Post("/m/:model/comments", f.comment),
		feature.Post("/m/:model/seen", f.see),
		feature.Get("/m/:model/threads/:thread", f.openThread),
	}
}

// companions are the documents beside a model: its proposals, its discussion, and the record of
// seen comments.
type companions struct {
	feature.Site
	proposals   *feature.Companion[*proposals.Proposals]
	seen        *feature.Companion[*seen.Seen]
	discussions *limit.Cache[store.ModelID, discussed] // the newest of each model
}

const (
	cachedDiscussions = 32 << 20 // bytes
	cachedFits        = 1 << 20  // bytes
	fitBytes          = 100      // of an answer of Unfit, without its words
)

func newCompanions(site feature.Site) *companions {
	return &companions{
		Site:        site,
		proposals:   feature.NewCompanion(site, store.Proposals, "the proposals", proposals.New, proposals.Decode),
		seen:        feature.NewCompanion(site, store.Seen, "what was seen", func() *seen.Seen { return &seen.Seen{} }, seen.Decode),
		discussions: limit.NewCache[store.ModelID, discussed](cachedDiscussions),
	}
}
