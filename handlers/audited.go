package handlers

import (
	"errors"
	"net/http"
	"path"
	"strings"

	"github.com/labstack/echo/v4"

	"widerow/handlers/api"
	"widerow/handlers/audit"
	"widerow/handlers/feature"
	"widerow/handlers/identity"
)

// audited writes the actions of a route to the audit log, if the log records the route. Package
// people records the actions of its own pages.
func (s *gate) audited(route feature.Route) echo.HandlerFunc {
	event, told := auditedBy(route)
	if !told || s.people.Audit == nil {
		return route.Handle
	}
	return func(c echo.Context) error {
		err := route.Handle(c)
		if err != nil && !errors.Is(err, errAnswered) || c.Response().Status >= http.StatusMultipleChoices &&
			c.Response().Status != http.StatusSeeOther {
			return err
		}
		if done, told := event(c); told && c.Request().Method == route.Method {
			s.noteDone(c, done)
		}
		return err
	}
}

// noteDone writes an event. One that cannot be written does not undo what happened.
func (s *gate) noteDone(c echo.Context, event audit.Event) {
	person := personOf(c)
	event.Account, event.Name, event.Token = string(person.Account), person.Name, string(person.TokenID)
	event.Address = identity.AddressOf(c.Request())
	if event.Model == "" && c.Param("model") != "" {
		event.Model = string(feature.ModelID(c).Root())
	}
	if err := s.people.Audit.Write(event); err != nil {
		s.log.Error("write the audit log", "error", err)
	}
}

// auditedBy returns the event of a request to a route. told is false for routes that the log does
// not record: routes that only show a page, and edits in the app, which are in the history of the
// model.
func auditedBy(route feature.Route) (event func(echo.Context) (audit.Event, bool), told bool) {
	always := func(event audit.Event) (func(echo.Context) (audit.Event, bool), bool) {
		return func(echo.Context) (audit.Event, bool) { return event, true }, true
	}
	below, isAPI := strings.CutPrefix(route.Path, api.Prefix)
	_, ofModel := strings.CutPrefix(route.Path, "/m/:model/")
	switch {
	case route.Method == http.MethodGet && (isAPI && exported(below) || ofModel && exported(route.Path)):
		return func(c echo.Context) (audit.Event, bool) {
			return audit.Event{Action: audit.Export, Subject: path.Base(c.Request().URL.Path)}, true
		}, true
	case route.Method == http.MethodGet:
		return nil, false
	case route.Path == "/m/:model/delete", route.Method == http.MethodDelete:
		return always(audit.Event{Action: audit.Deletion, Details: "deleted the model"})
	case route.Path == "/m/:model/proposals/:number":
		return func(c echo.Context) (audit.Event, bool) { return decided(c, c.FormValue("do")) }, true
	case isAPI && strings.Contains(below, "/proposals/:number/"):
		return func(c echo.Context) (audit.Event, bool) {
			if event, told := decided(c, path.Base(c.Path())); told {
				return event, true
			}
			return written(c), true
		}, true
	case isAPI:
		return func(c echo.Context) (audit.Event, bool) { return written(c), true }, true
	}
	return nil, false
}

// exported reports whether an address names a file to download, and not a part of a page.
func exported(route string) bool {
	switch name := path.Base(route); {
	case name == "palette.json", name == "tidy.json", name == "card.svg", name == "openapi.json":
		return false
	case name == "document", name == "cql":
		return true
	default:
		return path.Ext(name) != ""
	}
}

// decided is the event of an approval or a merge.
func decided(c echo.Context, do string) (audit.Event, bool) {
	words, told := map[string]string{"approve": "approved the proposal", "merge": "merged the proposal"}[do]
	return audit.Event{Action: audit.Approval, Subject: "#" + c.Param("number"), Details: words}, told
}

// written is the event of a program that changes something.
func written(c echo.Context) audit.Event {
	return audit.Event{Action: audit.Program, Details: c.Request().Method + " " + c.Request().URL.Path}
}
