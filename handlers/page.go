package handlers

import (
	"bytes"

	"github.com/a-h/templ"
	"github.com/labstack/echo/v4"

	"widerow/handlers/feature"
	"widerow/handlers/identity"
	"widerow/web"
)

// Page returns the part that all pages share.
func (s *Server) Page(c echo.Context, title string) web.Page {
	person := personOf(c)
	role, onlyBranch := s.pageRole(c)
	return web.Page{
		Title: title, Account: person.SignIn, Admin: person.Admin, Role: role, OnlyBranch: onlyBranch, Outside: s.guard != nil &&
			s.guard.Mode != identity.None && !person.Known(), URL: s.URL(),
		Visitor: s.VisitorName(c), Path: feature.PathAndQuery(c), Operation: feature.NewOperation(),
		Version: s.version, Inbox: s.review.InboxSummary(c), Connects: s.connects,
	}
}

// keptBuffer is the size up to which the buffer of a page is used again, in
// bytes.
const keptBuffer = 1 << 20

// Show renders a page into a buffer first, so that a failure gives an error
// page and never half a page.
func (s *Server) Show(c echo.Context, status int, page templ.Component) error {
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

// WantsParts reports whether the answer is fragments to swap in. In a worker nobody may
// wait for those any more: what takes long is a page at an address of its own.
func (s *Server) WantsParts(c echo.Context) bool {
	const answered = "wants parts"
	if s.parent == nil || !feature.Enhanced(c) {
		return feature.Enhanced(c)
	}
	if wants, is := c.Get(answered).(bool); is {
		return wants
	}
	wants := s.parent.Awaited(feature.Background(c))
	c.Set(answered, wants)
	return wants
}

// pageRole returns the person's role in the model of the address, "" if nobody signs in or there is
// no model. onlyBranch reports that the person has the role as
// the author of the branch only.
func (s *Server) pageRole(c echo.Context) (role string, onlyBranch bool) {
	if c.Param("model") == "" || !personOf(c).Known() {
		return "", false
	}
	is, onlyBranch := s.roleIn(c)
	return string(is), onlyBranch
}
