package canvas

import (
	"net/http"

	"github.com/labstack/echo/v4"
	"widerow/handlers/feature"
	"widerow/web"
)

// showPalette returns all elements of a model and the actions on it.
func (s *Feature) showPalette(c echo.Context) error {
	document, done, err := s.RequestedInTurn(c, "")
	if err != nil {
		return err
	}
	defer done()
	if feature.Unchanged(s, c, document, "palette", c.QueryParam("rev"), string(s.URL().Home())) {
		return c.NoContent(http.StatusNotModified)
	}
	view := web.View{Model: c.Param("model")}
	if document.Old {
		view.Revision = document.Revision.Number
	}
	b := feature.New(s.URL(), document, view, nil)
	return c.JSON(http.StatusOK, NewPalette(b))
}
