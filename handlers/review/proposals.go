package review

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"widerow/cql/compare"
	"widerow/handlers/feature"
	"widerow/model"
	"widerow/model/diff"
	"widerow/model/proposals"
	"widerow/store"
	"widerow/web"
)

// Proposals loads the proposals to change a model. One whose merge is saved in the
// model is merged, even if the server has stopped before that was noted.
func (s *companions) Proposals(ctx context.Context, id store.ModelID) (*proposals.Proposals, error) {
	found, err := s.loadProposals(ctx, id)
	return found.Content, err
}

func (s *companions) loadProposals(ctx context.Context, id store.ModelID) (feature.Loaded[*proposals.Proposals], error) {
	found, err := s.proposals.Load(ctx, id)
	if err != nil {
		return found, err
	}
	if accounts := s.Accounts(); accounts.Authors() > 0 {
		found.Content = found.Content.ByAuthors(accounts.Author, accounts.Signed)
	}
	for _, proposal := range found.Content.Proposals {
		if proposal.Ended() {
			continue
		}
		merge, merged, err := s.mergeOf(ctx, id.Branch(proposal.Number))
		if err != nil {
			return found, err
		}
		if merged {
			if found.Content, err = found.Content.Merge(proposal.Number, merge); err != nil {
				return found, err
			}
		}
	}
	return found, nil
}

// mergeOperation is the operation that merges a branch: it is carried out once.
func mergeOperation(branch store.ModelID) string { return "merge " + string(branch) }

// mergeOf finds the revision that has merged a branch.
func (s *companions) mergeOf(ctx context.Context, branch store.ModelID) (proposals.Merge, bool, error) {
	revision, found, err := s.Store().FindOperation(ctx, mergeOperation(branch))
	if err != nil || !found {
		return proposals.Merge{}, false, err
	}
	return proposals.Merge{Revision: int(revision.Number), Branch: int(revision.From.Number), By: proposals.Person(revision.Author), At: revision.At}, true, nil
}

// OpenProposals counts the proposals that wait for something. A page is shown
// without the count if they cannot be read.
func (s *companions) OpenProposals(ctx context.Context, id store.ModelID) int {
	all, err := s.Proposals(ctx, id.Root())
	if err != nil {
		s.Log().Error("proposals are not counted", "model", id, "error", err)
		return 0
	}
	return all.Open()
}

// proposal is one proposal with its branch.
type proposal struct {
	*proposals.Proposal
	rules    proposals.Rules
	branch   feature.Document
	base     feature.Document // the revision of the model that the branch contains
	head     feature.Document // the model of today
	content  string
	standing proposals.Standing
	phase    proposals.Phase
	owners   []proposals.Ownership // of the keyspaces that it changes
}

// proposal loads the proposal of a number.
func (s *companions) proposal(ctx context.Context, id store.ModelID, number int) (*proposal, error) {
	all, err := s.Proposals(ctx, id)
	if err != nil {
		return nil, err
	}
	found := all.Of(number)
	if found == nil {
		return nil, feature.NewError(http.StatusNotFound, "There is no such proposal", "Check the address, or pick the proposal from those of the model.", nil)
	}
	return s.withBranch(ctx, id, found, all.Rules)
}

func (s *companions) withBranch(ctx context.Context, id store.ModelID, found *proposals.Proposal, rules proposals.Rules) (*proposal, error) {
	p := &proposal{Proposal: found, rules: rules}
	var err error
	if p.head, err = s.Head(ctx, id); err != nil {
		return nil, err
	}
	if found.Merge != nil {
		p.branch, err = s.At(ctx, id.Branch(found.Number), uint64(found.Merge.Branch))
	} else {
		p.branch, err = s.Head(ctx, id.Branch(found.Number))
	}
	if err != nil {
		return nil, err
	}
	base, err := s.LastMerged(ctx, p.branch.Revision, id)
	if err != nil {
		return nil, err
	}
	if p.base, err = s.At(ctx, id, base); err != nil {
		return nil, err
	}
	patch, err := diff.Between(p.base.Model, p.branch.Model)
	if err != nil {
		return nil, fmt.Errorf("compare proposal %d of model %s: %w", found.Number, id, err)
	}
	p.content = proposals.Content(patch)
	p.standing = p.Without(func(by proposals.Person) bool { return s.Identifies(by.ID) }).StandingOf(p.content)
	p.owners = p.Ownerships(rules, p.standing, proposals.Keyspaces(p.base.Model, p.branch.Model, patch))
	p.phase = p.PhaseOf(p.standing, rules)
	return p, nil
}

// behind counts the revisions of the model since.
func (p *proposal) behind() uint64 { return p.head.Revision.Number - p.base.Revision.Number }

// Editable returns an error for a branch whose proposal is merged or closed.
func (s *companions) Editable(ctx context.Context, id store.ModelID) error {
	if id.BranchNumber() == 0 {
		return nil
	}
	all, err := s.Proposals(ctx, id.Owner())
	if err != nil {
		return err
	}
	found := all.Of(id.BranchNumber())
	if found == nil || !found.Ended() {
		return nil
	}
	return feature.NewError(http.StatusConflict, fmt.Sprintf("This proposal is %s", found.State),
		"Nothing was changed. A proposal that has ended is read-only: copy its model to go on, or make another proposal.", nil)
}

