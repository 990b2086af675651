// Package help answers with the page behind "?".
package help

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"widerow/handlers/feature"
	webhelp "widerow/web/help"
)

// Routes are the pages of help.
func Routes(site feature.Site) []feature.Route {
	return []feature.Route{
		feature.Get("/help", func(c echo.Context) error {
			return site.Show(c, http.StatusOK, webhelp.Help(webhelp.Page{Page: site.Page(c, "Help")}))
		}),
	}
}
