package review

import (
	"cmp"
	"context"
	"fmt"
	"strings"

	"github.com/labstack/echo/v4"

	"widerow/handlers/feature"
	"widerow/model"
	"widerow/model/proposals"
	"widerow/store"
	"widerow/web"
	webreview "widerow/web/review"
)

// checkTitles are the checks in the rules of a model.
var checkTitles = map[proposals.Check]struct{ title, hint string }{
	proposals.Queries:        {"Queries stay served", "Requires each query to keep a table that answers it"},
	proposals.Findings:       {"No new errors", "Requires that no new error is found in the model"},
	proposals.AdviceErrors:   {"No new errors of advice", "Requires that the model gets no new error of advice; accepted ones do not count"},
	proposals.AdviceWarnings: {"No new warnings of advice", "Requires that the model gets no new warning of advice; accepted ones do not count"},
	proposals.AdviceNotes:    {"No new notes of advice", "Requires that advice has nothing new to note; accepted notes do not count"},
	proposals.Sizes:          {"Partitions within the limits", "Requires partitions to stay within the limits"},
	proposals.Loss:           {"Migration without loss", "Requires a migration that keeps all rows and values"},
	proposals.Comments:       {"Comments settled", "Requires all threads to be resolved"},
	proposals.Approvals:      {"Approvals", "Requires the approvals asked for, and no reviewer who wants changes"},
	proposals.Owners:         {"Owners of keyspaces", "Requires that an owner of each keyspace whose tables change has approved"},
}

// phaseLevels are the colours of phases.
var phaseLevels = map[proposals.Phase]string{
	proposals.Phase(proposals.Open): "info", proposals.ChangesRequested: "warn", proposals.Approved: "ok", proposals.Phase(proposals.Merged): "ok",
}

// Contents fill the tabs of comments and of proposals: those that are open, or those that
// have ended.
func (s *Feature) Contents(c echo.Context) map[web.Tab]feature.Content {
	endedOnly := c.QueryParam("state") == "ended"
	return map[web.Tab]feature.Content{web.TabComments: commentsContent,
		web.TabProposals: func(ctx context.Context, b *feature.Context, _ *web.WorkbenchPage) (web.Content, error) {
			return s.list(ctx, b, endedOnly)
		}}
}

func (s *Feature) list(ctx context.Context, b *feature.Context, endedOnly bool) (web.Content, error) {
	id := store.ModelID(b.View.Model)
	all, err := s.Proposals(ctx, id)
	if err != nil {
		return nil, err
	}
	view := &webreview.ProposalsView{
		From: web.TabPhysical, Action: s.URL().Action(b.View.Model, "proposals"),
		Empty: "No proposals yet", First: true,
	}
	if len(b.Model.Physical.Relations) == 0 {
		view.From = web.TabConcepts
	}
	ended := len(all.Proposals) - all.Open()
	for _, filter := range []webreview.CommentFilter{{Name: "open", Title: "Open", Count: all.Open(),
		Current: !endedOnly}, {Name: "ended", Title: "Merged and closed", Count: ended, Current: endedOnly}} {
		filter.Href = s.URL().Action(b.View.Model, "proposals?"+map[bool]string{true: "state=ended"}[filter.Name == "ended"])
		view.Filters = append(view.Filters, filter)
	}
	if len(all.Proposals) > 0 {
		view.Empty, view.First = map[bool]string{false: "No proposal is open", true: "No proposal was merged or closed yet"}[endedOnly], false
	}
	for _, found := range all.Listed() {
		if found.Ended() != endedOnly {
			continue
		}
		row, err := s.proposalRow(ctx, b, found, all.Rules)
		if err != nil {
			return nil, err
		}
		view.Rows = append(view.Rows, row)
	}
	view.Rules = s.rulesView(all.Rules, b.Model)
	return view, nil
}

