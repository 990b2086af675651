package canvas

import (
	"net/http"
	"slices"
	"strings"

	"github.com/labstack/echo/v4"

	"widerow/diagram"
	"widerow/handlers/feature"
	"widerow/store"
)

// cardPicture serves the picture of a model's card.
func (s *Feature) cardPicture(c echo.Context) error {
	document, err := s.Head(c.Request().Context(), feature.ModelID(c))
	if err != nil {
		return err
	}
	return s.sendCard(c, document)
}

// examplePicture serves the picture of an example's card.
func (s *Feature) examplePicture(c echo.Context) error {
	m, err := feature.LoadExample(c)
	if err != nil {
		return err
	}
	return s.sendCard(c, feature.Document{Model: m, Revision: store.Revision{DocumentHash: store.HashOf(m.Encode())}})
}

// exampleDiagram serves one diagram of an example, for the help page.
func (s *Feature) exampleDiagram(c echo.Context) error {
	m, err := feature.LoadExample(c)
	if err != nil {
		return err
	}
	kind := diagram.Kind(strings.TrimSuffix(c.Param("diagram"), ".svg"))
	if !slices.ContainsFunc(feature.Tabs, func(t feature.Tab) bool { return t.Diagram != "" && t.Diagram == kind }) {
		return feature.NewError(http.StatusNotFound, "There is no such diagram", "The diagrams are er.svg, workflow.svg, logical.svg and physical.svg.", nil)
	}
	document := feature.Document{Model: m, Revision: store.Revision{DocumentHash: store.HashOf(m.Encode())}}
	return s.sendPicture(c, document, pictureRequest{kind: kind, format: diagram.FormatSVG})
}
