package handlers

import (
	"crypto/sha256"
	"fmt"
	"net/http"
	"strings"

	"github.com/labstack/echo/v4"

	"widerow/diagram/typeface"
	"widerow/handlers/feature"
)

// lettersStyle serves the @font-face rules for the letters in a page's
// pictures. Its address contains everything it depends on, so it never
// changes.
func lettersStyle(c echo.Context) error {
	letters, err := lettersAsked(c)
	if err != nil || lettersKnown(c) {
		return feature.OrNotModified(c, err)
	}
	return c.Blob(http.StatusOK, "text/css; charset=utf-8", []byte(typeface.LettersStyle(letters)))
}

// lettersFont serves a whole font of one script, or a subset of a large one
// for some letters.
func lettersFont(c echo.Context) error {
	if packed, found := typeface.WholeFont(c.Param("font")); found {
		return wholeFont(c, packed)
	}
	letters, err := lettersAsked(c)
	if err != nil {
		return err
	}
	font, found := typeface.LettersFont(c.Param("font"), letters)
	switch {
	case !found:
		return echo.ErrNotFound
	case lettersKnown(c):
		return c.NoContent(http.StatusNotModified)
	}
	return c.Blob(http.StatusOK, "font/woff", font)
}

func wholeFont(c echo.Context, packed []byte) error {
	c.Response().Header().Add("Vary", "Accept-Encoding")
	if lettersKnown(c) {
		return c.NoContent(http.StatusNotModified)
	}
	if !strings.Contains(c.Request().Header.Get("Accept-Encoding"), "gzip") {
		return c.Blob(http.StatusOK, "font/ttf", typeface.Unpacked(packed))
	}
	c.Response().Header().Set("Content-Encoding", "gzip")
	return c.Blob(http.StatusOK, "font/ttf", packed)
}

func lettersAsked(c echo.Context) (string, error) {
	letters := c.QueryParam("text")
	if len(letters) > typeface.MostLetters {
		return "", feature.NewError(http.StatusRequestURITooLong, "The address has too many letters", "Ask for them in several parts.", nil)
	}
	return letters, nil
}

// lettersKnown sets the time for which an answer may be cached, and reports whether the browser has
// it already. An address with another version of the fonts comes from an older program and must be
// revalidated.
func lettersKnown(c echo.Context) bool {
	name := sha256.Sum256([]byte(typeface.FontVersion() + c.Param("font") + "?" + c.QueryParam("text")))
	tag := fmt.Sprintf(`W/"%x"`, name[:12]) // weak: the answer may or may not be compressed
	header := c.Response().Header()
	header.Set("ETag", tag)
	header.Set("Cache-Control", "public, max-age=31536000, immutable")
	if c.Param("version") != typeface.FontVersion() {
		header.Set("Cache-Control", "no-cache")
	}
	return strings.Contains(c.Request().Header.Get("If-None-Match"), strings.TrimPrefix(tag, "W/"))
}
