package home

import (
	"github.com/labstack/echo/v4"

	"widerow/handlers/feature"
)

// exportJSON sends the document of a model as it is stored.
func (s *Feature) exportJSON(c echo.Context) error {
	number, err := s.RevisionOf(c)
	if err != nil {
		return err
	}
	text, revision, err := s.Stored(c.Request().Context(), feature.ModelID(c), number)
	if err != nil || feature.Unchanged(s, c, feature.Document{Revision: revision}) {
		return feature.OrNotModified(c, err)
	}
	return feature.Download(c, revision.Title, "json", "application/json; charset=utf-8", text)
}
