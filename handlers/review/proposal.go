package review

import (
	"cmp"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"widerow/cql/compare"
	"widerow/handlers/feature"
	"widerow/model"
	"widerow/model/proposals"
	"widerow/model/versions"
	"widerow/store"
	"widerow/web"
	webreview "widerow/web/review"
)

func (s *Feature) openProposal(c echo.Context) error {
	number, err := proposalNumber(c)
	if err != nil {
		return err
	}
	return s.showProposal(c, http.StatusOK, number, nil)
}

// showProposal shows a proposal as a comparison of its branch with the common base, between its
// text and the comments of others.
func (s *Feature) showProposal(c echo.Context, status, number int, form *proposalForm) error {
	return s.showReview(c, status, number, form, nil)
}

func (s *Feature) showReview(c echo.Context, status, number int, form *proposalForm, comment *feature.RefusedComment) error {
	id := feature.ModelID(c).Root()
	shown := s.liveOfReview(c, id, number, form != nil || comment != nil)
	r, done, err := s.reviewInTurn(c, id, number)
	if err != nil {
		return err
	}
	defer done()
	r.form = form
	page, err := s.reviewPage(c, r, comment)
	if err != nil {
		return err
	}
	page.Live = shown
	switch {
	case s.WantsParts(c) && c.QueryParam("part") == "talk":
		return s.Show(c, status, webreview.TalkFragment(page))
	case s.WantsParts(c):
		return s.Show(c, status, webreview.ComparisonFragments(page))
	}
	return s.Show(c, status, webreview.Compare(page))
}

// reviewInTurn waits for a turn and loads the proposal; done releases the turn.
func (s *Feature) reviewInTurn(c echo.Context, id store.ModelID, number int) (r *review, done func(), err error) {
	size, err := s.DocumentSize(c.Request().Context(), id)
	if err != nil {
		return nil, nil, err
	}
	if done, err = s.Work(c, 2*feature.ModelWeight*size); err != nil {
		return nil, nil, err
	}
	if r, err = s.review(c, id, number); err != nil {
		done()
		return nil, nil, err
	}
	return r, done, nil
}

func (s *Feature) review(c echo.Context, id store.ModelID, number int) (*review, error) {
	ctx := c.Request().Context()
	p, err := s.proposal(ctx, id, number)
	if err != nil {
		return nil, err
	}
	r := &review{proposal: p, me: proposals.Person{ID: s.KnownVisitor(c), Name: s.VisitorName(c)}}
	if r.checked, err = s.checkProposal(ctx, p); err != nil {
		return nil, err
	}
	r.found = &comparison{
		id: string(id), from: p.base, to: p.branch, changes: r.checked.changes, at: s.Address(id, number, nil),
		newest: map[store.ModelID]uint64{}, names: map[store.ModelID]*versions.Versions{},
	}
	return r, nil
}

// reviewPage builds the page of a proposal.
func (s *Feature) reviewPage(c echo.Context, r *review, comment *feature.RefusedComment) (webreview.ComparePage, error) {
	asked := r.found.asked(c)
	if change, err := strconv.Atoi(c.FormValue("change")); err == nil && c.Request().Method == http.MethodPost && change > 0 && change <= len(r.found.changes) {
		asked.change = change
	}
	if at := model.ID(c.FormValue("at")); at != "" && c.Request().Method == http.MethodPost {
		if _, exists := r.found.element(at); exists {
			asked.at, asked.line, asked.change = at, c.FormValue("line"), 0
		}
	}
	page := webreview.ComparePage{
		Page: s.Page(c, fmt.Sprintf("#%d %s · %s", r.Number, r.Title, r.head.Model.Name)), ID: r.found.id, Name: r.head.Model.Name,
		Summary: compare.Summary(r.found.changes), Change: asked.change, Tab: asked.tab,
	}
	page.Path = r.path()
	if err := s.fillComparison(c.Request().Context(), &page, r.found, asked); err != nil {
		return page, err
	}
	if len(r.found.changes) == 0 {
		page.Summary = "The proposal changes nothing yet"
	}
	page.Review = s.reviewView(c, r)
	s.addTalk(c, r, &page, asked, comment)
	return page, nil
}

