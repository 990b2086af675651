package feature

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"net/http"
	"path"
	"strings"

	"github.com/a-h/templ"
	"github.com/labstack/echo/v4"

	"widerow/diagram"
)

// FileName returns the characters of a model's name that are safe in a header
// and in a file system.
func FileName(name string) string {
	name = strings.Trim(strings.Map(func(r rune) rune {
		switch {
		case r >= 'a' && r <= 'z', r >= '0' && r <= '9':
			return r
		case r >= 'A' && r <= 'Z':
			return r + 'a' - 'A'
		}
		return '-'
	}, name), "-")
	if name == "" {
		return "model"
	}
	return name[:min(len(name), 60)]
}

// Render returns a page as a file.
func Render(c echo.Context, page templ.Component) ([]byte, error) {
	var buffer bytes.Buffer
	err := page.Render(c.Request().Context(), &buffer)
	return buffer.Bytes(), err
}

// PicturePolicy is for a picture opened on its own: it has its own style and
// fonts, and loads or runs nothing.
const PicturePolicy = "default-src 'none'; style-src 'unsafe-inline'; font-src data:; sandbox"

// PictureTypes are the content types of the formats.
var PictureTypes = map[diagram.Format]string{
	diagram.FormatSVG: "image/svg+xml; charset=utf-8",
	diagram.FormatPNG: "image/png",
	diagram.FormatPDF: "application/pdf",
}

// EmbedPolicy is the policy of a page without scripts that any site may frame.
const EmbedPolicy = "default-src 'none'; style-src 'self'; font-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors *"

// Unchanged answers a conditional request. The tag also depends on the style of
// diagrams, which changes with the program, and on what else the answer depends
// on.
func Unchanged(s Server, c echo.Context, document Document, asked ...string) bool {
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

// Download sets the name of the file only if the address has ?download:
// otherwise the browser shows the text.
func Download(c echo.Context, name, extension, contentType string, content []byte) error {
	if c.QueryParams().Has("download") {
		c.Response().Header().Set("Content-Disposition", `attachment; filename="`+FileName(name)+"."+extension+`"`)
	}
	return c.Blob(http.StatusOK, contentType, content)
}
