package handlers

import (
	"bytes"
	"context"
	"errors"
	"io"
	"time"

	"github.com/labstack/echo/v4"

	"widerow/handlers/feature"
	"widerow/handlers/limit"
	"widerow/model"
	"widerow/store"
	"widerow/web"
)

// Bytes of memory that large work takes for each byte of its input, measured with
// scripts of 0.8 MB and models of 900 tables.
const (
	editWeight = 80 // a stored document that is edited: it is decoded, compared, and shown
)

// turns lets requests wait until there is memory and a processor for their work.
type turns struct {
	*revisions
	large  *large
	budget *limit.Budget // of imports, pages and pictures
	edits  *limit.Budget
	forms  *limit.Forms
}

func newTurns(revisions *revisions, large *large, memory int64, processors int) *turns {
	return &turns{
		revisions: revisions, large: large,
		budget: large.budget, edits: newEdits(memory, processors), forms: newForms(memory),
	}
}

// newEdits returns the budget of edits of large models. Imports have a budget of their own, since a
// save must not wait for them.
func newEdits(memory int64, processors int) *limit.Budget {
	return limit.NewBudget(limit.Limits{
		Memory: memory / 4, Small: smallWork, Slots: processors, Waiting: 256, Address: 192, Wait: 15 * time.Second,
	})
}

func newForms(memory int64) *limit.Forms { return limit.NewForms(max(4*bodyLimit, memory/8)) }

// Held reads the form of a request before its work waits for a turn, so that a slow
// sender does not make others wait.
func (t *turns) Held(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		form, release, err := t.forms.Read(c.Request().Body)
		if errors.Is(err, limit.ErrBusy) {
			return err
		}
		if err != nil {
			return feature.BadForm(err)
		}
		defer func() {
			if c.Get(keptForm) == nil {
				release()
			}
		}()
		c.Set(heldForm, form)
		c.Set(freeForm, release)
		c.Request().Body = io.NopCloser(bytes.NewReader(form))
		c.Request().ContentLength = int64(len(form))
		return next(c)
	}
}

// sendTime bounds the delay of the next turn by sending a response.
const sendTime = 2 * time.Second

// Work waits for a turn for the work of a request. The turn ends with done, or
// a while after the answer is ready: compressing it is work too, but a slow
// client must not make others wait. The error is errAnswered if a worker has carried
// out the request.
func (t *turns) Work(c echo.Context, bytes int64) (done func(), err error) {
	if bytes > smallWork {
		if err := t.large.delegate(c, bytes); err != nil {
			return nil, err
		}
	}
	done, err = t.budget.Take(c.Request().Context(), client(c), bytes)
	if err != nil {
		return nil, err
	}
	c.Response().Before(func() { time.AfterFunc(sendTime, done) })
	return done, nil
}

// WorkHere waits for a turn for work that no worker carries out. It ends with done.
func (t *turns) WorkHere(c echo.Context, bytes int64) (done func(), err error) {
	return t.WorkWithin(c.Request().Context(), c, bytes)
}

// WorkWithin is WorkHere within a context that is not the request's.
func (t *turns) WorkWithin(ctx context.Context, c echo.Context, bytes int64) (done func(), err error) {
	return t.budget.Take(ctx, client(c), bytes)
}

// Weighed lets an edit of a large model wait for its turn; an edit of a small one
// does not wait. The turn lasts until the answer is ready: the page of a large
// model takes more than its save.
func (t *turns) Weighed(edit echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		size, err := t.DocumentSize(c.Request().Context(), feature.ModelID(c))
		if err != nil || editWeight*size <= smallWork {
			return edit(c) // what cannot be read is the edit's to report
		}
		done, err := t.edits.Take(c.Request().Context(), client(c), editWeight*size)
		if err != nil {
			return err
		}
		defer done()
		return edit(c)
	}
}

