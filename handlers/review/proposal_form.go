package review

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"widerow/handlers/canvas/submission"
	"widerow/handlers/feature"
	"widerow/model"
	"widerow/model/proposals"
	"widerow/store"
	"widerow/web"
	webreview "widerow/web/review"
)

// createProposal makes a branch of the model and a draft of a proposal.
func (s *Feature) createProposal(c echo.Context) error {
	id := feature.ModelID(c)
	words := proposals.Words{Title: c.FormValue("title"), Text: submission.NormalLines(c.FormValue("text")), Reviewers: reviewersOf(c.FormValue("reviewers"))}
	if id.BranchNumber() > 0 {
		return feature.NewError(http.StatusUnprocessableEntity, "This is a proposal itself", "Edit it, or make another proposal from its model.", nil)
	}
	head, err := s.Head(c.Request().Context(), id)
	if err != nil {
		return err
	}
	number := 0
	if err = proposals.CheckWords(words); err == nil {
		if err = s.ChargeModel(c); err != nil {
			return err
		}
		number, err = s.branch(c, head, words.Title)
	}
	if err == nil {
		by := s.person(c)
		err = s.propose(c, func(before *proposals.Proposals, _ model.IDs) (*proposals.Proposals, string, error) {
			after, err := before.Add(number, words, by, s.Now())
			return after, fmt.Sprintf("#%d: proposed %s", number, strings.TrimSpace(words.Title)), err
		})
	}
	var problem *model.Rejected
	if errors.As(err, &problem) {
		return s.proposalAgain(c, head, words, problem)
	}
	if err != nil {
		return err
	}
	tab := feature.TabOf(c.FormValue("tab"))
	if tab == web.TabProposals {
		tab = web.TabPhysical
	}
	return c.Redirect(http.StatusSeeOther, string(s.URL().Tab(web.View{Model: string(id.Branch(number)), Tab: tab})))
}

// proposalAgain shows the form of a new proposal with what was typed.
func (s *Feature) proposalAgain(c echo.Context, head feature.Document, words proposals.Words, problem *model.Rejected) error {
	view := web.View{Model: c.Param("model"), Tab: web.TabProposals}
	page, err := s.ModelPage(c, head, view, nil)
	if err != nil {
		return err
	}
	if content, ok := page.Content.(*webreview.ProposalsView); ok {
		content.New = webreview.ProposalWords{Title: words.Title, Text: words.Text, Reviewers: strings.Join(words.Reviewers, ","), Problem: problem.Message}
		content.Open = true
	}
	return s.Show(c, http.StatusUnprocessableEntity, web.Workbench(page))
}

// changeProposal carries out a form of a proposal.
func (s *Feature) changeProposal(c echo.Context) error {
	number, err := proposalNumber(c)
	if err != nil {
		return err
	}
	form := &proposalForm{
		number: number, do: c.FormValue("do"), content: c.FormValue("content"),
		words: proposals.Words{Title: c.FormValue("title"), Text: submission.NormalLines(c.FormValue("text")), Reviewers: reviewersOf(c.FormValue("reviewers"))},
	}
	switch form.do {
	case "update":
		err = s.updateProposal(c, form)
	case "merge":
		err = s.mergeProposal(c, form)
	case "again":
		err = s.proposeAgain(c, form)
	default:
		err = s.actOnProposal(c, form)
	}
	var unmergeable *proposalConflict
	if errors.As(err, &unmergeable) {
		return s.showMerge(c, unmergeable.merging, unmergeable.conflicts, unmergeable.page)
	}
	var problem *model.Rejected
	if errors.As(err, &problem) {
		form.problem = problem.Message
		return s.showProposal(c, http.StatusUnprocessableEntity, number, form)
	}
	if err != nil || c.Response().Committed {
		return err
	}
	return c.Redirect(http.StatusSeeOther, s.Address(feature.ModelID(c), number, proposalView(c)))
}

