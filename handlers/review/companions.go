package review

import (
	"context"

	"widerow/handlers/feature"
	"widerow/handlers/limit"
	"widerow/model"
	"widerow/model/discussion"
	"widerow/model/proposals"
	"widerow/model/seen"
	"widerow/store"
)

// companions are the documents beside a model: its proposals, its discussion, and the record of
// seen comments.
type companions struct {
	feature.Site
	proposals   *feature.Companion[*proposals.Proposals]
	seen        *feature.Companion[*seen.Seen]
	discussions *limit.Cache[store.ModelID, discussed] // the newest of each model
}

const cachedDiscussions = 32 << 20 // bytes

func newCompanions(site feature.Site) *companions {
	return &companions{
		Site:        site,
		proposals:   feature.NewCompanion(site, store.Proposals, "the proposals", proposals.New, proposals.Decode),
		seen:        feature.NewCompanion(site, store.Seen, "what was seen", func() *seen.Seen { return &seen.Seen{} }, seen.Decode),
		discussions: limit.NewCache[store.ModelID, discussed](cachedDiscussions),
	}
}

// discussed is the discussion of a model at one revision. Before the first comment
// there is no revision: its number is 0.
type discussed struct {
	*discussion.Discussion
	revision store.Revision
	base     uint64 // the newest revision with the whole text
	whole    int    // the bytes of that text
	parts    int    // the bytes of the parts after it
	authors  int    // people.Directory.Authors when the authors were looked up
}

// seenBy returns the record of a person's seen comments and proposals of a model or a branch. known
// is false for a person without an ID, and if the record cannot be read: then nothing is marked as
// new.
func (s *companions) seenBy(ctx context.Context, id store.ModelID, person string) (found *seen.Person, known bool) {
	if person == "" {
		return nil, false
	}
	all, err := s.seen.Load(ctx, id)
	if err != nil {
		s.Log().Error("new comments are not marked", "model", id, "error", err)
		return nil, false
	}
	found = all.Content.Of(person)
	for _, visitor := range s.adoptedBy(person) {
		found = seen.Together(found, all.Content.Of(visitor))
	}
	return found, true
}

// adoptedBy returns the visitors whose work is a person's.
func (s *companions) adoptedBy(person string) []string {
	if account := s.Accounts().Accounts[model.ID(person)]; account != nil {
		return account.Visitors
	}
	return nil
}
