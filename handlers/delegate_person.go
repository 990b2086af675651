package handlers

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"

	"github.com/labstack/echo/v4"

	"widerow/handlers/identity"
)

// repeatedPerson lets a worker act for the person whom its server has let through.
func (s *gate) repeatedPerson(next echo.HandlerFunc) echo.HandlerFunc {
	if s.parent == nil {
		return next
	}
	return func(c echo.Context) error {
		var person identity.Person
		if text := c.Request().Header.Get(personHeader); text != "" {
			if err := json.Unmarshal([]byte(text), &person); err != nil {
				return fmt.Errorf("read who a request is from: %w", err)
			}
			c.Set(personKey, person)
		}
		if err := s.roster.renew(c.Request(), s.store); err != nil {
			return err
		}
		return next(c)
	}
}

// tellPerson adds to a request for a worker who it is from. What a client has sent under
// these names does not count.
func (l *large) tellPerson(c echo.Context, header http.Header) error {
	header.Del(personHeader)
	header.Del(roleHeader)
	header.Del(accountsHeader)
	if l.guard == nil {
		return nil
	}
	if l.guard.Mode != identity.None {
		header.Set(accountsHeader, strconv.FormatUint(l.guard.Keeper.Revision(), 10))
	}
	text, err := json.Marshal(personOf(c))
	if err != nil {
		return err
	}
	header.Set(personHeader, string(text))
	role, _ := l.roleIn(c)
	header.Set(roleHeader, string(role))
	return nil
}
