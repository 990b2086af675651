package handlers

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strconv"

	"github.com/a-h/templ"
	"github.com/labstack/echo/v4"

	"widerow/handlers/api"
	"widerow/handlers/canvas/submission"
	"widerow/handlers/feature"
	"widerow/handlers/history"
	"widerow/handlers/job"
	"widerow/handlers/limit"
	"widerow/handlers/review"
	"widerow/handlers/upload"
	"widerow/handlers/worker"
	"widerow/model"
	"widerow/model/edit"
	"widerow/store"
	"widerow/web"
	webcanvas "widerow/web/canvas"
	webhome "widerow/web/home"
)

// errorTable maps every kind of error to its response. The first match applies.
var errorTable = []struct {
	is            error
	status        int
	title, advice string
}{
	{store.ErrDeleted, http.StatusNotFound, "This model was deleted", "Its history is kept: open its address in a browser to restore it."},
	{store.ErrNotFound, http.StatusNotFound, "There is no such model or revision", "Check the address, or pick the model from the list of models."},
	{ErrStopping, http.StatusServiceUnavailable, "Not saved: the server is stopping",
		"Nothing was changed. What you typed is still in the form: save again once the server runs again."},
	{limit.ErrBusy, http.StatusServiceUnavailable, "The server is busy with other large requests",
		"Nothing was changed. Try again in a few seconds. What you typed is still in the form."},
	{limit.ErrManySaves, http.StatusServiceUnavailable, "Not saved: too many others are saving this model right now",
		"Nothing was changed. What you typed is still in the form: save again in a few seconds."},
	{submission.ErrManyFields, http.StatusBadRequest, "The form has too many fields", "Save in smaller parts."},
	{submission.ErrManyLines, http.StatusBadRequest, "The text has too many lines", "Add them in smaller parts."},
	{upload.ErrForm, http.StatusBadRequest, "The form cannot be read", "Reload the page and make the change again."},
	{store.ErrConflict, http.StatusConflict, "Somebody has changed this model in the meantime", "Nothing was changed. Go back, reload the page and try again."},
	{store.ErrTooLarge, http.StatusUnprocessableEntity, "Not saved: the model would be too large",
		fmt.Sprintf("A model holds %d MB at most. Nothing was changed. Remove something from the model first, or "+
			"divide it into several models.", model.MaxSize>>20)},
	{store.ErrOperationReused, http.StatusConflict, "This form was sent before for another model", "Reload the page and make the change again."},
	{store.ErrLimit, http.StatusInsufficientStorage,
		"Not saved: all models together have reached the size that this server allows",
		"Nothing was changed. The administrator can raise the limit (--max-data) or delete models for good. What " +
			"you typed is still in the form: go back."},
	{store.ErrFull, http.StatusInsufficientStorage, "Not saved: the disk of the server is full",
		"Nothing was changed. Free some space on the server and save again. What you typed is still in the form: " +
			"go back."},
	{store.ErrReplaced, http.StatusServiceUnavailable,
		"Not saved: the data file on the server was removed or replaced",
		"What you typed is still in the form: go back, and save again once the administrator has put the file in " +
			"place."},
	{store.ErrReadOnly, http.StatusServiceUnavailable, "Not saved: the server cannot write its data",
		"Nothing was changed. The data file or its disk is read-only; the administrator must make it writable. " +
			"What you typed is still in the form: go back."},
	{store.ErrUnavailable, http.StatusServiceUnavailable, "The database of this server does not answer",
		"Nothing was changed. What you typed is still in the form: go back, and try again in a moment."},
	{store.ErrUnknownOutcome, http.StatusServiceUnavailable, "The disk or the database failed while saving",
		"Your change may or may not have been saved. Reload the model in a minute, and make the change again if " +
			"it is missing."},
	{feature.ErrUnreadable, http.StatusInternalServerError, "This revision of the model cannot be opened",
		"Nothing was changed. Open its history in a browser: other revisions can be opened, restored and copied " +
			"there."},
	{store.ErrLost, http.StatusGone, "This revision is lost", "Its document was lost by damage on the server's disk. Open another revision from the History."},
	{store.ErrCorrupt, http.StatusInternalServerError, "The stored model is damaged",
		"Nothing was changed. The server repairs what it can: try again in a moment. If it stays damaged, the " +
			"administrator finds the reason in the log."},
	{store.ErrInvalid, http.StatusBadRequest, "The request is not valid", "Check the address, or go back to the model."},
	{limit.ErrCostly, http.StatusUnprocessableEntity, "This takes more time than one request may have",
		"A large request is stopped after a minute of processor time. If it was meant to save a change, check the " +
			"history for the change. Try again with less: fewer queries, a part of the script, or a diagram of fewer " +
			"boxes."},
	{job.ErrCancelled, http.StatusGone, "Cancelled", "The request was stopped. If it was meant to save a change, check the history for the change."},
	{job.ErrAbandoned, http.StatusGone, "Ended: nobody asked for it any more",
		"Work goes on only while its page is open. If it was meant to save a change, check the history for the change."},
	{worker.ErrEnded, http.StatusInternalServerError, "The server could not finish this large request",
		"It took too much memory or time. If it was meant to save a change, check the history for the change. Try " +
			"again with less: a part of the script, or a diagram of fewer tables."},
	{context.Canceled, clientLeft, "The request was cancelled", "Reload the page."},
	{context.DeadlineExceeded, http.StatusServiceUnavailable, "The server took too long", "Try again in a moment."},
}