// Trying lets a form that tries something out wait for its turn of large work if it is
// large. It holds no turn of an edit: what is tried is computed before it is saved.
func (t *turns) Trying(tab web.Tab, try echo.HandlerFunc) echo.HandlerFunc {
	return t.Held(func(c echo.Context) error {
		weight, err := t.trialWeight(c.Request().Context(), tab, feature.ModelID(c))
		if err != nil {
			return err
		}
		if weight <= smallWork && c.FormValue("do") == "apply" {
			return try(c) // like an edit of a small model
		}
		done, err := t.Work(c, weight)
		if err != nil {
			return err
		}
		defer done()
		return try(c)
	})
}

// Arranging is like Weighed, but a form that looks for a better arrangement of a whole
// diagram, which takes long, waits for its turn of large work instead.
func (t *turns) Arranging(place echo.HandlerFunc) echo.HandlerFunc {
	edit := t.Weighed(place)
	return func(c echo.Context) error {
		if action := c.FormValue("action"); action != "tidy" {
			return edit(c)
		}
		weight, err := t.trialWeight(c.Request().Context(), "", feature.ModelID(c))
		if err != nil {
			return err
		}
		done, err := t.Work(c, weight)
		if err != nil {
			return err
		}
		defer done()
		return place(c)
	}
}

func (t *turns) trialWeight(ctx context.Context, tab web.Tab, id store.ModelID) (int64, error) {
	size, err := t.DocumentSize(ctx, id)
	if err != nil || editWeight*size > smallWork {
		return editWeight * size, err
	}
	head, err := t.Head(ctx, id)
	if err != nil {
		return 0, err
	}
	return max(editWeight*size, computed(tab, head.Model)), nil
}

// easyDerivation is the number of queries, times what their paths may lead over, up to
// which tables are derived within some 0.1 s.
const easyDerivation = 1000

// computed returns the work of a tab that the size of its document does not show, as the
// bytes of a document of as much work; 0 for most tabs.
func computed(tab web.Tab, m *model.Model) int64 {
	concepts := len(m.Concepts.Entities) + len(m.Concepts.Relationships)
	if tab == web.TabDerive && len(m.Workflow.Queries)*concepts > easyDerivation {
		return smallWork + 1
	}
	return 0
}

// RequestedInTurn loads the document that the request names, after waiting for
// the turn to show it. A large one is loaded only then: those that wait hold none.
func (t *turns) RequestedInTurn(c echo.Context, tab web.Tab) (shown feature.Document, done func(), err error) {
	number, err := t.RevisionOf(c)
	if err != nil {
		return feature.Document{}, nil, err
	}
	ctx := c.Request().Context()
	var text []byte
	var revision store.Revision
	weight, large := t.knownLarge(ctx, feature.ModelID(c))
	if !large || number > 0 {
		if text, revision, err = t.Stored(ctx, feature.ModelID(c), number); err != nil {
			return feature.Document{}, nil, err
		}
		t.noteSize(revision.DocumentHash, text)
		weight = feature.ModelWeight * int64(len(text))
	}
	if weight <= smallWork {
		if shown, err = t.opened(ctx, text, revision, number); err != nil {
			return shown, nil, err
		}
		weight = max(weight, computed(tab, shown.Model))
	}
	if done, err = t.Work(c, weight); err != nil {
		return feature.Document{}, nil, err
	}
	if shown.Model == nil {
		if shown, err = t.At(ctx, feature.ModelID(c), number); err != nil {
			done()
		}
	}
	return shown, done, err
}

// assistDeadline is the longest that a request of the editor waits for its
// turn.
const assistDeadline = 5 * time.Second

// HeadInTurn loads the newest document and waits for a turn; done releases it.
func (t *turns) HeadInTurn(c echo.Context) (head feature.Document, done func(), err error) {
	if head, err = t.Head(c.Request().Context(), feature.ModelID(c)); err != nil {
		return feature.Document{}, nil, err
	}
	ctx, cancel := context.WithTimeoutCause(c.Request().Context(), assistDeadline, limit.ErrBusy)
	defer cancel()
	done, err = t.budget.Take(ctx, client(c), feature.ScriptWork(c.Request()))
	return head, done, err
}
