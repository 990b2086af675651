package canvas

import (
	"fmt"
	"net/http"
	"strconv"

	"github.com/labstack/echo/v4"

	"widerow/diagram"
	"widerow/diagram/figure"
	"widerow/diagram/scene/svg"
	"widerow/diagram/typeface"
	"widerow/handlers/feature"
	"widerow/web"
	webcanvas "widerow/web/canvas"
)

// embedded serves a picture to pages of other sites.
func (s *Feature) embedded(kind diagram.Kind, format diagram.Format) echo.HandlerFunc {
	send := s.Picture(kind, format)
	return func(c echo.Context) error {
		c.Response().Header().Set("Cross-Origin-Resource-Policy", "cross-origin")
		return send(c)
	}
}

// embed serves a page for frames of other sites: the diagram, whose parts link
// to their places here, and a link to the model.
func (s *Feature) embed(kind diagram.Kind, tab web.Tab) echo.HandlerFunc {
	return func(c echo.Context) error {
		header := c.Response().Header()
		header.Set("Content-Security-Policy", feature.EmbedPolicy)
		header.Set("Cross-Origin-Resource-Policy", "cross-origin")
		document, err := s.Requested(c)
		if err != nil {
			return err
		}
		request, err := parsePicture(document.Model, kind, diagram.FormatSVG, c.QueryParams())
		if err != nil {
			return err
		}
		number, _ := s.RevisionOf(c) // requested has validated it
		opened := request.display
		opened.Theme, opened.Scale, opened.Outlines = "", 0, false // settings of the frame, not of the model's page
		view := web.View{Model: c.Param("model"), Tab: tab, Revision: number, Display: opened.Values().Encode()}
		if feature.Unchanged(s, c, document, "frame", request.String(), strconv.FormatUint(document.Revision.Number, 10), s.URL().Asset("app.css"), view.Model) {
			return c.NoContent(http.StatusNotModified)
		}
		page, err := s.newEmbedPage(c, document, request, view)
		if err != nil {
			return fmt.Errorf("draw %s of model %s: %w", kind, view.Model, err)
		}
		rendered, err := feature.Render(c, webcanvas.Embed(page))
		if err != nil {
			return err
		}
		return c.HTMLBlob(http.StatusOK, rendered)
	}
}

// Drawn returns a diagram for a page that anybody may see: its parts link nowhere.
func (s *Feature) Drawn(c echo.Context, document feature.Document, kind diagram.Kind) (drawing []byte, letters []string, notice string, err error) {
	request, err := parsePicture(document.Model, kind, diagram.FormatSVG, c.QueryParams())
	if err == nil {
		err = s.ChargeRender(c)
	}
	if err != nil {
		return nil, nil, "", err
	}
	done, err := s.WorkHere(c, feature.WeightOf(document))
	if err != nil {
		return nil, nil, "", err
	}
	defer done()
	scene, err := s.scene(c.Request().Context(), document, request, figure.Options{})
	if err != nil {
		return nil, nil, "", err
	}
	drawing = svg.Encode(scene)
	return drawing, typeface.Letters(drawing), scene.Notice, nil
}

func (s *Feature) newEmbedPage(c echo.Context, document feature.Document, request pictureRequest, view web.View) (webcanvas.EmbedPage, error) {
	if err := s.ChargeRender(c); err != nil {
		return webcanvas.EmbedPage{}, err
	}
	ctx := c.Request().Context()
	done, err := s.WorkHere(c, feature.WeightOf(document))
	if err != nil {
		return webcanvas.EmbedPage{}, err
	}
	defer done()
	b := feature.New(s.URL(), document, view, nil)
	scene, err := s.scene(ctx, document, request, figure.Options{Href: b.FramedLink})
	if err != nil {
		return webcanvas.EmbedPage{}, err
	}
	svg := svg.Encode(scene)
	return webcanvas.EmbedPage{
		Page: web.Page{Title: document.Model.Name, URL: s.URL(), Letters: typeface.Letters(svg)}, SVG: svg, Notice: scene.Notice,
		Theme: string(request.display.Theme), Model: s.URL().Tab(view), What: feature.TabNamed(view.Tab).Title, Revision: document.Revision.Number,
	}, nil
}
