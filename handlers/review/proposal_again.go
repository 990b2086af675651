package review

import (
	"context"
	"fmt"
	"net/http"
	"slices"

	"github.com/labstack/echo/v4"

	"widerow/handlers/feature"
	"widerow/model"
	"widerow/model/proposals"
	"widerow/store"
	webreview "widerow/web/review"
)

// undoneWithin bounds the revisions after a merge in which its undo is searched.
const undoneWithin = 200

// undone finds the revision of the model that took back the merge of a proposal: an
// undo that was not redone, or the restoration of an older revision.
func (s *Feature) undone(ctx context.Context, id store.ModelID, found *proposals.Proposal) (by store.Revision, is bool, err error) {
	if found.Merge == nil {
		return by, false, nil
	}
	merge := uint64(found.Merge.Revision)
	revisions, err := s.Store().History(ctx, id, merge+undoneWithin+1, undoneWithin)
	if err != nil {
		return by, false, fmt.Errorf("history of model %s: %w", id, err)
	}
	there := true               // the changes are in the model
	after := map[uint64]bool{}  // a revision, and whether they are there after it
	turned := map[uint64]bool{} // the revisions that put them in or took them out
	after[merge], turned[merge] = true, true
	for _, revision := range slices.Backward(revisions) {
		before := there
		switch {
		case revision.Number <= merge:
			continue
		case revision.Kind == store.KindRestore:
			there = revision.Reverts >= merge && after[revision.Reverts]
		case turned[revision.Reverts]: // by an undo or a redo
			there = !after[revision.Reverts]
		}
		after[revision.Number] = there
		if there != before {
			turned[revision.Number], by = true, revision
		}
	}
	return by, !there, nil
}

// proposeAgain makes a new proposal of a merged one whose merge was undone: a branch of
// the model as it is now, with the same changes, title, text and reviewers. What both
// have changed since is asked for, as at a merge.
func (s *Feature) proposeAgain(c echo.Context, form *proposalForm) error {
	ctx, id := feature.Background(c), feature.ModelID(c)
	old, err := s.proposal(ctx, id, form.number)
	if err != nil {
		return err
	}
	undone, is, err := s.undone(ctx, id, old.Proposal)
	if err != nil {
		return err
	}
	if !is {
		return &model.Rejected{Message: "The merge of this proposal was not undone: the model has its changes. To change it further, make another proposal."}
	}
	m := &merging{source: old.branch, base: old.base, named: true, words: fmt.Sprintf("proposed #%d again", form.number), choice: chosenIn(c)}
	// Before a branch is made: what cannot be merged makes none.
	if _, _, err := m.make(old.head, nil); err != nil {
		return s.asked(c, form, m, err, webreview.MergePage{
			Title: fmt.Sprintf("Propose #%d again", form.number), Target: old.head.Model.Name, Source: "the proposal", Button: "Propose again",
		})
	}
	if err := s.ChargeModel(c); err != nil {
		return err
	}
	number, err := s.branch(c, old.head, old.Title)
	if err != nil {
		return err
	}
	branch := id.Branch(number)
	if _, err := s.Save(c, feature.Change{Model: branch, Kind: store.KindEdit, Operation: feature.Operation(c) + "-again", Make: m.make}); err != nil {
		return err
	}
	words := againWords(old.Proposal, undone)
	by := s.person(c)
	err = s.propose(c, func(before *proposals.Proposals, _ model.IDs) (*proposals.Proposals, string, error) {
		after, err := before.Add(number, words, by, s.Now())
		return after, fmt.Sprintf("#%d: proposed #%d again", number, form.number), err
	})
	if err != nil {
		return err
	}
	return c.Redirect(http.StatusSeeOther, s.Address(id, number, nil))
}

// againWords are the words of the proposal, and why there is another one.
func againWords(old *proposals.Proposal, undone store.Revision) proposals.Words {
	words := proposals.Words{Title: old.Title, Text: old.Text}
	note := fmt.Sprintf("Proposed again: #%d was merged as r%d, which r%d took back.", old.Number, old.Merge.Revision, undone.Number)
	if len(words.Text)+len(note)+2 <= proposals.MaxText {
		words.Text += "\n\n" + note
	}
	for _, reviewer := range old.Reviewers {
		words.Reviewers = append(words.Reviewers, reviewer.Name)
	}
	return words
}
