package webhooks

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"widerow/model/discussion"
	"widerow/model/people"
	"widerow/model/proposals"
	"widerow/store"
)

// Event is something that happened, as a webhook in the JSON form reports it.
type Event struct {
	Delivery string           `json:"delivery"` // the same each time that it is sent
	Event    people.Happening `json:"event"`
	At       time.Time        `json:"at"`
	By       Person           `json:"by"`
	Model    Model            `json:"model"`
	Proposal *Proposal        `json:"proposal,omitempty"`
	Comment  *Comment         `json:"comment,omitempty"`
	Changes  []Change         `json:"changes,omitempty"` // of model.changed, the first one first
}

// Person is who did it.
type Person struct {
	ID   string `json:"id,omitempty"`
	Name string `json:"name"`
}

// Model is the model that it happened to.
type Model struct {
	ID    string `json:"id"`
	Title string `json:"title"`
	URL   string `json:"url"`
}

// Proposal is the proposal that it happened to.
type Proposal struct {
	Number int    `json:"number"`
	Title  string `json:"title"`
	URL    string `json:"url"`
}

// Comment is a comment of a person.
type Comment struct {
	Thread string `json:"thread,omitempty"` // empty for the text of a review
	About  string `json:"about,omitempty"`
	Text   string `json:"text"` // Markdown, its first maxText characters
	URL    string `json:"url"`
}

// Change is a revision of the model.
type Change struct {
	Revision uint64     `json:"revision"`
	Kind     store.Kind `json:"kind"`
	Words    string     `json:"words"`
	By       Person     `json:"by"`
	At       time.Time  `json:"at"`
}

// maxText bounds the characters of a comment in an event.
const maxText = 1000

// events returns the events of a revision of a model, or of a chain that belongs to one.
func (s *Sender) events(ctx context.Context, id store.ModelID, number uint64) ([]Event, error) {
	root := id.Root()
	newest, err := s.store.History(ctx, root, 0, 1)
	if err != nil || len(newest) == 0 {
		return nil, err
	}
	about := Model{string(root), newest[0].Title, s.address("m/" + string(root))}
	switch {
	case id == root:
		return s.changed(ctx, about, id, number)
	case id == root.Companion(store.Proposals):
		return s.proposed(ctx, about, id, number)
	case strings.HasSuffix(string(id), "."+store.Discussion):
		return s.commented(ctx, about, id, number)
	}
	return nil, nil
}

func (s *Sender) changed(ctx context.Context, about Model, id store.ModelID, number uint64) ([]Event, error) {
	found, err := s.store.History(ctx, id, number+1, 1)
	if err != nil || len(found) == 0 || found[0].Number != number {
		return nil, err
	}
	revision := found[0]
	by := Person{people.ShownID(revision.Author.ID), revision.Author.Name}
	return []Event{{Event: people.ModelChanged, At: revision.At, By: by, Model: about,
		Changes: []Change{{revision.Number, revision.Kind, revision.Words, by, revision.At}}}}, nil
}

// around reads a companion at a revision and at the one before; what is empty before the
// first one.
func around[T any](ctx context.Context, s *Sender, id store.ModelID, number uint64, empty T,
	decode func([]byte) (T, error)) (before, after T, at store.Revision, err error) {
	read := func(number uint64) (T, store.Revision, error) {
		if number == 0 {
			return empty, store.Revision{}, nil
		}
		text, revision, err := s.store.At(ctx, id, number)
		if err != nil {
			return empty, revision, err
		}
		content, err := decode(text)
		return content, revision, err
	}
	if before, _, err = read(number - 1); err != nil {
		return before, after, at, err
	}
	after, at, err = read(number)
	return before, after, at, err
}

func (s *Sender) proposed(ctx context.Context, about Model, id store.ModelID, number uint64) (events []Event, err error) {
	before, after, at, err := around(ctx, s, id, number, &proposals.Proposals{}, proposals.Decode)
	if err != nil {
		return nil, err
	}
	for _, proposal := range slices.Backward(after.Listed()) {
		was := before.Of(proposal.Number)
		if was == nil {
			was = &proposals.Proposal{State: proposals.Draft}
		}
		shown := &Proposal{proposal.Number, proposal.Title, fmt.Sprintf("%s/proposals/%d", about.URL, proposal.Number)}
		event := Event{At: at.At, By: Person{people.ShownID(at.Author.ID), at.Author.Name}, Model: about, Proposal: shown}
		if was.State == proposals.Draft && proposal.State == proposals.Open {
			events = append(events, event.as(people.ProposalOpened, nil))
		}
		for _, review := range proposal.Listed() {
			if review.Number > len(was.Reviews) {
				events = append(events, reviewed(event, review)...)
			}
		}
		if was.State != proposals.Merged && proposal.State == proposals.Merged {
			events = append(events, event.as(people.ProposalMerged, nil))
		}
	}
	return events, nil
}

