package review

import (
	"context"
	"net/http"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"widerow/handlers/feature"
	"widerow/model"
	"widerow/model/discussion"
	"widerow/model/seen"
	"widerow/store"
)

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
