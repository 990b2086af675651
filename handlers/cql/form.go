package cql

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/labstack/echo/v4"

	"widerow/cql/apply"
	"widerow/handlers/canvas/submission"
	"widerow/handlers/feature"
	"widerow/web"
)

func parseScript(c echo.Context) (*Script, error) {
	values, err := c.FormParams()
	if err != nil {
		return nil, feature.BadForm(err)
	}
	revision, err := strconv.ParseUint(values.Get("revision"), 10, 64)
	if err != nil {
		return nil, feature.BadForm(err)
	}
	form := &Script{Text: submission.NormalLines(values.Get("text")), Revision: revision, Do: values.Get("do"), Previewed: values.Get("previewed")}
	if taken := values["take"]; len(taken) > 0 { // the button's value follows the hidden field's
		form.Chosen = apply.Mode(taken[len(taken)-1])
	}
	if form.Chosen != "" && !slices.Contains(Modes, form.Chosen) {
		return nil, feature.BadForm(fmt.Errorf("a script cannot be taken as %q", form.Chosen))
	}
	return form, nil
}

func (s *site) showScript(c echo.Context, status int, head feature.Document, form *Script, failure *web.Failure) error {
	view := feature.ViewOfForm(c)
	view.Tab = web.TabCQL
	return s.ShowModel(c, status, head, view, &feature.Answer{Form: form, Failure: failure})
}

// site are the services of the server.
type site struct{ feature.Site }
