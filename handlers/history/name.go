package history

import (
	"errors"
	"fmt"
	"net/http"
	"strings"

	"github.com/labstack/echo/v4"

	"widerow/handlers/feature"
	"widerow/model"
	"widerow/model/versions"
	webhistory "widerow/web/history"
)

// nameForm asks for the name of a revision.
func (s *Feature) nameForm(c echo.Context) error {
	ctx, id := c.Request().Context(), feature.ModelID(c)
	number, err := s.ExistingRevision(ctx, id, c.QueryParam("revision"))
	if err != nil {
		return err
	}
	name := s.RevisionNames(ctx, id).Of(number)
	return s.showName(c, http.StatusOK, webhistory.NamePage{Revision: number, Name: name, Named: name})
}

func (s *Feature) showName(c echo.Context, status int, page webhistory.NamePage) error {
	newest, err := s.Newest(c.Request().Context(), feature.ModelID(c))
	if err != nil {
		return err
	}
	page.Page, page.ID, page.Model = s.Page(c, fmt.Sprintf("Name of r%d", page.Revision)), c.Param("model"), newest.Title
	return s.Show(c, status, webhistory.Name(page))
}

// nameRevision gives a revision a name, or removes it.
func (s *Feature) nameRevision(c echo.Context) error {
	number, err := s.ExistingRevision(c.Request().Context(), feature.ModelID(c), c.FormValue("revision"))
	if err != nil {
		return err
	}
	name := c.FormValue("name")
	if c.FormValue("do") == "remove" {
		name = ""
	} else if strings.TrimSpace(name) == "" {
		return s.showName(c, http.StatusUnprocessableEntity,
			webhistory.NamePage{Revision: number, Named: s.RevisionNames(c.Request().Context(),
				feature.ModelID(c)).Of(number), Problem: "Type a name."})
	}
	err = s.NameRevision(c, versions.Version{Name: name, Revision: int(number), At: s.Now()})
	var problem *model.Rejected
	if errors.As(err, &problem) {
		return s.showName(c, http.StatusUnprocessableEntity,
			webhistory.NamePage{Revision: number, Name: name,
				Named: s.RevisionNames(c.Request().Context(), feature.ModelID(c)).Of(number), Problem: problem.Message})
	}
	if err != nil {
		return err
	}
	return c.Redirect(http.StatusSeeOther, fmt.Sprintf("%s#rev-%d", s.URL().Action(string(feature.ModelID(c)), "history"), number))
}
