package review

import (
	"context"
	"fmt"
	"net/http"
	"strconv"
	"strings"

	"github.com/a-h/templ"
	"github.com/labstack/echo/v4"

	"widerow/handlers/feature"
	"widerow/model"
	"widerow/model/discussion"
	"widerow/model/seen"
	"widerow/store"
	"widerow/web"
	webreview "widerow/web/review"
)

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

// see notes what the visitor has seen. Form fields:
//
//	seen     THREAD:ORDER, any number of times
//	all      "1": all comments
//	branch, reviews   of a proposal: the revision of its branch, and its newest review
//	next     where a form without scripts leads
func (s *Feature) see(c echo.Context) error {
	values, err := c.FormParams()
	if err != nil {
		return feature.BadForm(err)
	}
	if person := s.KnownVisitor(c); person != "" {
		err = s.notice(c, func(before *seen.Seen, said *discussion.Discussion) *seen.Seen {
			if values.Get("all") != "" {
				before = before.SeeAll(person, s.Now(), said)
			}
			branch, _ := strconv.Atoi(values.Get("branch"))
			reviews, _ := strconv.Atoi(values.Get("reviews"))
			return before.LookAt(person, s.Now(), branch, reviews).See(person, s.Now(), said, threadsSeen(values["seen"]))
		})
		s.Hub().Looked(person)
	}
	if err != nil {
		return err
	}
	if next := feature.LocalPath(values.Get("next")); next != "" {
		return c.Redirect(http.StatusSeeOther, string(s.URL().Path(next)))
	}
	return c.NoContent(http.StatusNoContent)
}

func threadsSeen(texts []string) map[model.ID]int {
	threads := map[model.ID]int{}
	for _, text := range texts {
		id, order, _ := strings.Cut(text, ":")
		if number, err := strconv.Atoi(order); err == nil {
			threads[model.ID(id)] = number
		}
	}
	return threads
}

// notice changes what was seen, in turn with other saves. An act that changes nothing
// makes no revision.
func (s *companions) notice(c echo.Context, act func(before *seen.Seen, said *discussion.Discussion) *seen.Seen) error {
	ctx, id := feature.Background(c), feature.ModelID(c)
	if _, err := s.Newest(ctx, id); err != nil {
		return err
	}
	change := feature.Change{Kind: store.KindEdit, Model: id.Companion(store.Seen), Operation: feature.NewOperation()}
	return s.InTurn(c, change, func(ctx context.Context) error {
		before, err := s.seen.Load(ctx, id)
		if err != nil {
			return err
		}
		said, err := s.Discussion(ctx, id)
		if err != nil {
			return err
		}
		after := act(before.Content, said.Discussion)
		if after == before.Content {
			return nil
		}
		return s.seen.Append(ctx, change, before, after.Encode(), "has looked")
	})
}

// look is the state of a proposal that a person sees who opens it now.
type look struct {
	branch, reviews int // the revision of its branch, and its newest review
	// by others than the person: what is theirs is not new to them.
	othersBranch  bool
	othersReviews int
}

func lookAt(p *proposal, person string) look {
	l := look{branch: int(p.branch.Revision.Number), othersBranch: p.branch.Revision.Author.ID != person || person == ""}
	for _, review := range p.Reviews {
		l.reviews = max(l.reviews, review.Number)
		if review.By.ID != person {
			l.othersReviews = max(l.othersReviews, review.Number)
		}
	}
	return l
}

// since returns what is new of a proposal to a person: "new", "changed", "reviewed" or
// nothing.
func (l look) since(person *seen.Person) string {
	branch, reviews := person.Look()
	switch {
	case branch == 0 && l.othersBranch:
		return "new"
	case l.othersBranch && l.branch > branch:
		return "changed"
	case l.othersReviews > reviews:
		return "reviewed"
	}
	return ""
}

// addNews links what has changed since the person looked last, and lets the page note
// that they look.
func (s *Feature) addNews(view *webreview.Review, r *review, talk feature.Talk) {
	if !talk.Marks {
		return
	}
	branch, now := r.branch.Revision.Model, lookAt(r.proposal, r.me.ID)
	seen, reviews := talk.Seen.Look()
	if now.since(talk.Seen) == "changed" {
		address := fmt.Sprintf("/m/%s/compare?from=%d&to=%d", branch, seen, now.branch)
		view.Since = web.Link{Label: "changed since you looked", Href: string(s.URL().Path(address))}
	}
	if seen < now.branch || reviews < now.reviews {
		view.Look = templ.Attributes{"data-seen-at": string(s.URL().Action(string(branch), "seen")),
			"data-look": fmt.Sprintf("branch=%d&reviews=%d", now.branch, now.reviews)}
	}
}