// errorPages answer requests that fail.
type errorPages struct {
	feature.Site
	history *history.Feature
}

// Explain returns the answer to an error.
func (s *Server) Explain(err error) *feature.Error { return explain(err) }

func explain(err error) *feature.Error {
	var page *feature.Error
	if errors.As(err, &page) {
		return page
	}
	var refusal *submission.Refusal
	if errors.As(err, &refusal) {
		return feature.NewError(http.StatusUnprocessableEntity, refusal.Title, refusal.Advice, nil)
	}
	var refused *worker.Refusal
	if errors.As(err, &refused) {
		return feature.NewError(refused.Status, refused.Title, refused.Advice, nil)
	}
	var large *http.MaxBytesError
	if errors.As(err, &large) {
		return feature.NewError(http.StatusRequestEntityTooLarge, "The request is too large",
			"It may be 5 MB at most. Split the script into several, or leave out the data.", err)
	}
	var httpError *echo.HTTPError
	if errors.As(err, &httpError) {
		return ofHTTPError(httpError)
	}
	for _, row := range errorTable {
		if errors.Is(err, row.is) {
			return feature.NewError(row.status, row.title, row.advice, err)
		}
	}
	return feature.NewError(http.StatusInternalServerError, "Internal error",
		"This is a fault of the server. Try again; if it happens again, report it with the request number below.", err)
}

func ofHTTPError(err *echo.HTTPError) *feature.Error {
	switch err.Code {
	case http.StatusNotFound:
		return feature.NewError(err.Code, "There is no such page", "Check the address, or start from the list of models.", err)
	case http.StatusMethodNotAllowed:
		return feature.NewError(err.Code, "This address does not accept that request", "Go back to the model and use its buttons.", err)
	}
	return feature.NewError(err.Code, http.StatusText(err.Code), "Go back and try again.", err)
}

// clientLeft is the status of a request that the client has cancelled.
const clientLeft = 499

// abandoned reports whether the client has left, also in the middle of an upload.
func abandoned(c echo.Context) bool {
	return context.Cause(c.Request().Context()) == context.Canceled
}

