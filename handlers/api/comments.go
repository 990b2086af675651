package api

import (
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"time"

	"github.com/labstack/echo/v4"

	"widerow/handlers/feature"
	"widerow/handlers/review"
	wide "widerow/model"
	"widerow/model/discussion"
	"widerow/store"
)

// threadJSON is a thread of comments in an answer.
type threadJSON struct {
	ID       wide.ID       `json:"id"`
	Element  wide.ID       `json:"element"` // "" for the whole model
	About    string        `json:"about"`   // its title when the thread was opened
	Resolved bool          `json:"resolved"`
	Comments []commentJSON `json:"comments"`
}

type commentJSON struct {
	ID     wide.ID    `json:"id"`
	Author personJSON `json:"author"`
	At     time.Time  `json:"at"`
	Text   string     `json:"text"`
}

type threadList struct {
	Threads []threadJSON `json:"threads"`
	Next    *string      `json:"next"`
}

func shownThread(id wide.ID, thread *discussion.Thread) threadJSON {
	shown := threadJSON{ID: id, Element: thread.About.Element, About: thread.About.Words, Resolved: thread.Resolved != nil, Comments: []commentJSON{}}
	for _, entry := range thread.Listed() {
		shown.Comments = append(shown.Comments, commentJSON{entry.ID, personOf(entry.Value.Author.ID, entry.Value.Author.Name), entry.Value.At, entry.Value.Text})
	}
	return shown
}

// discussedIn is the model or the branch whose comments the address means.
func (a *api) discussedIn(c echo.Context) (store.ModelID, error) {
	id := feature.ModelID(c)
	if c.Param("number") == "" {
		return id, nil
	}
	number, err := a.number(c)
	if err == nil {
		_, err = a.Review.ProposalState(c.Request().Context(), id, number)
	}
	return id.Branch(number), err
}

// comments lists the threads of a model or a proposal, that with the newest comment first.
func (a *api) comments(c echo.Context) error {
	limit, err := limitOf(c)
	if err != nil {
		return err
	}
	from := 0
	if cursor := c.QueryParam("cursor"); cursor != "" {
		if from, err = strconv.Atoi(cursor); err != nil || from < 0 {
			return wrongCursor()
		}
	}
	on, err := a.discussedIn(c)
	if err != nil {
		return err
	}
	said, err := a.Review.Discussion(c.Request().Context(), on)
	if err != nil {
		return err
	}
	list, at := threadList{Threads: []threadJSON{}}, 0
	for entry := range said.Latest() {
		if at++; at <= from {
			continue
		}
		if len(list.Threads) == limit {
			next := strconv.Itoa(from + limit)
			list.Next = &next
			break
		}
		list.Threads = append(list.Threads, shownThread(entry.ID, entry.Value))
	}
	return answer(c, http.StatusOK, list)
}

// comment opens a thread, or replies in the one of the address.
func (a *api) comment(c echo.Context) error {
	var asked struct {
		Text    string  `json:"text"`
		Element wide.ID `json:"element"`
	}
	if err := read(c, maxWords, &asked); err != nil {
		return err
	}
	return a.say(c, http.StatusCreated, review.Comment{Thread: wide.ID(c.Param("thread")), Element: asked.Element, Text: asked.Text})
}

// settle resolves a thread, or opens it again.
func (a *api) settle(resolve bool) echo.HandlerFunc {
	return func(c echo.Context) error {
		var asked struct {
			Text string `json:"text"`
		}
		if c.Request().ContentLength != 0 {
			if err := read(c, maxWords, &asked); err != nil {
				return err
			}
		}
		return a.say(c, http.StatusOK, review.Comment{Thread: wide.ID(c.Param("thread")), Text: asked.Text, Resolve: resolve, Reopen: !resolve})
	}
}

// notSaid explains why a comment was not saved.
func (a *api) notSaid(c echo.Context, err error) error {
	if rejected := (*wide.Rejected)(nil); errors.As(err, &rejected) {
		return refuse(http.StatusUnprocessableEntity, "The comment was not saved", rejected.Message,
			Problem{What: rejected.Message, Where: "text"})
	}
	return a.conflictingAs(c, http.StatusConflict, err)
}

func (a *api) say(c echo.Context, status int, comment review.Comment) error {
	on, err := a.discussedIn(c)
	if err != nil {
		return err
	}
	if comment.Thread != "" {
		said, err := a.Review.Discussion(c.Request().Context(), on)
		if err != nil {
			return err
		}
		if said.Thread(comment.Thread) == nil {
			return refuse(http.StatusNotFound, "There is no such thread of comments", "List the threads of the model.")
		}
	}
	thread, err := a.Review.Discuss(c, on, comment)
	if err != nil {
		return a.notSaid(c, err)
	}
	said, err := a.Review.Discussion(feature.Background(c), on)
	if err != nil {
		return err
	}
	found := said.Thread(thread)
	if found == nil { // the same request was sent before
		return c.NoContent(http.StatusNoContent)
	}
	c.Response().Header().Set(echo.HeaderLocation, a.address(fmt.Sprintf("/models/%s/comments/%s", on, thread)))
	return answer(c, status, shownThread(thread, found))
}

// thread answers with one thread.
func (a *api) thread(c echo.Context) error {
	on, err := a.discussedIn(c)
	if err != nil {
		return err
	}
	said, err := a.Review.Discussion(c.Request().Context(), on)
	if err != nil {
		return err
	}
	id := wide.ID(c.Param("thread"))
	found := said.Thread(id)
	if found == nil {
		return refuse(http.StatusNotFound, "There is no such thread of comments", "List the threads of the model.")
	}
	return answer(c, http.StatusOK, shownThread(id, found))
}
