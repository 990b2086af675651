package review

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/labstack/echo/v4"

	"widerow/cql/compare"
	"widerow/handlers/feature"
	"widerow/model"
	"widerow/model/discussion"
	"widerow/model/proposals"
	"widerow/store"
)

// State is a proposal as programs see it.
type State struct {
	*proposals.Proposal
	Phase    proposals.Phase
	Content  string // identifies what it changes: an approval is for one content
	Standing proposals.Standing
	Branch   store.Revision
	Base     store.Revision // of the model, that the branch contains
	Behind   uint64         // revisions of the model since
	Changes  []compare.Change
	Checks   []CheckState
	// Conflicts are the elements that a merge would ask about, Clash why it would be refused.
	Conflicts int
	Clash     string
}

// CheckState is the result of a check before a merge.
type CheckState struct {
	Check   proposals.Check `json:"check"`
	Gate    proposals.Gate  `json:"gate"`
	Passes  bool            `json:"passes"`
	Words   string          `json:"words"`
	Details []string        `json:"details"`
}

// ProposalState loads a proposal with what its checks find.
func (s *Feature) ProposalState(ctx context.Context, id store.ModelID, number int) (*State, error) {
	p, err := s.proposal(ctx, id, number)
	if err != nil {
		return nil, err
	}
	checked, err := s.checkProposal(ctx, p)
	if err != nil {
		return nil, err
	}
	state := &State{
		Proposal: p.Proposal, Phase: p.phase, Content: p.content, Standing: p.standing, Branch: p.branch.Revision, Base: p.base.Revision,
		Behind: p.behind(), Changes: checked.changes, Conflicts: checked.conflicts, Clash: checked.clash,
	}
	for _, result := range checked.results {
		state.Checks = append(state.Checks, CheckState{result.check, result.gate, result.passes, result.words, append([]string{}, result.details...)})
	}
	return state, nil
}

// Propose makes a branch of the model of the address and a proposal. change, if there is
// one, is saved on the branch. The proposal is a draft, or open to be reviewed.
func (s *Feature) Propose(c echo.Context, words proposals.Words, draft bool, change *feature.Change) (number int, err error) {
	head, err := s.Head(c.Request().Context(), feature.ModelID(c))
	if err != nil {
		return 0, err
	}
	if err := proposals.CheckWords(words); err != nil {
		return 0, err
	}
	if change != nil { // what cannot be merged makes no branch
		after, _, err := change.Make(head, s.IDsOf(feature.NewOperation()))
		if err != nil {
			return 0, err
		}
		if bytes.Equal(after.Encode(), head.Text()) {
			return 0, &model.Rejected{Message: "The document is that of the model: there is nothing to propose."}
		}
	}
	if err := s.ChargeModel(c); err != nil {
		return 0, err
	}
	if number, err = s.branch(c, head, words.Title); err != nil {
		return 0, err
	}
	if change != nil {
		change.Model, change.Operation = head.Revision.Model.Branch(number), feature.Operation(c)+"-change"
		if _, err := s.Save(c, *change); err != nil {
			return 0, err
		}
	}
	by := s.person(c)
	return number, s.propose(c, func(before *proposals.Proposals, _ model.IDs) (*proposals.Proposals, string, error) {
		after, err := before.Add(number, words, by, s.Now())
		if err == nil && !draft {
			after, err = s.offered(c, after, number)
		}
		return after, fmt.Sprintf("#%d: proposed %s", number, strings.TrimSpace(words.Title)), err
	})
}

// Act does one of: edit, ready, draft, approve, changes, close, reopen. For approve and changes,
// content identifies the content that the person has seen. The error may be a *model.Rejected.
func (s *Feature) Act(c echo.Context, number int, do string, words proposals.Words, content string) error {
	return s.actOnProposal(c, &proposalForm{number: number, do: do, words: words, content: content})
}

// MergeProposal merges a proposal with the content that the person has seen. The error may be
// a *model.Rejected or a *feature.Unmergeable.
func (s *Feature) MergeProposal(c echo.Context, number int, content string) error {
	err := s.mergeProposal(c, &proposalForm{number: number, do: "merge", content: content})
	var unmergeable *proposalConflict
	if errors.As(err, &unmergeable) {
		return &feature.Unmergeable{Conflicts: unmergeable.conflicts}
	}
	return err
}

// Comment is a program's comment on a model or a branch, or its action on a thread.
type Comment struct {
	Thread  model.ID // "": a new one
	Element model.ID // that a new thread is about; "" for the model
	Text    string
	// Resolve and Reopen change the state of the thread, also without a text.
	Resolve, Reopen bool
}

// Discuss saves a comment, and returns its thread. The error may be a *model.Rejected.
func (s *Feature) Discuss(c echo.Context, on store.ModelID, said Comment) (thread model.ID, err error) {
	head, err := s.Head(c.Request().Context(), on)
	if err != nil {
		return "", err
	}
	person := discussion.Person(s.Visitor(c))
	form := &commentForm{thread: said.Thread, about: string(said.Element), text: said.Text}
	switch {
	case said.Resolve:
		form.verb = "resolve"
	case said.Reopen:
		form.verb = "reopen"
	case said.Thread != "":
		form.verb = "reply"
	default:
		form.verb = "open"
	}
	err = s.discussOn(c, on, func(before *discussion.Discussion, ids model.IDs) (*discussion.Discussion, string, error) {
		comment := discussion.NewComment{ID: ids.New(), By: person, At: s.Now(), Text: said.Text}
		return form.act(before, head, []*model.Model{head.Model}, nil, comment, ids)
	})
	return form.thread, err
}