// showError is echo's error handler: it renders the error page.
func (s *errorPages) showError(err error, c echo.Context) {
	if errors.Is(err, errAnswered) {
		return
	}
	if c.Response().Committed && !abandoned(c) {
		s.Log().Error("answer cut off", "id", c.Get("request"), "error", err)
	}
	if c.Response().Committed {
		return
	}
	page := s.Explain(err)
	if page.Status >= 500 {
		s.Log().Error("request failed", "id", c.Get("request"), "path", c.Request().URL.Path, "error", page.Cause)
	}
	if page.Status == clientLeft || abandoned(c) {
		_ = c.NoContent(clientLeft) // for the log: nobody reads it
		return
	}
	c.SetRequest(c.Request().WithContext(feature.Background(c))) // a server that stops has ended the context of the request
	if api.Asked(c) {
		if err := api.Answer(c, err, page, string(s.URL().Path(api.HelpPath))); err != nil {
			s.Log().Error("answer a program", "id", c.Get("request"), "error", err)
		}
		return
	}
	if s.WantsParts(c) && c.Request().Method == http.MethodPost {
		_ = s.Show(c, page.Status, web.ErrorFragment(page.Title, page.Advice))
		return
	}
	framed := c.Response().Header().Get("Content-Security-Policy") == feature.EmbedPolicy
	if !wantsText(c) && !framed && s.history.ShowUnreadable(c, page.Status, err) == nil {
		return
	}
	if errors.Is(err, store.ErrDeleted) && !wantsText(c) && !framed && s.showDeleted(c) == nil {
		return
	}
	if wantsText(c) {
		_ = c.String(page.Status, page.Title+"\n"+page.Advice+"\n")
		return
	}
	requestID, _ := c.Get("request").(string)
	shown := web.ErrorPage{Page: s.Page(c, page.Title), Status: page.Status, Advice: page.Advice, Request: requestID}
	shown.Back, shown.BackTo = s.wayBack(c)
	component := web.Error(shown)
	if framed {
		component = webcanvas.EmbedError(shown)
	}
	if err := s.Show(c, page.Status, component); err != nil {
		s.Log().Error("draw error page", "id", requestID, "error", err)
	}
}

// wayBack returns the link of an error page about a model: the proposal whose form was refused, or
// else the history, which lists the revisions. href is empty if there is no such model.
func (s *errorPages) wayBack(c echo.Context) (href templ.SafeURL, to string) {
	if from := startAgain(c); from != "" {
		return from, "Start again"
	}
	id := feature.ModelID(c)
	newest, err := s.Newest(c.Request().Context(), id)
	if err != nil || newest.Kind == store.KindDelete {
		return "", ""
	}
	number, err := strconv.Atoi(c.Param("number"))
	if err == nil && number > 0 && c.Request().Method != http.MethodGet {
		return s.URL().Path(review.Path(id, number)), fmt.Sprintf("Proposal #%d", number)
	}
	if c.Path() == "/m/:model/"+string(web.TabHistory) {
		return "", ""
	}
	return s.URL().Tab(web.View{Model: string(id), Tab: web.TabHistory}), "History of " + newest.Title
}

// showDeleted offers to restore a deleted model.
func (s *errorPages) showDeleted(c echo.Context) error {
	last, err := s.Newest(c.Request().Context(), feature.ModelID(c))
	if err != nil {
		return err
	}
	return s.Show(c, http.StatusNotFound, webhome.Deleted(webhome.DeletePage{
		Page: s.Page(c, last.Title+" was deleted"), ID: c.Param("model"), Name: last.Title,
		Revision: last.Number, Who: last.Author.Name, Account: s.Accounts().AccountOf(last.Author.ID),
		When: web.Ago(s.Now(), last.At), Purged: feature.PurgedOn(s, last.At),
	}))
}

// problemsOf returns the problems with the user's input, if err is about
// those.
func problemsOf(err error) ([]model.Problem, bool) {
	var invalid *edit.InvalidError
	if errors.As(err, &invalid) {
		return invalid.Problems, true
	}
	return nil, false
}
