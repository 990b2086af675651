package api

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"time"

	"github.com/labstack/echo/v4"

	"widerow/cql/compare"
	"widerow/handlers/feature"
	"widerow/handlers/review"
	wide "widerow/model"
	"widerow/model/proposals"
	"widerow/store"
)

// proposalJSON is a proposal in a list.
type proposalJSON struct {
	Number    int          `json:"number"`
	Title     string       `json:"title"`
	Text      string       `json:"text"`
	State     string       `json:"state"`
	Author    personJSON   `json:"author"`
	At        time.Time    `json:"at"`
	Reviewers []personJSON `json:"reviewers"`
	Branch    string       `json:"branch"` // the model with its changes
	// MergedAs is the revision of the model that has merged it, 0 for none.
	MergedAs int `json:"merged_as,omitempty"`
}

// proposalState is a proposal with its reviews and what its checks find.
type proposalState struct {
	proposalJSON
	Phase    proposals.Phase     `json:"phase"`
	Content  string              `json:"content"` // send it to approve or merge what you have seen
	Behind   uint64              `json:"behind"`
	Approved []personJSON        `json:"approved"`
	Requests []personJSON        `json:"changes_requested"`
	Waiting  []personJSON        `json:"waiting"`
	Changes  []compare.Change    `json:"changes"`
	Checks   []review.CheckState `json:"checks"`
	// Conflicts are the elements that both sides have changed, Clash why a merge is refused.
	Conflicts int    `json:"conflicts"`
	Clash     string `json:"clash,omitempty"`
}

func shownProposal(id store.ModelID, p *proposals.Proposal) proposalJSON {
	shown := proposalJSON{
		Number: p.Number, Title: p.Title, Text: p.Text, State: string(p.State), Author: personOf(p.Author.ID, p.Author.Name), At: p.At,
		Reviewers: peopleOf(p.Reviewers), Branch: string(id.Branch(p.Number)),
	}
	if p.Merge != nil {
		shown.MergedAs = p.Merge.Revision
	}
	return shown
}

func peopleOf(people []proposals.Person) []personJSON {
	shown := []personJSON{}
	for _, person := range people {
		shown = append(shown, personOf(person.ID, person.Name))
	}
	return shown
}

type proposalList struct {
	Proposals []proposalJSON `json:"proposals"`
	Next      *string        `json:"next"`
}

// proposals lists the proposals of a model, the newest first.
func (a *api) proposals(c echo.Context) error {
	limit, err := limitOf(c)
	if err != nil {
		return err
	}
	state := c.QueryParam("state")
	switch proposals.State(state) {
	case "", proposals.Draft, proposals.Open, proposals.Merged, proposals.Closed:
	default:
		return wrongParameter("state", state, "Ask for draft, open, merged or closed.")
	}
	before := proposals.MaxProposals * 2
	if cursor := c.QueryParam("cursor"); cursor != "" {
		if before, err = strconv.Atoi(cursor); err != nil {
			return wrongCursor()
		}
	}
	id := feature.ModelID(c)
	all, err := a.Review.Proposals(c.Request().Context(), id)
	if err != nil {
		return err
	}
	list := proposalList{Proposals: []proposalJSON{}}
	for _, proposal := range all.Listed() {
		if proposal.Number >= before || state != "" && string(proposal.State) != state {
			continue
		}
		if len(list.Proposals) == limit {
			next := strconv.Itoa(list.Proposals[limit-1].Number)
			list.Next = &next
			break
		}
		list.Proposals = append(list.Proposals, shownProposal(id, proposal))
	}
	return answer(c, http.StatusOK, list)
}

// newProposal is the body of a request that proposes a change.
type newProposal struct {
	Title     string          `json:"title"`
	Text      string          `json:"text"`
	Reviewers []string        `json:"reviewers"`
	Draft     bool            `json:"draft"`    // not to be reviewed yet
	Document  json.RawMessage `json:"document"` // what the model should become; null for the branch alone
	// Base is the ETag of the revision that the document was made from, "" for the newest.
	Base string `json:"base"`
}

// propose opens a proposal.
func (a *api) propose(c echo.Context) error {
	id := feature.ModelID(c)
	if id.BranchNumber() > 0 {
		return refuse(http.StatusUnprocessableEntity, "This is a proposal itself", "Propose a change of its model, "+string(id.Owner())+".")
	}
	var asked newProposal
	if err := read(c, MaxBody, &asked); err != nil {
		return err
	}
	change, err := a.proposed(c, asked)
	if err != nil {
		return err
	}
	number, err := a.Review.Propose(c, proposals.Words{Title: asked.Title, Text: asked.Text, Reviewers: asked.Reviewers}, asked.Draft, change)
	if err != nil {
		return a.notReviewed(c, err)
	}
	c.Response().Header().Set(echo.HeaderLocation, a.address(fmt.Sprintf("/models/%s/proposals/%d", id, number)))
	return a.answerProposal(c, http.StatusCreated, number)
}