func (s *Feature) proposalRow(ctx context.Context, b *feature.Context, found *proposals.Proposal, rules proposals.Rules) (webreview.ProposalRow, error) {
	id := store.ModelID(b.View.Model)
	row := webreview.ProposalRow{
		Number: found.Number, Title: found.Title, Href: web.SafeHref(s.Address(id, found.Number, nil)), Phase: string(found.State),
		Who: found.Author.Name, Account: s.Accounts().AccountOf(found.Author.ID), When: web.Ago(s.Now(), found.At),
		Exact: web.ExactTime(found.At), Level: phaseLevels[proposals.Phase(found.State)],
	}
	if found.Ended() {
		return row, nil
	}
	p, err := s.withBranch(ctx, id, found, rules)
	if err != nil {
		return row, err
	}
	row.Phase, row.Level = string(p.phase), phaseLevels[p.phase]
	switch {
	case len(p.standing.Requests) > 0:
		row.Waits = namesOf(p.standing.Requests) + " wants changes"
	case found.State == proposals.Open && len(p.standing.Waiting) > 0:
		row.Waits = "waits for " + namesOf(p.standing.Waiting)
	}
	said, err := s.Discussion(ctx, id.Branch(found.Number))
	if err != nil {
		return row, err
	}
	row.Comments = said.OpenThreads()
	if person, known := s.seenBy(ctx, id.Branch(found.Number), b.Talk.Me.ID); known {
		row.News = lookAt(p, b.Talk.Me.ID).since(person)
		for range person.Fresh(said.Discussion, b.Talk.Me.ID) {
			row.NewComments = true
			break
		}
	}
	return row, nil
}

func (s *Feature) rulesView(rules proposals.Rules, m *model.Model) webreview.ProposalRules {
	view := webreview.ProposalRules{Approvals: rules.Approvals, Max: proposals.MaxApprovals}
	for _, check := range proposals.Checks {
		gate := webreview.ProposalGate{Name: string(check), Title: checkTitles[check].title, Hint: checkTitles[check].hint, Gate: string(rules.Of(check))}
		for _, other := range proposals.Gates {
			gate.Gates = append(gate.Gates, string(other))
		}
		view.Checks = append(view.Checks, gate)
	}
	for _, keyspace := range model.Sorted(m.Physical.Keyspaces) {
		view.Keyspaces = append(view.Keyspaces, webreview.KeyspaceOwners{
			ID: string(keyspace.ID), Name: keyspace.Value.Name, Owners: s.ownerNames(rules.Owners[keyspace.ID])})
	}
	return view
}

// ownerNames are the names by which people sign in, parted by commas.
func (s *Feature) ownerNames(owners []proposals.Person) string {
	names := make([]string, len(owners))
	for i, owner := range owners {
		names[i] = cmp.Or(s.Accounts().AccountOf(owner.ID), owner.Name)
	}
	return strings.Join(names, ", ")
}

// AddTo names on the pages of a branch the proposal whose changes they show, and links the
// tab of proposals to their review.
func (s *Feature) AddTo(ctx context.Context, b *feature.Context, page *web.WorkbenchPage) error {
	id := store.ModelID(b.View.Model)
	number := id.BranchNumber()
	if number == 0 {
		return nil
	}
	found, err := s.proposal(ctx, id.Owner(), number)
	if err != nil {
		return err
	}
	review := web.SafeHref(s.Address(id.Owner(), number, nil))
	page.Banner = &webreview.ProposalBanner{
		Number: number, Title: found.Title, Phase: string(found.phase), Level: phaseLevels[found.phase], Href: review,
		Model: found.head.Model.Name, ModelHref: s.URL().Tab(web.View{Model: string(id.Owner()), Tab: b.View.Tab}), Ended: found.Ended(),
	}
	for i, link := range page.Tabs {
		if link.Tab == web.TabProposals {
			page.Tabs[i] = web.TabLink{Tab: link.Tab, Title: "Review", Href: review, Elsewhere: true}
		}
	}
	return nil
}

// endingWords describe the end of a proposal: by whom it was merged or closed, and when.
func (s *Feature) endingWords(found *proposals.Proposal) string {
	switch {
	case found.Merge != nil:
		return fmt.Sprintf("merged as r%d by %s, %s", found.Merge.Revision, cmp.Or(found.Merge.By.Name, feature.UnknownAuthor), web.Ago(s.Now(), found.Merge.At))
	case found.Closed != nil:
		return fmt.Sprintf("closed by %s, %s", cmp.Or(found.Closed.By.Name, feature.UnknownAuthor), web.Ago(s.Now(), found.Closed.At))
	}
	return ""
}
