package home

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"widerow/handlers/feature"
	webhome "widerow/web/home"
)

func (s *Feature) visitorForm(c echo.Context) error {
	return s.showVisitor(c, http.StatusOK, webhome.VisitorPage{Name: s.VisitorName(c), Next: feature.LocalPath(c.QueryParam("next"))})
}

func (s *Feature) showVisitor(c echo.Context, status int, page webhome.VisitorPage) error {
	page.Page, page.FromProxy = s.Page(c, "Your name"), s.NamedByProxy()
	return s.Show(c, status, webhome.Visitor(page))
}

func (s *Feature) saveVisitor(c echo.Context) error {
	next := feature.LocalPath(c.FormValue("next"))
	if s.NamedByProxy() {
		return s.showVisitor(c, http.StatusForbidden, webhome.VisitorPage{Name: s.VisitorName(c), Next: next})
	}
	if problem := s.Rename(c, c.FormValue("name"), next); problem != "" {
		return s.showVisitor(c, http.StatusUnprocessableEntity, webhome.VisitorPage{Name: c.FormValue("name"), Problem: problem, Next: next})
	}
	if next == "" {
		return c.Redirect(http.StatusSeeOther, string(s.URL().Home()))
	}
	return c.Redirect(http.StatusSeeOther, string(s.URL().Path(next)))
}
