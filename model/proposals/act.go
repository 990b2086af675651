package proposals

import (
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"widerow/model"
	"widerow/model/displayname"
)

// Limits.
const (
	MaxTitle     = 120      // characters
	MaxText      = 64 << 10 // bytes of a text
	MaxReviewers = 50
	MaxReviews   = 1_000  // of a proposal
	MaxProposals = 10_000 // of a model
)

func itoa(number int) string { return strconv.Itoa(number) }

func folded(name string) string { return strings.ToLower(strings.Join(strings.Fields(name), " ")) }

// Words are the title, the text and the reviewers of a proposal as typed.
type Words struct {
	Title, Text string
	Reviewers   []string // names
}

// Add adds a proposal with the number of its branch.
func (p *Proposals) Add(number int, words Words, by Person, at time.Time) (*Proposals, error) {
	if len(p.Proposals) >= MaxProposals {
		return nil, model.Reject("A model has %d proposals at most.", MaxProposals)
	}
	proposal := &Proposal{Number: number, Author: clean(by), At: saved(at), State: Draft}
	if err := proposal.setWords(words); err != nil {
		return nil, err
	}
	next := p.clone()
	next.Proposals[Key(number)] = proposal
	return next, nil
}

// Edit changes the title, the text and the reviewers.
func (p *Proposals) Edit(number int, words Words) (*Proposals, error) {
	next, proposal, err := p.change(number)
	if err != nil {
		return nil, err
	}
	return next, proposal.setWords(words)
}

// CheckWords returns what is wrong with the words of a proposal, a *model.Rejected.
func CheckWords(words Words) error { return new(Proposal).setWords(words) }

func (p *Proposal) setWords(words Words) error {
	title := strings.TrimSpace(words.Title)
	switch {
	case title == "":
		return model.Reject("Give the proposal a title: what does it change?")
	case utf8.RuneCountInString(title) > MaxTitle:
		return model.Reject("The title has %d characters; the limit is %d. Say the rest in the text.", utf8.RuneCountInString(title), MaxTitle)
	}
	if err := displayname.Check(title); err != nil {
		return model.Reject("The title %s.", err)
	}
	text, err := checkText(words.Text)
	if err != nil {
		return err
	}
	reviewers, err := p.reviewers(words.Reviewers)
	if err != nil {
		return err
	}
	p.Title, p.Text, p.Reviewers = title, text, reviewers
	return nil
}

// reviewers checks the names of reviewers. One that was there before keeps its id.
func (p *Proposal) reviewers(names []string) (reviewers []Person, err error) {
	for _, name := range names {
		name = strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(name), "@"))
		if name == "" {
			continue
		}
		if err := displayname.Check(name); err != nil {
			return nil, model.Reject("The name of a reviewer %s.", err)
		}
		if utf8.RuneCountInString(name) > 60 {
			return nil, model.Reject("The name of a reviewer is too long: 60 characters at most. Part names by commas.")
		}
		person := Person{Name: name}
		for _, known := range p.Reviewers {
			if folded(known.Name) == folded(name) {
				person = known
			}
		}
		if !has(reviewers, person) {
			reviewers = append(reviewers, person)
		}
	}
	if len(reviewers) > MaxReviewers {
		return nil, model.Reject("A proposal has %d reviewers at most.", MaxReviewers)
	}
	return reviewers, nil
}

// Offer opens a draft to be reviewed, or makes an open proposal a draft again.
func (p *Proposals) Offer(number int, state State) (*Proposals, error) {
	next, proposal, err := p.change(number)
	if err != nil {
		return nil, err
	}
	if state != Draft && state != Open {
		return nil, model.Reject("A proposal is a draft or open; %q is neither.", state)
	}
	if proposal.State == state {
		return p, nil
	}
	proposal.State = state
	return next, nil
}

// Ask makes people reviewers, but not the author.
func (p *Proposals) Ask(number int, people []Person) (*Proposals, error) {
	next, proposal, err := p.change(number)
	if err != nil {
		return nil, err
	}
	for _, person := range people {
		if !person.Is(proposal.Author) && len(proposal.Reviewers) < MaxReviewers {
			proposal.know(person)
		}
	}
	return next, nil
}