// actOnProposal does what changes neither the model nor the branch.
func (s *Feature) actOnProposal(c echo.Context, form *proposalForm) error {
	by, at := s.person(c), s.Now()
	seen := form.content
	if form.do == "approve" {
		found, err := s.proposal(c.Request().Context(), feature.ModelID(c), form.number)
		if err != nil {
			return err
		}
		if found.content != seen {
			return &model.Rejected{Message: "The proposal has changed since you opened the page. Nothing was saved: look at the changes again, then approve."}
		}
	}
	return s.propose(c, func(before *proposals.Proposals, ids model.IDs) (after *proposals.Proposals, words string, err error) {
		verdict := func(verdict proposals.Verdict) (*proposals.Proposals, error) {
			return before.Review(form.number, ids.New(), proposals.Review{By: by, At: at, Verdict: verdict, Text: form.words.Text, Content: seen})
		}
		switch form.do {
		case "edit":
			words = "changed its title, text or reviewers"
			after, err = before.Edit(form.number, form.words)
		case "ready":
			words = "asked for reviews"
			after, err = s.offered(c, before, form.number)
		case "draft":
			words = "made it a draft again"
			after, err = before.Offer(form.number, proposals.Draft)
		case "approve":
			words = "approved"
			after, err = verdict(proposals.Approves)
		case "changes":
			words = "requested changes"
			after, err = verdict(proposals.Requests)
		case "close":
			words = "closed it"
			after, err = before.Close(form.number, by, at)
		case "reopen":
			words = "reopened it"
			after, err = before.Reopen(form.number)
		default:
			return nil, "", feature.BadForm(fmt.Errorf("do=%q", form.do))
		}
		return after, fmt.Sprintf("#%d: %s", form.number, words), err
	})
}

// offered opens a proposal to be reviewed, and asks the owners of the keyspaces that it changes.
func (s *Feature) offered(c echo.Context, before *proposals.Proposals, number int) (*proposals.Proposals, error) {
	after, err := before.Offer(number, proposals.Open)
	if err != nil {
		return nil, err
	}
	p, err := s.withBranch(feature.Background(c), feature.ModelID(c).Root(), after.Of(number), after.Rules)
	if err != nil {
		return nil, err
	}
	var owners []proposals.Person
	for _, asked := range p.owners {
		owners = append(owners, asked.Owners...)
	}
	return after.Ask(number, owners)
}

// updateProposal merges what the model has changed since into the branch.
func (s *Feature) updateProposal(c echo.Context, form *proposalForm) error {
	found, err := s.proposal(feature.Background(c), feature.ModelID(c), form.number)
	if err != nil {
		return err
	}
	if found.behind() == 0 {
		return nil
	}
	m := &merging{source: found.head, base: found.base, words: fmt.Sprintf("brought up to date with r%d of %s", found.head.Revision.Number, found.head.Model.Name)}
	return s.merged(c, form, m, feature.Change{Model: found.branch.Revision.Model}, webreview.MergePage{
		Title: "Bring the proposal up to date", Target: "the proposal", Source: found.head.Model.Name, Button: "Bring up to date",
	})
}

// mergeProposal merges the branch into the model. It keeps the turn of the branch
// meanwhile, so that nothing is saved there that the merge has not seen.
func (s *Feature) mergeProposal(c echo.Context, form *proposalForm) error {
	id := feature.ModelID(c)
	done, err := s.TakeTurn(c, s.Identified(c, feature.Change{Kind: store.KindEdit, Model: id.Branch(form.number)}))
	if err != nil {
		return err
	}
	defer done()
	ctx := feature.Background(c)
	found, err := s.proposal(ctx, id, form.number)
	if err != nil {
		return err
	}
	if found.State == proposals.Merged {
		return nil // by a request before this one
	}
	if err := s.mergeable(ctx, found, form); err != nil {
		return err
	}
	m := &merging{source: found.branch, base: found.base, words: fmt.Sprintf("merged proposal #%d: %s", form.number, found.Title)}
	err = s.merged(c, form, m, feature.Change{Operation: mergeOperation(found.branch.Revision.Model)}, webreview.MergePage{
		Title: fmt.Sprintf("Merge proposal #%d into %s", form.number, found.head.Model.Name), Target: found.head.Model.Name, Source: "the proposal", Button: "Merge",
	})
	if err != nil {
		return err
	}
	return s.propose(c, func(before *proposals.Proposals, _ model.IDs) (*proposals.Proposals, string, error) {
		merge, _, err := s.mergeOf(ctx, found.branch.Revision.Model)
		if err != nil {
			return nil, "", err
		}
		after, err := before.Merge(form.number, merge)
		return after, fmt.Sprintf("#%d: merged it as r%d", form.number, merge.Revision), err
	})
}

