package handlers

import (
	"errors"

	"github.com/labstack/echo/v4"

	"widerow/handlers/feature"
	"widerow/handlers/identity"
	webpeople "widerow/handlers/people"
	"widerow/handlers/proxy"
)

// routes are the pages about who is who, if people sign in.
func (s *gate) routes() []feature.Route {
	if s.guard == nil || s.guard.Mode == identity.None {
		return nil
	}
	services := s.people
	services.Guard, services.Person = s.guard, personOf
	services.Proposals, services.Adopt = s.openProposals, s.adopt
	services.Absolute = func(c echo.Context, path string) string {
		scheme := "http"
		if proxy.Of(c.Request()).Secure {
			scheme = "https"
		}
		return scheme + "://" + c.Request().Host + string(s.URL().Path(path))
	}
	return append(webpeople.Routes(s.Server, services), s.linkRoutes()...)
}

// guarded lets a request through to a route if its person has what the route needs.
func (s *gate) guarded(route feature.Route) echo.HandlerFunc {
	what := needOf(route)
	if s.guard == nil {
		return s.repeatedPerson(route.Handle)
	}
	handle := s.audited(route)
	return func(c echo.Context) error {
		person, err := s.guard.Who(c.Request())
		if errors.Is(err, identity.ErrBearer) {
			return s.unauthorized(c, err)
		}
		if err != nil {
			return err
		}
		s.actFor(c, person)
		if s.guard.Mode == identity.Header && person.Known() && person.Token == nil {
			if err := s.adopt(c, person.Account); err != nil {
				return err
			}
		}
		if err := s.admit(c, person, what(c)); err != nil {
			return err
		}
		return handle(c)
	}
}

// actFor lets the rest of a request act for a person.
func (s *gate) actFor(c echo.Context, person identity.Person) {
	c.Set(personKey, person)
	c.SetRequest(c.Request().WithContext(identity.For(c.Request().Context(), person)))
}