// propose changes the proposals of a model, in turn with others. An act that
// changes nothing makes no revision. The error is a *model.Rejected of act, or
// one of the store's.
func (s *companions) propose(c echo.Context, act func(before *proposals.Proposals, ids model.IDs) (after *proposals.Proposals, words string, err error)) error {
	owner := feature.ModelID(c).Root()
	change := s.Identified(c, feature.Change{Kind: store.KindEdit, Model: owner.Companion(store.Proposals)})
	return s.InTurn(c, change, func(ctx context.Context) error {
		before, err := s.loadProposals(ctx, owner)
		if err != nil {
			return err
		}
		if _, found, err := s.AlreadyDone(ctx, change); found || err != nil {
			return err
		}
		after, words, err := act(before.Content, s.IDsOf(change.Operation))
		if err != nil {
			return err
		}
		text := after.Encode()
		if len(text) > model.MaxSize {
			return &model.Rejected{Message: fmt.Sprintf("The proposals of this model have reached the limit of %d MB. Nothing was saved.", model.MaxSize>>20)}
		}
		return s.proposals.Append(ctx, change, before, text, words)
	})
}

// person is the visitor, with a new ID for a visitor without one.
func (s *Feature) person(c echo.Context) proposals.Person { return proposals.Person(s.Visitor(c)) }

// reviewersOf reads names that are parted by commas.
func reviewersOf(text string) []string {
	return strings.FieldsFunc(text, func(r rune) bool { return r == ',' || r == ';' || r == '\n' })
}

// proposalNumber reads the number in the address.
func proposalNumber(c echo.Context) (int, error) {
	number, err := strconv.Atoi(c.Param("number"))
	if err != nil || number < 1 || feature.ModelID(c).BranchNumber() > 0 {
		return 0, feature.NewError(http.StatusNotFound, "There is no such proposal", "Check the address, or pick the proposal from those of the model.", nil)
	}
	return number, nil
}

// proposalView is the part of a proposal's page that its address chooses.
func proposalView(c echo.Context) url.Values {
	query := url.Values{}
	for _, name := range []string{"tab", "view", "change", "at", "line"} {
		if value := c.FormValue(name); value != "" && len(value) < 80 {
			query.Set(name, value)
		}
	}
	return query
}

// Address is the address of the page of a proposal.
func (s *Feature) Address(id store.ModelID, number int, query url.Values) string {
	address := Path(id, number)
	if len(query) > 0 {
		address += "?" + query.Encode()
	}
	return string(s.URL().Path(address))
}

// Path is the address of the page of a proposal, below the base path.
func Path(id store.ModelID, number int) string {
	return fmt.Sprintf("/m/%s/proposals/%d", url.PathEscape(string(id)), number)
}

// review is the page of a proposal while it is built.
type review struct {
	*proposal
	checked *proposalChecks
	found   *comparison
	form    *proposalForm // that was refused, or nil
	me      proposals.Person
	whole   bool // with all that was said
}

// path is the address of the proposal, below the base path.
func (r *review) path() string { return Path(store.ModelID(r.found.id), r.Number) }

// A form of a proposal. Its names:
//
//	do         edit, ready, draft, approve, changes, close, reopen, update, merge or again
//	title, text, reviewers   of edit; text also of approve and changes
//	content    the content that the visitor saw, of approve and merge
//	take.ID    which side of a conflict to take, see merge.go
//	tab, change, at          what the page shows
type proposalForm struct {
	number  int
	do      string
	words   proposals.Words
	content string
	problem string // why it was not carried out
}

// branch begins a branch of a model and returns its number. Numbers of branches
// without a proposal are left out.
func (s *Feature) branch(c echo.Context, head feature.Document, title string) (int, error) {
	all, err := s.Proposals(c.Request().Context(), head.Revision.Model)
	if err != nil {
		return 0, err
	}
	number := 1
	for _, proposal := range all.Proposals {
		number = max(number, proposal.Number+1)
	}
	for ; ; number++ {
		made, err := s.Store().Create(feature.Background(c), store.Save{
			Model: head.Revision.Model.Branch(number), Operation: feature.Operation(c) + "-branch", Author: s.Visitor(c), At: s.Now(),
			Words: "began the proposal " + strings.TrimSpace(title), Kind: store.KindCreate, Title: head.Model.Name, Document: head.Text(),
			From: store.Source{Model: head.Revision.Model, Number: head.Revision.Number},
		})
		s.Saved(store.KindCreate, err)
		switch {
		case errors.Is(err, store.ErrExists):
			continue
		case err != nil:
			return 0, fmt.Errorf("begin a branch of model %s: %w", head.Revision.Model, err)
		}
		return made.Model.BranchNumber(), nil
	}
}

// editTab returns the tab with which the model of the proposal opens.
func (s *Feature) editTab(r *review) web.Tab {
	if len(r.branch.Model.Physical.Relations) == 0 {
		return web.TabConcepts
	}
	return web.TabPhysical
}

// proposalChecks holds the results of the checks of a proposal, which compare the model after a
// merge with the model of today.
type proposalChecks struct {
	changes   []compare.Change // of the proposal
	results   []checkResult
	conflicts int
	clash     string // why the merge would be refused otherwise
	breaking  int
}

// checkResult is one check. words describe its result, and details the places of its problems.
type checkResult struct {
	check   proposals.Check
	gate    proposals.Gate
	passes  bool
	words   string
	details []string
}