// proposed is the change that a new proposal makes, nil for none.
func (a *api) proposed(c echo.Context, asked newProposal) (*feature.Change, error) {
	if len(asked.Document) == 0 || string(asked.Document) == "null" {
		return nil, nil
	}
	document, err := decoded(asked.Document, "document")
	if err != nil {
		return nil, err
	}
	if document.Name, err = nameOf(document.Name); err != nil {
		return nil, err
	}
	base := feature.Document{}
	if asked.Base != "" {
		if base, err = a.baseOf(feature.Background(c), feature.ModelID(c), cmp.Or(asked.Base, "*")); err != nil {
			return nil, err
		}
	}
	return &feature.Change{Kind: store.KindEdit, Make: func(head feature.Document, _ wide.IDs) (*wide.Model, string, error) {
		from := base
		if from.Model == nil {
			from = head
		}
		return onto(head, from, document)
	}}, nil
}

// number returns the number of the proposal in the path.
func (a *api) number(c echo.Context) (int, error) {
	number, err := strconv.Atoi(c.Param("number"))
	if err != nil || number < 1 || feature.ModelID(c).BranchNumber() > 0 {
		return 0, refuse(http.StatusNotFound, "There is no such proposal", "List the proposals of the model.")
	}
	return number, nil
}

func (a *api) answerProposal(c echo.Context, status, number int) error {
	id := feature.ModelID(c)
	state, err := a.Review.ProposalState(feature.Background(c), id, number)
	if err != nil {
		return err
	}
	return answer(c, status, proposalState{
		proposalJSON: shownProposal(id, state.Proposal), Phase: state.Phase, Content: state.Content, Behind: state.Behind,
		Approved: peopleOf(state.Standing.Approved), Requests: peopleOf(state.Standing.Requests), Waiting: peopleOf(state.Standing.Waiting),
		Changes: append([]compare.Change{}, state.Changes...), Checks: append([]review.CheckState{}, state.Checks...), Conflicts: state.Conflicts, Clash: state.Clash,
	})
}

func (a *api) proposal(c echo.Context) error {
	number, err := a.number(c)
	if err != nil {
		return err
	}
	return a.answerProposal(c, http.StatusOK, number)
}

// changeProposal changes the title, the text and the reviewers of a proposal.
func (a *api) changeProposal(c echo.Context) error {
	number, err := a.number(c)
	if err != nil {
		return err
	}
	before, err := a.Review.ProposalState(c.Request().Context(), feature.ModelID(c), number)
	if err != nil {
		return err
	}
	var asked struct {
		Title     *string   `json:"title"`
		Text      *string   `json:"text"`
		Reviewers *[]string `json:"reviewers"`
	}
	if err := read(c, maxWords, &asked); err != nil {
		return err
	}
	words := proposals.Words{Title: before.Title, Text: before.Text}
	for _, reviewer := range before.Reviewers {
		words.Reviewers = append(words.Reviewers, reviewer.Name)
	}
	if asked.Title != nil {
		words.Title = *asked.Title
	}
	if asked.Text != nil {
		words.Text = *asked.Text
	}
	if asked.Reviewers != nil {
		words.Reviewers = *asked.Reviewers
	}
	if err := a.Review.Act(c, number, "edit", words, ""); err != nil {
		return a.notReviewed(c, err)
	}
	return a.answerProposal(c, http.StatusOK, number)
}

// verdict is the body of a request that acts on a proposal; it may be empty.
type verdict struct {
	Text string `json:"text"`
	// Content identifies the content that was seen; "" for the present content.
	Content string `json:"content"`
}

// act does what a request asks for with a proposal, such as to approve it.
func (a *api) act(do string) echo.HandlerFunc {
	return func(c echo.Context) error {
		number, err := a.number(c)
		if err != nil {
			return err
		}
		var asked verdict
		if c.Request().ContentLength != 0 {
			if err := read(c, maxWords, &asked); err != nil {
				return err
			}
		}
		if asked.Content == "" {
			state, err := a.Review.ProposalState(feature.Background(c), feature.ModelID(c), number)
			if err != nil {
				return err
			}
			asked.Content = state.Content
		}
		if do == "merge" {
			err = a.Review.MergeProposal(c, number, asked.Content)
		} else {
			err = a.Review.Act(c, number, do, proposals.Words{Text: asked.Text}, asked.Content)
		}
		if err != nil {
			return a.notReviewed(c, err)
		}
		return a.answerProposal(c, http.StatusOK, number)
	}
}

// notReviewed explains why something was not done with a proposal.
func (a *api) notReviewed(c echo.Context, err error) error {
	if rejected := (*wide.Rejected)(nil); errors.As(err, &rejected) {
		return refuse(http.StatusUnprocessableEntity, "The rules of proposals do not allow this", rejected.Message,
			Problem{What: rejected.Message, Where: "proposal " + c.Param("number")})
	}
	return a.conflictingAs(c, http.StatusConflict, err)
}