// reviewed returns the events of a review: its approval, or its comment.
func reviewed(event Event, review *proposals.Review) []Event {
	event.By = Person{people.ShownID(review.By.ID), review.By.Name}
	var said *Comment
	if review.Text != "" {
		said = &Comment{Text: begin(review.Text), URL: event.Proposal.URL}
	}
	if review.Verdict == proposals.Approves {
		return []Event{event.as(people.ProposalApproved, said)}
	}
	if said == nil {
		said = &Comment{Text: "asks for changes", URL: event.Proposal.URL}
	}
	return []Event{event.as(people.ProposalCommented, said)}
}

func (e Event) as(what people.Happening, said *Comment) Event {
	e.Event, e.Comment = what, said
	return e
}

func (s *Sender) commented(ctx context.Context, about Model, id store.ModelID, number uint64) (events []Event,
	err error) {
	part, err := s.said(ctx, id, number)
	if err != nil {
		return nil, err
	}
	newest := 0
	if part.Base == 0 { // the whole text, with what was said before
		if newest, err = s.newestBefore(ctx, id, number); err != nil {
			return nil, err
		}
	}
	kind, proposal, err := s.proposalOf(ctx, about, id.Owner())
	if err != nil {
		return nil, err
	}
	orders := map[*Comment]int{}
	for key, thread := range part.Threads {
		for _, comment := range thread.Listed() {
			if c := comment.Value; isNew(c) && c.Order > newest {
				said := &Comment{string(key), thread.About.Words, begin(c.Text),
					s.address("m/" + string(id.Owner()) + "/threads/" + string(key))}
				orders[said] = c.Order
				events = append(events, Event{Event: kind, At: c.At, By: Person{people.ShownID(c.Author.ID), c.Author.Name}, Model: about,
					Proposal: proposal, Comment: said})
			}
		}
	}
	slices.SortFunc(events, func(a, b Event) int { return cmp.Compare(orders[a.Comment], orders[b.Comment]) })
	return events, nil
}

// said returns the part of a discussion that a revision changes, or all of the discussion.
func (s *Sender) said(ctx context.Context, id store.ModelID, number uint64) (*discussion.Part, error) {
	text, _, err := s.store.At(ctx, id, number)
	if err != nil {
		return nil, err
	}
	return discussion.Parse(text)
}

// isNew reports whether a comment is as it was first said: what a revision changes has new
// comments, and those that were edited or whose suggestion was accepted.
func isNew(c *discussion.Comment) bool {
	return c.Edited.IsZero() && (c.Suggestion == nil || c.Suggestion.Applied == nil)
}

// newestBefore is the order of the last comment before a revision. Orders grow, so it is
// in the last revision with a new comment.
func (s *Sender) newestBefore(ctx context.Context, id store.ModelID, number uint64) (newest int, err error) {
	for number--; number > 0; number-- {
		part, err := s.said(ctx, id, number)
		if errors.Is(err, store.ErrLost) {
			continue
		}
		if err != nil {
			return 0, err
		}
		for _, thread := range part.Threads {
			for _, comment := range thread.Comments {
				if isNew(comment) || part.Base == 0 {
					newest = max(newest, comment.Order)
				}
			}
		}
		if newest > 0 || part.Base == 0 {
			break
		}
	}
	return newest, nil
}

// proposalOf is the proposal whose branch is commented on; nil on the model itself.
func (s *Sender) proposalOf(ctx context.Context, about Model, on store.ModelID) (people.Happening, *Proposal, error) {
	number := on.BranchNumber()
	if number == 0 {
		return people.ModelCommented, nil, nil
	}
	shown := &Proposal{number, "", fmt.Sprintf("%s/proposals/%d", about.URL, number)}
	text, _, err := s.store.Head(ctx, on.Root().Companion(store.Proposals))
	if err != nil {
		return people.ProposalCommented, shown, err
	}
	all, err := proposals.Decode(text)
	if err == nil && all.Of(number) != nil {
		shown.Title = all.Of(number).Title
	}
	return people.ProposalCommented, shown, err
}

// begin is the beginning of a text.
func begin(text string) string {
	runes := []rune(text)
	if len(runes) <= maxText {
		return text
	}
	return string(runes[:maxText-1]) + "…"
}
