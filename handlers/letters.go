package handlers

import (
	"crypto/sha256"
	"fmt"
	"net/http"
	"strings"

	"github.com/labstack/echo/v4"

	"widerow/diagram"
)

// lettersStyle names the fonts of the letters that a page's pictures have.
// Its address says all that it depends on, so it never changes.
func lettersStyle(c echo.Context) error {
	letters, err := lettersAsked(c)
	if err != nil || lettersKnown(c) {
		return orNotModified(c, err)
	}
	return c.Blob(http.StatusOK, "text/css; charset=utf-8", []byte(diagram.LettersStyle(letters)))
}

// lettersFont is a font of one script as a whole, or what a large one has of
// some letters.
func lettersFont(c echo.Context) error {
	if packed, found := diagram.WholeFont(c.Param("font")); found {
		return wholeFont(c, packed)
	}
	letters, err := lettersAsked(c)
	if err != nil {
		return err
	}
	font, found := diagram.LettersFont(c.Param("font"), letters)
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
		return c.Blob(http.StatusOK, "font/ttf", diagram.Unpacked(packed))
	}
	c.Response().Header().Set("Content-Encoding", "gzip")
	return c.Blob(http.StatusOK, "font/ttf", packed)
}

func lettersAsked(c echo.Context) (string, error) {
	letters := c.QueryParam("text")
	if len(letters) > diagram.MostLetters {
		return "", &pageError{http.StatusRequestURITooLong, "The address has too many letters", "Ask for them in several parts.", nil}
	}
	return letters, nil
}

// lettersKnown sets how long an answer may be kept, and reports whether the
// browser has it. An address of another version of the fonts was made before
// the program changed.
func lettersKnown(c echo.Context) bool {
	name := sha256.Sum256([]byte(diagram.FontVersion() + c.Param("font") + "?" + c.QueryParam("text")))
	tag := fmt.Sprintf(`W/"%x"`, name[:12]) // weak: the answer may be sent packed or not
	header := c.Response().Header()
	header.Set("ETag", tag)
	header.Set("Cache-Control", "public, max-age=31536000, immutable")
	if c.Param("version") != diagram.FontVersion() {
		header.Set("Cache-Control", "no-cache")
	}
	return strings.Contains(c.Request().Header.Get("If-None-Match"), strings.TrimPrefix(tag, "W/"))
}