// reviewView describes the proposal and the actions that are possible.
func (s *Feature) reviewView(c echo.Context, r *review) *webreview.Review {
	ended, author := r.Ended(), r.me.Is(r.Author)
	view := &webreview.Review{
		Mine: author, Number: r.Number, Title: r.Title, Text: r.Text, Phase: string(r.phase), Level: phaseLevels[r.phase], Approved: r.phase == proposals.Approved,
		Who: r.Author.Name, Account: s.Accounts().AccountOf(r.Author.ID), When: web.Ago(s.Now(), r.At), Exact: web.ExactTime(r.At), Ended: s.endingWords(r.Proposal),
		Saves: fmt.Sprintf("%s on r%d", web.Counted(int(r.branch.Revision.Number)-1, "save", "saves"), r.base.Revision.Number), Behind: r.behindWords(),
		Model: r.head.Model.Name, ModelHref: s.URL().Model(r.found.id), Edit: s.URL().Tab(web.View{Model: string(r.branch.Revision.Model), Tab: s.editTab(r)}),
		Action: s.URL().Path(r.path()), Content: r.content, Words: r.typedWords(),
		Ready: r.State == proposals.Draft, Draft: r.State == proposals.Open, Close: !ended, Reopen: r.State == proposals.Closed, Editable: !ended,
		Approve: r.State == proposals.Open && !author, Request: r.State == proposals.Open,
		Merge: r.State == proposals.Open && len(r.checked.changes) > 0, Update: !ended && r.behind() > 0,
		MergeHint: "Makes these changes in " + r.head.Model.Name + ", as one revision that can be undone",
	}
	if r.form != nil {
		view.Problem = r.form.problem
		if r.form.do == "edit" && !ended {
			view.Words.Problem, view.Problem = r.form.problem, ""
		} else {
			view.Typed = r.form.words.Text
		}
	}
	if undone, is, err := s.undone(c.Request().Context(), store.ModelID(r.found.id), r.Proposal); err != nil {
		s.Log().Error("it is not known whether a merge was undone", "id", c.Get("request"), "error", err)
	} else if is {
		view.Again = true
		view.Ended += fmt.Sprintf("; undone as r%d by %s, %s", undone.Number, cmp.Or(undone.Author.Name, feature.UnknownAuthor), web.Ago(s.Now(), undone.At))
	}
	view.Checks = r.checkRows()
	view.Reviewers = r.reviewerRows()
	return view
}

func (r *review) behindWords() string {
	if r.behind() == 0 || r.Ended() {
		return ""
	}
	words := fmt.Sprintf("%s is %s ahead, ", r.head.Model.Name, web.Counted(int(r.behind()), "save", "saves"))
	switch {
	case r.checked.conflicts > 0:
		return words + web.Counted(r.checked.conflicts, "conflict", "conflicts")
	case r.checked.clash != "":
		return words + "cannot be merged"
	}
	return words + "merges clean"
}

// typedWords fill the form to edit the proposal: what was refused, or what there
// is.
func (r *review) typedWords() webreview.ProposalWords {
	words := proposals.Words{Title: r.Title, Text: r.Text}
	for _, reviewer := range r.Reviewers {
		words.Reviewers = append(words.Reviewers, reviewer.Name)
	}
	if r.form != nil && r.form.do == "edit" {
		words = r.form.words
	}
	return webreview.ProposalWords{Title: words.Title, Text: words.Text, Reviewers: strings.Join(words.Reviewers, ", ")}
}

func (r *review) checkRows() []webreview.ReviewCheck {
	var rows []webreview.ReviewCheck
	if r.checked.conflicts > 0 {
		rows = append(rows, webreview.ReviewCheck{Sign: "▲", Level: "warn",
			Words: fmt.Sprintf("%s with %s: bring it up to date, or choose at the merge",
				web.Counted(r.checked.conflicts, "conflict", "conflicts"), r.head.Model.Name)})
	}
	if r.checked.clash != "" {
		rows = append(rows, webreview.ReviewCheck{Sign: "✕", Level: "bad", Words: r.checked.clash})
	}
	for _, result := range r.checked.results {
		row := webreview.ReviewCheck{Sign: "✓", Level: "ok", Words: result.words, Details: result.details}
		if !result.passes && result.gate == proposals.Block {
			row.Sign, row.Level, row.Gate = "✕", "bad", "blocks"
		} else if !result.passes {
			row.Sign, row.Level = "▲", "warn"
		}
		rows = append(rows, row)
	}
	if r.checked.breaking > 0 {
		rows = append(rows, webreview.ReviewCheck{Sign: "▲", Level: "warn",
			Words: web.Counted(r.checked.breaking, "change breaks", "changes break") + " running applications"})
	}
	return rows
}

func (r *review) reviewerRows() []webreview.Reviewer {
	states := []struct {
		people             []proposals.Person
		sign, level, state string
	}{
		{r.standing.Requests, "✕", "bad", "wants changes"}, {r.standing.Approved, "✓", "ok", "approved"},
		{r.standing.Lapsed, "↻", "warn", "approved an earlier state"},
		{r.standing.Waiting, "○", "", "asked"},
	}
	var rows []webreview.Reviewer
	var listed []proposals.Person
	for _, state := range states {
		for _, person := range state.people {
			if !slices.ContainsFunc(listed, person.Is) {
				listed = append(listed, person)
				rows = append(rows, webreview.Reviewer{Name: person.Name, Sign: state.sign, Level: state.level, State: state.state})
			}
		}
	}
	return rows
}
