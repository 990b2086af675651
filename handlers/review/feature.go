// Package review compares, discusses and merges what has changed: comparisons, merges,
// proposals, comments and the inbox.
//
// Read proposals.go (what a proposal is), proposal.go (its page), compare.go, and
// discussion.go (the comments on a model).
package review

import (
	"sync"
	"time"

	"widerow/handlers/feature"
	"widerow/handlers/limit"
	"widerow/model/discussion"
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

// concerned knows which models may have something that waits for a person: those in which
// an open thread or a proposal concerns them. So an inbox does not read all models. It is
// made from the store at the first question after a start, and each question takes over
// what was saved since the one before.
type concerned struct {
	mutex  sync.Mutex
	saves  uint64 // of live.Hub.Talked
	models map[store.ModelID][]string
	by     map[string]map[store.ModelID]bool
}

// inbox lists the items that wait for a person. saves is the number of saves, among those that can
// change an inbox, after which the list was made.
type inbox struct {
	saves  uint64
	models map[store.ModelID][]Item // those where something waits
	items  []Item                   // all, the latest first
}

// bytes is the approximate memory of an inbox.
func (i inbox) bytes() int64 { return int64(itemBytes * (1 + 2*len(i.items))) }

// Item is a proposal or a thread that waits for somebody.
type Item struct {
	what, level, title string
	Path               string // its address, below the base path
	model, who, by     string // by is the ID of who
	at                 time.Time

	said string // the comment for which a thread waits, Markdown

	// What makes it new: comments of a thread, or a proposal.
	of       store.ModelID // the model or branch
	entry    discussion.Entry[*discussion.Thread]
	proposal look
}

// inboxOf is whose inbox it is, with the number of visitors whose work is this person's.
type inboxOf struct {
	discussion.Person
	adopted int
}

// inboxes knows what waits for each person.
type inboxes struct {
	*companions
	kept *limit.Cache[inboxOf, inbox]
	*concerned
}

func newInboxes(companions *companions) *inboxes {
	return &inboxes{companions, limit.NewCache[inboxOf, inbox](cachedInboxes), &concerned{}}
}

const (
	cachedInboxes = 8 << 20 // bytes
	itemBytes     = 1 << 10
	maxInbox      = 500 // items of a person
)
