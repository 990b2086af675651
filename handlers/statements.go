package handlers

import (
	"cmp"
	"net/http"

	"github.com/labstack/echo/v4"

	"widerow/handlers/edit"
	"widerow/handlers/workbench"
	"widerow/model"
	"widerow/web"
)

// judgeStatements answers the form of the pane: with the verdicts alone if htmx
// asks, otherwise with the whole page.
func (s *Server) judgeStatements(c echo.Context) error {
	if _, err := c.FormParams(); err != nil {
		return badForm(err)
	}
	head, done, err := s.headInTurn(c)
	if err != nil {
		return err
	}
	defer done()
	form := workbench.Statements{Text: edit.NormalLines(c.FormValue("text")), Keyspace: keyspaceOf(c, head.Model)}
	view := web.View{Model: c.Param("model"), Tab: web.TabStatements}
	if enhanced(c) {
		b := workbench.New(s.url, head, view, nil)
		return s.show(c, http.StatusOK, web.Verdicts(b.StatementsView(form)))
	}
	return s.showModel(c, http.StatusOK, head, view, &workbench.Answer{Questions: &form})
}

// keyspaceOf returns the keyspace that the user chose for names without one.
func keyspaceOf(c echo.Context, m *model.Model) string {
	return cmp.Or(c.FormValue("keyspace"), edit.FirstKeyspace(m))
}
