package handlers

import (
	"errors"
	"net/http"

	"github.com/labstack/echo/v4"

	"widerow/handlers/canvas/submission"
	"widerow/handlers/feature"
	"widerow/model"
	"widerow/model/edit"
	"widerow/web"
)

// Edited answers a form that was saved: htmx gets the changed fragments, a
// browser without it the page.
func (s *Server) Edited(c echo.Context, view web.View, saved feature.Document, answer *feature.Answer) error {
	if _, found := saved.Model.Element(view.Select); !found {
		view.Select = ""
	}
	address := s.URL().Tab(view)
	if !s.WantsParts(c) {
		return c.Redirect(http.StatusSeeOther, string(address))
	}
	page, err := s.ModelPage(c, saved, view, answer)
	if err != nil {
		return err
	}
	if !feature.ShowsAlready(c, string(address)) {
		c.Response().Header().Set("HX-Push-Url", string(address))
	}
	return s.Show(c, http.StatusOK, web.WorkbenchFragments(page))
}

// Refused answers a form that could not be saved: the same page with what
// was typed, and beside each field what is wrong with it or who changed it.
func (s *Server) Refused(c echo.Context, form *submission.Form, head feature.Document, cause error) error {
	answer := feature.Answer{Values: form.Values}
	status := http.StatusUnprocessableEntity
	var gone *edit.GoneError
	var ask *submission.Removal
	conflicts := edit.Conflicts(cause)
	answer.Conflicts = append(form.Conflicts(), conflicts...)
	switch {
	case len(conflicts) > 0:
		status = http.StatusConflict
	case errors.As(cause, &ask):
		status, answer.Removal = http.StatusOK, ask
		form.View.Select = model.ID(form.Values.Get("select"))
		if !answer.OnCanvas() {
			form.View.Select = ask.Place(head.Model, form.View.Select)
		}
	case errors.As(cause, &gone):
		status, answer.Gone = http.StatusConflict, gone
	default:
		problems, found := problemsOf(cause)
		if !found {
			return s.Failed(c, form.View, feature.Answer{Values: form.Values}, cause)
		}
		answer.Problems = form.Numbered(problems)
	}
	return s.ShowModel(c, status, head, form.View, &answer)
}

// Failed shows the newest page with why nothing was saved, and with what was
// typed. A store that cannot be read either gives the error page.
func (s *Server) Failed(c echo.Context, view web.View, answer feature.Answer, cause error) error {
	head, err := s.Head(c.Request().Context(), feature.ModelID(c))
	if err != nil {
		return cause
	}
	failure := s.Explain(cause)
	if failure.Status >= 500 {
		s.log.Error("not saved", "id", c.Get("request"), "error", cause)
	}
	answer.Failure = failure.Shown()
	page, err := s.ModelPage(c, head, view, &answer)
	if err != nil {
		return cause
	}
	if s.WantsParts(c) {
		return s.Show(c, failure.Status, web.WorkbenchFragments(page))
	}
	return s.Show(c, failure.Status, web.Workbench(page))
}
