// Package feature is what the features of the site build on: the rows that they add to
// the table of routes, what they ask of the server, and how they read a request.
package feature

import (
	"net/http"

	"github.com/a-h/templ"
	"github.com/labstack/echo/v4"

	"widerow/web"
)

// Route is a row of the table of routes.
type Route struct {
	Method, Path string
	Handle       echo.HandlerFunc
}

// Get is the route of a page or a file.
func Get(path string, handle echo.HandlerFunc) Route { return Route{http.MethodGet, path, handle} }

// Post is the route of a form.
func Post(path string, handle echo.HandlerFunc) Route { return Route{http.MethodPost, path, handle} }

// Site is what a feature asks of the server.
type Site interface {
	// Page returns the part that all pages share.
	Page(c echo.Context, title string) web.Page
	// Show answers with a page. It renders the page first, so that a failure gives an
	// error page and never half a page.
	Show(c echo.Context, status int, page templ.Component) error
}