// Review adds a verdict. The person becomes a reviewer.
func (p *Proposals) Review(number int, id model.ID, review Review) (*Proposals, error) {
	next, proposal, err := p.change(number)
	if err != nil {
		return nil, err
	}
	review.By, review.At = clean(review.By), saved(review.At)
	if review.Text, err = checkText(review.Text); err != nil {
		return nil, err
	}
	switch {
	case review.Verdict != Approves && review.Verdict != Requests:
		return nil, model.Reject("A review approves or requests changes; %q is neither.", review.Verdict)
	case review.Verdict == Approves && review.By.Is(proposal.Author):
		return nil, model.Reject("You have made this proposal: somebody else approves it.")
	case review.Verdict == Requests && review.Text == "":
		return nil, model.Reject("Say which changes you want.")
	case len(proposal.Reviews) >= MaxReviews:
		return nil, model.Reject("A proposal has %d reviews at most.", MaxReviews)
	}
	for _, other := range proposal.Reviews {
		review.Number = max(review.Number, other.Number)
	}
	review.Number++
	proposal.Reviews = maps.Clone(proposal.Reviews)
	if proposal.Reviews == nil {
		proposal.Reviews = map[model.ID]*Review{}
	}
	proposal.Reviews[id] = &review
	proposal.know(review.By)
	return next, nil
}

// know makes a person a reviewer, and keeps their id.
func (p *Proposal) know(person Person) {
	reviewers := slices.Clone(p.Reviewers)
	for i, reviewer := range reviewers {
		if reviewer.Is(person) {
			reviewers[i] = person
			p.Reviewers = reviewers
			return
		}
	}
	p.Reviewers = append(reviewers, person)
}

// Merge notes that a proposal was merged, also one that was closed meanwhile.
func (p *Proposals) Merge(number int, merge Merge) (*Proposals, error) {
	proposal := p.Of(number)
	if proposal == nil {
		return nil, missing
	}
	if proposal.State == Merged {
		return p, nil
	}
	changed := *proposal
	merge.By, merge.At = clean(merge.By), saved(merge.At)
	changed.State, changed.Merge, changed.Closed = Merged, &merge, nil
	next := p.clone()
	next.Proposals[Key(number)] = &changed
	return next, nil
}

// Close ends a proposal without a merge. Its branch stays readable.
func (p *Proposals) Close(number int, by Person, at time.Time) (*Proposals, error) {
	next, proposal, err := p.change(number)
	if err != nil {
		return nil, err
	}
	proposal.State, proposal.Closed = Closed, &Ending{clean(by), saved(at)}
	return next, nil
}

// Reopen opens a closed proposal again.
func (p *Proposals) Reopen(number int) (*Proposals, error) {
	proposal := p.Of(number)
	switch {
	case proposal == nil:
		return nil, missing
	case proposal.State == Merged:
		return nil, model.Reject("The proposal is merged. To change the model again, make another one.")
	case proposal.State != Closed:
		return p, nil
	}
	changed := *proposal
	changed.State, changed.Closed = Open, nil
	next := p.clone()
	next.Proposals[Key(number)] = &changed
	return next, nil
}

var missing = model.Reject("There is no such proposal. Reload the page.")

func (p *Proposals) clone() *Proposals {
	next := *p
	if next.Proposals = maps.Clone(p.Proposals); next.Proposals == nil {
		next.Proposals = map[model.ID]*Proposal{}
	}
	return &next
}

// change returns a copy in which a proposal that has not ended can be changed.
func (p *Proposals) change(number int) (next *Proposals, changed *Proposal, err error) {
	proposal := p.Of(number)
	switch {
	case proposal == nil:
		return nil, nil, missing
	case proposal.State == Merged:
		return nil, nil, model.Reject("The proposal was merged in the meantime. Nothing was changed.")
	case proposal.State == Closed:
		return nil, nil, model.Reject("The proposal was closed in the meantime. Nothing was changed: reopen it first.")
	}
	copied := *proposal
	next = p.clone()
	next.Proposals[Key(number)] = &copied
	return next, &copied, nil
}

func checkText(text string) (string, error) {
	text = strings.TrimSpace(strings.ReplaceAll(text, "\r\n", "\n"))
	if len(text) > MaxText {
		return "", model.Reject("The text has %d KB; the limit is %d KB. Nothing was saved: make it shorter.", (len(text)+1023)>>10, MaxText>>10)
	}
	if !utf8.ValidString(text) {
		return "", model.Reject("The text is not valid UTF-8.")
	}
	for _, r := range text {
		if r < ' ' && r != '\n' && r != '\t' || r == 0x7f {
			return "", model.Reject("The text contains the control character U+%04X; remove it.", r)
		}
	}
	return text, nil
}

func clean(person Person) Person {
	return Person{strings.ToValidUTF8(person.ID, "\uFFFD"), strings.ToValidUTF8(person.Name, "\uFFFD")}
}

func saved(at time.Time) time.Time { return time.UnixMilli(at.UnixMilli()).UTC() }
