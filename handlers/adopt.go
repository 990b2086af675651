package handlers

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"widerow/handlers/audit"
	"widerow/handlers/feature"
	"widerow/handlers/identity"
	"widerow/handlers/proxy"
	"widerow/model"
	"widerow/model/people"
	"widerow/store"
)

// adopt makes the work of the visitor whom the browser was before anybody signed in an account's, and takes the
// visitor's cookie from the browser: whoever signs in there next gets nothing.
func (s *gate) adopt(c echo.Context, id model.ID) error {
	visitor := cookieValue(c, visitorCookie)
	if visitor == "" {
		return nil
	}
	if validVisitorID(visitor) {
		author := store.Author{ID: string(id), Name: s.guard.Keeper.Directory().Accounts[id].Label()}
		adopted := false
		err := s.guard.Keeper.Change(feature.Background(c), author, "adopted the work of a visitor", func(d *people.Directory) (*people.Directory, error) {
			next, err := d.Adopt(id, visitor, s.Now())
			adopted = err == nil && next != d
			return next, err
		})
		if err != nil {
			return err
		}
		if adopted && s.people.Audit != nil {
			s.noteAdoption(c, author)
		}
	}
	c.SetCookie(&http.Cookie{Name: visitorCookie, Path: string(urlOf(c).Home()), MaxAge: -1,
		HttpOnly: true, SameSite: http.SameSiteLaxMode, Secure: proxy.Of(c.Request()).Secure})
	return nil
}

func (s *gate) noteAdoption(c echo.Context, author store.Author) {
	event := audit.Event{Action: audit.Adoption, Account: author.ID, Name: author.Name, Address: identity.AddressOf(c.Request()),
		Details: "what this browser did before sign-in"}
	if err := s.people.Audit.Write(event); err != nil {
		s.log.Error("write the audit log", "error", err)
	}
}
