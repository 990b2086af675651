package handlers

import (
	"bytes"
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"strings"

	"github.com/a-h/templ"
	"github.com/labstack/echo/v4"

	"widerow/store"
	"widerow/web"
)

// page returns the part that all pages share.
func (s *Server) page(c echo.Context, title string) web.Page {
	return web.Page{
		Title: title, URL: s.url, Visitor: s.visitorName(c), Path: pathAndQuery(c), Operation: newOperation(),
		Version: s.version, Inbox: s.inboxSummary(c),
	}
}

func pathAndQuery(c echo.Context) string {
	address := c.Request().URL
	if c.Request().Method != http.MethodGet {
		return ""
	}
	if address.RawQuery == "" {
		return address.Path
	}
	return address.Path + "?" + address.RawQuery
}

// keptBuffer is the size up to which the buffer of a page is used again, in
// bytes.
const keptBuffer = 1 << 20

// show renders a page into a buffer first, so that a failure gives an error
// page and never half a page.
func (s *Server) show(c echo.Context, status int, page templ.Component) error {
	buffer := s.buffers.Get().(*bytes.Buffer)
	defer func() {
		if buffer.Cap() <= keptBuffer {
			s.buffers.Put(buffer)
		}
	}()
	buffer.Reset()
	if err := page.Render(c.Request().Context(), buffer); err != nil {
		return err
	}
	c.Response().Header().Set("Cache-Control", "no-store")
	c.Response().Header().Add("Vary", "HX-Request-Type")
	return c.HTMLBlob(status, buffer.Bytes())
}

func render(c echo.Context, page templ.Component) ([]byte, error) {
	var buffer bytes.Buffer
	err := page.Render(c.Request().Context(), &buffer)
	return buffer.Bytes(), err
}

// enhanced reports whether htmx asks for fragments to swap in. Back and
// forward ask for the whole page.
func enhanced(c echo.Context) bool { return c.Request().Header.Get("HX-Request-Type") == "partial" }

// wantsParts reports whether the answer is fragments to swap in. In a worker nobody may
// wait for those any more: what takes long is a page at an address of its own.
func (s *Server) wantsParts(c echo.Context) bool {
	const answered = "wants parts"
	if s.parent == nil || !enhanced(c) {
		return enhanced(c)
	}
	if wants, is := c.Get(answered).(bool); is {
		return wants
	}
	wants := s.parent.Awaited(background(c))
	c.Set(answered, wants)
	return wants
}

// newOperation returns the ID that a form carries, so that a save that is
// sent twice takes effect once.
func newOperation() string { return rand.Text() }

// operation is the ID of a request: the page's ID and a hash of the form. The
// same form sent twice takes effect once, and one that was edited after a
// lost answer is a new save. A form without the page's ID counts as new each
// time.
func operation(c echo.Context) string {
	values, err := c.FormParams()
	page := c.FormValue("operation")
	if err != nil || page == "" || len(page) > 64 {
		return newOperation()
	}
	sum := sha256.Sum256([]byte(c.Request().URL.Path + "?" + values.Encode()))
	return page + "-" + hex.EncodeToString(sum[:12])
}

// newModelID returns a random model ID, in lower case because people type it
// and read it aloud.
func newModelID() store.ModelID { return store.ModelID(strings.ToLower(rand.Text()[:16])) }

// modelID is the model or the branch of the address. A companion has no address of
// its own.
func modelID(c echo.Context) store.ModelID {
	return modelNamed(c.Param("model"))
}

func modelNamed(text string) store.ModelID {
	id := store.ModelID(text)
	if id.Owner() != "" && id.BranchNumber() == 0 {
		return ""
	}
	return id
}

// background is the context of work that continues when the client cancels
// the request.
func background(c echo.Context) context.Context { return context.WithoutCancel(c.Request().Context()) }