// mergeable returns why a proposal cannot be merged now, a *model.Rejected.
func (s *Feature) mergeable(ctx context.Context, found *proposal, form *proposalForm) error {
	no := func(words string) error { return &model.Rejected{Message: words} }
	switch {
	case found.State == proposals.Closed:
		return no("The proposal is closed: reopen it first.")
	case found.State == proposals.Draft:
		return no("The proposal is a draft: ask for reviews first.")
	case found.content != form.content:
		return no("The proposal has changed since you opened the page. Nothing was merged: look at the changes again.")
	}
	checked, err := s.checkProposal(ctx, found)
	if err != nil {
		return err
	}
	if blocking := checked.blocking(); len(blocking) > 0 {
		return no("Not merged. The rules of the model ask for this first: " + strings.Join(blocking, "; ") + ".")
	}
	if len(checked.changes) == 0 {
		return no("The proposal changes nothing: there is nothing to merge.")
	}
	return nil
}

// saveRules saves which checks block a merge.
func (s *Feature) saveRules(c echo.Context) error {
	approvals, err := strconv.Atoi(c.FormValue("approvals"))
	if err != nil {
		return feature.BadForm(fmt.Errorf("approvals %q", c.FormValue("approvals")))
	}
	gates := map[proposals.Check]proposals.Gate{}
	for _, check := range proposals.Checks {
		gates[check] = proposals.Gate(c.FormValue("gate." + string(check)))
	}
	owners, err := s.ownersOf(c)
	if err != nil {
		return err
	}
	err = s.propose(c, func(before *proposals.Proposals, _ model.IDs) (*proposals.Proposals, string, error) {
		after, err := before.SetRules(proposals.Rules{Approvals: approvals, Gates: gates, Owners: owners})
		return after, "changed the rules of merging", err
	})
	var problem *model.Rejected
	if errors.As(err, &problem) {
		return feature.NewError(http.StatusUnprocessableEntity, "The rules were not saved", problem.Message, nil)
	}
	if err != nil {
		return err
	}
	return c.Redirect(http.StatusSeeOther, string(s.URL().Tab(web.View{Model: c.Param("model"), Tab: web.TabProposals}))+"#rules")
}

// ownersOf reads the fields owners.KEYSPACE. Where people sign in, each name must belong to an account.
func (s *Feature) ownersOf(c echo.Context) (map[model.ID][]proposals.Person, error) {
	values, err := c.FormParams()
	if err != nil {
		return nil, feature.BadForm(err)
	}
	owners, accounts := map[model.ID][]proposals.Person{}, s.Accounts()
	for field := range values {
		keyspace, is := strings.CutPrefix(field, "owners.")
		if !is {
			continue
		}
		for _, name := range reviewersOf(values.Get(field)) {
			name = strings.TrimPrefix(strings.TrimSpace(name), "@")
			if name == "" {
				continue
			}
			person := proposals.Person{Name: name}
			if id, account := accounts.Find(name); account != nil {
				person = proposals.Person{ID: string(id), Name: account.Label()}
			} else if len(accounts.Accounts) > 0 {
				return nil, feature.NewError(http.StatusUnprocessableEntity, "The rules were not saved",
					fmt.Sprintf("Nobody signs in as %q: name the owners of a keyspace by their accounts.", name), nil)
			}
			owners[model.ID(keyspace)] = append(owners[model.ID(keyspace)], person)
		}
	}
	return owners, nil
}
