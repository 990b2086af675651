package handlers

import (
	"context"
	"fmt"
	"net/http"
	"path"
	"strconv"
	"strings"

	lru "github.com/hashicorp/golang-lru/v2"
	"github.com/labstack/echo/v4"

	"widerow/cql"
	"widerow/diagram"
	"widerow/model"
	"widerow/model/sizing"
	"widerow/store"
	"widerow/web"
)

// picturePolicy is for SVG opened on its own: it may bear its style and its
// fonts, and load or run nothing.
const picturePolicy = "default-src 'none'; style-src 'unsafe-inline'; font-src data:; sandbox"

// pictureCache holds drawn files by the document and what was asked.
type pictureCache struct {
	drawn *lru.Cache[pictureKey, []byte]
}

type pictureKey struct {
	document store.Hash
	kind     diagram.Kind
}

func newPictureCache() *pictureCache {
	drawn, err := lru.New[pictureKey, []byte](64)
	if err != nil {
		panic(err) // only for a size below 1
	}
	return &pictureCache{drawn}
}

// picture serves a diagram as a file that stands alone.
func (s *Server) picture(kind diagram.Kind) echo.HandlerFunc {
	return func(c echo.Context) error {
		document, err := s.requested(c)
		if err != nil {
			return err
		}
		return s.sendPicture(c, document, kind)
	}
}

func (s *Server) sendPicture(c echo.Context, document document, kind diagram.Kind) error {
	c.Response().Header().Set("Content-Security-Policy", picturePolicy)
	if unchanged(c, document) {
		return c.NoContent(http.StatusNotModified)
	}
	svg, err := s.drawFile(c.Request().Context(), document, kind)
	if err != nil {
		return fmt.Errorf("draw %s of model %s: %w", kind, document.revision.Model, err)
	}
	return c.Blob(http.StatusOK, "image/svg+xml; charset=utf-8", svg)
}

// drawFile draws a diagram with its own style and fonts.
func (s *Server) drawFile(ctx context.Context, document document, kind diagram.Kind) ([]byte, error) {
	key := pictureKey{document.revision.DocumentHash, kind}
	if svg, found := s.pictures.drawn.Get(key); found {
		return svg, nil
	}
	svg, err := diagram.Render(ctx, s.layouter, document.model, kind, diagram.Display{}, diagram.Options{
		Standalone: true, Badges: Badges(document.model, kind, sizing.Book),
	})
	if err == nil {
		s.pictures.drawn.Add(key, svg)
	}
	return svg, err
}

// requested is the model of the address, at the revision of the query.
func (s *Server) requested(c echo.Context) (document, error) {
	number, err := revisionOf(c)
	if err != nil {
		return document{}, err
	}
	return s.at(c.Request().Context(), modelID(c), number)
}

func revisionOf(c echo.Context) (uint64, error) {
	text := c.QueryParam("rev")
	if text == "" {
		return 0, nil
	}
	number, err := strconv.ParseUint(text, 10, 64)
	if err != nil || number == 0 {
		return 0, &pageError{http.StatusBadRequest, "The revision in the address is not a number", "Write it like ?rev=12, or leave it out for the newest.", err}
	}
	return number, nil
}

// unchanged answers a conditional request. The tag also names the program's
// version, as a newer one may draw the same document otherwise.
func unchanged(c echo.Context, document document) bool {
	tag := fmt.Sprintf(`"%x-%s"`, document.revision.DocumentHash[:12], path.Base(web.DiagramStyle))
	header := c.Response().Header()
	header.Set("ETag", tag)
	header.Set("Cache-Control", "no-cache")
	for candidate := range strings.SplitSeq(c.Request().Header.Get("If-None-Match"), ",") {
		if strings.TrimPrefix(strings.TrimSpace(candidate), "W/") == tag {
			return true
		}
	}
	return false
}

func (s *Server) exportCQL(c echo.Context) error {
	document, err := s.requested(c)
	if err != nil || unchanged(c, document) {
		return orNotModified(c, err)
	}
	script := cql.PrintModel(document.model, printOptions(document))
	return s.download(c, document, "cql", "text/plain; charset=utf-8", []byte(script))
}

func printOptions(document document) cql.PrintOptions {
	return cql.PrintOptions{Revision: int(document.revision.Number)}
}

func (s *Server) exportJSON(c echo.Context) error {
	document, err := s.requested(c)
	if err != nil || unchanged(c, document) {
		return orNotModified(c, err)
	}
	return s.download(c, document, "json", "application/json; charset=utf-8", document.text)
}

func orNotModified(c echo.Context, err error) error {
	if err != nil {
		return err
	}
	return c.NoContent(http.StatusNotModified)
}

// download names the file only where ?download asks for one, so that a plain
// link shows the text in the browser.
func (s *Server) download(c echo.Context, document document, extension, contentType string, content []byte) error {
	if c.QueryParams().Has("download") {
		c.Response().Header().Set("Content-Disposition", `attachment; filename="`+fileName(document.model)+"."+extension+`"`)
	}
	return c.Blob(http.StatusOK, contentType, content)
}

// fileName keeps of a model's name what is safe in a header and a file system.
func fileName(m *model.Model) string {
	name := strings.Trim(strings.Map(func(r rune) rune {
		switch {
		case r >= 'a' && r <= 'z', r >= '0' && r <= '9':
			return r
		case r >= 'A' && r <= 'Z':
			return r + 'a' - 'A'
		}
		return '-'
	}, m.Name), "-")
	if name == "" {
		return "model"
	}
	return name[:min(len(name), 60)]
}
