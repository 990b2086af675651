package handlers

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/labstack/echo/v4"

	"widerow/cql/apply"
	"widerow/handlers/edit"
	"widerow/handlers/workbench"
	"widerow/web"
)

func parseScript(c echo.Context) (*workbench.Script, error) {
	values, err := c.FormParams()
	if err != nil {
		return nil, badForm(err)
	}
	revision, err := strconv.ParseUint(values.Get("revision"), 10, 64)
	if err != nil {
		return nil, badForm(err)
	}
	form := &workbench.Script{Text: edit.NormalLines(values.Get("text")), Revision: revision, Do: values.Get("do"), Previewed: values.Get("previewed")}
	if taken := values["take"]; len(taken) > 0 { // the button's value follows the hidden field's
		form.Chosen = apply.Mode(taken[len(taken)-1])
	}
	if form.Chosen != "" && !slices.Contains(workbench.Modes, form.Chosen) {
		return nil, badForm(fmt.Errorf("a script cannot be taken as %q", form.Chosen))
	}
	return form, nil
}

func (s *Server) showScript(c echo.Context, status int, head workbench.Document, form *workbench.Script, failure *web.Failure) error {
	view := viewOfForm(c)
	view.Tab = web.TabCQL
	return s.showModel(c, status, head, view, &workbench.Answer{Script: form, Failure: failure})
}
