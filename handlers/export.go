package handlers

import (
	"crypto/sha256"
	"fmt"
	"net/http"
	"path"
	"strings"

	"github.com/labstack/echo/v4"

	"widerow/cql"
	"widerow/handlers/feature"
	"widerow/handlers/workbench"
)

// Unchanged answers a conditional request. The tag also depends on the style of
// diagrams, which changes with the program, and on what else the answer depends
// on.
func (s *Server) Unchanged(c echo.Context, document workbench.Document, asked ...string) bool {
	name := sha256.Sum256([]byte(strings.Join(append(asked, path.Base(s.URL().DiagramStyle())), "\n")))
	tag := fmt.Sprintf(`"%x-%x"`, document.Revision.DocumentHash[:12], name[:6])
	header := c.Response().Header()
	header.Set("ETag", "W/"+tag) // weak: the answer may or may not be compressed
	header.Set("Cache-Control", "no-cache")
	for candidate := range strings.SplitSeq(c.Request().Header.Get("If-None-Match"), ",") {
		if strings.TrimPrefix(strings.TrimSpace(candidate), "W/") == tag {
			return true
		}
	}
	return false
}

func (s *Server) exportCQL(c echo.Context) error {
	document, err := s.Requested(c)
	if err != nil || s.Unchanged(c, document) {
		return feature.OrNotModified(c, err)
	}
	script, _ := cql.PrintAccepted(document.Model, workbench.PrintOptions(document))
	return s.Download(c, document.Model.Name, "cql", "text/plain; charset=utf-8", []byte(script))
}

func (s *Server) exportJSON(c echo.Context) error {
	number, err := s.RevisionOf(c)
	if err != nil {
		return err
	}
	text, revision, err := s.Stored(c.Request().Context(), feature.ModelID(c), number)
	if err != nil || s.Unchanged(c, workbench.Document{Revision: revision}) {
		return feature.OrNotModified(c, err)
	}
	return s.Download(c, revision.Title, "json", "application/json; charset=utf-8", text)
}

// Download sets the name of the file only if the address has ?download:
// otherwise the browser shows the text.
func (s *Server) Download(c echo.Context, name, extension, contentType string, content []byte) error {
	if c.QueryParams().Has("download") {
		c.Response().Header().Set("Content-Disposition", `attachment; filename="`+feature.FileName(name)+"."+extension+`"`)
	}
	return c.Blob(http.StatusOK, contentType, content)
}
