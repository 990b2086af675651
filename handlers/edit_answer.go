package handlers

import (
	"errors"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/labstack/echo/v4"

	"widerow/handlers/edit"
	"widerow/model"
	"widerow/web"
)

// edited answers a form that was saved: htmx gets the changed fragments, a
// browser without it the page.
func (s *Server) edited(c echo.Context, view web.View, saved document, answer *formAnswer) error {
	if _, found := saved.model.Element(view.Select); !found {
		view.Select = ""
	}
	address := s.url.Tab(view)
	if !enhanced(c) {
		return c.Redirect(http.StatusSeeOther, string(address))
	}
	page, err := s.newWorkbench(c, saved, view, answer)
	if err != nil {
		return err
	}
	if !showsAlready(c, string(address)) {
		c.Response().Header().Set("HX-Push-Url", string(address))
	}
	return s.show(c, http.StatusOK, web.WorkbenchFragments(page))
}

// showsAlready: a save that stays on its page adds nothing to the browser's
// history, or Back would lead through every field that was changed.
func showsAlready(c echo.Context, address string) bool {
	current, err := url.Parse(c.Request().Header.Get("HX-Current-URL"))
	return err == nil && current.RequestURI() == address
}

// refused answers a form that could not be saved: the same page with what
// was typed, and beside each field what is wrong with it or who changed it.
func (s *Server) refused(c echo.Context, form *edit.Form, head document, cause error) error {
	answer := formAnswer{values: form.Values}
	status := http.StatusUnprocessableEntity
	var gone *model.GoneError
	var ask *edit.Removal
	conflicts := model.Conflicts(cause)
	answer.conflicts = append(form.Conflicts(), conflicts...)
	switch {
	case len(conflicts) > 0:
		status = http.StatusConflict
	case errors.As(cause, &ask):
		status, answer.removal = http.StatusOK, ask
		form.View.Select = model.ID(form.Values.Get("select"))
		if !answer.onCanvas() {
			form.View.Select = ask.Place(head.model, form.View.Select)
		}
	case errors.As(cause, &gone):
		status, answer.gone = http.StatusConflict, gone
	default:
		problems, found := problemsOf(cause)
		if !found {
			return s.failed(c, form.View, formAnswer{values: form.Values}, cause)
		}
		answer.problems = form.Numbered(problems)
	}
	page, err := s.newWorkbench(c, head, form.View, &answer)
	if err != nil {
		return err
	}
	if enhanced(c) {
		return s.show(c, status, web.WorkbenchFragments(page))
	}
	return s.show(c, status, web.Workbench(page))
}

// failed shows the newest page with why nothing was saved, and with what was
// typed. A store that cannot be read either gives the error page.
func (s *Server) failed(c echo.Context, view web.View, answer formAnswer, cause error) error {
	head, err := s.head(c.Request().Context(), modelID(c))
	if err != nil {
		return cause
	}
	failure := asPageError(cause)
	if failure.status >= 500 {
		s.log.Error("not saved", "id", c.Get("request"), "error", cause)
	}
	answer.failure = failure
	page, err := s.newWorkbench(c, head, view, &answer)
	if err != nil {
		return cause
	}
	if enhanced(c) {
		return s.show(c, failure.status, web.WorkbenchFragments(page))
	}
	return s.show(c, failure.status, web.Workbench(page))
}

// formAnswer is what a refused form is shown again with.
type formAnswer struct {
	values    url.Values
	problems  []model.Problem
	conflicts []*model.Conflict
	gone      *model.GoneError
	failure   *pageError
	script    *scriptForm     // of the CQL tab
	questions *statementsForm // of its other pane
	derive    *deriveForm     // of the page that derives tables
	design    *edit.Design    // of the page of design moves
	keys      url.Values      // of the page that explains keys
	removal   *edit.Removal
	made      []model.ID   // queries that were made of a text
	done      string       // what the page that was left has done, in words
	recover   *recoverForm // of the page that recovers concepts
	comment   *commentForm
	shown     map[string]bool // messages shown beside a field
}

// doneAs returns an answer with the words of the saved revision.
func doneAs(saved document) *formAnswer { return &formAnswer{done: saved.revision.Words} }

// show gives the message that a field shows, and notes that it does.
func (a *formAnswer) show(problem model.Problem) string {
	if a.shown == nil {
		a.shown = map[string]bool{}
	}
	a.shown[problem.Message] = true
	return problem.Message
}

// unshown are the messages that no field of the page shows.
func (a *formAnswer) unshown() []string {
	var messages []string
	if a == nil {
		return messages
	}
	for _, problem := range a.problems {
		if !a.shown[problem.Message] {
			messages = append(messages, problem.Message)
		}
	}
	return messages
}

// typed is the value that the refused form held for a field.
func (a *formAnswer) typed(element model.ID, field string) (string, bool) {
	if a == nil {
		return "", false
	}
	name := string(element) + "." + field
	if !a.values.Has("was." + name) {
		return "", false
	}
	return edit.Value(a.values, name), true
}

// asksFor reports whether the form was refused because of a field: it is
// shown then even if it meant nothing before, such as the base of a table
// that is to become a view.
func (a *formAnswer) asksFor(element model.ID, field string) bool {
	return a != nil && slices.ContainsFunc(a.problems, func(p model.Problem) bool { return p.Element == element && p.Field == field })
}

// refused reports whether nothing was saved.
func (a *formAnswer) refused() bool {
	return a != nil && (len(a.problems) > 0 || len(a.conflicts) > 0 || a.gone != nil || a.failure != nil)
}

// onCanvas reports whether the form came from the canvas, which shows the answer.
func (a *formAnswer) onCanvas() bool { return a != nil && a.values.Get("on") == "canvas" }

// adding reports whether the refused form was to add such an element.
func (a *formAnswer) adding(kind model.Kind, parent model.ID) bool {
	do := a.values.Get("do")
	return do == "save" || do == "add:"+string(kind)+":"+string(parent)
}

// canvasProblem is what the canvas tells about its rejected form. The details do
// not repeat it.
func canvasProblem(page *web.WorkbenchPage, answer *formAnswer) string {
	if !answer.onCanvas() || !answer.refused() {
		return ""
	}
	var texts []string
	for _, problem := range answer.problems {
		texts = append(texts, answer.show(problem))
	}
	switch {
	case answer.gone != nil && page.Inspector.Gone != nil:
		texts = append(texts, page.Inspector.Gone.Who+" removed this meanwhile.")
	case answer.failure != nil:
		texts = append(texts, answer.failure.title+". "+answer.failure.advice)
	}
	return strings.Join(texts, " ")
}
