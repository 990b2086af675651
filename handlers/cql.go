package handlers

import (
	"cmp"
	"fmt"
	"net/http"
	"slices"
	"strconv"

	"github.com/labstack/echo/v4"

	"widerow/cql/apply"
	"widerow/handlers/edit"
	"widerow/handlers/feature"
	"widerow/handlers/workbench"
	"widerow/model"
	"widerow/web"
	webcql "widerow/web/cql"
)

func parseScript(c echo.Context) (*workbench.Script, error) {
	values, err := c.FormParams()
	if err != nil {
		return nil, feature.BadForm(err)
	}
	revision, err := strconv.ParseUint(values.Get("revision"), 10, 64)
	if err != nil {
		return nil, feature.BadForm(err)
	}
	form := &workbench.Script{Text: edit.NormalLines(values.Get("text")), Revision: revision, Do: values.Get("do"), Previewed: values.Get("previewed")}
	if taken := values["take"]; len(taken) > 0 { // the button's value follows the hidden field's
		form.Chosen = apply.Mode(taken[len(taken)-1])
	}
	if form.Chosen != "" && !slices.Contains(workbench.Modes, form.Chosen) {
		return nil, feature.BadForm(fmt.Errorf("a script cannot be taken as %q", form.Chosen))
	}
	return form, nil
}

func (s *Server) showScript(c echo.Context, status int, head workbench.Document, form *workbench.Script, failure *web.Failure) error {
	view := feature.ViewOfForm(c)
	view.Tab = web.TabCQL
	return s.ShowModel(c, status, head, view, &workbench.Answer{Script: form, Failure: failure})
}

// judgeStatements answers the form of the pane: with the verdicts alone if htmx
// asks, otherwise with the whole page.
func (s *Server) judgeStatements(c echo.Context) error {
	if _, err := c.FormParams(); err != nil {
		return feature.BadForm(err)
	}
	head, done, err := s.HeadInTurn(c)
	if err != nil {
		return err
	}
	defer done()
	form := workbench.Statements{Text: edit.NormalLines(c.FormValue("text")), Keyspace: keyspaceOf(c, head.Model)}
	view := web.View{Model: c.Param("model"), Tab: web.TabStatements}
	if s.WantsParts(c) {
		b := workbench.New(s.URL(), head, view, nil)
		return s.Show(c, http.StatusOK, webcql.Verdicts(b.StatementsView(form)))
	}
	return s.ShowModel(c, http.StatusOK, head, view, &workbench.Answer{Questions: &form})
}

// keyspaceOf returns the keyspace that the user chose for names without one.
func keyspaceOf(c echo.Context, m *model.Model) string {
	return cmp.Or(c.FormValue("keyspace"), edit.FirstKeyspace(m))
}
